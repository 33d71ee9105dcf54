import { chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { diffContent } from '../content/diff/diff-content.ts';
import { evaluateText } from '../content/evaluated-text.ts';
import { outlineOf } from '../content/outline.ts';
import { pageOf } from '../content/page.ts';
import { hasSpecBlocks } from '../../../text/markdown/spec-blocks.ts';
import { getPageMarkdown, listVisibleSpecs } from '../content/pages.ts';
import { pickContent, type Revision } from '../content/revisions.ts';
import { renderSpecBlocks } from '../content/spec-blocks/texts.ts';
import { analyzeAll } from '../search-index/analyze-all.ts';
import type { Space } from '../spaces/spaces.ts';
import { pageKey, visitorTextId, type SearchView } from './ts-queries.ts';

/** Maximum number of visitor-dependent pages read by one search. Further ones are not found. */
const maxViewed = 200;

/**
 * Computes what differs for the visitor from the stored index; null for users, and where nothing depends on the
 * visitor.
 */
export async function loadSearchView(ctx: Context, spaces: readonly Space[]): Promise<SearchView | null> {
  if (ctx.actor.visitor === undefined) return null;
  const parts = await Promise.all(spaces.map((space) => dependentPages(ctx, space)));
  const dependent = parts.filter((part) => part !== null);
  if (dependent.length === 0) return null;
  const hiddenPages = dependent.flatMap(({ revision: { spaceId, hidden }, ids }) =>
    [...(hidden?.entryIds ?? []), ...ids].map((id) => pageKey(spaceId, id)),
  );
  let left = maxViewed;
  const viewed = dependent.map(({ revision, ids }) => {
    const batch = ids.slice(0, left);
    left -= batch.length;
    return loadAnalyses(ctx, revision, batch);
  });
  const views = await Promise.all(viewed);
  return { hiddenPages, analyses: views.flatMap((one) => one.analyses), located: views.flatMap((one) => one.located) };
}

/** Lists the pages of a space whose texts depend on the visitor; null when there are none. */
async function dependentPages(ctx: Context, space: Space) {
  const revision = await pickContent(ctx, space);
  const [outline, changed] = await Promise.all([outlineOf(ctx, revision), listOtherPages(ctx, space, revision)]);
  const conditional = outline?.pages.filter(({ id }) => outline.texts.has(id)).map(({ id }) => id) ?? [];
  const ids = [...new Set([...changed, ...conditional])];
  return outline === null && ids.length === 0 ? null : { revision, ids };
}

/** Lists the pages that the visitor of a preview sees with another text or name, or not at all, because of its view. */
async function listOtherPages(ctx: Context, { mainRevisionId }: Space, revision: Revision): Promise<string[]> {
  const main = mainRevisionId === undefined ? null : await ctx.loaders.revision.load(mainRevisionId);
  if (main === null) return [];
  const { changes } = await diffContent(ctx, main, revision);
  return chargeItems(ctx, changes).flatMap(({ id, before, after }) =>
    before?.kind === 'page' || after?.kind === 'page' ? [id] : [],
  );
}

/** Longest text of the blocks of a page that is analyzed for one visitor, who waits for it. */
const maxSpecCharacters = 500_000;

/** Analyzes pages with the texts that the visitor sees. */
async function loadAnalyses(ctx: Context, revision: Revision, ids: readonly string[]): Promise<ViewedPages> {
  const rows = await ctx.loaders.contentPage.loadMany(ids.map((id) => ({ state: revision, id })));
  const pages = rows
    .flatMap((row) =>
      row === null || row instanceof Error ? [] : [pageOf(row, { revision, path: row.path, pages: null })],
    )
    .filter(({ type, noIndex }) => type === 'document' && !noIndex);
  const texts = await Promise.all(
    pages.map(async (page) => evaluateText(ctx, page, (await getPageMarkdown(ctx, page)) ?? '', 'true')),
  );
  const textOf = new Map(pages.map(({ id }, index) => [id, texts[index] ?? '']));
  const withSpecs = pages.filter(({ id }) => hasSpecBlocks(textOf.get(id) ?? ''));
  const linked = await Promise.all(
    withSpecs.map(
      async (page) =>
        [page.id, { markdown: textOf.get(page.id) ?? '', specs: await listVisibleSpecs(ctx, page) }] as const,
    ),
  );
  const shown = await renderSpecBlocks(ctx, revision.spaceId, new Map(linked), maxSpecCharacters);
  const analyses = await analyzeAll(
    ctx,
    revision.spaceId,
    pages.map(({ id, title, description }) => ({
      id,
      title,
      description: description ?? '',
      documentId: visitorTextId(pageKey(revision.spaceId, id)),
    })),
    { markdownOf: ({ id }) => textOf.get(id) ?? '', shownOf: ({ id }) => shown.get(id) ?? '' },
  );
  const located = pages.map(({ id, title, path }) => ({ key: pageKey(revision.spaceId, id), title, path: path ?? '' }));
  return { analyses, located };
}

type ViewedPages = Pick<SearchView, 'analyses' | 'located'>;
