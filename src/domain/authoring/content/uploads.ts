import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fetchTooLarge } from '../../../infra/fetch/fetch-errors.ts';
import { storageKey } from '../../../infra/storage/content-key.ts';
import { safeFileName } from '../../../lib/file-names.ts';
import { signPath, verifyPath } from '../../../infra/storage/signed-url.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { storeFile, type FileToStore } from './store-bytes.ts';
import { unknownMediaType } from '../../../lib/media-types.ts';

/** Seconds during which the same bytes have the same URL. It is valid for at most twice as long. */
const stepSeconds = 43_200;

/**
 * Stores bytes sent by a caller and returns a URL that is accepted as the URL of an import or of a file, but cannot be
 * downloaded. Unreferenced bytes are deleted after a day. Throws storage_unavailable, unavailable.
 */
export async function storeUpload(ctx: Context, name: string, file: Omit<FileToStore, 'contentType'>): Promise<string> {
  await storeFile(ctx, { ...file, contentType: unknownMediaType });
  const path = `/uploads/${file.hash}/${encodeURIComponent(safeFileName(name))}`;
  const step = Math.floor(ctx.now().getTime() / 1_000 / stepSeconds);
  return `${ctx.urls.base}${signPath(ctx.downloadKey, path, (step + 2) * stepSeconds)}`;
}

type UploadReader = Pick<Context, 'urls' | 'downloadKey' | 'now' | 'storage'>;

/**
 * Reads the bytes of an upload; null when the URL is not that of an upload. Throws forbidden, fetch_too_large,
 * not_found.
 */
export async function loadUpload(ctx: UploadReader, url: string, maxBytes: number): Promise<Buffer | null> {
  const key = keyOfUpload(ctx, url);
  if (key === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of capped(await ctx.storage.stream(key), maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Writes the bytes of an upload to the local disk; false when the URL is not that of an upload. Throws as `readUpload`.
 */
export async function saveUpload(
  ctx: UploadReader,
  url: string,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Promise<boolean> {
  const key = keyOfUpload(ctx, url);
  if (key === null) return false;
  await pipeline(capped(await ctx.storage.stream(key), maxBytes), createWriteStream(path, { mode: 0o600 }));
  return true;
}

async function* capped(chunks: AsyncIterable<unknown>, maxBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw fetchTooLarge(`The file has more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** The storage key of an upload; null when the URL is not that of an upload. Throws forbidden. */
function keyOfUpload(ctx: UploadReader, url: string) {
  const [address = '', query = ''] = url.split('?');
  const prefix = `${ctx.urls.base}/uploads/`;
  const hash = address.startsWith(prefix) ? /^[\da-f]{64}(?=\/)/.exec(address.slice(prefix.length))?.[0] : undefined;
  if (hash === undefined) return null;
  const path = address.slice(ctx.urls.base.length);
  const nowSeconds = Math.floor(ctx.now().getTime() / 1_000);
  const verdict = verifyPath(ctx.downloadKey, path, Object.fromEntries(new URLSearchParams(query)), nowSeconds);
  if (verdict !== 'ok') throw failure('forbidden', 'The URL of the upload has expired, or its signature is not valid');
  return storageKey(hash);
}
