import type { Duplex } from 'node:stream';
import { DatabaseWorker, type WorkerEnd } from './database-worker.ts';
import { EmbeddedError } from './errors.ts';
import { EmbeddedStream } from './stream.ts';
import { sqlState } from './wire.ts';

type Log = (fields: Record<string, unknown>, message: string) => void;

export interface EmbeddedOptions {
  /** Directory used by this database alone; created if missing. Null keeps the data in memory. */
  readonly dataDir: string | null;
  readonly statementTimeoutMs: number;
  readonly log: { readonly info: Log; readonly warn: Log; readonly error: Log };
  /** Tarball from `dump()` that initializes a new database; ignored for an existing one. */
  readonly loadDataDir?: string;
}

/** Options with which a `pg` client, or a pool of one connection, uses the engine. */
export interface EmbeddedClientConfig {
  readonly stream: () => Duplex;
  readonly user: string;
  readonly database: string;
  readonly ssl: false;
}

/**
 * Opens the embedded database: PGlite in a worker thread that speaks the PostgreSQL protocol. Throws EmbeddedError
 * `data_dir_unreadable` when the directory contains no database that can be opened.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const engine = new EmbeddedEngine(options);
  await engine.ready();
  return engine;
}

/** An open embedded database. It serves one connection at a time; others wait. */
export class EmbeddedEngine {
  /** Options to spread into the configuration of a `pg.Client`, or of a `pg.Pool` with `max: 1`. */
  readonly clientConfig: EmbeddedClientConfig = {
    stream: () => this.stream(),
    user: 'postgres',
    database: 'postgres',
    // Set explicitly, because otherwise `pg` reads the environment.
    ssl: false,
  };
  readonly #options: EmbeddedOptions;
  #opening: Promise<DatabaseWorker> | null = null;
  #worker: DatabaseWorker | null = null;
  #hasOpened = false;
  #closed: Promise<void> | null = null;
  #current: EmbeddedStream | null = null;
  /** Number of the current connection. Replies to an earlier connection are dropped. */
  #session = 0;
  /** Settles when the last stream in the queue has ended. */
  #turn: Promise<void> = Promise.resolve();
  readonly #leave = new Map<EmbeddedStream, () => void>();

  constructor(options: EmbeddedOptions) {
    this.#options = options;
  }

  /** Resolves when the database is open; reopens it after a crash. New connections do this themselves. */
  async ready(): Promise<void> {
    await this.#open();
  }

  /** Creates a socket for one `pg` connection. */
  stream(): Duplex {
    return new EmbeddedStream({
      attach: (stream) => this.#attach(stream),
      detach: (stream) => this.#detach(stream),
      query: (bytes) => this.#worker?.query(this.#session, bytes),
    });
  }

  /** Returns a gzipped tarball of the current database for `loadDataDir`. It is built in memory. */
  async dump(): Promise<Uint8Array> {
    const worker = await this.#open();
    return worker.dump();
  }

  /** Runs an action, such as a migration, without a statement timeout. */
  async withoutWatchdog<T>(action: () => Promise<T>): Promise<T> {
    const worker = await this.#open();
    return worker.withoutWatchdog(action);
  }

  /** Waits for the running statement, rolls back uncommitted changes, writes a checkpoint and closes. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const worker = await this.#opening?.catch(() => null);
    await worker?.close();
  }

  #open(): Promise<DatabaseWorker> {
    if (this.#closed) {
      return Promise.reject(new EmbeddedError('engine_closed', 'The embedded database is closed.'));
    }
    if (!this.#opening && this.#hasOpened && this.#options.dataDir === null) {
      return Promise.reject(
        new EmbeddedError('engine_crashed', 'The in-memory database stopped and its data is gone.'),
      );
    }
    this.#opening ??= this.#start();
    return this.#opening;
  }

  async #start(): Promise<DatabaseWorker> {
    const startedAt = performance.now();
    const { dataDir, loadDataDir = null, statementTimeoutMs, log } = this.#options;
    try {
      this.#worker = await DatabaseWorker.open({
        settings: { dataDir, loadDataDir },
        statementTimeoutMs,
        onAnswer: (session, bytes) => {
          if (session === this.#session) this.#current?.push(bytes);
        },
        onGone: (end) => this.#gone(end),
      });
    } catch (error) {
      this.#opening = null;
      throw error;
    }
    const durationMs = Math.round(performance.now() - startedAt);
    log.info({ durationMs, again: this.#hasOpened }, 'embedded database opened');
    this.#hasOpened = true;
    return this.#worker;
  }

  #gone({ code, message }: WorkerEnd): void {
    const { log } = this.#options;
    if (code === sqlState.statementTimeout) log.warn({ code }, message);
    if (code === sqlState.crashed || code === sqlState.diskFull) log.error({ code }, message);
    this.#worker = null;
    this.#opening = null;
    this.#current?.fail(code, message);
  }

  async #attach(stream: EmbeddedStream): Promise<void> {
    const before = this.#turn;
    const left = new Promise<void>((resolve) => this.#leave.set(stream, resolve));
    this.#turn = before.then(() => left);
    await before;
    await this.#open();
    if (stream.destroyed) return;
    this.#current = stream;
    this.#session += 1;
  }

  #detach(stream: EmbeddedStream): void {
    const leave = this.#leave.get(stream);
    if (!leave) return;
    this.#leave.delete(stream);
    if (this.#current !== stream) {
      leave();
      return;
    }
    this.#current = null;
    // The next stream must not start before the session is reset.
    const ended = this.#worker?.endSession() ?? Promise.resolve();
    ended.then(leave, leave);
  }
}
