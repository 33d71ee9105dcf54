import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failure } from '../../lib/errors.ts';
import { hearChild } from '../../lib/hear-child.ts';
import { packageRoot, programFile, runsFromSources } from '../../lib/program-files.ts';
import { limitComputing } from '../workers/computing-limit.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import { lowerPriority } from '../workers/priority.ts';
import type { PrintFront } from '../../text/pdf/document.ts';
import { fontPaths } from './fonts.ts';
import { frontTemplate, partTemplate } from './template.ts';

/** An image to which the document refers. */
export interface PrintImage {
  readonly file: string;
  readonly body: Buffer;
}

interface PressLimits {
  /** Limit of the computing time of each part, in milliseconds. */
  readonly timeoutMs: number;
  /** Limit of the computing time for joining the parts, in milliseconds. */
  readonly joinMs: number;
  readonly memoryBytes: number;
  /** Maximum size of the file, in bytes. */
  readonly outputBytes: number;
}

export interface Rendered {
  readonly body: Buffer;
  readonly pages: number;
}

/** Part of the cache key of a PDF. Change it whenever the same document would be rendered differently. */
export const templateVersion = createHash('sha256')
  .update(partTemplate + frontTemplate)
  .digest('hex')
  .slice(0, 12);

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

/** Renders a PDF in parts, each in a process that can access only a folder with its inputs. */
export interface Press {
  /** Lays out a `PrintPart`, given as JSON, after the previous parts. Throws PartRefused. */
  add(part: string, images: readonly PrintImage[]): Promise<void>;
  /**
   * Joins the cover, the table of contents and the parts, with bookmarks and working links. Throws payload_too_large
   * when the file exceeds the limit.
   */
  finish(): Promise<Rendered>;
}

interface PressOptions {
  readonly limits: PressLimits;
  readonly signal: AbortSignal;
}

/** Opens a press for the duration of `use`. */
export async function withPress<Result>(
  front: PrintFront,
  options: PressOptions,
  use: (press: Press) => Promise<Result>,
): Promise<Result> {
  options.signal.throwIfAborted();
  return withTemporaryFolder('pdf', async (folder) => {
    await writeFile(join(folder, 'part.typ'), partTemplate);
    await writeFile(join(folder, 'front.typ'), frontTemplate);
    await writeFile(join(folder, 'front.json'), JSON.stringify(front));
    return use(pressIn(folder, options));
  });
}

function pressIn(folder: string, options: PressOptions): Press {
  let parts = 0;
  /** Number of sheets so far; null before the first part. */
  let offset: number | null = null;
  const inFolder = ({ file }: PrintImage) => join(folder, file);
  return {
    add: async (part, images) => {
      await writeFile(join(folder, 'data.json'), part);
      for (const image of images) await writeFile(inFolder(image), image.body);
      const job = { images: images.map(({ file }) => file), part: parts, offset };
      const made = await compile<{ offset: number }>(folder, job, options);
      offset = made.offset;
      parts += 1;
      for (const image of images) await rm(inFolder(image), { force: true });
    },
    finish: async () => {
      const { pages } = await joinAll(folder, parts, options);
      const { size } = await stat(join(folder, 'out.pdf'));
      const { outputBytes } = options.limits;
      if (size > outputBytes)
        throw failure('payload_too_large', `The PDF has ${size} bytes; at most ${outputBytes} are allowed`);
      return { body: await readFile(join(folder, 'out.pdf')), pages };
    },
  };
}

/** Lays out the front and joins the parts. Throws payload_too_large when the sheets do not fit into memory. */
async function joinAll(folder: string, parts: number, options: PressOptions): Promise<{ pages: number }> {
  const { joinMs } = options.limits;
  try {
    await compile(folder, { images: [], part: null, parts }, options);
    return await compile(folder, { parts }, { ...options, limits: { ...options.limits, timeoutMs: joinMs } }, joiner);
  } catch (error) {
    if (!(error instanceof PartRefused && error.isTooLarge)) throw error;
    throw failure('payload_too_large', `The parts of the PDF cannot be joined: ${error.message}`, { cause: error });
  }
}

interface Program {
  readonly path: string;
  readonly options: readonly string[];
}

const compiler: Program = {
  path: fileURLToPath(programFile('infra/pdf/compile.mjs')),
  options: ['--expose-gc'],
};

/**
 * Limits the heap, because most data is copied only once and can be collected early. A bundle also when the sources run; see
 * scripts/build.mjs.
 */
const joiner: Program = {
  path: fileURLToPath(
    runsFromSources
      ? new URL('node_modules/.cache/octavo/join-parts.mjs', packageRoot)
      : programFile('infra/pdf/join-parts.mjs'),
  ),
  options: ['--max-semi-space-size=4', '--max-old-space-size=320'],
};
const kernelPageBytes = 4_096;
const lookMs = 100;

async function compile<Answer>(
  folder: string,
  job: Readonly<Record<string, unknown>>,
  { limits, signal }: PressOptions,
  program = compiler,
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
