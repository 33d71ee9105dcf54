import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { open as openZip, type ZipFile } from 'yauzl';
import { listZipEntries, openZipEntry } from '../../../text/imports/unpack/zip-entries.ts';
import { failure } from '../../../lib/errors.ts';
import { Manifest, manifestName } from './manifest.ts';

/** An open archive. Entries are read one at a time. */
export interface Archive {
  readonly manifest: Manifest;
  /** Names of the entries under a prefix, in the order of the archive. */
  namesUnder(prefix: string): string[];
  read(name: string): Promise<Buffer>;
  lines(name: string): AsyncIterable<string>;
  close(): void;
}

/** Opens an archive of `octavo dump`. Throws validation_failed for anything else. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await open(path);
  try {
    const entries = new Map((await listZipEntries(zip)).map((entry) => [entry.fileName, entry]));
    const stream = (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (entry === undefined) throw notAnArchive(`it has no ${name}`);
      return openZipEntry(zip, entry);
    };
    const read = async (name: string) => buffer(await stream(name));
    return {
      manifest: manifestOf(await read(manifestName)),
      namesUnder: (prefix) => [...entries.keys()].filter((name) => name.startsWith(prefix)),
      read,
      lines: (name) => linesOf(() => stream(name)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Yields the lines of an entry. Buffers one chunk and one unfinished line. */
async function* linesOf(stream: () => Promise<Readable>): AsyncGenerator<string> {
  const input = (await stream()).setEncoding('utf8');
  let begun = '';
  for await (const chunk of input as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    const last = others.pop();
    begun += first;
    if (last === undefined) continue;
    yield begun;
    yield* others;
    begun = last;
  }
  if (begun !== '') yield begun;
}

function manifestOf(body: Buffer): Manifest {
  let text: unknown;
  try {
    text = JSON.parse(body.toString('utf8'));
  } catch {
    throw notAnArchive('its manifest is not JSON');
  }
  const parsed = Manifest.safeParse(text);
  if (!parsed.success) throw notAnArchive(`its manifest is of another format or version`);
  return parsed.data;
}

const notAnArchive = (why: string) =>
  failure('validation_failed', `This is not a complete archive of \`octavo dump\`: ${why}`);

const open = (path: string) =>
  new Promise<ZipFile>((resolve, reject) => {
    openZip(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (!error) return resolve(zip);
      const isSystem = 'code' in error && typeof error.code === 'string';
      reject(isSystem ? error : notAnArchive('it is not a ZIP file, or it is cut off'));
    });
  });
