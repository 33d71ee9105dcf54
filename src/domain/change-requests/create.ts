import { sql } from '../../db/sql.ts';
import { failure, notFound } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { refuseNull } from '../given.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { transact } from '../transact.ts';
import { getChangeRequest, type ChangeRequest } from './change-requests.ts';

export interface NewChangeRequest {
  readonly spaceId: string;
  readonly subject?: string | null | undefined;
}

/**
 * Starts a change request, as a draft, from the content as it is. Its number is the next of the space: whoever
 * comes at the same time waits for the space. Throws not_found, forbidden, insufficient_scope, space_locked,
 * validation_failed.
 */
export async function createChangeRequest(
  outer: Context,
  { spaceId, ...given }: NewChangeRequest,
): Promise<ChangeRequest> {
  refuseNull(given, ['subject']);
  // Before the number is taken, lest a stranger hold the row of a space; and again, for it may have changed meanwhile.
  await authorizeCreation(outer, spaceId);
  return transact(outer, async (ctx) => {
    const space = await ctx.sql.first<{ number: number; revisionId: string }>(sql`
      update spaces set "changeRequests" = "changeRequests" + 1, "changeRequestsDraft" = "changeRequestsDraft" + 1
      where id = ${spaceId} and "deletedAt" is null returning "changeRequests" as number, "revisionId"`);
    ctx.loaders.clear();
    await authorizeCreation(ctx, spaceId);
    if (space === null) throw notFound('space', spaceId);
    const id = ctx.newId('cr');
    const now = ctx.now();
    await ctx.db.changeRequest.createMany({
      data: {
        id,
        spaceId,
        number: space.number,
        subject: given.subject ?? '',
        createdById: ctx.actor.userId,
        revisionId: space.revisionId,
        revisionInitialId: space.revisionId,
        createdAt: now,
        updatedAt: now,
      },
    });
    return getChangeRequest(ctx, { id }, 'edit');
  });
}

/** Locked are all edits (contract 2.5): what was begun before can still be finished. */
async function authorizeCreation(ctx: Context, spaceId: string): Promise<void> {
  const { editMode } = await authorizedSpace(ctx, spaceId, 'createChangeRequest');
  if (editMode === 'locked') throw failure('space_locked', 'The space is locked: no change request can be made');
}
