import { Worker } from 'node:worker_threads';
import { programFile } from '../../lib/program-files.ts';
import { EmbeddedError } from './errors.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './protocol.ts';
import { Watchdog } from './watchdog.ts';
import { sqlState, type EngineSqlState } from './wire.ts';

/** The reason why a worker has ended, for its client. */
export interface WorkerEnd {
  readonly code: EngineSqlState;
  readonly message: string;
}

export interface DatabaseWorkerOptions {
  readonly settings: WorkerSettings;
  readonly statementTimeoutMs: number;
  onAnswer(session: number, bytes: Uint8Array): void;
  /** Called once when an opened worker has ended, also after `close`. */
  onGone(end: WorkerEnd): void;
}

type Settle = { resolve(message: FromWorker): void; reject(error: Error): void };

/** The client of one worker thread, from opening the database to its end. */
export class DatabaseWorker {
  readonly #worker: Worker;
  readonly #watchdog: Watchdog;
  readonly #options: DatabaseWorkerOptions;
  /** One entry per pending message. Queries have no reply of their own, so their entries are null. */
  readonly #underWay: (Settle | null)[] = [];
  #opened = false;
  #gone: Promise<void> | null = null;

  private constructor(options: DatabaseWorkerOptions) {
    this.#options = options;
    this.#watchdog = new Watchdog(options.statementTimeoutMs, (ms) => this.#timeOut(ms));
    this.#worker = new Worker(programFile('db/embedded/worker.mjs'), {
      workerData: options.settings,
      name: 'database',
      // The module loaders of the main thread would only slow down the start.
      execArgv: [],
    });
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    this.#worker.on('error', (error) => this.#end(sqlState.crashed, stopped(String(error))));
    this.#worker.on('exit', (code) => this.#end(sqlState.crashed, stopped(`exit code ${code}`)));
  }

  /** Throws EmbeddedError when the database cannot be opened. */
  static async open(options: DatabaseWorkerOptions): Promise<DatabaseWorker> {
    const worker = new DatabaseWorker(options);
    await worker.#reply();
    worker.#opened = true;
    return worker;
  }

  query(session: number, bytes: Uint8Array): void {
    if (this.#gone) return;
    this.#underWay.push(null);
    const message: ToWorker = { kind: 'query', session, bytes };
    this.#worker.postMessage(message, [bytes.buffer as ArrayBuffer]);
    this.#watchdog.begin();
  }

  /** Resets the session. Also resolves when the worker ends. */
  async endSession(): Promise<void> {
    if (this.#gone) return;
    const ended = this.#request({ kind: 'end' });
    this.#watchdog.begin();
    await ended.catch(() => null);
  }

  async dump(): Promise<Uint8Array> {
    const reply = await this.withoutWatchdog(() => this.#request({ kind: 'dump' }));
    if (reply.kind !== 'dumped') throw new Error(`The database answered ${reply.kind} to dump.`);
    return reply.bytes;
  }

  /** Waits for the running statement, then shuts the database down. */
  async close(): Promise<void> {
    if (!this.#gone) {
      await this.#request({ kind: 'close' }).catch(() => null);
      this.#end(sqlState.closed, 'The embedded database was closed.');
    }
    await this.#whenGone();
  }

  async withoutWatchdog<T>(action: () => Promise<T>): Promise<T> {
    this.#watchdog.suspend();
    try {
      return await action();
    } finally {
      this.#watchdog.resume();
    }
  }

  #request(message: ToWorker): Promise<FromWorker> {
    if (this.#gone) {
      return Promise.reject(new EmbeddedError('engine_crashed', 'The embedded database stopped.'));
    }
    const reply = this.#reply();
    this.#worker.postMessage(message);
    return reply;
  }

  #reply(): Promise<FromWorker> {
    return new Promise((resolve, reject) => this.#underWay.push({ resolve, reject }));
  }

  #receive(message: FromWorker): void {
    if (this.#gone) return;
    if (message.kind === 'failed') {
      this.#end(...causeOf(message), message.output);
      return;
    }
    if (message.kind === 'answer') {
      if (message.bytes) this.#options.onAnswer(message.session, message.bytes);
      if (!message.done) return;
    }
    const settle = this.#underWay.shift();
    if (this.#underWay.length > 0) this.#watchdog.begin();
    else this.#watchdog.end();
    settle?.resolve(message);
  }

  #timeOut(elapsedMs: number): void {
    this.#end(
      sqlState.statementTimeout,
      `canceling statement due to statement timeout: it ran longer than ${Math.round(elapsedMs)} ms`,
    );
  }

  async #whenGone(): Promise<void> {
    await this.#gone;
  }

  #end(code: EngineSqlState, message: string, output: readonly string[] = []): void {
    if (this.#gone) return;
    this.#watchdog.stop();
    // Two threads on one directory would corrupt it, so the end is reported only after the thread has exited.
    this.#gone = this.#worker.terminate().then(() => {
      if (this.#opened) this.#options.onGone({ code, message });
      const error = this.#opened
        ? new EmbeddedError('engine_crashed', message, output)
        : new EmbeddedError(
            code === sqlState.diskFull ? 'data_dir_full' : 'data_dir_unreadable',
            unreadable(message, output),
            output,
          );
      for (const settle of this.#underWay.splice(0)) settle?.reject(error);
    });
  }
}

/** PostgreSQL ends when it cannot write its log, and says why before that. */
function causeOf({ message, output }: Extract<FromWorker, { kind: 'failed' }>): [EngineSqlState, string] {
  const isFull = [message, ...output.slice(-2)].some((line) => /No space left on device|ENOSPC/.test(line));
  return isFull ? [sqlState.diskFull, stopped('the disk of DATA_DIR is full')] : [sqlState.crashed, stopped(message)];
}

/** Returns PostgreSQL's own message about a failed start if there is one. */
function unreadable(message: string, output: readonly string[]): string {
  const cause = output.findLast((line) => /\b(PANIC|FATAL):/.test(line));
  return cause ? `The embedded database cannot be opened: ${cause}` : message;
}

const stopped = (reason: string) => `The embedded database stopped: ${reason}`;
