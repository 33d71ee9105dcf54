import { ofSpace } from '../../core/events/emit.ts';
import { lockDestination } from '../collections/destination.ts';
import type { Context } from '../../core/context.ts';
import { lastPosition } from '../tree/position.ts';
import { transact } from '../../core/transact.ts';
import { defaultSpaceTitle } from './fields.ts';
import { newRows } from './new-rows.ts';
import { copyContent } from './queries.ts';
import { toColumns, type SpaceSettings } from './settings.ts';
import { readSpace, type Space } from './spaces.ts';

export interface NewSpace extends SpaceSettings {
  /** Generated when omitted. */
  readonly id?: string;
  readonly organizationId: string;
  readonly parentId?: string | null | undefined;
  /** The space whose content it gets; the caller may read it. */
  readonly copyOf?: string;
}

/**
 * Creates a space with an empty first revision, or a copy of the content of another; the caller becomes its admin. Requires `create` on the parent
 * collection, or `createContent` on the organization for the top level. Throws reference_not_found.
 */
export async function createSpace(outer: Context, input: NewSpace): Promise<Space> {
  return transact(outer, async (ctx) => {
    const parent = { organizationId: input.organizationId, parentId: input.parentId ?? null };
    await lockDestination(ctx, parent, 'space');
    const { id = ctx.newId('spc') } = input;
    await ctx.db.space.create({
      data: {
        ...newRows(ctx, id),
        ...parent,
        title: defaultSpaceTitle,
        ...toColumns(input),
        position: await lastPosition(ctx, parent),
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
    const { copyOf } = input;
    if (copyOf !== undefined) await copyContent(ctx.sql, copyOf, id);
    const space = await readSpace(ctx, id);
    ctx.emit('space.created', ofSpace(space), { parent: space.parentId, ...(copyOf !== undefined && { copyOf }) });
    return space;
  });
}
