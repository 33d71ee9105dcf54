import { canonicalEmoji } from '../../lib/emoji.ts';
import { lockDestination } from '../collections/destination.ts';
import type { Context } from '../context.ts';
import { lastPosition } from '../position.ts';
import { transact } from '../transact.ts';
import { defaultSpaceTitle, type EditMode } from './fields.ts';
import { readSpace, type Space } from './spaces.ts';

export interface NewSpace {
  readonly organizationId: string;
  readonly title?: string | null | undefined;
  readonly emoji?: string | null | undefined;
  readonly parentId?: string | null | undefined;
  readonly editMode?: EditMode | null | undefined;
}

/**
 * Creates a space with an empty first revision; the caller becomes its admin. Needs `create` on the
 * parent collection, or on the organization. Throws not_found, forbidden, reference_not_found.
 */
export async function createSpace(outer: Context, input: NewSpace): Promise<Space> {
  return transact(outer, async (ctx) => {
    const siblings = { organizationId: input.organizationId, parentId: input.parentId ?? null };
    await lockDestination(ctx, siblings, 'space');
    const id = ctx.newId('spc');
    const now = ctx.now();
    const revisionId = ctx.newId('rev');
    await ctx.db.space.create({
      data: {
        id,
        ...siblings,
        title: input.title ?? defaultSpaceTitle,
        emoji: canonicalEmoji(input.emoji ?? ''),
        editMode: input.editMode ?? 'live',
        position: await lastPosition(ctx, siblings),
        revisionId,
        createdAt: now,
        updatedAt: now,
        revisions: {
          create: {
            id: revisionId,
            line: id,
            seq: 1,
            parents: [],
            type: 'edits',
            createdById: ctx.actor.userId,
            createdAt: now,
          },
        },
        grants: {
          create: {
            id: ctx.newId('grant'),
            organizationId: input.organizationId,
            userId: ctx.actor.userId,
            role: 'admin',
          },
        },
      },
    });
    return readSpace(ctx, id);
  });
}
