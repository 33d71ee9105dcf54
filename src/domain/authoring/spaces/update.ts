import { changesFrom, ofSpace } from '../../core/events/emit.ts';
import type * as z from 'zod';
import { changedValues } from '../../../lib/changed-values.ts';
import type { Context } from '../../core/context.ts';
import type { VersionedReference } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { lockSpace } from './lock.ts';
import type { UpdateSpaceInput } from './inputs.ts';
import { toColumns } from './settings.ts';
import { readSpace, type Space } from './spaces.ts';

export type SpaceUpdate = z.output<typeof UpdateSpaceInput> & VersionedReference;

/** Updates the provided fields. Requires `admin` on the space. Throws validation_failed, precondition_failed. */
export async function updateSpace(outer: Context, input: SpaceUpdate): Promise<Space> {
  return transact(outer, async (ctx) => {
    const space = await lockSpace(ctx, input, 'admin');
    const { id } = space;
    const changes = changedValues(toColumns(input), space);
    if (Object.keys(changes).length > 0) {
      await ctx.db.space.update({
        where: { id },
        data: { ...changes, version: { increment: 1 }, updatedAt: ctx.now() },
      });
      ctx.emit('space.updated', ofSpace(space), changesFrom(space, changes));
    }
    return readSpace(ctx, id);
  });
}
