import { raw, sql } from '../../db/sql.ts';
import { conflict, invalid, notFound, referenceNotFound } from '../../lib/errors.ts';
import { effectiveRanks } from '../../loaders/access.ts';
import {
  enterChangeRequest,
  getChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
} from '../change-requests/change-requests.ts';
import { requireUnmerged } from '../change-requests/merging/lines.ts';
import { updateChangeRequest, type ChangeRequestChange } from '../change-requests/update.ts';
import { lockSpace } from '../content/commit.ts';
import type { Context } from '../context.ts';
import { readSpace } from '../spaces/spaces.ts';
import { transact } from '../transact.ts';
import { lockRow, requireVersion } from '../versions.ts';
import { maxRequestedReviewers } from './fields.ts';
import { countRequestedReviewers, type RequestedReviewer } from './requested-reviewers.ts';

export interface ReviewRequest extends Omit<ChangeRequestChange, 'status'> {
  /** Ids of members who may see the space; the author is none of them. */
  readonly users: readonly string[];
}

/** What became of a request for reviews. */
export interface RequestedReview {
  readonly changeRequest: ChangeRequest;
  /** The people of the request, in its order. */
  readonly users: readonly RequestedReviewer[];
}

/**
 * Asks people for a review, and opens a draft for it. Whoever is asked already is asked anew; a review that one of them
 * gave before is outdated. Throws not_found, forbidden, insufficient_scope, validation_failed, reference_not_found,
 * invalid_state, conflict, precondition_failed. Decisions 3.2.
 */
export async function requestReview(
  outer: Context,
  place: ChangeRequestPlace,
  { users, expectedVersion, ...change }: ReviewRequest,
): Promise<RequestedReview> {
  return transact(outer, async (ctx) => {
    const { id, spaceId } = await enterChangeRequest(ctx, place);
    await lockSpace(ctx, spaceId);
    const version = await lockRow(ctx, 'change_requests', { id });
    const changeRequest = await getChangeRequest(ctx, { id }, 'edit');
    requireUnmerged(changeRequest);
    requireVersion(version, expectedVersion);
    const asked = [...new Set(users)];
    await requireReviewers(ctx, changeRequest, users);
    await ctx.sql.rows(sql`
      insert into requested_reviewers ("changeRequestId", "userId", "requestedById", "revisionId", "createdAt")
      select ${id}, asked.id, ${ctx.actor.userId}, ${changeRequest.revisionId}, ${ctx.now().toISOString()}::timestamptz
      from unnest(${asked}::text[]) asked(id)
      on conflict ("changeRequestId", "userId") do update set "requestedById" = excluded."requestedById",
        "revisionId" = excluded."revisionId", "createdAt" = excluded."createdAt"
      returning ${raw('1')}`);
    const requested = await countRequestedReviewers(ctx, id);
    if (requested > maxRequestedReviewers)
      throw conflict(`A change request has ${maxRequestedReviewers} requested reviewers at most, not ${requested}`);
    const opened = await updateChangeRequest(ctx, { id }, { ...change, status: 'open' });
    const rows = await ctx.sql.rows<RequestedReviewer>(sql`
      select q.* from requested_reviewers q
      where q."changeRequestId" = ${id} and q."userId" = any(${asked}::text[])
      order by array_position(${asked}::text[], q."userId")`);
    return { changeRequest: opened, users: rows };
  });
}

/** Throws reference_not_found for whoever may not see the space, validation_failed for the author. */
async function requireReviewers(ctx: Context, { spaceId, createdById }: ChangeRequest, users: readonly string[]) {
  const { organizationId } = await readSpace(ctx, spaceId);
  const ranks = effectiveRanks(organizationId, { spaceId });
  const rows = await ctx.sql.rows<{ userId: string }>(sql`
    ${ranks.with} select held."userId" ${ranks.from} where held.rank >= 1 and held."userId" = any(${users}::text[])`);
  const seeing = new Set(rows.map(({ userId }) => userId));
  for (const [index, user] of users.entries()) {
    const path = `input.users.${index}`;
    if (!seeing.has(user)) throw referenceNotFound(path, 'member who may see the space', user);
    if (user === createdById) throw invalid(path, 'The author cannot review the change request', 'author');
  }
}

/** Takes back that somebody was asked for a review. Throws not_found, forbidden, insufficient_scope. */
export async function cancelReviewRequest(
  outer: Context,
  place: ChangeRequestPlace,
  userId: string,
): Promise<ChangeRequest> {
  return transact(outer, async (ctx) => {
    const { id } = await enterChangeRequest(ctx, place);
    await lockRow(ctx, 'change_requests', { id });
    const changeRequest = await getChangeRequest(ctx, { id }, 'edit');
    const { count } = await ctx.db.requestedReviewer.deleteMany({ where: { changeRequestId: id, userId } });
    if (count === 0) throw notFound('requested reviewer', userId);
    return changeRequest;
  });
}
