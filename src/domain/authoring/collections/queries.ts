import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import {
  accessTree,
  collectionRankColumns,
  collectionTreeJoin,
  collectionVisible,
} from '../../../access/queries/visible-resources.ts';
import { queryValues, type TitledListQuery } from '../tree/list-query.ts';
import { sortedBy, titleCondition } from '../tree/queries.ts';

/** The filter and the order of a list of collections. */
export interface CollectionsQuery extends TitledListQuery {
  readonly organizationId: string;
  /** False lists only collections at the top level. */
  readonly nested: boolean;
}

/** The collections of an organization that the caller may read, with `RankColumns`; newest first by default. */
export function collectionsList(actor: Actor, { organizationId, nested, ...query }: CollectionsQuery): KeysetList {
  const { column, columnName: _, ...sorted } = sortedBy('c', query);
  return {
    name: 'collections',
    filters: [organizationId, nested, ...queryValues(query)],
    with: accessTree(organizationId, actor),
    select: sql`c.*, ${column}, ${collectionRankColumns}`,
    from: sql`from collections c ${collectionTreeJoin}`,
    where: [
      sql`c."organizationId" = ${organizationId}`,
      collectionVisible,
      nested ? null : raw('c."parentId" is null'),
      titleCondition('c', query),
    ],
    ...sorted,
  };
}

/** Whether collection `id` is `outerId` or one of its descendants. */
export async function isWithin(reader: Sql, id: string, outerId: string): Promise<boolean> {
  const row = await reader.first<{ within: boolean }>(sql`
    with recursive up(id, "parentId") as (
      select id, "parentId" from collections where id = ${id}
      union
      select c.id, c."parentId" from up join collections c on c.id = up."parentId"
    )
    select exists (select from up where id = ${outerId}) as within`);
  return row?.within ?? false;
}

/** A collection with all its descendants. */
export interface Subtree {
  /** The collection itself and those in it. */
  readonly collectionIds: readonly string[];
  /** The spaces in all of them, including deleted ones: outermost first, then in their order. */
  readonly spaceIds: readonly string[];
}

/** Reads a subtree and locks its rows. The caller has locked the tree. */
export async function lockSubtree(reader: Sql, collectionId: string): Promise<Subtree> {
  const collections = await reader.rows<{ id: string }>(sql`
    with recursive tree(id, depth) as (
      select id, 0 from collections where id = ${collectionId}
      union all
      select c.id, tree.depth + 1 from tree join collections c on c."parentId" = tree.id
    )
    select c.id from tree join collections c on c.id = tree.id order by tree.depth, c.id for update of c`);
  const collectionIds = collections.map(({ id }) => id);
  const spaces = await reader.rows<{ id: string }>(sql`
    select id from spaces where "parentId" = any(${collectionIds}::text[])
    order by array_position(${collectionIds}::text[], "parentId"), position collate "C", id for update`);
  return { collectionIds, spaceIds: spaces.map(({ id }) => id) };
}

export const deleteCollections = (reader: Sql, ids: readonly string[]): Promise<unknown> =>
  reader.rows(sql`delete from collections where id = any(${ids}::text[])`);

/**
 * Marks spaces as deleted and moves them to the top level of their organization, each to its order key. A space that
 * inherited its default level from a collection keeps that level, because the level of the organization could admit
 * more people.
 */
export const deleteSpacesOfCollections = (
  reader: Sql,
  spaceIds: readonly string[],
  positions: readonly string[],
): Promise<unknown> =>
  reader.rows(sql`
    with recursive chain("spaceId", depth, "parentId", level) as (
      select s.id, 0, s."parentId", s."defaultLevel" from spaces s where s.id = any(${spaceIds}::text[])
      union all
      select chain."spaceId", chain.depth + 1, up."parentId", up."defaultLevel"
      from chain join collections up on up.id = chain."parentId"
      where chain.level = 'inherit'
    ), levels as (
      select distinct on ("spaceId") "spaceId", level from chain order by "spaceId", depth desc
    )
    update spaces s set "parentId" = null, position = keyed.position, "defaultLevel" = levels.level,
      visibility = case s.visibility when 'in-collection' then 'private' else s.visibility end,
      "deletedAt" = coalesce(s."deletedAt", now()), "updatedAt" = now(), version = s.version + 1
    from unnest(${spaceIds}::text[], ${positions}::text[]) keyed(id, position) join levels on levels."spaceId" = keyed.id
    where s.id = keyed.id`);
