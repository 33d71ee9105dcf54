import { failure } from '../../lib/errors.ts';
import { givenMarkdown, type CommentBody } from '../comments/body.ts';
import { writeThread } from '../comments/create.ts';
import { enterDiscussion } from '../comments/comments.ts';
import { enterChangeRequest, getChangeRequest, type ChangeRequestPlace } from '../change-requests/change-requests.ts';
import { readHeads, requireUnmerged } from '../change-requests/merging/lines.ts';
import { isAuthor } from '../change-requests/policy.ts';
import { requireRevision } from '../content/edits/expected-revision.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { lockRow } from '../versions.ts';
import type { ReviewStatus } from './fields.ts';
import { readReview, type Review } from './reviews.ts';

export interface NewReview {
  readonly status: ReviewStatus;
  /** Starts a thread with the review; an empty one does not. */
  readonly comment?: CommentBody | null | undefined;
  /** The revision that was read; others may have written since. */
  readonly expectedRevision?: string | null | undefined;
}

/**
 * Says of a change request, as it is now, that it can be merged or should be changed; whoever was asked for a review has
 * given it. An earlier review of the same person is outdated by it. Not for authors of the change request. Throws
 * not_found, forbidden, insufficient_scope, invalid_state, validation_failed, precondition_failed.
 */
export async function submitReview(outer: Context, place: ChangeRequestPlace, input: NewReview): Promise<Review> {
  return transact(outer, async (ctx) => {
    const { id } = await enterChangeRequest(ctx, place);
    // Reviews follow one another, and none falls between a change of the content and its new revision.
    await lockRow(ctx, 'change_requests', { id });
    const changeRequest = await getChangeRequest(ctx, { id }, 'review');
    if (isAuthor(ctx.actor, changeRequest))
      throw failure('forbidden', 'Nobody reviews a change request of their own: ask somebody else');
    requireUnmerged(changeRequest);
    const markdown = input.comment ? givenMarkdown(input.comment, 'input.comment') : null;
    const { spaceId, revisionId } = changeRequest;
    const discussion = { spaceId, changeRequestId: id };
    if (markdown !== null) await enterDiscussion(ctx, discussion, 'comment');
    const { own } = await readHeads(ctx, changeRequest);
    await requireRevision(ctx, own, input.expectedRevision);
    const reviewer = { changeRequestId: id, userId: ctx.actor.userId };
    const asked = await ctx.db.requestedReviewer.findUnique({ where: { changeRequestId_userId: reviewer } });
    if (asked) await ctx.db.requestedReviewer.deleteMany({ where: reviewer });
    const reviewId = ctx.newId('rvw');
    await ctx.db.changeRequestReview.createMany({
      data: {
        id: reviewId,
        changeRequestId: id,
        reviewerId: ctx.actor.userId,
        requestedById: asked?.requestedById ?? null,
        status: input.status,
        revisionId,
        createdAt: ctx.now(),
      },
    });
    if (markdown !== null) await writeThread(ctx, { ...discussion, markdown, revisionId, reviewId });
    return readReview(ctx, reviewId, changeRequest);
  });
}
