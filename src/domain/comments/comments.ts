import { pageOf, positionAfter, type ListIdentity } from '../../db/keyset.ts';
import type { Comment as CommentModel } from '../../db/generated/client.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import { everyPart, type CommentParts, type CommentRow } from '../../loaders/comment-rows.ts';
import type { CommentFilter } from '../../loaders/comments.ts';
import { allowed, authorize } from '../access/policy.ts';
import type { Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { enterChangeRequest, type ChangeRequest } from '../change-requests/change-requests.ts';
import { authorizedSpace, factsOf, readSpace, type Space } from '../spaces/spaces.ts';
import { spacePolicy } from '../spaces/policy.ts';
import type { CommentStatus, CommentStatusFilter, SortOrder } from './fields.ts';
import { commentPolicy } from './policy.ts';

/** A thread, or a reply in one, as the caller stands to it. */
export interface Comment extends Omit<CommentRow, 'status'> {
  readonly status: CommentStatus;
  /** The caller's effective role on the space. */
  readonly role: Role | null;
}

/** A comment of a thread, which has the thread's id. */
export type Reply = Comment & { readonly parentId: string };

const isReply = (comment: Comment): comment is Reply => comment.parentId !== null;

/** Where a discussion is: on a space, or on a change request of it. */
export interface Discussion {
  readonly spaceId: string;
  /** Id of the change request, or its number in the space. */
  readonly changeRequestId?: string | null | undefined;
}

/** A comment by id; where it must be, as far as the caller says: a space alone means none of its change requests. */
export interface CommentPlace extends Partial<Nullable<Discussion>> {
  readonly id: string;
}

type Nullable<Shape> = { readonly [Key in keyof Shape]: Shape[Key] | null | undefined };

/** A reply by id; where it must be, as far as the caller says. */
export interface ReplyPlace extends CommentPlace {
  readonly commentId?: string | null | undefined;
}

/** Reading needs a role that may discuss, and so does writing. */
type Access = 'readComments' | 'comment';

/** The thread, when the caller may discuss on its space. Throws not_found, forbidden, insufficient_scope. */
export async function getComment(ctx: Context, place: CommentPlace, access: Access = 'readComments'): Promise<Comment> {
  const comment = await find(ctx, 'comment', place, access);
  if (isReply(comment)) throw notFound('comment', place.id);
  return comment;
}

/** The reply, when the caller may discuss on its space. Throws not_found, forbidden, insufficient_scope. */
export async function getReply(ctx: Context, place: ReplyPlace, access: Access = 'readComments'): Promise<Reply> {
  const reply = await find(ctx, 'comment reply', place, access);
  const { commentId = null } = place;
  if (!isReply(reply) || (commentId !== null && reply.parentId !== commentId))
    throw notFound('comment reply', place.id);
  return reply;
}

async function find(ctx: Context, kind: string, place: CommentPlace, access: Access): Promise<Comment> {
  const { id, spaceId = null, changeRequestId = null } = place;
  const named = spaceId === null && changeRequestId === null ? null : await enterDiscussion(ctx, place, access);
  const row = await ctx.loaders.comment.load(id);
  if (row === null) throw notFound(kind, id);
  if (named !== null && (row.spaceId !== named.space.id || row.changeRequestId !== (named.changeRequest?.id ?? null)))
    throw notFound(kind, id);
  return standing(row, named?.space ?? (await spaceOf(ctx, row, { kind, access })));
}

interface ReviewPlace {
  readonly id: string;
  readonly spaceId: string;
}

/** The thread that was started with a review; null without one, and for whoever may not read comments there. */
export async function findReviewComment(ctx: Context, review: ReviewPlace): Promise<Comment | null> {
  const space = await readSpace(ctx, review.spaceId);
  if (!allowed(spacePolicy, 'readComments', ctx.actor, factsOf(space))) return null;
  const row = await ctx.loaders.reviewComment.load(review.id);
  return row && standing(row, space);
}

/** A space, or a change request with its space, as a place to discuss in. */
export interface DiscussionPlace {
  readonly space: Space;
  readonly changeRequest: ChangeRequest | null;
}

/** The place, when the caller may discuss there. Throws not_found, forbidden, insufficient_scope. */
export async function enterDiscussion(
  ctx: Context,
  { spaceId, changeRequestId }: Partial<Nullable<Discussion>>,
  access: Access,
): Promise<DiscussionPlace> {
  const named = spaceId ? await authorizedSpace(ctx, spaceId, access) : null;
  const changeRequest = changeRequestId
    ? await enterChangeRequest(ctx, { id: changeRequestId, spaceId: named?.id })
    : null;
  const space = named ?? (await authorizedSpace(ctx, changeRequest?.spaceId ?? '', access));
  return { space, changeRequest };
}

/** The space of a comment that was asked for by its id alone: to whom it or the change request is hidden, so is the comment. */
async function spaceOf(ctx: Context, row: CommentRow, { kind, access }: { kind: string; access: Access }) {
  try {
    const { space } = await enterDiscussion(ctx, row, access);
    return space;
  } catch (error) {
    const hidden = error instanceof DomainError && error.type === 'not_found';
    throw hidden ? notFound(kind, row.id) : error;
  }
}

const standing = (row: CommentRow, space: Pick<Space, 'role'>): Comment =>
  Object.assign(row, { role: space.role, status: row.status as CommentStatus });

export interface ThreadFilter {
  readonly order?: SortOrder | null | undefined;
  readonly status?: CommentStatusFilter | null | undefined;
  readonly targetPage?: string | null | undefined;
  readonly authors?: readonly string[] | null | undefined;
  /** What is read of them; everything when omitted. */
  readonly parts?: CommentParts;
}

/**
 * The threads of a space or of a change request, newest first unless told otherwise. Throws not_found, forbidden,
 * insufficient_scope.
 */
export async function listComments(
  ctx: Context,
  { space, changeRequest }: DiscussionPlace,
  { status, order, targetPage, authors, parts = everyPart }: ThreadFilter,
  page: PageRequest,
): Promise<Page<Comment>> {
  requireDiscussion(ctx, space);
  const filter: CommentFilter = {
    order: order ?? 'desc',
    status: status === 'all' ? null : (status ?? null),
    targetPage: targetPage ?? null,
    authors: authors ?? null,
  };
  const parentId = (changeRequest ?? space).id;
  const list = { name: 'comments', filters: [parentId, filter] };
  const { loaders } = ctx;
  const [threads, counts] = changeRequest
    ? [loaders.requestThreadPage, loaders.requestThreadCount]
    : [loaders.threadPage, loaders.threadCount];
  const read = async (after: ReturnType<typeof positionAfter>) =>
    threads.load({ parentId, filter, after, first: page.first, parts });
  const countAll = () => counts.load({ parentId, filter });
  const isWhole = filter.targetPage === null && filter.authors === null;
  const count = isWhole ? () => Promise.resolve(countOf(changeRequest ?? space, filter.status)) : countAll;
  return pageOfComments(ctx, { list, read, count, space }, page);
}

/** A deleted space has no discussions left, even for its admins. Decisions 1.1. */
export function requireDiscussion(ctx: Context, space: Space) {
  if (space.deletedAt !== null) throw notFound('space', space.id);
  authorize(spacePolicy, 'readComments', ctx.actor, factsOf(space));
}

/** The counters of the place, which every change keeps true. */
function countOf({ comments, commentsAll }: Counters, status: CommentStatus | null): number {
  if (status === null) return commentsAll;
  return status === 'open' ? comments : commentsAll - comments;
}

type Counters = Pick<Space, 'comments' | 'commentsAll'>;

/** The replies of a thread, newest first unless told otherwise. */
export async function listReplies(
  ctx: Context,
  comment: Comment,
  { order, parts = everyPart }: Pick<ThreadFilter, 'order' | 'parts'>,
  page: PageRequest,
): Promise<Page<Reply>> {
  authorize(commentPolicy, 'view', ctx.actor, comment);
  const filter: CommentFilter = { order: order ?? 'desc', status: null, targetPage: null, authors: null };
  const list = { name: 'replies', filters: [comment.id, filter.order] };
  const read = async (after: ReturnType<typeof positionAfter>) =>
    ctx.loaders.replyPage.load({ parentId: comment.id, filter, after, first: page.first, parts });
  const count = () => Promise.resolve(comment.replies);
  return (await pageOfComments(ctx, { list, read, count, space: comment }, page)) as Page<Reply>;
}

interface CommentList {
  readonly list: ListIdentity;
  readonly read: (after: ReturnType<typeof positionAfter>) => Promise<CommentRow[]>;
  readonly count: () => Promise<number>;
  /** Whose role the caller has on all of them. */
  readonly space: Pick<Space, 'role'>;
}

async function pageOfComments(ctx: Context, { list, read, count, space }: CommentList, page: PageRequest) {
  const after = positionAfter(ctx, list, page);
  const rows = page.first === 0 ? [] : await read(after);
  return pageOf<Comment>(ctx, list, {
    rows: rows.map((row) => standing(row, space)),
    first: page.first,
    count,
    positionOf: ({ postedAt, id }: Pick<CommentModel, 'id'> & { postedAt: string }) => [postedAt, id],
  });
}
