import { storedLevel, type GivenLevel } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { refuseNull } from '../given.ts';
import { transact } from '../transact.ts';
import { collectionToChange, type Target } from './change.ts';
import { readCollection, type Collection } from './collections.ts';

export interface CollectionChange extends Target {
  readonly title?: string | null | undefined;
  /** Null clears it. */
  readonly description?: string | null | undefined;
  /** Null gives members without a grant no access; `inherit` takes the parent's level. */
  readonly defaultLevel?: GivenLevel | null | undefined;
}

/** Changes what is given. Throws not_found, forbidden, validation_failed, precondition_failed. */
export async function updateCollection(outer: Context, input: CollectionChange): Promise<Collection> {
  return transact(outer, async (ctx) => {
    const { id } = await collectionToChange(ctx, input, 'admin');
    refuseNull(input, ['title']);
    const { title, description, defaultLevel } = input;
    const changes = {
      ...(title === undefined || title === null ? {} : { title }),
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(defaultLevel === undefined ? {} : { defaultLevel: storedLevel(defaultLevel) }),
    };
    if (Object.keys(changes).length > 0)
      await ctx.db.collection.update({
        where: { id },
        data: { ...changes, version: { increment: 1 }, updatedAt: ctx.now() },
      });
    ctx.loaders.clear();
    return readCollection(ctx, id);
  });
}
