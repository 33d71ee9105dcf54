import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentKey, storageKey } from '../../../infra/storage/content-key.ts';
import { failure } from '../../../lib/errors.ts';
import pMap from 'p-map';
import type { Context } from '../../core/context.ts';
import { upsertBlobs, type BlobRow } from './queries/blobs.ts';

/** Stored bytes with their hash, size and media type. */
export interface StoredBytes {
  readonly hash: string;
  readonly contentType: string;
}

interface Bytes {
  readonly name: string;
  readonly body: Buffer;
}

/** Number of files written to the storage concurrently. */
const parallelWrites = 4;

/** Reads the properties of files, without storing them. */
export const describeBytes = async (ctx: Context, files: readonly Bytes[]): Promise<StoredBytes[]> =>
  (await listBlobs(ctx, files)).map(({ row }) => row);

async function listBlobs(ctx: Context, files: readonly Bytes[]) {
  const now = ctx.now().toISOString();
  // Loaded on first use: the module that detects file types is large.
  const { sniffFile } = await import('../../../infra/storage/sniff.ts');
  const describe = async ({ name, body }: Bytes) => {
    const { contentType, dimensions } = await sniffFile(body, name);
    const row: BlobRow = {
      hash: createHash('sha256').update(body).digest('hex'),
      sizeBytes: body.length,
      contentType,
      width: dimensions?.width ?? null,
      height: dimensions?.height ?? null,
      createdAt: now,
    };
    return { row, body };
  };
  return pMap(files, describe, { concurrency: parallelWrites });
}

/**
 * Writes files to the storage, each content once, before the transaction that refers to them. Rows are inserted first,
 * so that the database knows all bytes in the storage. Throws storage_unavailable, unavailable.
 */
export async function storeBytes(ctx: Context, files: readonly Bytes[]): Promise<StoredBytes[]> {
  const found = await listBlobs(ctx, files);
  const distinct = [...new Map(found.map((blob) => [blob.row.hash, blob])).values()];
  if (distinct.length === 0) return [];
  await storeRows(
    ctx,
    distinct.map(({ row }) => row),
  );
  await pMap(distinct, ({ row, body }) => ctx.storage.put(contentKey(body), body, { contentType: row.contentType }), {
    concurrency: parallelWrites,
  });
  return found.map(({ row }) => row);
}

/** A file on the local disk, with its known properties. */
export interface FileToStore {
  readonly path: string;
  readonly sizeBytes: number;
  readonly hash: string;
  readonly contentType: string;
}

/** Writes a file of any size to the storage, as `storeBytes` does. Throws storage_unavailable, unavailable. */
export async function storeFile(ctx: Context, { hash, contentType, ...file }: FileToStore): Promise<void> {
  const { sizeBytes } = file;
  const createdAt = ctx.now().toISOString();
  await storeRows(ctx, [{ hash, sizeBytes, contentType, width: null, height: null, createdAt }]);
  await ctx.storage.putFile(storageKey(hash), file, { contentType });
}

/** Maximum time to wait for a sweep that is deleting the same bytes, in milliseconds. */
const maxWaitMs = 5_000;
const pauseMs = 50;

/** Inserts or renews rows. Waits for a sweep of the same bytes, because it would delete the new ones too. */
async function storeRows(ctx: Context, rows: readonly BlobRow[]): Promise<void> {
  let left = rows;
  for (const end = performance.now() + maxWaitMs; ;) {
    // One time is usually enough.
    const stored = await upsertBlobs(ctx.sql, left);
    const done = new Set(stored.map(({ hash }) => hash));
    left = left.filter(({ hash }) => !done.has(hash));
    if (left.length === 0) return;
    if (performance.now() > end)
      throw failure('unavailable', 'A file with the same bytes is being deleted', { retryAfterSeconds: 300 });
    await sleep(pauseMs);
  }
}
