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

/** Entries that were added and are not written yet. */
interface Backlog {
  entries: number;
  onEmpty: (() => void) | null;
}

/** A ZIP archive to which entries are added while it is written. Entries are made one after the other, in their order. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #folder: string;
  readonly #prefix: string;
  readonly #backlog: Backlog;

  /** `folder` is on the disk of this machine, for what is collected; `prefix` is the folder in the archive. */
  constructor(zip: ZipFile, folder: string, prefix = '', backlog: Backlog = { entries: 0, onEmpty: null }) {
    this.#zip = zip;
    this.#folder = folder;
    this.#prefix = prefix;
    this.#backlog = backlog;
  }

  /** A folder of the archive; `name` ends in `/`. */
  inside(name: string): Archive {
    return new Archive(this.#zip, this.#folder, `${this.#prefix}${name}`, this.#backlog);
  }

  /** Resolves when the entries that were added so far are written, so that what they are made from can be forgotten. */
  async written(): Promise<void> {
    const backlog = this.#backlog;
    if (backlog.entries > 0) await new Promise<void>((resolve) => (backlog.onEmpty = resolve));
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
    const backlog = this.#backlog;
    backlog.entries += 1;
    // The entry stays until the archive ends, so it must not keep what it was made from.
    let make: typeof bytes | null = bytes;
    this.#zip.addReadStreamLazy(`${this.#prefix}${path}`, { compress, mtime: fixedTime }, (give) => {
      const stream = Readable.from(make?.() ?? [], { objectMode: false });
      make = null;
      stream.once('end', () => {
        backlog.entries -= 1;
        if (backlog.entries === 0) backlog.onEmpty?.();
      });
      give(null, stream);
    });
  }
}

/** Equal contents make equal archives. */
const fixedTime = new Date(Date.UTC(1980, 0, 1, 12));

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;
