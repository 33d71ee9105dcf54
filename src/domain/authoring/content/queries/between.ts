import { linksAt, type LinkRow } from '../../../../db/content/links.ts';
import { entriesById, entryAt, type ContentState } from '../../../../db/content/states.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import { wantedKeys } from '../../../../db/wanted-keys.ts';
import type { MovedPageRow } from '../../../../loaders/content-links.ts';

/** A link in a text, with the path of a page that is not there. */
export type TextLinkRow = LinkRow & {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly path: string | null;
};

/** Lists the links in the texts of entries, in the order of the texts. */
export const listTextLinks = (reader: Sql, state: ContentState, ids: readonly string[]) =>
  reader.rows<TextLinkRow>(sql`
    select link.* from ${linksAt(state, entriesById(state, ids), raw(', l.path'))}
    where link.source = 'text' order by link."pageId", link.place`);

interface LinkedPages {
  readonly ids: readonly string[];
  readonly paths: readonly string[];
  /** The space that links name, for those of other spaces; null for links in the space of the pages. */
  readonly named: string | null;
}

/** Lists the entries of the newest revision of a space that link to given pages, at most `limit` of them. */
export async function listLinking(
  reader: Sql,
  spaceId: string,
  { ids, paths, named }: LinkedPages,
  limit: number,
): Promise<string[]> {
  const isNamed = named === null ? sql`l.kind = 'page'` : sql`l.kind = 'app' and l."spaceId" = ${named}`;
  const rows = await reader.rows<{ id: string }>(sql`
    select distinct e."entryId" as id from (
      select l.line, l."entryId", l."fromSeq" from content_links l
      where l.line = ${spaceId} and l."targetId" = any(${ids}::text[]) and ${isNamed}
      union all
      select l.line, l."entryId", l."fromSeq" from content_links l
      where l.line = ${spaceId} and l.path = any(${paths}::text[])
    ) l join content_entries e on e.line = l.line and e."entryId" = l."entryId" and e."fromSeq" = l."fromSeq"
    where e."toSeq" is null and not e.deleted and e."entryId" <> all(${ids}::text[])
    limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** The anchors of texts, by id. */
export async function listAnchors(reader: Sql, ids: readonly string[]): Promise<Map<string, string[] | null>> {
  const rows = await reader.rows<{ id: string; anchors: string[] | null }>(
    sql`select id, anchors from documents where id = any(${ids}::text[])`,
  );
  return new Map(rows.map(({ id, anchors }) => [id, anchors]));
}

/** A change request, as a conflict names it. */
export interface TouchingRequest {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
}

/** Lists the open change requests that change given pages, or place pages below them; at most `limit`. */
export const listRequestsOnPages = (reader: Sql, spaceId: string, ids: readonly string[], limit: number) =>
  reader.rows<TouchingRequest>(sql`
    select c.id, c.number, c.subject from (
      ${linesTouching('entryId', spaceId, ids)} union ${linesTouching('parentId', spaceId, ids)}
    ) touching join change_requests c on c.id = touching.line
    where c.status in ('draft', 'open')
    order by c.number limit ${limit}::int`);

/** Selects the lines of change requests of a space that have entries with one of some ids in a column, as their indexes have them. */
const linesTouching = (column: 'entryId' | 'parentId', spaceId: string, ids: readonly string[]): Fragment => sql`
  select e.line from unnest(${ids}::text[]) wanted(id) cross join lateral (
    select e.* from content_entries e
    where ${raw(`e."${column}"`)} = wanted.id and e."toSeq" is null and e.line <> e."spaceId" offset 0) e
  where e."spaceId" = ${spaceId}`;

/** Pages that were moved from one space to another. */
export interface MovedPages {
  readonly from: string;
  readonly to: string;
  readonly ids: readonly string[];
  readonly at: string;
}

/** Records that pages were moved. Those that were moved to where they leave now are found where they go. */
export async function recordMoves(reader: Sql, { from, to, ids, at }: MovedPages): Promise<void> {
  await reader.rows(sql`delete from page_moves where "spaceId" = ${to} and "pageId" = any(${ids}::text[])`);
  await reader.rows(sql`
    insert into page_moves ("spaceId", "pageId", "toSpaceId", "movedAt")
    select ${from}, id, ${to}, ${at}::timestamptz from unnest(${ids}::text[]) given(id)
    on conflict ("spaceId", "pageId") do update set "toSpaceId" = excluded."toSpaceId", "movedAt" = excluded."movedAt"`);
  await reader.rows(sql`
    update page_moves set "toSpaceId" = ${to} where "toSpaceId" = ${from} and "pageId" = any(${ids}::text[])`);
}

/** Lets what a table has for pages follow them to another space, but for what it has there already. */
export const moveRowsOfPages = (
  writer: Sql,
  table: 'page_freshness' | 'templates',
  { from, to, ids }: Pick<MovedPages, 'from' | 'to' | 'ids'>,
): Promise<unknown> =>
  writer.rows(sql`
    update ${raw(table)} x set "spaceId" = ${to} from ${wantedKeys(from, ids)}
    where x."spaceId" = wanted."group" and x."pageId" = wanted.id
      and not exists (select from ${raw(table)} o where o."spaceId" = ${to} and o."pageId" = x."pageId")`);

/** A former address of a page: slugs from the top of the tree, joined by slashes. */
export interface FormerPath {
  readonly pageId: string;
  readonly path: string;
}

/** Lists the addresses that pages had below others before they were moved there: those of `page_redirects`. */
export const listEarlierPaths = (reader: Sql, state: ContentState, ids: readonly string[]) =>
  reader.rows<{ readonly pageId: string; readonly parentId: string; readonly slug: string }>(sql`
    select r."pageId", r."parentId", r.slug from ${wantedKeys(state.spaceId, ids)}
    join page_redirects r on r."spaceId" = wanted."group" and r."pageId" = wanted.id
    cross join lateral (select from ${entryAt(state, raw('r."parentId"'))}) parent
    where r."parentId" <> ''`);

/** Gives pages of a line the time at which they were created on another. */
export const keepCreatedAt = (reader: Sql, { from, to, ids }: Pick<MovedPages, 'from' | 'to' | 'ids'>) =>
  reader.rows(sql`
    update content_entries e set "createdAt" = former."createdAt"
    from ${wantedKeys(to, ids)} cross join lateral (
      select f."createdAt" from content_entries f where f.line = ${from} and f."entryId" = wanted.id
      order by f."fromSeq" desc limit 1) former
    where e.line = wanted."group" and e."entryId" = wanted.id and e."toSeq" is null`);

/** Finds the page that was moved to another space from an address of a space. */
export const findMovedFrom = (reader: Sql, spaceId: string, path: string): Promise<MovedPageRow | null> =>
  reader.first<MovedPageRow>(sql`
    select m."spaceId", m."pageId", m."toSpaceId" from page_redirects r
    join page_moves m on m."spaceId" = r."spaceId" and m."pageId" = r."pageId"
    where r."spaceId" = ${spaceId} and r."parentId" = '' and r.slug = ${path}`);
