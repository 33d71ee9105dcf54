import { createHash } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failure } from '../../lib/errors.ts';
import { packageRoot, programFile, runsFromSources } from '../../lib/program-files.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import type { PrintFront } from '../../text/pdf/document.ts';
import { layoutProgram, PartRefused, runProgram, type Program } from './run-program.ts';
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
      const made = await runProgram<{ offset: number }>(compiler, folder, job, options);
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
    await runProgram(compiler, folder, { images: [], part: null, parts }, options);
    return await runProgram(
      joiner,
      folder,
      { parts },
      { ...options, limits: { ...options.limits, timeoutMs: joinMs } },
    );
  } catch (error) {
    if (!(error instanceof PartRefused && error.isTooLarge)) throw error;
    throw failure('payload_too_large', `The parts of the PDF cannot be joined: ${error.message}`, { cause: error });
  }
}

const compiler = layoutProgram('compile');

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
