import { ofChangeRequest } from '../change-requests/events.ts';
import { conflict, invalid, notFound, referenceNotFound } from '../../../lib/errors.ts';
import {
  enterChangeRequest,
  getChangeRequest,
  type ChangeRequest,
  type ChangeRequestRef,
} from '../change-requests/change-requests.ts';
import { requireNotClosed } from '../merging/heads.ts';
import { updateChangeRequest, type ChangeRequestUpdate } from '../change-requests/update.ts';
import { lockSpaceContent } from '../content/commit.ts';
import type { Context } from '../../core/context.ts';
import { loadSpace } from '../spaces/spaces.ts';
import { transact } from '../../core/transact.ts';
import { lockRow, requireVersion } from '../../core/locks.ts';
import { maxRequestedReviewers } from './fields.ts';
import {
  countRequestedReviewers,
  findRequestedReviewers,
  upsertRequestedReviewers,
  listUsersWhoCanRead,
  type RequestedReviewer,
} from './queries.ts';

export interface ReviewRequest extends Omit<ChangeRequestUpdate, 'status'> {
  /** Ids of members who can see the space, without the author of the change request. */
  readonly users: readonly string[];
}

export interface RequestedReview {
  readonly changeRequest: ChangeRequest;
  /** The requested reviewers, in the order of the request. */
  readonly users: readonly RequestedReviewer[];
}

/**
 * Requests reviews of a change request, and opens it if it is a draft. A repeated request to a user outdates that
 * user's earlier review. Throws validation_failed, reference_not_found, invalid_state, conflict, precondition_failed.
 */
export async function requestReview(
  outer: Context,
  ref: ChangeRequestRef,
  { users, expectedVersion, ...update }: ReviewRequest,
): Promise<RequestedReview> {
  return transact(outer, async (ctx) => {
    const { id, spaceId } = await enterChangeRequest(ctx, ref);
    await lockSpaceContent(ctx, spaceId);
    const version = await lockRow(ctx, 'change_requests', { id });
    const changeRequest = await getChangeRequest(ctx, { id }, 'edit');
    const subject = await ofChangeRequest(ctx, changeRequest);
    requireNotClosed(changeRequest);
    requireVersion(version, expectedVersion);
    const userIds = [...new Set(users)];
    await requireReviewers(ctx, changeRequest, users);
    await upsertRequestedReviewers(ctx.sql, {
      changeRequestId: id,
      userIds,
      requestedById: ctx.actor.userId,
      revisionId: changeRequest.revisionId,
      createdAt: ctx.now(),
    });
    const requested = await countRequestedReviewers(ctx.sql, id);
    if (requested > maxRequestedReviewers)
      throw conflict(
        `A change request can have at most ${maxRequestedReviewers} requested reviewers; this would be ${requested}`,
      );
    for (const reviewer of userIds) ctx.emit('review.requested', subject, { reviewer });
    const opened = await updateChangeRequest(ctx, { id }, { ...update, status: 'open' });
    return { changeRequest: opened, users: await findRequestedReviewers(ctx.sql, id, userIds) };
  });
}

/** Throws reference_not_found for users who cannot see the space, validation_failed for the author. */
async function requireReviewers(ctx: Context, { spaceId, createdById }: ChangeRequest, users: readonly string[]) {
  const { organizationId } = await loadSpace(ctx, spaceId);
  const canRead = await listUsersWhoCanRead(ctx.sql, { organizationId, resource: { spaceId } }, users);
  for (const [index, user] of users.entries()) {
    const path = `input.users.${index}`;
    if (!canRead.has(user)) throw referenceNotFound(path, 'member who may see the space', user);
    if (user === createdById) throw invalid(path, 'The author cannot review the change request', 'author');
  }
}

/** Cancels the review request to a user. */
export async function cancelReviewRequest(
  outer: Context,
  ref: ChangeRequestRef,
  userId: string,
): Promise<ChangeRequest> {
  return transact(outer, async (ctx) => {
    const { id } = await enterChangeRequest(ctx, ref);
    await lockRow(ctx, 'change_requests', { id });
    const changeRequest = await getChangeRequest(ctx, { id }, 'edit');
    const subject = await ofChangeRequest(ctx, changeRequest);
    const { count } = await ctx.db.requestedReviewer.deleteMany({ where: { changeRequestId: id, userId } });
    if (count === 0) throw notFound('requested reviewer', userId);
    ctx.emit('review.request_cancelled', subject, { reviewer: userId });
    return changeRequest;
  });
}
