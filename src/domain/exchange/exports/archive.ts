import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ZipFile } from 'yazl';
import { addEntry } from '../../../infra/write-zip.ts';

/** Receives lines that are collected while other entries are written. */
export interface Lines<Line> {
  readonly write: (line: Line) => Promise<void>;
}

/** Number of entries added but not yet written. */
interface Backlog {
  entries: number;
  onEmpty: (() => void) | null;
}

/** A ZIP archive that is written while entries are added. Entries are produced one at a time, in order. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #folder: string;
  readonly #prefix: string;
  readonly #backlog: Backlog;

  /** `folder` is a temporary folder on the local disk for collected lines; `prefix` is a path in the archive. */
  constructor(zip: ZipFile, folder: string, prefix = '', backlog: Backlog = { entries: 0, onEmpty: null }) {
    this.#zip = zip;
    this.#folder = folder;
    this.#prefix = prefix;
    this.#backlog = backlog;
  }

  /** Returns a view of a folder of the archive; `name` ends in `/`. */
  inside(name: string): Archive {
    return new Archive(this.#zip, this.#folder, `${this.#prefix}${name}`, this.#backlog);
  }

  /** Resolves when all entries added so far are written, so that their sources can be garbage-collected. */
  async flush(): Promise<void> {
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

  /** Adds a file of the lines that are collected while the entries of `add` are written. */
  async collectLines<Line>(path: string, add: (lines: Lines<Line>) => Promise<void>): Promise<void> {
    const collected = join(this.#folder, `${this.#prefix}${path}`.replaceAll('/', '~'));
    await appendFile(collected, '');
    await add({ write: (line) => appendFile(collected, lineOf(line)) });
    this.#add(path, true, () => createReadStream(collected));
  }

  #add(path: string, compress: boolean, bytes: () => AsyncIterable<Uint8Array>): void {
    const backlog = this.#backlog;
    backlog.entries += 1;
    addEntry(this.#zip, {
      path: `${this.#prefix}${path}`,
      options: { compress, mtime: fixedTime },
      bytes,
      onClose: () => {
        backlog.entries -= 1;
        if (backlog.entries === 0) backlog.onEmpty?.();
      },
    });
  }
}

/** A fixed timestamp, so that equal contents make equal archives. */
const fixedTime = new Date(Date.UTC(1980, 0, 1, 12));

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;
