import { storedLevel, type DefaultLevelInput } from '../../access/roles.ts';
import { changedValues } from '../../lib/changed-values.ts';
import type { Context } from '../context.ts';
import type { VersionedReference } from '../locks.ts';
import { refuseNull } from '../nulls.ts';
import { transact } from '../transact.ts';
import { readCollection, type Collection } from './collections.ts';
import { lockCollection } from './lock.ts';

export interface CollectionUpdate extends VersionedReference {
  readonly title?: string | null | undefined;
  /** Null clears the description. */
  readonly description?: string | null | undefined;
  /** Null gives members without a grant no access; `inherit` uses the level of the parent. */
  readonly defaultLevel?: DefaultLevelInput | null | undefined;
}

/**
 * Updates the provided fields. Requires `admin`. Throws not_found, forbidden, validation_failed, precondition_failed.
 */
export async function updateCollection(outer: Context, input: CollectionUpdate): Promise<Collection> {
  return transact(outer, async (ctx) => {
    const { id } = await lockCollection(ctx, input, 'admin');
    refuseNull(input, ['title']);
    const { title, description, defaultLevel } = input;
    const given = {
      ...(title === undefined || title === null ? {} : { title }),
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(defaultLevel === undefined ? {} : { defaultLevel: storedLevel(defaultLevel) }),
    };
    const changes = changedValues(given, await readCollection(ctx, id));
    if (Object.keys(changes).length > 0)
      await ctx.db.collection.update({
        where: { id },
        data: { ...changes, version: { increment: 1 }, updatedAt: ctx.now() },
      });
    return readCollection(ctx, id);
  });
}
