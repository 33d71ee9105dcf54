import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withTemporaryFolder } from '../../infra/temporary-folder.ts';
import { failure } from '../../lib/errors.ts';
import { held } from '../../lib/held-stream.ts';

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
  const arriving = held(body);
  return withTemporaryFolder('upload', async (folder) => {
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
    await pipeline(arriving, counted, createWriteStream(path, { mode: 0o600 }));
    return use({ path, sizeBytes, hash: digest.digest('hex') });
  });
}
