import { paginate } from '../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../db/sql.ts';
import { mapPage, type Page as ListPage, type PageRequest } from '../../lib/page.ts';
import { linksAt, type LinkRow } from '../../loaders/content-links.ts';
import {
  entriesAt,
  entryAt,
  isPage,
  mainBelow,
  placesAt,
  type ContentState,
  type PlaceRow,
} from '../../loaders/content.ts';
import type { Context } from '../context.ts';
import type { LinkStatus } from './links.ts';
import { getPage } from './pages.ts';
import type { Revision } from './revisions.ts';

/** Where a link that is broken in a change request was broken first. Decisions 4.3. */
export const brokenContexts = {
  'change-request': 'Broken by the change request.',
  space: 'Broken in the main content already.',
} as const;
type BrokenContext = keyof typeof brokenContexts;

/** Which links of a revision. */
export interface LinkFilter {
  /** Those of one page. */
  readonly pageId?: string | null | undefined;
  readonly status?: LinkStatus | null | undefined;
  readonly brokenContext?: BrokenContext | null | undefined;
}

/** A link of a page, its cover or, of a link page, where it leads. */
export interface ContentLink extends LinkRow {
  readonly revision: Revision;
}

/** Contract 2.13. */
export interface LinkStats {
  readonly total: number;
  readonly broken: number;
  /** Of a change request: those that are not broken in the main content below it; else null. */
  readonly brokenInChangeRequest: number | null;
}

export interface ListedLinks {
  readonly page: ListPage<ContentLink>;
  /** Of all links, whatever their status. */
  readonly stats: () => Promise<LinkStats>;
}

/** The links of a revision, in the order of the tree and of each text. Throws not_found for the page. */
export async function listLinks(
  ctx: Context,
  revision: Revision,
  { pageId = null, status = null, brokenContext = null }: LinkFilter,
  request: PageRequest,
): Promise<ListedLinks> {
  if (pageId !== null) await getPage(ctx, revision, pageId);
  const entries = pageId === null ? entriesAt(revision, { where: isPage }) : entryAt(revision, sql`${pageId}`);
  const links = linksAt(revision, entries);
  let counted: Promise<Counts> | undefined;
  const counts = () => (counted ??= readCounts(ctx, revision, links));
  const page = await paginate<LinkRow>(
    ctx,
    {
      name: 'links',
      // The line, not the revision: paging goes on while the content is edited.
      filters: [revision.line, pageId, status, brokenContext],
      select: raw('link.*'),
      from: sql`from ${pageId === null ? await linksInTree(ctx, revision) : links}`,
      where: [status && sql`link.status = ${status}`, brokenContext && brokenIn(revision, brokenContext)],
      sort: { by: pageId === null ? 'link.tree collate "C"' : 'link."pageId"', type: 'text', id: 'link.place' },
      direction: 'asc',
      ...(brokenContext === null && { count: async () => (await counts())[status ?? 'total'] }),
    },
    request,
  );
  return { page: mapPage(page, (row) => ({ ...row, revision })), stats: async () => statsOf(revision, await counts()) };
}

/**
 * All links, with the column `tree` that orders them as the tree does. Its keys are looked up rather than joined: a
 * planner that expects one page reads the whole tree for each.
 */
async function linksInTree(ctx: Context, revision: Revision): Promise<Fragment> {
  const keys = JSON.stringify(treeKeys(await ctx.sql.rows<PlaceRow>(placesAt(revision))));
  const entries = sql`(
    select e.*, coalesce((select ${keys}::jsonb) ->> e."entryId", '') || ' ' || e."entryId" as tree
    from ${entriesAt(revision, { where: isPage })} offset 0) e`;
  return linksAt(revision, entries, raw(', e.tree'));
}

/**
 * By page, the order keys of all above it and its own. What joins them is less than any of their characters, and what
 * follows the last is less than that: a page stands before those below it.
 */
function treeKeys(places: readonly PlaceRow[]): Record<string, string> {
  const parents = new Map(places.map((place) => [place.id, place]));
  const keys = new Map<string, string>();
  const keyOf = ({ id, parentId, position }: PlaceRow): string => {
    const known = keys.get(id);
    if (known !== undefined) return known;
    const parent = parentId === null ? undefined : parents.get(parentId);
    const key = parent ? `${keyOf(parent)}/${position}` : position;
    keys.set(id, key);
    return key;
  };
  return Object.fromEntries(places.map((place) => [place.id, keyOf(place)]));
}

type Counts = Readonly<Record<LinkStatus | 'total' | 'new', number>>;

async function readCounts(ctx: Context, revision: Revision, links: Fragment): Promise<Counts> {
  const isNew = brokenIn(revision, 'change-request');
  const counts = await ctx.sql.first<Counts>(sql`
    select count(*)::int as total, count(*) filter (where link.status = 'ok')::int as ok,
      count(*) filter (where link.status = 'broken')::int as broken,
      count(*) filter (where link.status = 'in-app')::int as "in-app",
      count(*) filter (where ${isNew})::int as new
    from ${links}`);
  if (counts === null) throw new Error('A count gave no row');
  return counts;
}

const statsOf = ({ baseSeq }: Revision, counts: Counts): LinkStats => ({
  total: counts.total,
  broken: counts.broken,
  brokenInChangeRequest: baseSeq === null ? null : counts.new,
});

/** A condition on `link`: the main content has the same address on the same page, and it is broken there, or not. */
function brokenIn(state: ContentState, context: BrokenContext): Fragment {
  if (state.baseSeq === null) return raw(context === 'space' ? "link.status = 'broken'" : 'false');
  const base = mainBelow(state);
  const main = linksAt(base, entryAt(base, raw('link."pageId"')));
  const before = sql`exists (select from (select link.* from ${main}) main
    where main.source = link.source and main.url = link.url and main.status = 'broken')`;
  // A case, for all else is looked up first.
  return context === 'space'
    ? sql`case when link.status = 'broken' then ${before} else false end`
    : sql`case when link.status = 'broken' then not ${before} else false end`;
}
