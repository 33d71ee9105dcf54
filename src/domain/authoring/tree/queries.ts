import { contains } from '../../../db/contains.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import { maxWithin } from '../../core/events/fields.ts';
import { newestFirst, type TitledListQuery } from './list-query.ts';

/** A parent whose children are ordered together: a collection, or for null the top level of an organization. */
export interface ParentReference {
  readonly organizationId: string;
  readonly parentId: string | null;
}

/** Which of the children of a parent is nearest to a place, by the index of their order keys. */
interface Nearest {
  readonly parent: ParentReference;
  /** Condition on the order key of `x`. */
  readonly where: Fragment;
  readonly from: 'first' | 'last';
  /** Whether deleted spaces, which keep their order keys, are passed over. */
  readonly isLive?: boolean;
}

/** SQL expression: the order key of that space or collection. Order keys compare bytewise. */
function nearest({ parent: { organizationId, parentId }, where, from, isLive = false }: Nearest): Fragment {
  const [nearer, direction] = from === 'first' ? [raw('least'), raw('asc')] : [raw('greatest'), raw('desc')];
  const nearestOf = (table: 'spaces' | 'collections') => sql`(
    select x.position collate "C" from ${raw(table)} x
    where x."organizationId" = ${organizationId} and coalesce(x."parentId", '') = ${parentId ?? ''} and ${where}
      ${isLive && table === 'spaces' ? raw('and x."deletedAt" is null') : raw('')}
    order by x.position collate "C" ${direction} limit 1)`;
  return sql`${nearer}(${nearestOf('spaces')}, ${nearestOf('collections')})`;
}

/** Finds the order key of the last child of a parent; null when it has none. */
export async function findLastPosition(reader: Sql, parent: ParentReference): Promise<string | null> {
  const row = await reader.first<{ last: string | null }>(
    sql`select ${nearest({ parent, where: raw('true'), from: 'last' })} as last`,
  );
  return row?.last ?? null;
}

/** The order keys adjacent to a key, with and without those of deleted spaces. */
export interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
  readonly previousLive: string | null;
  readonly nextLive: string | null;
}

/** Finds the neighbors of an order key among the children of a parent, except one child. */
export function findNeighbours(
  reader: Sql,
  parent: ParentReference,
  { key, exceptId }: { readonly key: string; readonly exceptId: string },
): Promise<Neighbours | null> {
  const previous = {
    parent,
    where: sql`x.position collate "C" < ${key} and x.id <> ${exceptId}`,
    from: 'last' as const,
  };
  const next = { parent, where: sql`x.position collate "C" > ${key} and x.id <> ${exceptId}`, from: 'first' as const };
  return reader.first(sql`
    select ${nearest(previous)} as previous, ${nearest(next)} as next,
      ${nearest({ ...previous, isLive: true })} as "previousLive", ${nearest({ ...next, isLive: true })} as "nextLive"`);
}

/** Spaces and collections that are transferred or deleted together. */
export interface TreeContent {
  readonly collectionIds: readonly string[];
  readonly spaceIds: readonly string[];
}

const isTransferred = ({ collectionIds, spaceIds }: TreeContent): Fragment =>
  sql`("spaceId" = any(${spaceIds}::text[]) or "collectionId" = any(${collectionIds}::text[]))`;

/** Deletes the invite links to transferred content. */
export const deleteInvites = (reader: Sql, content: TreeContent): Promise<unknown> =>
  reader.rows(sql`delete from invites where ${isTransferred(content)}`);

/** Deletes the grants of holders that do not belong to the new organization. */
export const deleteForeignGrants = (reader: Sql, content: TreeContent, organizationId: string): Promise<unknown> =>
  reader.rows(sql`delete from grants g where ${isTransferred(content)}
    and not exists (select from members m where m."organizationId" = ${organizationId} and m."userId" = g."userId")
    and not exists (select from teams t where t."organizationId" = ${organizationId} and t.id = g."teamId")`);

/** Sets the organization of the grants or of the watches. */
export const updateOrganizationOf = (
  reader: Sql,
  table: 'grants' | 'watches',
  { content, organizationId }: { readonly content: TreeContent; readonly organizationId: string },
): Promise<unknown> =>
  reader.rows(sql`update ${raw(table)} set "organizationId" = ${organizationId} where ${isTransferred(content)}`);

/** Sets the organization of collections or spaces. */
export const updateContentOrganization = (
  reader: Sql,
  table: 'collections' | 'spaces',
  {
    ids,
    organizationId,
    now,
  }: { readonly ids: readonly string[]; readonly organizationId: string; readonly now: Date },
): Promise<unknown> =>
  reader.rows(sql`update ${raw(table)} set "organizationId" = ${organizationId}, version = version + 1,
    "updatedAt" = ${now}::timestamptz where id = any(${ids}::text[])`);

/** Whether any site contains one of the spaces. */
export async function isInSite(reader: Sql, spaceIds: readonly string[]): Promise<boolean> {
  const found = await reader.first(sql`select 1 from site_spaces where "spaceId" = any(${spaceIds}::text[]) limit 1`);
  return found !== null;
}

/** Whether one of the spaces is connected with a Git repository, and the connection is not paused. */
export async function isSynced(reader: Sql, spaceIds: readonly string[]): Promise<boolean> {
  const found = await reader.first(sql`
    select 1 from git_connections where "spaceId" = any(${spaceIds}::text[]) and status <> 'paused' limit 1`);
  return found !== null;
}

/** Pauses the connections of spaces with Git repositories. */
export const pauseConnections = (writer: Sql, spaceIds: readonly string[]): Promise<unknown> =>
  writer.rows(sql`update git_connections set status = 'paused' where "spaceId" = any(${spaceIds}::text[])`);

/** Sets the organization of what belongs to spaces. */
export const updateOrganizationInSpaces = (
  writer: Sql,
  table: 'git_connections' | 'templates' | 'page_freshness',
  { spaceIds, organizationId }: { readonly spaceIds: readonly string[]; readonly organizationId: string },
): Promise<unknown> =>
  writer.rows(sql`
    update ${raw(table)} set "organizationId" = ${organizationId} where "spaceId" = any(${spaceIds}::text[])`);

/** Returns the SQL condition on the titles of a table; null without one. */
export const titleCondition = (table: 's' | 'c', { title }: TitledListQuery): Fragment | null =>
  typeof title === 'string' && title !== '' ? contains(raw(`${table}.title`), title) : null;

type SortedPart = Pick<KeysetList, 'sort' | 'direction'> & {
  /** SQL of the column that the list is sorted by, for `select`. */
  readonly column: Fragment;
  /** The name of that column in the rows. */
  readonly columnName: string;
};

/** Returns how a list of the rows of a table is sorted. Titles are compared in small letters, byte by byte. */
export function sortedBy(table: 's' | 'c', { orderBy }: TitledListQuery): SortedPart {
  const { field, direction } = orderBy ?? newestFirst;
  const byTitle = field === 'title';
  const by = byTitle ? `lower(${table}.title) collate "C"` : `${table}."${field}"`;
  const columnName = byTitle ? 'titleKey' : field;
  return {
    sort: { by, type: byTitle ? 'text' : 'timestamptz', id: `${table}.id`, columns: [columnName, 'id'] },
    direction,
    column: raw(`${by} as "${columnName}"`),
    columnName,
  };
}

interface ToldRow {
  readonly id: string;
  readonly title: string;
  readonly isSpace: boolean;
  /** Ids of the collections around it whose admins are its admins, the nearest first. */
  readonly within: string[];
}

/** SQL condition: the admins of the parent of a space or collection are its admins. */
const isLeftToParent = (item: 'item' | 'c'): Fragment =>
  raw(`${item}."parentId" is not null and ${item}."defaultLevel" in ('inherit', 'admin')`);

/** Lists what events tell of content: the spaces that are not deleted, in their order, then the collections, the last first. */
export const listTold = (reader: Sql, { collectionIds, spaceIds }: TreeContent): Promise<ToldRow[]> =>
  reader.rows(sql`
    with recursive item as (
      select s.id, s.title, s."parentId", s."defaultLevel", true as "isSpace", asked.nth
      from unnest(${spaceIds}::text[]) with ordinality as asked(id, nth) join spaces s on s.id = asked.id
      where s."deletedAt" is null
      union all
      select c.id, c.title, c."parentId", c."defaultLevel", false, -asked.nth
      from unnest(${collectionIds}::text[]) with ordinality as asked(id, nth) join collections c on c.id = asked.id
    ), around(id, "collectionId", distance) as (
      select item.id, item."parentId", 1 from item where ${isLeftToParent('item')}
      union all
      select around.id, c."parentId", around.distance + 1 from around join collections c on c.id = around."collectionId"
      where ${isLeftToParent('c')} and around.distance < ${maxWithin}::int
    ), within as (
      select id, array_agg("collectionId" order by distance) as ids from around group by id
    )
    select item.id, item.title, item."isSpace", coalesce(within.ids, '{}') as within
    from item left join within on within.id = item.id order by item."isSpace" desc, item.nth`);
