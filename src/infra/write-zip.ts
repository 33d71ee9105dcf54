import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
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
  void Promise.resolve(fill?.()).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  await written;
  return { sizeBytes, hash: digest.digest('hex') };
}

interface WriteOptions {
  readonly maxBytes?: number;
  readonly tooLarge?: () => Error;
  readonly signal?: AbortSignal;
  readonly fill?: () => Promise<void>;
}
