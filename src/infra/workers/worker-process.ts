import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { hearChild } from '../../lib/hear-child.ts';
import { programFile } from '../../lib/program-files.ts';
import { optimizeAfter } from '../../lib/v8-flags.ts';
import { lowerPriority } from './priority.ts';
import type { TaskAnswer } from './task.ts';

export interface ProcessOptions {
  /** URL of a module that exports `runTask` of task.ts. */
  readonly module: URL;
  /** Maximum heap of the process, in MiB. */
  readonly heapMebibytes: number;
}

export class ProcessEnded extends Error {
  readonly isOutOfMemory: boolean;

  constructor(why: string, isOutOfMemory: boolean) {
    super(`The process ended: ${why}`);
    this.name = 'ProcessEnded';
    this.isOutOfMemory = isOutOfMemory;
  }
}

type Message =
  | { readonly kind: 'started' }
  | { readonly kind: 'answer'; readonly answer: TaskAnswer; readonly residentBytes: number };

interface Job {
  readonly onStart: () => void;
  readonly resolve: (answer: TaskAnswer) => void;
  readonly reject: (error: ProcessEnded) => void;
}

/** Stack size in KiB, equal to that of a thread, because parsers recurse per level of nesting. */
const stackKibibytes = 3_900;

/**
 * Flags against compiling the same code again and again. micromark makes new closures for each text. V8 optimizes them, and
 * throws their code away at each full collection: in a heap that begins small that is every second page. See ADR 93.
 */
const v8Flags = ['--max-semi-space-size=16', '--initial-heap-size=100', ...optimizeAfter(500_000)];

const maxComplaint = 4_000;

/** A process of a pool. It runs one task at a time, and keeps the parent alive only while it does. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  #job: Job | null = null;
  #complaint = '';
  #isGone = false;
  #isKilled = false;
  #residentBytes = 0;

  constructor({ module, heapMebibytes }: ProcessOptions) {
    this.#child = fork(programFile('infra/workers/worker.mjs'), [module.href], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMebibytes}`, `--stack-size=${stackKibibytes}`, ...v8Flags],
      // An empty environment, so that the process cannot disclose secrets.
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    hearChild(this.#child, (error) => this.#gone(error.message));
    lowerPriority(this.#child);
    const stderr = this.#child.stderr as Socket | null;
    stderr?.unref();
    stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = `${this.#complaint}${chunk.toString()}`.slice(-maxComplaint);
    });
    this.#child.on('message', (message: Message) => this.#receive(message));
    this.#child.once('close', (code, signal) => this.#closed(code, signal));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Resident memory after the last task, in bytes. */
  get residentBytes(): number {
    return this.#residentBytes;
  }

  /** Runs a task. Throws ProcessEnded when the process ends before it has answered. */
  run(name: string, input: readonly unknown[], onStart: () => void): Promise<TaskAnswer> {
    return new Promise((resolve, reject) => {
      this.#job = { onStart, resolve, reject };
      this.#hold(true);
      this.#child.send({ name, input }, (error) => error && this.#gone(error.message));
    });
  }

  /** Kills the process immediately. */
  end(): void {
    this.#isGone = true;
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
  }

  #hold(isHeld: boolean): void {
    const act = isHeld ? 'ref' : 'unref';
    this.#child[act]();
    this.#child.channel?.[act]();
  }

  #receive(message: Message): void {
    if (message.kind === 'started') this.#job?.onStart();
    else {
      this.#residentBytes = message.residentBytes;
      this.#hold(false);
      this.#take()?.resolve(message.answer);
    }
  }

  /** When the system is out of memory, it kills processes without a message. */
  #closed(code: number | null, signal: NodeJS.Signals | null): void {
    const isOutOfMemory = /out of memory/i.test(this.#complaint) || (signal === 'SIGKILL' && !this.#isKilled);
    this.#gone(`${signal ?? code} ${this.#complaint}`, isOutOfMemory);
  }

  #gone(why: string, isOutOfMemory = false): void {
    this.#isGone = true;
    this.#take()?.reject(new ProcessEnded(why, isOutOfMemory));
  }

  #take(): Job | null {
    const job = this.#job;
    this.#job = null;
    return job;
  }
}
