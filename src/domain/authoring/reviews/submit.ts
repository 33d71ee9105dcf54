import type * as z from 'zod';
import { ofChangeRequest } from '../change-requests/events.ts';
import { failure } from '../../../lib/errors.ts';
import { optionalMarkdown } from '../comments/body.ts';
import { insertThread } from '../comments/create.ts';
import { enterDiscussion } from '../comments/discussions.ts';
import { enterChangeRequest, getChangeRequest, type ChangeRequestRef } from '../change-requests/change-requests.ts';
import { loadHeads, requireNotClosed } from '../merging/heads.ts';
import { isAuthor } from '../change-requests/policy.ts';
import { requireRevision } from '../content/edits/expected-revision.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockRow } from '../../core/locks.ts';
import { readReview, type Review } from './reviews.ts';
import type { SubmitReviewInput } from './inputs.ts';

export type NewReview = z.output<typeof SubmitReviewInput> & {
  /** The reviewed revision. Throws precondition_failed unless it is active. */
  readonly expectedRevision?: string | null | undefined;
};

/**
 * Submits a review of the active revision of a change request. Its author may not. The review fulfills a pending
 * request to the caller, and outdates the caller's earlier reviews. Throws invalid_state, validation_failed,
 * precondition_failed.
 */
export async function submitReview(outer: Context, ref: ChangeRequestRef, input: NewReview): Promise<Review> {
  return transact(outer, async (ctx) => {
    const { id } = await enterChangeRequest(ctx, ref);
    // Serializes reviews with each other and with commits to the change request.
    await lockRow(ctx, 'change_requests', { id });
    const changeRequest = await getChangeRequest(ctx, { id }, 'review');
    if (isAuthor(ctx.actor, changeRequest))
      throw failure('forbidden', 'Authors cannot review their own change request');
    requireNotClosed(changeRequest);
    const subject = await ofChangeRequest(ctx, changeRequest);
    const markdown = input.comment ? optionalMarkdown(input.comment, 'input.comment') : null;
    const { spaceId, revisionId } = changeRequest;
    const discussion = { spaceId, changeRequestId: id };
    if (markdown !== null) await enterDiscussion(ctx, discussion, 'comment');
    const { own } = await loadHeads(ctx, changeRequest);
    await requireRevision(ctx, own, input.expectedRevision);
    const reviewer = { changeRequestId: id, userId: ctx.actor.userId };
    const request = await ctx.db.requestedReviewer.findUnique({ where: { changeRequestId_userId: reviewer } });
    if (request) await ctx.db.requestedReviewer.deleteMany({ where: reviewer });
    const reviewId = ctx.newId('rvw');
    await ctx.db.changeRequestReview.createMany({
      data: {
        id: reviewId,
        changeRequestId: id,
        reviewerId: ctx.actor.userId,
        requestedById: request?.requestedById ?? null,
        status: input.status,
        revisionId,
        createdAt: ctx.now(),
      },
    });
    if (markdown !== null) await insertThread(ctx, { ...discussion, markdown, revisionId, reviewId });
    const { status } = input;
    ctx.emit('review.submitted', subject, { status, revision: revisionId });
    return readReview(ctx, reviewId, changeRequest);
  });
}
