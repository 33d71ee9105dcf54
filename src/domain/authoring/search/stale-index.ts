import type { Context } from '../../core/context.ts';
import { analyze, type Analysis } from '../../../text/search/analyze.ts';
import { upsertIndex } from '../search-index/queries/write.ts';
import { deleteSurplusPages, listSearchablePages, listStalePages, listSurplusPages } from './queries/stale.ts';

type Reader = Pick<Context, 'sql'>;

/** A page whose index rows differ from those of its content. */
interface StalePage {
  readonly id: string;
  readonly detail: string;
}

const batchSize = 200;

/** Analyzes every page and compares the rows. With `fix`, writes rows that differ and deletes surplus ones. */
export async function* staleIndex(ctx: Reader, { fix }: { readonly fix: boolean }): AsyncGenerator<StalePage> {
  let after: readonly [string, string] = ['', ''];
  for (;;) {
    const pages = await listSearchablePages(ctx.sql, after, batchSize);
    const analyses = pages.map((page) => analyze(page.spaceId, page, page.markdown));
    const stale = await staleAmong(ctx, analyses, fix);
    for (const { page } of stale) yield { id: page.pageId, detail: 'differs from its rows in the search index' };
    if (fix) await rewrite(ctx, stale);
    const last = pages.at(-1);
    if (!last || pages.length < batchSize) break;
    after = [last.spaceId, last.id];
  }
  const surplus = await listSurplusPages(ctx.sql);
  for (const id of surplus) yield { id, detail: 'is in the search index but must not be found' };
  if (fix && surplus.length > 0) await deleteSurplusPages(ctx.sql);
}

async function staleAmong(ctx: Reader, analyses: readonly Analysis[], fix: boolean): Promise<Analysis[]> {
  const rows = await listStalePages(ctx.sql, analyses, { requireSequences: fix });
  // Page ids are not unique, because copies of a space keep them.
  const stale = new Set(rows.map(({ spaceId, pageId }) => `${spaceId} ${pageId}`));
  return analyses.filter(({ page }) => stale.has(`${page.spaceId} ${page.pageId}`));
}

async function rewrite(ctx: Reader, analyses: readonly Analysis[]): Promise<void> {
  for (const spaceId of new Set(analyses.map(({ page }) => page.spaceId))) {
    const own = analyses.filter(({ page }) => page.spaceId === spaceId);
    // Repairs are few.
    await upsertIndex(ctx.sql, spaceId, own);
  }
}
