import { crc32 } from 'node:zlib';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { DomainError } from '../../lib/errors.ts';
import { type ImportLimits, importLimits } from './limits.ts';
import { importRefused, quote } from './refusal.ts';
import { decodeZipName, zipNameProblem } from './zip-name.ts';

/** A file of an archive: its checked path, `/` between segments, and its bytes. */
export interface ArchiveEntry {
  readonly path: string;
  readonly body: Buffer;
}

/**
 * The files of a ZIP archive, in the order of its directory.
 * Throws import_refused for anything but a plain, honest archive within the limits; nothing is inflated before
 * every name and size is checked.
 */
export async function readZip(archive: Buffer, limits: ImportLimits = importLimits): Promise<ArchiveEntry[]> {
  try {
    const zip = await open(archive);
    if (zip.entryCount > limits.maxEntries)
      throw importRefused(`The ZIP archive has ${zip.entryCount} entries; at most ${limits.maxEntries} are taken`);
    const named = (await listEntries(zip)).map(nameEntry);
    checkPaths(named.map(({ path }) => path));
    checkSizes(named, archive.length, limits);
    const files: ArchiveEntry[] = [];
    for (const { path, entry } of named)
      if (!path.endsWith('/')) files.push({ path, body: await inflate(zip, entry, path) });
    return files;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw importRefused('The ZIP archive is damaged, or this is not a ZIP archive', error);
  }
}

interface NamedEntry {
  readonly path: string;
  readonly entry: Entry;
}

const open = (archive: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    // Names come as bytes: the library's own decoding replaces what is invalid instead of refusing it.
    fromBuffer(archive, { lazyEntries: true, decodeStrings: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });

const listEntries = (zip: ZipFile) =>
  new Promise<Entry[]>((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });

function nameEntry(entry: Entry): NamedEntry {
  // `fileName` is typed as a string and is a Buffer under `decodeStrings: false`; Buffer.from takes both.
  const raw = Buffer.from(entry.fileName);
  const path = decodeZipName(raw, entry);
  if (path === null)
    throw importRefused(`The ZIP archive names an entry ${quote(raw.toString('latin1'))} that is not UTF-8`);
  const problem = zipNameProblem(path) ?? kindProblem(entry);
  if (problem) throw importRefused(`The ZIP entry ${quote(path)} ${problem}`);
  return { path, entry };
}

function kindProblem(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'is encrypted';
  const fileType = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (fileType === 0o120000) return 'is a symbolic link';
  if (fileType !== 0 && fileType !== 0o100000 && fileType !== 0o040000) return 'is neither a file nor a folder';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return `is compressed by method ${entry.compressionMethod}; only stored and deflated are taken`;
  return null;
}

function checkPaths(paths: readonly string[]): void {
  const files = new Set<string>();
  for (const path of paths.filter((name) => !name.endsWith('/'))) {
    if (files.has(path)) throw importRefused(`The ZIP archive has ${quote(path)} twice`);
    files.add(path);
  }
  for (const path of paths)
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      if (files.has(path.slice(0, end)))
        throw importRefused(`The ZIP archive has ${quote(path.slice(0, end))} both as a file and as a folder`);
}

function checkSizes(entries: readonly NamedEntry[], archiveBytes: number, limits: ImportLimits) {
  let inflatedBytes = 0;
  let deflatedBytes = 0;
  for (const { path, entry } of entries) {
    inflatedBytes += entry.uncompressedSize;
    deflatedBytes += entry.compressedSize;
    const isBomb =
      entry.uncompressedSize > limits.ratioFloorBytes &&
      entry.uncompressedSize > entry.compressedSize * limits.maxRatio;
    if (isBomb)
      throw importRefused(`The ZIP entry ${quote(path)} grows more than ${limits.maxRatio} times when inflated`);
  }
  if (inflatedBytes > limits.maxTotalBytes)
    throw importRefused(
      `The ZIP archive inflates to ${inflatedBytes} bytes; at most ${limits.maxTotalBytes} are taken`,
    );
  // Entries that share bytes: D. Fifield, "A better zip bomb" (2019).
  if (deflatedBytes > archiveBytes) throw importRefused('The entries of the ZIP archive overlap one another');
}

/** Inflates one entry; the library ends the stream with an error when the declared size is not the real one. */
async function inflate(zip: ZipFile, entry: Entry, path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of await openStream(zip, entry)) chunks.push(Buffer.from(chunk));
  } catch (error) {
    throw importRefused(`The ZIP entry ${quote(path)} is damaged or lies about its size`, error);
  }
  const body = Buffer.concat(chunks);
  if (body.length !== entry.uncompressedSize || crc32(body) !== entry.crc32)
    throw importRefused(`The ZIP entry ${quote(path)} does not match its checksum`);
  return body;
}

const openStream = (zip: ZipFile, entry: Entry) =>
  new Promise<AsyncIterable<Uint8Array>>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
