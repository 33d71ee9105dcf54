import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
// The declaration of addReadStreamLazy.
import type {} from '../../infra/write-zip.ts';

/** Lines that are known one after the other while other entries are written. */
export interface Lines<Line> {
  readonly write: (line: Line) => Promise<void>;
}

/** A ZIP archive to which entries are added before it is written. Entries are made one after the other, in their order. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #folder: string;
  readonly #prefix: string;

  /** `folder` is on the disk of this machine, for what is collected; `prefix` is the folder in the archive. */
  constructor(zip: ZipFile, folder: string, prefix = '') {
    this.#zip = zip;
    this.#folder = folder;
    this.#prefix = prefix;
  }

  /** A folder of the archive; `name` ends in `/`. */
  inside(name: string): Archive {
    return new Archive(this.#zip, this.#folder, `${this.#prefix}${name}`);
  }

  addText(path: string, make: () => string | Promise<string>): void {
    this.#add(path, true, async function* () {
      yield Buffer.from(await make());
    });
  }

  addJson(path: string, make: () => unknown): void {
    this.addText(path, async () => `${JSON.stringify(await make(), null, 2)}\n`);
  }

  addBytes(path: string, bytes: () => AsyncIterable<Uint8Array>): void {
    this.#add(path, false, bytes);
  }

  addLines(path: string, rows: () => AsyncIterable<unknown>): void {
    this.#add(path, true, async function* () {
      for await (const row of rows()) yield Buffer.from(lineOf(row));
    });
  }

  /** Adds lines that entries added by `add` find out. */
  async collectLines<Line>(path: string, add: (lines: Lines<Line>) => Promise<void>): Promise<void> {
    const collected = join(this.#folder, `${this.#prefix}${path}`.replaceAll('/', '~'));
    await appendFile(collected, '');
    await add({ write: (line) => appendFile(collected, lineOf(line)) });
    this.#add(path, true, () => createReadStream(collected));
  }

  #add(path: string, compress: boolean, bytes: () => AsyncIterable<Uint8Array>): void {
    this.#zip.addReadStreamLazy(`${this.#prefix}${path}`, { compress, mtime: fixedTime }, (give) =>
      give(null, Readable.from(bytes(), { objectMode: false })),
    );
  }
}

/** Equal contents make equal archives. */
const fixedTime = new Date(Date.UTC(1980, 0, 1, 12));

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;
