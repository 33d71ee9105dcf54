import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Options as ZipOptions, ZipFile } from 'yazl';

declare module 'yazl' {
  // Added in yazl 3.3; missing in @types/yazl.
  interface ZipFile {
    addReadStreamLazy(
      path: string,
      options: Partial<ZipOptions>,
      open: (give: (error: null, stream: Readable) => void) => void,
    ): void;
  }
}

/** Size and SHA-256 (hex) of a written file. */
export interface WrittenZip {
  readonly sizeBytes: number;
  readonly hash: string;
}

/** An entry of an archive, whose bytes are made when it is written. */
export interface ZipEntry {
  readonly path: string;
  readonly options?: Partial<ZipOptions>;
  readonly bytes: () => AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
  /** Called when the entry was written, or when its archive has ended before. */
  readonly onClose?: () => void;
}

/**
 * Adds an entry to an archive. An error of its bytes ends the archive with that error, and their source is closed when
 * the archive ends: yazl 3.3 listens to neither.
 */
export function addEntry(zip: ZipFile, { path, options = {}, bytes, onClose }: ZipEntry): void {
  const output = zip.outputStream as Readable;
  // yazl keeps the entry until the archive ends, so release the source once it was read.
  let make: typeof bytes | null = bytes;
  zip.addReadStreamLazy(path, options, (give) => {
    const stream = Readable.from(made(make ?? (() => [])), { objectMode: false });
    make = null;
    const end = () => stream.destroy();
    stream.once('error', (error) => output.destroy(error));
    stream.once('close', () => {
      output.off('close', end);
      onClose?.();
    });
    if (output.destroyed) stream.destroy();
    else output.once('close', end);
    give(null, stream);
  });
}

/** Makes the bytes within the stream, so that a function that throws is an error of the stream. */
async function* made(bytes: ZipEntry['bytes']): AsyncGenerator<Uint8Array | string> {
  yield* bytes();
}

/**
 * Writes a ZIP archive durably and as a stream, so that memory does not grow with it. Its entries are those already
 * added, and those that `fill` adds while earlier ones are written. Throws errors of `fill` and of the streams of
 * entries, and `tooLarge()` when the archive exceeds `maxBytes`.
 */
export async function writeZip(
  zip: ZipFile,
  path: string,
  { maxBytes = Infinity, tooLarge, signal, fill }: WriteOptions = {},
): Promise<WrittenZip> {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes && tooLarge) throw tooLarge();
      digest.update(chunk);
      yield chunk;
    }
  };
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  const written = pipeline(output, counted, file, signal ? { signal } : {});
  const filled = Promise.resolve(fill?.()).then(
    () => zip.end(),
    (error: Error) => void output.destroy(error),
  );
  await Promise.all([written, filled]);
  return { sizeBytes, hash: digest.digest('hex') };
}

interface WriteOptions {
  readonly maxBytes?: number;
  readonly tooLarge?: () => Error;
  readonly signal?: AbortSignal;
  readonly fill?: () => Promise<void>;
}
