import type { KeysetList, ListIdentity } from '../../../db/keyset.ts';
import { anyOf, raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import { callerMembers } from '../../../access/queries/caller.ts';
import { isCallerMembership } from '../../../access/queries/membership.ts';
import { accessFacts } from '../../../access/queries/open-access.ts';
import {
  accessTree,
  collectionTreeJoin,
  collectionVisible,
  countVisibleSpaces,
  spaceRankColumns,
  spaceTreeJoin,
  spaceVisible,
} from '../../../access/queries/visible-resources.ts';
import { hasRepository, isInSite } from '../../../loaders/spaces.ts';
import { copiedLinkColumns } from '../../../db/content/links.ts';
import { queryValues, type ChildrenQuery, type TitledListQuery } from '../tree/list-query.ts';
import { sortedBy, titleCondition } from '../tree/queries.ts';
import type { SpaceVisibility } from './fields.ts';
import { copyIndex } from '../search-index/queries/copy-index.ts';

/** The filter and the order of a list of spaces. */
export interface SpacesQuery extends TitledListQuery {
  /** The visibilities to list. */
  readonly visibility?: readonly SpaceVisibility[] | null | undefined;
}

/** Keyset list of the spaces of an organization that the caller may read, newest first by default. */
export const spacesList = (actor: Actor, organizationId: string, query: SpacesQuery): KeysetList => ({
  ...visibleSpaces(actor, organizationId, { query, parentId: null }),
  ...spacesIdentity(organizationId, query),
});

/** Statement that counts the spaces of `spacesList` without a filter. */
export const countSpaces = async (reader: Sql, actor: Actor, organizationId: string): Promise<number> =>
  (await reader.first<{ count: number }>(countVisibleSpaces(organizationId, actor)))?.count ?? 0;

export const spacesIdentity = (organizationId: string, query: SpacesQuery): ListIdentity => ({
  name: 'spaces',
  filters: [organizationId, ...spacesQueryValues(query)],
});

const spacesQueryValues = (query: SpacesQuery) => [...queryValues(query), query.visibility ?? null];

/**
 * The newest spaces of an organization, hidden ones too, in any order, and one row more with the facts that tell whether
 * any may be hidden. No facts for callers without a role in the organization. Joining the facts to the spaces would take
 * a quarter longer, because each node of such a plan copies every column.
 */
export const openSpaces = (actor: Actor, organizationId: string, limit: number): Fragment => {
  const all = sql`from spaces s where s."organizationId" = ${organizationId} and s."deletedAt" is null`;
  const newest = sql`${all} order by s."createdAt" desc, s.id desc limit ${limit}::int`;
  const { collections, grants, inSites } = accessFacts(organizationId, actor, sql`select s.id ${newest}`);
  return sql`
    select s.*, null::json as facts
    from (select s.* ${newest}) s
    union all
    select (null::spaces).*, json_build_object('memberRole', m.role, 'rootLevel', o."defaultRole",
      'collections', ${collections}, 'grants', case when m.role <> 'admin' then ${grants} end, 'inSites', ${inSites},
      'total', (select case when bool_or(s."defaultLevel" = 'none') then null else count(*) end ${all}))
    from organizations o join ${callerMembers(actor)} on m."organizationId" = o.id and ${isCallerMembership(actor)}
    where o.id = ${organizationId} and m.role is not null`;
};

/** SQL condition: space `s` of an organization is deleted. */
const isDeletedIn = (organizationId: string): Fragment =>
  sql`s."organizationId" = ${organizationId} and s."deletedAt" is not null`;

/** Lists the ids of the deleted spaces of an organization, which are purged after 168 hours. */
export const listDeletedSpaceIds = async (reader: Sql, organizationId: string): Promise<string[]> =>
  (await reader.rows<{ id: string }>(sql`select s.id from spaces s where ${isDeletedIn(organizationId)}`)).map(
    ({ id }) => id,
  );

/** Keyset list of the ids of the deleted spaces of an organization, the last deleted first. */
export const deletedSpacesList = (organizationId: string): KeysetList => ({
  name: 'deleted-spaces',
  filters: [organizationId],
  select: raw('s.id'),
  from: raw('from spaces s'),
  where: [isDeletedIn(organizationId)],
  sort: { by: 's."deletedAt"', type: 'timestamptz', id: 's.id' },
  direction: 'desc',
});

/** Keyset list of the spaces directly in a collection that the caller may read, newest first by default. */
export const collectionSpacesList = (
  actor: Actor,
  place: { readonly organizationId: string; readonly collectionId: string },
  query: SpacesQuery,
): KeysetList => ({
  ...visibleSpaces(actor, place.organizationId, { query, parentId: place.collectionId }),
  name: 'collection-spaces',
  filters: [place.collectionId, ...spacesQueryValues(query)],
});

interface SpacesSelection {
  readonly query: SpacesQuery;
  /** Lists only the spaces directly in this collection. */
  readonly parentId: string | null;
}

/** FROM item of spaces with `RankColumns`. */
function visibleSpaces(
  actor: Actor,
  organizationId: string,
  { query, parentId }: SpacesSelection,
): Omit<KeysetList, 'name' | 'filters'> {
  const { visibility } = query;
  const { column, columnName, ...sorted } = sortedBy('s', query);
  return {
    with: accessTree(organizationId, actor),
    select: sql`s.id, ${column}, ${spaceRankColumns}`,
    from: sql`from spaces s ${spaceTreeJoin}`,
    where: [
      sql`s."organizationId" = ${organizationId} and s."deletedAt" is null`,
      spaceVisible,
      parentId === null ? null : sql`s."parentId" = ${parentId}`,
      titleCondition('s', query),
      visibility ? sql`s.visibility = ${anyOf(visibility)}` : null,
    ],
    ...sorted,
    details: {
      select: sql`s.*, page.${raw(`"${columnName}"`)}, ${isInSite}, ${hasRepository}, page.rank, page."levelRank"`,
      // `limit 1` keeps the planner, which cannot estimate how few rows a page has, from scanning all spaces.
      join: raw('cross join lateral (select * from spaces where spaces.id = page.id limit 1) s'),
    },
  };
}

/** A space or collection in `childrenList`. */
export interface ChildRow {
  readonly id: string;
  readonly kind: 'space' | 'collection';
}

/** The parent of a list of children; null for the top level of the organization. */
export interface ChildrenPlace {
  readonly organizationId: string;
  readonly parentId: string | null;
}

/** Keyset list of the spaces and collections with one parent that the caller may read, by position by default. */
export const childrenList = (
  actor: Actor,
  { organizationId, parentId }: ChildrenPlace,
  { orderBy, title }: ChildrenQuery,
): KeysetList => ({
  name: 'children',
  filters: [organizationId, parentId, orderBy?.field ?? 'position', orderBy?.direction ?? 'asc', title ?? null],
  with: accessTree(organizationId, actor),
  select: raw('child.id, child.kind'),
  from: sql`from (
    select s.id, 'space' as kind, ${childKeys('s')} from spaces s ${spaceTreeJoin}
    where s."organizationId" = ${organizationId} and s."deletedAt" is null
      and s."parentId" is not distinct from ${parentId}::text and ${spaceVisible}
      and ${titleCondition('s', { title }) ?? raw('true')}
    union all
    select c.id, 'collection', ${childKeys('c')} from collections c ${collectionTreeJoin}
    where c."organizationId" = ${organizationId} and c."parentId" is not distinct from ${parentId}::text
      and ${collectionVisible} and ${titleCondition('c', { title }) ?? raw('true')}) child`,
  where: [],
  sort: { ...childSorts[orderBy?.field ?? 'position'], id: 'child.id' },
  direction: orderBy?.direction ?? 'asc',
});

/** The columns that children are sorted by. */
const childKeys = (table: 's' | 'c') =>
  raw(`${table}.position, ${table}."createdAt", ${table}."updatedAt", lower(${table}.title) as title`);

const childSorts = {
  position: { by: 'child.position collate "C"', type: 'text' },
  title: { by: 'child.title collate "C"', type: 'text' },
  createdAt: { by: 'child."createdAt"', type: 'timestamptz' },
  updatedAt: { by: 'child."updatedAt"', type: 'timestamptz' },
} as const;

/** Writes a space as it is, which ends the answers that are kept under its row. Lock the space before. */
export const renewSpace = (writer: Sql, id: string): Promise<unknown> =>
  writer.rows(sql`update spaces set version = version where id = ${id}`);

/** Marks a space as deleted, at the current time of the database. */
export const markDeleted = (reader: Sql, id: string): Promise<unknown> =>
  reader.rows(sql`update spaces set "deletedAt" = now(), "updatedAt" = now(), version = version + 1 where id = ${id}`);

/**
 * Deletes spaces that were marked as deleted more than 168 hours ago, by the clock of the database, with all their
 * data; returns their number. Skips spaces that another process is deleting.
 */
export async function deleteExpiredSpaces(reader: Sql, limit: number): Promise<number> {
  const rows = await reader.rows(sql`
    delete from spaces where id in (
      select id from spaces where "deletedAt" <= now() - interval '168 hours'
      order by "deletedAt" limit ${limit}::int for update skip locked
    ) returning id`);
  return rows.length;
}

/**
 * Copies the content of a space as the first revision of another space. Pages and files keep their ids, so links
 * between them stay valid. A single statement sees a consistent snapshot, so it needs no lock against edits.
 */
export const copyContent = (reader: Sql, from: string, to: string): Promise<unknown> =>
  reader.rows(sql`
    with entries as (
      insert into content_entries (line, "entryId", "fromSeq", "spaceId", kind, "parentId", position, type, title, slug,
        "documentId", "blobHash", attributes, "createdAt", "updatedAt")
      select ${to}, "entryId", 1, ${to}, kind, "parentId", position, type, title, slug,
        "documentId", "blobHash", attributes, "createdAt", "updatedAt"
      from content_entries where line = ${from} and "toSeq" is null and not deleted
    ), links as (
      insert into content_links (line, "fromSeq", ${copiedLinkColumns('')})
      select ${to}, 1, ${copiedLinkColumns('l.')}
      from content_entries e join content_links l using (line, "entryId", "fromSeq")
      where e.line = ${from} and e."toSeq" is null and not e.deleted
    ), ${copyIndex(from, to)}`);
