import { ofCollection } from '../../core/events/emit.ts';
import type { Context } from '../../core/context.ts';
import { lastPosition } from '../tree/position.ts';
import { transact } from '../../core/transact.ts';
import { readCollection, type Collection } from './collections.ts';
import { lockDestination } from './destination.ts';
import { defaultCollectionTitle } from './fields.ts';

export interface NewCollection {
  /** Generated when omitted. */
  readonly id?: string;
  readonly organizationId: string;
  readonly title?: string | null | undefined;
  readonly parentId?: string | null | undefined;
}

/**
 * Creates a collection whose admin is the caller. Needs `createCollection` on the parent collection, or on the
 * organization for the top level. Throws reference_not_found.
 */
export async function createCollection(outer: Context, input: NewCollection): Promise<Collection> {
  return transact(outer, async (ctx) => {
    const parent = { organizationId: input.organizationId, parentId: input.parentId ?? null };
    await lockDestination(ctx, parent, 'collection');
    const { id = ctx.newId('col') } = input;
    const now = ctx.now();
    await ctx.db.collection.create({
      data: {
        id,
        ...parent,
        title: input.title ?? defaultCollectionTitle,
        position: await lastPosition(ctx, parent),
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
    const collection = await readCollection(ctx, id);
    ctx.emit('collection.created', ofCollection(collection), { parent: collection.parentId });
    return collection;
  });
}
