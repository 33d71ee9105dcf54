import { grouped } from '../../../loaders/by-parent.ts';
import { indexVersion } from '../../../text/search/analyze.ts';
import type { Context } from '../../core/context.ts';
import { listOutdatedPages, type OutdatedPage } from '../search-index/queries/outdated.ts';
import { indexPages } from './index-pages.ts';

/** Number of pages indexed in one transaction, during which no one else can change their space. */
const batchSize = 20;

/**
 * Indexes again the pages whose rows an earlier version wrote, until none is left or the signal is aborted. Until then they are
 * found as they were. Returns how many there were.
 */
export async function refreshSearchIndex(ctx: Context, signal: AbortSignal): Promise<number> {
  let refreshed = 0;
  for (let after: OutdatedPage | null = null; !signal.aborted;) {
    // One batch at a time.
    const batch: OutdatedPage[] = await listOutdatedPages(ctx.sql, { before: indexVersion, after, limit: batchSize });
    for (const [spaceId, pages] of grouped(batch, (page) => page.spaceId))
      // One space at a time.
      await indexPages(
        ctx,
        spaceId,
        pages.map(({ pageId }) => pageId),
      );
    refreshed += batch.length;
    after = batch.at(-1) ?? null;
    if (after === null) break;
  }
  return refreshed;
}
