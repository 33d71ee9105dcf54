import { DomainError, notFound } from '../../../lib/errors.ts';
import type { CommentRow } from '../../../loaders/comment-rows.ts';
import { allowed } from '../../../access/policy.ts';
import type { Role } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { toFacts, loadSpace, type Space } from '../spaces/spaces.ts';
import { spacePolicy } from '../spaces/policy.ts';
import { enterDiscussion, type DiscussionAction, type PartialDiscussionRef } from './discussions.ts';
import type { CommentStatus } from './fields.ts';

/** A comment that starts a thread, or a reply in one, with the caller's role. */
export interface Comment extends Omit<CommentRow, 'status'> {
  readonly status: CommentStatus;
  /** The caller's effective role on the space. */
  readonly role: Role | null;
}

/** A reply; `parentId` is the id of the comment that starts the thread. */
export type Reply = Comment & { readonly parentId: string };

const isReply = (comment: Comment): comment is Reply => comment.parentId !== null;

/**
 * Identifies a comment. Where a space or change request is provided, the comment must be in that discussion; a space alone
 * excludes its change requests.
 */
export interface CommentRef extends PartialDiscussionRef {
  readonly id: string;
}

/** Identifies a reply. Where `commentId` is provided, the reply must be in that thread. */
export interface ReplyRef extends CommentRef {
  readonly commentId?: string | null | undefined;
}

/** Gets a comment that starts a thread. */
export async function getComment(
  ctx: Context,
  ref: CommentRef,
  action: DiscussionAction = 'readComments',
): Promise<Comment> {
  const comment = await getCommentOrReply(ctx, 'comment', ref, action);
  if (isReply(comment)) throw notFound('comment', ref.id);
  return comment;
}

/** Gets a reply. */
export async function getReply(ctx: Context, ref: ReplyRef, action: DiscussionAction = 'readComments'): Promise<Reply> {
  const reply = await getCommentOrReply(ctx, 'comment reply', ref, action);
  const { commentId = null } = ref;
  if (!isReply(reply) || (commentId !== null && reply.parentId !== commentId)) throw notFound('comment reply', ref.id);
  return reply;
}

async function getCommentOrReply(
  ctx: Context,
  kind: string,
  ref: CommentRef,
  action: DiscussionAction,
): Promise<Comment> {
  const { id, spaceId = null, changeRequestId = null } = ref;
  const named = spaceId === null && changeRequestId === null ? null : await enterDiscussion(ctx, ref, action);
  const row = await ctx.loaders.comment.load(id);
  if (row === null) throw notFound(kind, id);
  if (named !== null && (row.spaceId !== named.space.id || row.changeRequestId !== (named.changeRequest?.id ?? null)))
    throw notFound(kind, id);
  return withRole(row, named?.space ?? (await spaceOf(ctx, row, { kind, action })));
}

/** Finds the comment started with a review. Null without one, and for callers who may not read comments. */
export async function findReviewComment(
  ctx: Context,
  review: { readonly id: string; readonly spaceId: string },
): Promise<Comment | null> {
  const space = await loadSpace(ctx, review.spaceId);
  if (!allowed(spacePolicy, 'readComments', ctx.actor, toFacts(space))) return null;
  const row = await ctx.loaders.reviewComment.load(review.id);
  return row && withRole(row, space);
}

/** Authorizes a comment requested by id alone. A hidden space or change request hides its comments. */
async function spaceOf(ctx: Context, row: CommentRow, { kind, action }: { kind: string; action: DiscussionAction }) {
  try {
    const { space } = await enterDiscussion(ctx, row, action);
    return space;
  } catch (error) {
    const hidden = error instanceof DomainError && error.type === 'not_found';
    throw hidden ? notFound(kind, row.id) : error;
  }
}

/** Adds the caller's role to a loaded row. */
export const withRole = (row: CommentRow, space: Pick<Space, 'role'>): Comment =>
  Object.assign(row, { role: space.role, status: row.status as CommentStatus });
