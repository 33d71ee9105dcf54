import { generateNKeysBetween } from 'fractional-indexing';
import { sql } from '../../db/sql.ts';
import type { Context } from '../context.ts';
import { lastKey } from '../position.ts';
import { transact } from '../transact.ts';
import { collectionInTree, type Target } from './change.ts';
import { lockSubtree, type Subtree } from './subtree.ts';

/**
 * Removes a collection and those inside it; the spaces in them are deleted and can be restored, at the
 * top of the organization. Throws not_found, forbidden, precondition_failed. Decisions 1.1.
 */
export async function deleteCollection(outer: Context, target: Target): Promise<string> {
  return transact(outer, async (ctx) => {
    const { id, organizationId } = await collectionInTree(ctx, target);
    const subtree = await lockSubtree(ctx, id);
    await deleteSpaces(ctx, organizationId, subtree);
    await ctx.sql.rows(sql`delete from collections where id = any(${subtree.collectionIds}::text[])`);
    return id;
  });
}

/**
 * The spaces keep the default level that reached them from a collection: at the top they would inherit
 * another one, and be open to more people than before.
 */
async function deleteSpaces(ctx: Context, organizationId: string, { spaceIds }: Subtree): Promise<void> {
  if (spaceIds.length === 0) return;
  const last = await lastKey(ctx, { organizationId, parentId: null });
  const keys = generateNKeysBetween(last, null, spaceIds.length);
  await ctx.sql.rows(sql`
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
    from unnest(${spaceIds}::text[], ${keys}::text[]) keyed(id, position) join levels on levels."spaceId" = keyed.id
    where s.id = keyed.id`);
}
