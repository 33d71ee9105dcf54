import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hearChild } from '../../lib/hear-child.ts';
import { programFile } from '../../lib/program-files.ts';
import { limitComputing } from '../workers/computing-limit.ts';
import { lowerPriority } from '../workers/priority.ts';
import { fontPaths } from './fonts.ts';

/** Thrown when a part cannot be laid out: it exceeds the time or memory limit, or the compiler rejects it. */
export class PartRefused extends Error {
  override readonly name = 'PartRefused';
  /** Whether it exceeded the time or memory limit. */
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge: boolean) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

/** A program that works in a process of its own, on the files of one folder. */
export interface Program {
  readonly path: string;
  readonly options: readonly string[];
}

interface ProgramLimits {
  /** Limit of the computing time, in milliseconds. */
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

export interface ProgramOptions {
  readonly limits: ProgramLimits;
  readonly signal: AbortSignal;
}

/** A program that lays out by Typst. */
export const layoutProgram = (name: 'compile' | 'card'): Program => ({
  path: fileURLToPath(programFile(`infra/pdf/${name}.mjs`)),
  options: ['--expose-gc'],
});

const kernelPageBytes = 4_096;
const lookMs = 100;

/** Runs a program in a folder, with a job. Returns what it answers; throws PartRefused. */
export async function runProgram<Answer>(
  program: Program,
  folder: string,
  job: Readonly<Record<string, unknown>>,
  { limits, signal }: ProgramOptions,
): Promise<Answer> {
  // Passed as a file, because a command line cannot hold the names of all images.
  await writeFile(join(folder, 'job.json'), JSON.stringify({ fonts: fontPaths(), ...job }));
  signal.throwIfAborted();
  // An empty environment, so that the process cannot disclose secrets.
  const child: ChildProcess = spawn(process.execPath, [...program.options, program.path, folder], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = endOf(child);
  lowerPriority(child);
  let refusal: string | null = null;
  const end = (why: string) => {
    refusal ??= why;
    child.kill('SIGKILL');
  };
  const abort = () => end('it was called off');
  const lift = limitComputing(child.pid, limits.timeoutMs, () => end(`it takes longer than ${limits.timeoutMs} ms`));
  const watch = setInterval(() => {
    if (residentBytes(child.pid) > limits.memoryBytes) end(`it takes more than ${limits.memoryBytes} bytes of memory`);
  }, lookMs);
  signal.addEventListener('abort', abort, { once: true });
  const output = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.err = `${output.err}${chunk.toString()}`.slice(-maxComplaint)));
  try {
    const { code, killedBy } = await ended;
    signal.throwIfAborted();
    const why = refusal ?? (killedBy === null ? null : `the compiler ended with ${killedBy}`);
    if (why !== null) throw new PartRefused(String(why), true);
    if (code !== 0) throw new PartRefused(`the compiler ended with ${code}: ${output.err}`, false);
    return JSON.parse(output.out) as Answer;
  } finally {
    lift();
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
  }
}

const maxComplaint = 2_000;

interface ProcessEnd {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
}

/** Resolves when a process has ended; throws when it cannot be started. */
const endOf = (child: ChildProcess) =>
  new Promise<ProcessEnd>((resolve, reject) => {
    hearChild(child, reject);
    child.once('close', (code, killedBy) => resolve({ code, killedBy }));
  });

/** Resident memory of a process in bytes; 0 where the system does not report it. See proc(5), `statm`. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1] ?? 0) * kernelPageBytes;
  } catch {
    return 0;
  }
}
