import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure } from '../../lib/errors.ts';

/** A received file on the disk of this machine. */
export interface ReceivedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly hash: string;
}

/**
 * Streams a body to a temporary file, calls `use` with it, and deletes the file. Throws payload_too_large as soon as the
 * body exceeds `maxBytes`.
 */
export async function receiveFile<Result>(
  body: Readable,
  maxBytes: number,
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-upload-'));
  try {
    const path = join(folder, 'file');
    const digest = createHash('sha256');
    let sizeBytes = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw failure('payload_too_large', `A file must have at most ${maxBytes} bytes`);
        digest.update(chunk);
        yield chunk;
      }
    };
    await pipeline(body, counted, createWriteStream(path, { mode: 0o600 }));
    return await use({ path, sizeBytes, hash: digest.digest('hex') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
