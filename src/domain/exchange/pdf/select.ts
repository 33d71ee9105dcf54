import { failure, notFound } from '../../../lib/errors.ts';
import { loadTree } from '../../authoring/content/pages.ts';
import { flatten, type Page } from '../../authoring/content/page.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { maxPages } from '../../../text/pdf/limits.ts';
import type { Selection } from './load-batches.ts';

/** The pages to print: all pages, one page with its descendants, or a single page. */
export interface PdfChoice {
  readonly pageId: string | null;
  readonly only: boolean;
}

/**
 * Selects the pages to print. Excludes hidden pages, except `pageId`. Throws not_found when the page does not exist,
 * and payload_too_large for too many pages.
 */
export async function selectPages(ctx: Context, revision: Revision, { pageId, only }: PdfChoice): Promise<Selection> {
  const roots = await loadRoots(ctx, revision, pageId);
  const pages: { page: Page; depth: number }[] = [];
  const walk = (level: readonly Page[], depth: number) => {
    for (const page of level) {
      if (page.type === 'link' || (page.hidden && page.id !== pageId)) continue;
      pages.push({ page, depth });
      if (!only) walk(page.pages ?? [], depth + 1);
    }
  };
  walk(roots, 0);
  if (pages.length > maxPages)
    throw failure(
      'payload_too_large',
      `The PDF would have ${pages.length} pages of content; at most ${maxPages} are allowed. Use page to print a part`,
    );
  return { revision, pages };
}

async function loadRoots(ctx: Context, revision: Revision, pageId: string | null): Promise<readonly Page[]> {
  const tree = await loadTree(ctx, revision);
  if (pageId === null) return tree;
  const page = flatten(tree).find(({ id }) => id === pageId);
  if (page === undefined) throw notFound('page', pageId);
  return [page];
}
