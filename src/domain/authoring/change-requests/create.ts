import type * as z from 'zod';
import { ofChangeRequest } from './events.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { transact } from '../../core/transact.ts';
import { getChangeRequest, type ChangeRequest } from './change-requests.ts';
import { reserveNumber } from './queries/numbers.ts';
import type { CreateChangeRequestInput } from './inputs.ts';

export type NewChangeRequest = z.output<typeof CreateChangeRequestInput> & { readonly spaceId: string };

/** What a change request of the server itself begins with. */
export interface ChangeRequestStart {
  /** A new id when omitted. */
  readonly id?: string | undefined;
  /** The main revision that it starts from; the active one when omitted. */
  readonly revisionId?: string | undefined;
  /** As Markdown. */
  readonly description?: string | undefined;
  /** The pull request that it shows. */
  readonly pullRequestUrl?: string | undefined;
}

/**
 * Creates a draft from the active main revision of a space, with the next number of the space. Concurrent calls for one
 * space wait for each other. Spaces with a locked `editMode` accept change requests. Throws validation_failed.
 */
export async function createChangeRequest(
  outer: Context,
  { spaceId, ...input }: NewChangeRequest,
  start: ChangeRequestStart = {},
): Promise<ChangeRequest> {
  // Authorize before locking, and again afterwards, since access may have changed while waiting for the lock.
  await authorizedSpace(outer, spaceId, 'createChangeRequest');
  return transact(outer, async (ctx) => {
    const space = await reserveNumber(ctx.sql, spaceId);
    await authorizedSpace(ctx, spaceId, 'createChangeRequest');
    if (space === null) throw notFound('space', spaceId);
    const { id = ctx.newId('cr'), revisionId = space.revisionId, ...shown } = start;
    const now = ctx.now();
    await ctx.db.changeRequest.createMany({
      data: {
        id,
        spaceId,
        number: space.number,
        subject: input.subject ?? '',
        ...shown,
        createdById: ctx.actor.userId,
        revisionId,
        revisionInitialId: revisionId,
        createdAt: now,
        updatedAt: now,
      },
    });
    const changeRequest = await getChangeRequest(ctx, { id }, 'edit');
    ctx.emit('change_request.created', await ofChangeRequest(ctx, changeRequest), { revision: revisionId });
    return changeRequest;
  });
}
