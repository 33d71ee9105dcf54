import type { Context } from '../context.ts';
import { lastPosition } from '../position.ts';
import { transact } from '../transact.ts';
import { readCollection, type Collection } from './collections.ts';
import { lockDestination } from './destination.ts';
import { defaultCollectionTitle } from './fields.ts';

export interface NewCollection {
  readonly organizationId: string;
  readonly title?: string | null | undefined;
  readonly parentId?: string | null | undefined;
}

/**
 * Creates a collection; the caller becomes its admin. Needs `create` on the parent collection, or on
 * the organization. Throws not_found, forbidden, reference_not_found.
 */
export async function createCollection(outer: Context, input: NewCollection): Promise<Collection> {
  return transact(outer, async (ctx) => {
    const siblings = { organizationId: input.organizationId, parentId: input.parentId ?? null };
    await lockDestination(ctx, siblings, 'collection');
    const id = ctx.newId('col');
    const now = ctx.now();
    await ctx.db.collection.create({
      data: {
        id,
        ...siblings,
        title: input.title ?? defaultCollectionTitle,
        position: await lastPosition(ctx, siblings),
        createdAt: now,
        updatedAt: now,
        grants: {
          create: {
            id: ctx.newId('grant'),
            organizationId: input.organizationId,
            userId: ctx.actor.userId,
            role: 'admin',
            createdAt: now,
          },
        },
      },
    });
    return readCollection(ctx, id);
  });
}
