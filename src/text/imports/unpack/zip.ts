import type { Entry } from 'yauzl';
import { listZipEntries } from './zip-entries.ts';
import { DomainError } from '../../../lib/errors.ts';
import { type ArchiveBytes, type ArchiveReader, ChecksumMismatch, openArchive } from './archive-bytes.ts';
import { type ImportLimits, importLimits } from '../limits.ts';
import { importRefused, quote } from '../refusal.ts';
import type { ImportNote } from '../import-tree.ts';
import { decodeZipName, lengthProblem, withSlashes, zipNameProblem } from './zip-name.ts';

/** A file of an archive: its validated path, separated by `/`, and its bytes. */
export interface ArchiveEntry {
  readonly path: string;
  /** Read from the archive at each access. Throws import_refused when they are damaged. */
  readonly body: Buffer;
  /** Size of `body` in bytes, unless it is in memory. */
  readonly size?: number;
}

/** Size of an entry in bytes, without reading it. */
export const measureSize = (entry: ArchiveEntry): number => entry.size ?? entry.body.length;

/** The entry under another path. */
export const entryAt = (path: string, entry: ArchiveEntry): ArchiveEntry => ({
  path,
  size: measureSize(entry),
  get body() {
    return entry.body;
  },
});

/** The files of an archive, and those omitted because their names are invalid. */
export interface ArchiveFiles {
  readonly entries: readonly ArchiveEntry[];
  readonly leftOut: readonly ImportNote[];
}

/** Reads the files of a ZIP archive into memory, without those that are damaged or have an invalid name. Throws import_refused as `useArchive`. */
export const readZip = (archive: Buffer, limits: ImportLimits = importLimits): Promise<ArchiveFiles> =>
  useArchive(archive, limits, ({ entries, leftOut }) => {
    const damaged: ImportNote[] = [];
    const read = entries.flatMap((entry): ArchiveEntry[] => {
      try {
        return [{ path: entry.path, body: entry.body }];
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        damaged.push({ key: entry.path, reason: error.message });
        return [];
      }
    });
    return Promise.resolve({ entries: read, leftOut: [...leftOut, ...damaged] });
  });

/**
 * Opens a ZIP archive and calls a function with its files, in the order of the central directory. Their bytes are read
 * on access; all names and declared sizes are checked before. Throws import_refused for encrypted, unsafe or too large
 * archives.
 */
export async function useArchive<Result>(
  archive: ArchiveBytes,
  limits: ImportLimits,
  use: (files: ArchiveFiles) => Promise<Result>,
): Promise<Result> {
  const reader = await openArchive(archive).catch(notAnArchive);
  try {
    return await use(await listFiles(reader, limits).catch(notAnArchive));
  } finally {
    reader.close();
  }
}

function notAnArchive(error: unknown): never {
  if (error instanceof DomainError) throw error;
  throw importRefused('The ZIP archive is damaged, or this is not a ZIP archive', error);
}

async function listFiles(reader: ArchiveReader, limits: ImportLimits): Promise<ArchiveFiles> {
  const { zip, length, inflate } = reader;
  if (zip.entryCount > limits.maxEntries)
    throw importRefused(`The ZIP archive has ${zip.entryCount} entries; at most ${limits.maxEntries} are allowed`);
  const all = (await listZipEntries(zip)).map(nameEntry);
  const named = all.filter((one) => 'entry' in one);
  checkPaths(named.map(({ path }) => path));
  checkSizes(named, length, limits);
  const entries = named.flatMap(({ path, entry }): ArchiveEntry[] =>
    path.endsWith('/') ? [] : [lazyEntry(path, entry.uncompressedSize, () => inflate(entry))],
  );
  return { entries, leftOut: all.filter((one) => 'reason' in one) };
}

const lazyEntry = (path: string, size: number, read: () => Buffer): ArchiveEntry => ({
  path,
  size,
  get body() {
    try {
      return read();
    } catch (error) {
      const problem =
        error instanceof ChecksumMismatch
          ? 'does not match its checksum'
          : 'is damaged or differs from its declared size';
      const sentence = `The ZIP entry ${quote(path)} ${problem}`;
      throw importRefused(sentence, new DamagedEntry(sentence, path, error));
    }
  },
});

/** The cause of an error about the bytes of an entry. */
export class DamagedEntry extends Error {
  readonly path: string;

  constructor(message: string, path: string, cause: unknown) {
    super(message, { cause });
    this.path = path;
  }
}

interface NamedEntry {
  readonly path: string;
  readonly entry: Entry;
}

/** The validated name of an entry, or the reason to omit it: its name is too long or not Unicode. */
function nameEntry(entry: Entry): NamedEntry | ImportNote {
  // `fileName` is declared as string, but is a Buffer with `decodeStrings: false`. Buffer.from accepts both.
  const raw = Buffer.from(entry.fileName);
  const decoded = decodeZipName(raw, entry);
  if (decoded === null)
    return { key: raw.toString('latin1').slice(0, maxReportedNameLength), reason: 'Its name is not valid UTF-8' };
  const path = withSlashes(decoded, entry.versionMadeBy);
  const length = lengthProblem(path);
  if (length !== null) return { key: path.slice(0, maxReportedNameLength), reason: `Its name ${length}` };
  const problem = zipNameProblem(path) ?? kindProblem(entry);
  if (problem) throw importRefused(`The ZIP entry ${quote(path)} ${problem}`);
  return { path, entry };
}

/** Maximum length of a name in a report, in characters. */
const maxReportedNameLength = 200;

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
  if (inflatedBytes > limits.totalRatioFloorBytes && inflatedBytes > deflatedBytes * limits.maxRatio)
    throw importRefused(`The ZIP archive expands more than ${limits.maxRatio} times`);
  if (inflatedBytes > limits.maxTotalBytes)
    throw importRefused(
      `The ZIP archive expands to ${inflatedBytes} bytes; at most ${limits.maxTotalBytes} are allowed`,
    );
  // Overlapping entries share compressed bytes: https://www.bamsoftware.com/hacks/zipbomb/
  if (deflatedBytes > archiveBytes) throw importRefused('The entries of the ZIP archive overlap');
}
