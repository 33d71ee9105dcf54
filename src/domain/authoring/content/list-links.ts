import { LRUCache } from 'lru-cache';
import type { LinkRow } from '../../../db/content/links.ts';
import { paginate, type KeysetList } from '../../../db/keyset.ts';
import { advancedTree, readTree, type TreeRow } from '../../../loaders/kept-trees.ts';
import { mapPage, type Page as ListPage, type PageRequest } from '../../../lib/page.ts';
import type { Context } from '../../core/context.ts';
import type { LinkStatus } from './links.ts';
import { countLinksOf } from './count-links.ts';
import { getPage } from './pages.ts';
import { linksInTree, linksOfPage, type LinkCounts, type LinkCriteria, type OrderedPage } from './queries/links.ts';
import type { Revision } from './revisions.ts';

/** Where a broken link of a change request comes from. */
export const brokenContexts = {
  'change-request': 'Broken by the change request.',
  space: 'Already broken in the main content.',
} as const;
type BrokenContext = keyof typeof brokenContexts;

/** Selects links of a revision. */
export interface LinkFilter {
  /** Only the links of this page. */
  readonly pageId?: string | null | undefined;
  readonly status?: LinkStatus | null | undefined;
  readonly brokenContext?: BrokenContext | null | undefined;
}

/** A link from the text or cover of a page, or the target of a link page. */
export interface ContentLink extends LinkRow {
  readonly revision: Revision;
}

/** Numbers of links in the revision, regardless of the filter. */
export interface LinkStats {
  readonly total: number;
  readonly broken: number;
  /** Broken links that work in the main content on which the change request is based; null for main content. */
  readonly brokenInChangeRequest: number | null;
}

export interface ListedLinks {
  readonly page: ListPage<ContentLink>;
  readonly stats: () => Promise<LinkStats>;
}

/**
 * Lists the links of a revision, in the order of the page tree and of each text. Throws not_found when the page does
 * not exist.
 */
export async function listLinks(
  ctx: Context,
  revision: Revision,
  { pageId: page = null, status = null, brokenContext = null }: LinkFilter,
  request: PageRequest,
): Promise<ListedLinks> {
  const pageId = page === null ? null : (await getPage(ctx, revision, page)).id;
  let counted: Promise<LinkCounts> | undefined;
  const counts = () => (counted ??= countLinksOf(ctx, revision, pageId));
  const list = await linkList(ctx, revision, { pageId, status, brokenContext });
  const count = async () => (await counts())[status ?? 'total'];
  const rows = await paginate<LinkRow>(ctx, brokenContext === null ? { ...list, count } : list, request);
  return { page: mapPage(rows, (row) => ({ ...row, revision })), stats: async () => statsOf(revision, await counts()) };
}

/** What the pages of a list of links have in common, by revision. Content of a revision never changes. */
const keptTrees = new LRUCache<string, readonly OrderedPage[]>({
  maxSize: 100_000,
  sizeCalculation: (tree) => 1 + tree.length,
});

async function linkList(ctx: Context, revision: Revision, criteria: LinkCriteria): Promise<KeysetList> {
  if (criteria.pageId !== null) return linksOfPage(revision, criteria);
  return linksInTree(revision, criteria, await orderOf(ctx, revision));
}

async function orderOf(ctx: Context, revision: Revision): Promise<readonly OrderedPage[]> {
  const isKept = revision.hidden === undefined;
  const kept = isKept ? keptTrees.get(revision.id) : undefined;
  if (kept) return kept;
  const read = revision.baseSeq === null ? advancedTree : readTree;
  const tree = treeKeys(await read(ctx.sql, revision));
  if (isKept) keptTrees.set(revision.id, tree);
  return tree;
}

/**
 * Computes sort keys that order pages as in the tree: the order keys of the ancestors and the page, joined by `/`. `/`
 * sorts before every character of an order key, so a parent precedes its children.
 */
function treeKeys(positions: readonly TreeRow[]): OrderedPage[] {
  const pages = new Map(positions.map((page) => [page.id, page]));
  const keys = new Map<string, string>();
  const keyOf = ({ id, parentId, position }: TreeRow): string => {
    const known = keys.get(id);
    if (known !== undefined) return known;
    const parent = parentId === null ? undefined : pages.get(parentId);
    const key = parent ? `${keyOf(parent)}/${position}` : position;
    keys.set(id, key);
    return key;
  };
  return positions.map((page) => ({ id: page.id, key: keyOf(page) }));
}

const statsOf = ({ baseSeq }: Revision, counts: LinkCounts): LinkStats => ({
  total: counts.total,
  broken: counts.broken,
  brokenInChangeRequest: baseSeq === null ? null : counts.new,
});
