import { decodePercent } from '../../lib/percent.ts';
import { sniffFile } from '../../infra/storage/sniff.ts';
import { inParallel } from '../../lib/in-parallel.ts';
import type { Context } from '../context.ts';
import { remoteImages, type ImportedFile, type ImportNote, type ImportTree } from './import-tree.ts';

/** Bounds of the images that one page brings from elsewhere. */
const limits = { images: 100, atOnce: 4, totalBytes: 52_428_800, imageTimeoutMs: 10_000, totalTimeoutMs: 20_000 };

/** Fetches the images a page shows from elsewhere, as far as they can be had; `key` of each is its address. */
export async function fetchImages(
  ctx: Context,
  tree: ImportTree,
): Promise<{ readonly files: readonly ImportedFile[]; readonly skipped: readonly ImportNote[] }> {
  const urls = remoteImages(tree);
  const deadline = Date.now() + limits.totalTimeoutMs;
  let totalBytes = 0;
  const skipped: ImportNote[] = urls
    .slice(limits.images)
    .map((key) => ({ key, reason: `More than ${limits.images} images` }));
  const found = await inParallel(urls.slice(0, limits.images), limits.atOnce, async (url) => {
    const timeoutMs = Math.min(limits.imageTimeoutMs, deadline - Date.now());
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
  });
  return { files: found.flat(), skipped };
}

/** The image, or why there is none. */
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
    return contentType.startsWith('image/') ? { key: url, name, contentType, body } : 'It is no image';
  } catch {
    ctx.signal.throwIfAborted();
    // The page is worth having without its images.
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
