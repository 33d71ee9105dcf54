import { crc32 } from 'node:zlib';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { listZipEntries, openZipEntry } from '../../infra/zip-entries.ts';
import { DomainError } from '../../lib/errors.ts';
import { type ImportLimits, importLimits } from './limits.ts';
import { importRefused, quote } from './refusal.ts';
import type { ImportNote } from './import-tree.ts';
import { decodeZipName, lengthProblem, zipNameProblem } from './zip-name.ts';

/** A file of an archive: its validated path, separated by `/`, and its bytes. */
export interface ArchiveEntry {
  readonly path: string;
  readonly body: Buffer;
}

/** The files of an archive, and those that are left out because they cannot be named. */
export interface ArchiveFiles {
  readonly entries: readonly ArchiveEntry[];
  readonly leftOut: readonly ImportNote[];
}

/** Reads the files of a ZIP archive as `readArchiveFiles`, and throws import_refused as well for a file without a usable name. */
export async function readZip(archive: Buffer, limits: ImportLimits = importLimits): Promise<ArchiveEntry[]> {
  const { entries, leftOut } = await readArchiveFiles(archive, limits);
  const [first] = leftOut;
  if (first) throw importRefused(`The ZIP entry ${quote(first.key)} is left out: ${first.reason}`);
  return [...entries];
}

/**
 * Reads the files of a ZIP archive, in the order of its central directory. All names and declared sizes are checked before
 * anything is decompressed. Throws import_refused for damaged, encrypted, unsafe or too large archives.
 */
export async function readArchiveFiles(archive: Buffer, limits: ImportLimits = importLimits): Promise<ArchiveFiles> {
  try {
    const zip = await open(archive);
    if (zip.entryCount > limits.maxEntries)
      throw importRefused(`The ZIP archive has ${zip.entryCount} entries; at most ${limits.maxEntries} are allowed`);
    const all = (await listZipEntries(zip)).map(nameEntry);
    const named = all.filter((one) => 'entry' in one);
    checkPaths(named.map(({ path }) => path));
    checkSizes(named, archive.length, limits);
    const files: ArchiveEntry[] = [];
    for (const { path, entry } of named)
      if (!path.endsWith('/')) files.push({ path, body: await inflate(zip, entry, path) });
    return { entries: files, leftOut: all.filter((one) => 'reason' in one) };
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
    // Names are decoded here, because yauzl replaces invalid bytes instead of refusing them.
    fromBuffer(archive, { lazyEntries: true, decodeStrings: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });

/** The name of an entry; the reason to leave it out when its name is too long or not in Unicode. */
function nameEntry(entry: Entry): NamedEntry | ImportNote {
  // `fileName` is declared as string, but is a Buffer with `decodeStrings: false`. Buffer.from accepts both.
  const raw = Buffer.from(entry.fileName);
  const path = decodeZipName(raw, entry);
  if (path === null)
    return { key: raw.toString('latin1').slice(0, maxShownName), reason: 'Its name is not valid UTF-8' };
  const length = lengthProblem(path);
  if (length !== null) return { key: path.slice(0, maxShownName), reason: `Its name ${length}` };
  const problem = zipNameProblem(path) ?? kindProblem(entry);
  if (problem) throw importRefused(`The ZIP entry ${quote(path)} ${problem}`);
  return { path, entry };
}

/** Characters of a name in a report. */
const maxShownName = 200;

function kindProblem(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'is encrypted';
  const fileType = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (fileType === 0o120000) return 'is a symbolic link';
  if (fileType !== 0 && fileType !== 0o100000 && fileType !== 0o040000) return 'is neither a file nor a folder';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return `uses compression method ${entry.compressionMethod}; only stored and deflated entries are supported`;
  return null;
}

function checkPaths(paths: readonly string[]): void {
  const files = new Set<string>();
  for (const path of paths.filter((name) => !name.endsWith('/'))) {
    if (files.has(path)) throw importRefused(`The ZIP archive contains ${quote(path)} twice`);
    files.add(path);
  }
  for (const path of paths)
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      if (files.has(path.slice(0, end)))
        throw importRefused(`The ZIP archive contains ${quote(path.slice(0, end))} both as a file and as a folder`);
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
    if (isBomb) throw importRefused(`The ZIP entry ${quote(path)} expands more than ${limits.maxRatio} times`);
  }
  if (inflatedBytes > limits.maxTotalBytes)
    throw importRefused(
      `The ZIP archive expands to ${inflatedBytes} bytes; at most ${limits.maxTotalBytes} are allowed`,
    );
  // Overlapping entries share compressed bytes: https://www.bamsoftware.com/hacks/zipbomb/
  if (deflatedBytes > archiveBytes) throw importRefused('The entries of the ZIP archive overlap');
}

/** Decompresses an entry. yauzl fails when its size differs from the declared one. */
async function inflate(zip: ZipFile, entry: Entry, path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of await openZipEntry(zip, entry)) chunks.push(Buffer.from(chunk));
  } catch (error) {
    throw importRefused(`The ZIP entry ${quote(path)} is damaged or differs from its declared size`, error);
  }
  const body = Buffer.concat(chunks);
  if (body.length !== entry.uncompressedSize || crc32(body) !== entry.crc32)
    throw importRefused(`The ZIP entry ${quote(path)} does not match its checksum`);
  return body;
}
