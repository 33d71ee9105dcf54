import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromBuffer, open, type Options, type ZipFile } from 'yauzl';
import type { FileOnDisk } from '../import-tree.ts';

/** The bytes of an archive, in memory or in a local file. */
export type ArchiveBytes = Buffer | FileOnDisk;

/** Reads parts of an archive synchronously, so that entries can be read where they are needed and released. */
export interface ArchiveReader {
  readonly zip: ZipFile;
  readonly length: number;
  /** Decompresses an entry. Throws when it differs from its declared size or checksum. */
  readonly inflate: (entry: Entry) => Buffer;
  readonly close: () => void;
}

// yauzl replaces invalid bytes in names instead of rejecting them, so names are decoded elsewhere.
const options: Options = { lazyEntries: true, decodeStrings: false, autoClose: false };
const openBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer);
const openFile = promisify<string, Options, ZipFile>(open);

/** Opens an archive. Throws if it is damaged. */
export async function openArchive(archive: ArchiveBytes): Promise<ArchiveReader> {
  if (Buffer.isBuffer(archive)) {
    const read: Read = (start, length) => archive.subarray(start, start + length);
    const zip = await openBuffer(archive, options);
    return { zip, length: archive.length, inflate: (entry) => inflate(read, entry), close: () => undefined };
  }
  const zip = await openFile(archive.path, options);
  const file = openSync(archive.path, 'r');
  const read: Read = (start, length) => {
    const part = Buffer.alloc(length);
    return part.subarray(0, readSync(file, part, 0, length, start));
  };
  const close = () => {
    zip.close();
    closeSync(file);
  };
  return { zip, length: fstatSync(file).size, inflate: (entry) => inflate(read, entry), close };
}

/** The first bytes, which identify the format. */
export function firstBytes(archive: ArchiveBytes): Buffer {
  if (Buffer.isBuffer(archive)) return archive.subarray(0, signatureBytes);
  const file = openSync(archive.path, 'r');
  try {
    const start = Buffer.alloc(signatureBytes);
    return start.subarray(0, readSync(file, start, 0, signatureBytes, 0));
  } finally {
    closeSync(file);
  }
}

const signatureBytes = 16;

type Read = (start: number, length: number) => Buffer;

/** Length in bytes of a local file header without its name and extra field (APPNOTE 4.3.7). */
const headerBytes = 30;

function inflate(read: Read, entry: Entry): Buffer {
  const { relativeOffsetOfLocalHeader: start, compressedSize, uncompressedSize, compressionMethod } = entry;
  const header = read(start, headerBytes);
  if (header.length < headerBytes || header.readUInt32LE(0) !== 0x04034b50) throw new Error('No local file header');
  const data = read(start + headerBytes + header.readUInt16LE(26) + header.readUInt16LE(28), compressedSize);
  if (data.length !== compressedSize) throw new Error('The entry is cut off');
  const body = compressionMethod === 0 ? data : inflateRawSync(data, { maxOutputLength: uncompressedSize + 1 });
  if (body.length !== uncompressedSize) throw new Error('The entry differs from its declared size');
  if (crc32(body) !== entry.crc32) throw new ChecksumMismatch();
  return body;
}

/** Thrown when the checksum of an entry does not match its bytes. */
export class ChecksumMismatch extends Error {}
