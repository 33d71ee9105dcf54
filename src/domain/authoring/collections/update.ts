import { changesFrom, ofCollection } from '../../core/events/emit.ts';
import type * as z from 'zod';
import { storedLevel } from '../../../access/roles.ts';
import { changedValues } from '../../../lib/changed-values.ts';
import type { Context } from '../../core/context.ts';
import type { VersionedReference } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { readCollection, type Collection } from './collections.ts';
import type { UpdateCollectionInput } from './inputs.ts';
import { lockCollection } from './lock.ts';

/** Null clears the description; as a default level it gives members without a grant no access. */
export type CollectionUpdate = z.output<typeof UpdateCollectionInput> & VersionedReference;

/** Updates the provided fields. Requires `admin`. Throws validation_failed, precondition_failed. */
export async function updateCollection(outer: Context, input: CollectionUpdate): Promise<Collection> {
  return transact(outer, async (ctx) => {
    const collection = await lockCollection(ctx, input, 'admin');
    const { id } = collection;
    const { title, description, defaultLevel } = input;
    const given = {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(defaultLevel === undefined ? {} : { defaultLevel: storedLevel(defaultLevel) }),
    };
    const changes = changedValues(given, collection);
    if (Object.keys(changes).length > 0) {
      await ctx.db.collection.update({
        where: { id },
        data: { ...changes, version: { increment: 1 }, updatedAt: ctx.now() },
      });
      ctx.emit('collection.updated', ofCollection(collection), changesFrom(collection, changes));
    }
    return readCollection(ctx, id);
  });
}
