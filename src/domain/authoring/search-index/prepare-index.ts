import type { Context } from '../../core/context.ts';
import type { Analysis, IndexedPage } from '../../../text/search/analyze.ts';
import { analyzeAll } from './analyze-all.ts';
import { batchSize, upsertSections } from './queries/write.ts';

/**
 * Maximum number of pages analyzed in advance, which takes tens of megabytes. Others are analyzed when they are
 * written.
 */
const maxPrepared = 4_000;

/**
 * Analyzes pages before the transaction that writes them, to shorten the time for which it holds locks. Writes the
 * sections, which derive from documents alone; the documents must already exist. Returns the analyses by page id.
 */
export async function prepareIndex(
  ctx: Context,
  spaceId: string,
  pages: readonly (IndexedPage & { readonly markdown: string })[],
): Promise<ReadonlyMap<string, Analysis>> {
  const prepared = new Map<string, Analysis>();
  const markdownOf = new Map(pages.map(({ id, markdown }) => [id, markdown]));
  for (let at = 0; at < Math.min(pages.length, maxPrepared); at += batchSize) {
    const batch = pages.slice(at, at + batchSize);
    // One batch is in memory at a time.
    const analyses = await analyzeAll(ctx, spaceId, batch, { markdownOf: ({ id }) => markdownOf.get(id) ?? '' });
    await upsertSections(ctx.sql, analyses);
    for (const analysis of analyses) prepared.set(analysis.page.pageId, { ...analysis, sections: [] });
  }
  return prepared;
}
