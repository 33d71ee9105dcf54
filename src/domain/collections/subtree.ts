import { sql } from '../../db/sql.ts';
import type { Context } from '../context.ts';

/** Everything in a collection, however deep. */
export interface Subtree {
  /** The collection itself and those inside. */
  readonly collectionIds: readonly string[];
  /** The spaces in all of them, deleted ones too, outermost first and then in their order. */
  readonly spaceIds: readonly string[];
}

/** Reads a subtree and locks its rows; the caller holds the tree's lock. */
export async function lockSubtree(ctx: Context, collectionId: string): Promise<Subtree> {
  const collections = await ctx.sql.rows<{ id: string }>(sql`
    with recursive tree(id, depth) as (
      select id, 0 from collections where id = ${collectionId}
      union all
      select c.id, tree.depth + 1 from tree join collections c on c."parentId" = tree.id
    )
    select c.id from tree join collections c on c.id = tree.id order by tree.depth, c.id for update of c`);
  const collectionIds = collections.map(({ id }) => id);
  const spaces = await ctx.sql.rows<{ id: string }>(sql`
    select id from spaces where "parentId" = any(${collectionIds}::text[])
    order by array_position(${collectionIds}::text[], "parentId"), position collate "C", id for update`);
  return { collectionIds, spaceIds: spaces.map(({ id }) => id) };
}
