import { decodePercent } from '../../../../lib/percent.ts';
import { sniffFile } from '../../../../infra/storage/sniff.ts';
import pMap from 'p-map';
import type { ImportSource } from '../../../../text/imports/fields.ts';
import type { Context } from '../../../core/context.ts';
import {
  remoteImages,
  type ImportedFile,
  type ImportNote,
  type ImportTree,
} from '../../../../text/imports/import-tree.ts';

/** Limits of the remote images of an import. */
const limits = { images: 100, atOnce: 4, totalBytes: 52_428_800, imageTimeoutMs: 10_000, totalTimeoutMs: 20_000 };

/** Downloaded images, and notes on those that failed. */
export interface FetchedImages {
  readonly files: readonly ImportedFile[];
  readonly skipped: readonly ImportNote[];
}

export const noImages: FetchedImages = { files: [], skipped: [] };

/** Whether remote images of a source are downloaded. Archives and Word documents contain their images. */
export const hasRemoteImages = (source: ImportSource): boolean => withRemoteImages.has(source);

const withRemoteImages: ReadonlySet<ImportSource> = new Set(['markdown', 'html', 'google-docs', 'website']);

/** Downloads remote images, and notes those that fail. The `key` of an image is its URL. */
export async function fetchImages(ctx: Context, tree: ImportTree): Promise<FetchedImages> {
  const urls = remoteImages(tree);
  const deadline = performance.now() + limits.totalTimeoutMs;
  let totalBytes = 0;
  const skipped: ImportNote[] = urls
    .slice(limits.images)
    .map((key) => ({ key, reason: `More than ${limits.images} images` }));
  const fetchOne = async (url: string) => {
    const timeoutMs = Math.min(limits.imageTimeoutMs, deadline - performance.now());
    const image =
      timeoutMs > 0 && totalBytes < limits.totalBytes
        ? await fetchImage(ctx, url, timeoutMs)
        : 'The images took too long';
    if (typeof image === 'string') {
      skipped.push({ key: url, reason: image });
      return [];
    }
    totalBytes += image.body.length;
    return [image];
  };
  const found = await pMap(urls.slice(0, limits.images), fetchOne, { concurrency: limits.atOnce });
  return { files: found.flat(), skipped };
}

/** Downloads an image, or returns the reason why it is skipped. */
async function fetchImage(ctx: Context, url: string, timeoutMs: number): Promise<ImportedFile | string> {
  try {
    const { status, body } = await ctx.fetch(url, {
      accept: 'image/*',
      maxBodyBytes: ctx.config.FILE_MAX_BYTES,
      timeoutMs,
      signal: ctx.signal,
    });
    if (status !== 200) return `Its address answers ${status}`;
    const name = nameOf(url);
    const { contentType } = await sniffFile(body, name);
    return contentType.startsWith('image/') ? { key: url, name, contentType, body } : 'It is not an image';
  } catch {
    ctx.signal.throwIfAborted();
    // A page is imported even if its images fail.
    return 'It could not be fetched';
  }
}

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '';
  return (
    decodePercent(last)
      .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
      .slice(0, 200) || 'image'
  );
}
