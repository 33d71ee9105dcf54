import { ofChangeRequest } from './events.ts';
import { changesFrom, type EventSubject } from '../../core/events/emit.ts';
import type * as z from 'zod';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockRow, requireVersion, type Expected } from '../../core/locks.ts';
import { enterChangeRequest, getChangeRequest, type ChangeRequest, type ChangeRequestRef } from './change-requests.ts';
import { countStatus } from './counters.ts';
import { isClosed, type ChangeRequestStatus } from './fields.ts';
import { markdownOfDescription } from './description.ts';
import { lockSpaceCounters } from './queries/numbers.ts';
import type { UpdateChangeRequestInput } from './inputs.ts';

export type ChangeRequestUpdate = z.output<typeof UpdateChangeRequestInput> & Expected;

/**
 * Updates the provided fields of a change request. The status of a merged one cannot change. Throws validation_failed,
 * invalid_state, precondition_failed.
 */
export async function updateChangeRequest(
  outer: Context,
  ref: ChangeRequestRef,
  update: ChangeRequestUpdate,
): Promise<ChangeRequest> {
  return transact(outer, async (ctx) => {
    const { id, spaceId } = await enterChangeRequest(ctx, ref);
    // The space counts its change requests by status. Lock it first, to avoid deadlocks.
    if (update.status !== undefined) await lockSpaceCounters(ctx.sql, spaceId);
    const version = await lockRow(ctx, 'change_requests', { id });
    const changeRequest = await getChangeRequest(ctx, ref, 'edit');
    requireVersion(version, update.expectedVersion);
    const changes = changedFields(changeRequest, update);
    if (Object.keys(changes).length > 0) {
      const subject = await ofChangeRequest(ctx, changeRequest);
      await ctx.db.changeRequest.updateMany({
        where: { id },
        data: { ...changes, ...closing(changes, ctx.now()), version: { increment: 1 }, updatedAt: ctx.now() },
      });
      emitChanges(ctx, subject, { changeRequest, changes });
    }
    if (changes.status) await countStatus(ctx, changeRequest, changes.status);
    return getChangeRequest(ctx, { id }, 'edit');
  });
}

function emitChanges(
  ctx: Context,
  subject: EventSubject,
  {
    changeRequest,
    changes: { status, ...texts },
  }: { changeRequest: ChangeRequest; changes: ReturnType<typeof changedFields> },
): void {
  if (Object.keys(texts).length > 0) ctx.emit('change_request.updated', subject, changesFrom(changeRequest, texts));
  if (status) ctx.emit(eventOfStatus[status], subject);
}

const eventOfStatus = {
  draft: 'change_request.drafted',
  open: 'change_request.opened',
  archived: 'change_request.archived',
} as const;

/** The time of closing that a new status sets. */
const closing = ({ status }: { readonly status?: ChangeRequestStatus }, now: Date) =>
  status === undefined ? {} : { closedAt: isClosed(status) ? now : null };

/** The columns whose values differ from the stored ones. */
function changedFields(stored: ChangeRequest, { subject, status, description: input }: ChangeRequestUpdate) {
  if (typeof status === 'string' && stored.status === 'merged')
    throw failure('invalid_state', 'The status of a merged change request cannot change');
  const description = markdownOfDescription(input);
  return {
    ...(typeof subject === 'string' && subject !== stored.subject ? { subject } : {}),
    ...(description !== undefined && description !== stored.description ? { description } : {}),
    ...(typeof status === 'string' && status !== stored.status ? { status } : {}),
  };
}
