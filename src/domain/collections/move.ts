import { failure, invalid } from '../../lib/errors.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../context.ts';
import { keyFor, referenceOf, type Placement } from '../placement.ts';
import { transact } from '../transact.ts';
import { collectionInTree, type Target } from './change.ts';
import { readCollection, type Collection } from './collections.ts';
import { authorizeDestination, authorizePresentPlace } from './destination.ts';

/**
 * Puts a collection under another parent of its organization, or beside another sibling. Needs admin
 * on it and create where it goes. Throws conflict (409) when it is there already, validation_failed
 * for a parent inside it.
 */
export async function moveCollection(outer: Context, input: Target & Placement): Promise<Collection> {
  return transact(outer, async (ctx) => {
    const collection = await collectionInTree(ctx, input);
    const { id, organizationId } = collection;
    const reference = referenceOf(input);
    const parentId = input.parent === undefined ? collection.parentId : input.parent;
    const siblings = { organizationId, parentId };
    const stays = parentId === collection.parentId;
    await (stays ? authorizePresentPlace : authorizeDestination)(ctx, siblings, 'collection');
    if (parentId !== null && !stays && (await isWithin(ctx, parentId, id)))
      throw invalid('input.parent', 'A collection does not go under itself', 'cycle');
    const key = stays ? collection.position : null;
    const position = await keyFor(ctx, siblings, reference, { id, key });
    if (position === null) throw failure('conflict', 'The collection is there already');
    await ctx.db.collection.update({
      where: { id },
      data: { parentId, position, version: { increment: 1 }, updatedAt: ctx.now() },
    });
    ctx.loaders.clear();
    return readCollection(ctx, id);
  });
}

/** True when a collection is the other one or lies anywhere inside it. */
async function isWithin(ctx: Context, id: string, outerId: string): Promise<boolean> {
  const row = await ctx.sql.first<{ within: boolean }>(sql`
    with recursive up(id, "parentId") as (
      select id, "parentId" from collections where id = ${id}
      union
      select c.id, c."parentId" from up join collections c on c.id = up."parentId"
    )
    select exists (select from up where id = ${outerId}) as within`);
  return row?.within ?? false;
}
