import { copiedLinkColumns, isLinkOfEntry, linksAt } from '../../../../db/content/links.ts';
import { pageColumns } from '../../../../db/content/pages.ts';
import {
  entriesAt,
  entriesById,
  entryAt,
  isLinkShown,
  isPage,
  mainStateOf,
  writtenOnLine,
  type ContentState,
} from '../../../../db/content/states.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';

/** A page or file; for a page also its path, which matches links that were broken before the page existed. */
export interface BacklinkTarget {
  readonly id: string;
  readonly path: string | null;
}

/** Keyset list of the other pages of a state that link to a page or file, by title. */
export const backlinksTo = (state: ContentState, { id, path }: BacklinkTarget): KeysetList => ({
  name: 'backlinks',
  filters: [state.line, id],
  select: pageColumns,
  from: sql`from ${entriesLinkingTo(state, { id, path })}`,
  where: [isPage],
  sort: { by: 'e.title collate "C"', type: 'text', id: 'e."entryId"' },
  direction: 'asc',
});

/** FROM item `e`: the entries of a state that link to an entry of that state, each once. */
const entriesLinkingTo = (state: ContentState, { id, path }: BacklinkTarget): Fragment => {
  const line = sql`l.line in (${state.line}, ${state.spaceId})`;
  return sql`(
    select l."entryId" as id from content_links l where ${line} and l."targetId" = ${id}
    union select l."entryId" from content_links l where ${line} and l.path = ${path}::text
  ) linking cross join lateral (
    select e.* from ${entryAt(state, raw('linking.id'))}
    where e."entryId" <> ${id} and exists (select from content_links l
      where ${isLinkOfEntry}${isLinkShown(state)}
        and (l.path = ${path}::text or l."targetId" = ${id} and (l.kind <> 'app' or l."spaceId" = ${state.spaceId})))
  ) e`;
};

/** A page with a key that sorts as the pages of the tree do. */
export interface OrderedPage {
  readonly id: string;
  readonly key: string;
}

/** Selects links of a state; null does not filter. */
export interface LinkCriteria {
  readonly pageId: string | null;
  readonly status: string | null;
  readonly brokenContext: BrokenContext | null;
}

/**
 * `change-request`: the link works in the main content on which the change request is based. `space`: it is broken
 * there too.
 */
type BrokenContext = 'change-request' | 'space';

/** Keyset list of the links of one page, in order. `criteria.pageId` must not be null. */
export const linksOfPage = (state: ContentState, criteria: LinkCriteria): KeysetList => ({
  ...linkList(state, criteria, linksAt(state, entryAt(state, sql`${criteria.pageId}`))),
  sort: { by: 'link."pageId"', type: 'text', id: 'link.place' },
});

/**
 * Keyset list of the links of all pages, in tree order. `tree` holds the ids of the pages by their sort keys. Pages are looked up in
 * that order, so that the list ends with the page that it fills.
 */
export const linksInTree = (state: ContentState, criteria: LinkCriteria, tree: readonly OrderedPage[]): KeysetList => {
  const entries = sql`(
    select id, key || ' ' || id collate "C" as tree
    from unnest(${tree.map(({ id }) => id)}::text[], ${tree.map(({ key }) => key)}::text[]) ordered(id, key) order by 2 offset 0
  ) ordered cross join lateral (select e.* from ${entryAt(state, raw('ordered.id'))} offset 0) e`;
  return {
    ...linkList(state, criteria, linksAt(state, entries, raw(', ordered.tree'))),
    sort: { by: 'link.tree', type: 'text', id: 'link.place' },
  };
};

const linkList = (
  state: ContentState,
  { pageId, status, brokenContext }: LinkCriteria,
  links: Fragment,
): Omit<KeysetList, 'sort'> => ({
  name: 'links',
  // Cursors are bound to the line and not to the revision, so that they stay valid while the content is edited.
  filters: [state.line, pageId, status, brokenContext],
  select: raw('link.*'),
  from: sql`from ${links}`,
  where: [status === null ? null : sql`link.status = ${status}`, brokenContext && brokenIn(state, brokenContext)],
  direction: 'asc',
});

/**
 * Numbers of links by status. `new` counts links that a change request broke, and `openapi` those whose status depends on the
 * specifications of the organization.
 */
export type LinkCounts = Readonly<Record<'ok' | 'broken' | 'in-app' | 'total' | 'new' | 'openapi', number>>;

/** Counts the links of a state or of some of its pages, by status. */
export async function countLinks(
  reader: Sql,
  state: ContentState,
  pageIds: readonly string[] | null,
): Promise<LinkCounts> {
  const isNew = brokenIn(state, 'change-request');
  const entries =
    pageIds === null
      ? entriesAt(state, { where: isPage })
      : sql`(select e.* from ${entriesById(state, pageIds)} where ${isPage}) e`;
  const counts = await reader.first<LinkCounts>(sql`
    select count(*)::int as total, count(*) filter (where link.status = 'ok')::int as ok,
      count(*) filter (where link.status = 'broken')::int as broken,
      count(*) filter (where link.status = 'in-app')::int as "in-app",
      count(*) filter (where ${isNew})::int as new, count(*) filter (where link.kind = 'openapi')::int as openapi
    from ${linksAt(state, entries)}`);
  if (counts === null) throw new Error('A count returned no row');
  return counts;
}

/** Most entries of which the links are counted again. */
const maxRewritten = 100;

/**
 * Lists the entries that changed between two states of a line, of which each stood where it stands and had the same anchors, so that
 * links of no other entry work or break by it. Null when others may: something was moved, added or removed, much has changed, or the
 * first state was rolled back.
 */
export async function listRewritten(reader: Sql, from: ContentState, to: ContentState): Promise<string[] | null> {
  const anchorsOf = (entry: string) =>
    sql`(select d.anchors from documents d where d.id = ${raw(`${entry}."documentId"`)})`;
  const inBoth = (column: string) => raw(`before.${column} is not distinct from after.${column}`);
  const rows = await reader.rows<{ readonly id: string | null; readonly isInPlace: boolean }>(sql`
    select changed."entryId" as id, ${inBoth('kind')} and ${inBoth('"parentId"')} and ${inBoth('slug')} and ${inBoth('type')}
      and not before.deleted and not after.deleted
      and (before.attributes ? 'computed') = (after.attributes ? 'computed')
      and (before."documentId" is null) = (after."documentId" is null)
      and ${anchorsOf('before')} is not distinct from ${anchorsOf('after')} as "isInPlace"
    from revisions r
    left join lateral (${writtenOnLine(from.line, from.seq, to.seq)} limit ${maxRewritten + 1}::int) changed on true
    left join lateral (select e.* from ${entryAt(from, raw('changed."entryId"'))}) before on true
    left join lateral (select e.* from ${entryAt(to, raw('changed."entryId"'))}) after on true
    where r.id = ${from.id}`);
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  if (rows.length === 0 || ids.length > maxRewritten) return null;
  return rows.every(({ id, isInPlace }) => id === null || isInPlace) ? ids : null;
}

/** Condition on `link`: main content has a broken link with the same URL on the same page. */
function brokenIn(state: ContentState, context: BrokenContext): Fragment {
  if (state.baseSeq === null) return raw(context === 'space' ? "link.status = 'broken'" : 'false');
  const base = mainStateOf(state);
  const main = linksAt(base, entryAt(base, raw('link."pageId"')));
  const before = sql`exists (select from (select link.* from ${main}) main
    where main.source = link.source and main.url = link.url and main.status = 'broken')`;
  // CASE keeps the planner from evaluating the subquery for links that are not broken.
  return context === 'space'
    ? sql`case when link.status = 'broken' then ${before} else false end`
    : sql`case when link.status = 'broken' then not ${before} else false end`;
}

/** Records that a text shows a specification. */
export interface SpecLink {
  readonly pageId: string;
  readonly slug: string;
}

/**
 * Copies the links of unchanged texts to the state being written: from this line if it had the text, else from the
 * newest entry of the space with that text. Returns the links to OpenAPI specifications.
 */
export const copyTextLinks = (
  reader: Sql,
  { spaceId, line, seq }: Pick<ContentState, 'spaceId' | 'line' | 'seq'>,
  { ids, textIds }: { readonly ids: readonly string[]; readonly textIds: readonly (string | null)[] },
) =>
  reader.rows<SpecLink>(sql`
    with copied as (
    insert into content_links (line, "fromSeq", ${copiedLinkColumns('')})
    select ${line}, ${seq}::int, ${copiedLinkColumns('l.')}
    from unnest(${ids}::text[], ${textIds}::text[])
      wanted(id, "documentId")
    cross join lateral (
      select e.line, e."entryId", e."fromSeq" from content_entries e
      -- The concatenation keeps the planner from reading all that the page has been: an index has its states with one text.
      where e."documentId" = wanted."documentId" and e."entryId" = wanted.id and e."spaceId" || '' = ${spaceId}
        and not (e.line = ${line} and e."fromSeq" = ${seq}::int)
      order by e.line = ${line} desc, e."updatedAt" desc, e."fromSeq" desc limit 1) e
    join content_links l on ${isLinkOfEntry}
    where l.source = 'text'
    returning "entryId", kind, "targetId")
    select distinct "entryId" as "pageId", "targetId" as slug from copied where kind = 'openapi'`);

/** Whether a text of a state links to a URL, compared as written. */
export async function isUrlLinked(reader: Sql, state: ContentState, url: string): Promise<boolean> {
  const entries = entriesAt(state, { where: raw("e.kind in ('page', 'reusable-content')") });
  const link = await reader.first(sql`select l.url from ${entries}
    join content_links l on ${isLinkOfEntry}${isLinkShown(state)} where l.url = ${url} limit 1`);
  return link !== null;
}
