import { pageOf, positionAfter, type ListIdentity, type Position } from '../../../db/keyset.ts';
import { unpairId } from '../../../lib/ids.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import { allParts, type CommentParts, type CommentRow } from '../../../loaders/comment-rows.ts';
import type { CommentFilter } from '../../../loaders/comments.ts';
import { authorize } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import type { Space } from '../spaces/spaces.ts';
import { withRole, type Comment, type Reply } from './comments.ts';
import { authorizeDiscussion, type Discussion } from './discussions.ts';
import type { CommentStatus, CommentStatusFilter, SortOrder } from './fields.ts';
import { commentPolicy } from './policy.ts';

export interface CommentListOptions {
  /** Newest first when omitted. */
  readonly order?: SortOrder | null | undefined;
  readonly status?: CommentStatusFilter | null | undefined;
  /** Page id. */
  readonly targetPage?: string | null | undefined;
  /** User ids. */
  readonly authors?: readonly string[] | null | undefined;
  /** Parts of the comments to read; all when omitted. */
  readonly parts?: CommentParts;
}

/** Lists the threads of a discussion. */
export async function listComments(
  ctx: Context,
  { space, changeRequest }: Discussion,
  { status, order, targetPage, authors, parts = allParts }: CommentListOptions,
  page: PageRequest,
): Promise<Page<Comment>> {
  authorizeDiscussion(ctx, space);
  const filter: CommentFilter = {
    order: order ?? 'desc',
    status: status === 'all' ? null : (status ?? null),
    targetPage: targetPage ? unpairId(targetPage, [(changeRequest ?? space).id]) : null,
    authors: authors ?? null,
  };
  const parentId = (changeRequest ?? space).id;
  const list = { name: 'comments', filters: [parentId, filter] };
  const { loaders } = ctx;
  const [threads, counts] = changeRequest
    ? [loaders.requestThreadPage, loaders.requestThreadCount]
    : [loaders.threadPage, loaders.threadCount];
  const read = async (after: Position | null) =>
    threads.load({ parentId, filter, after, first: page.first, backward: page.backward ?? false, parts });
  const isCounted = filter.targetPage === null && filter.authors === null;
  const count = isCounted
    ? () => Promise.resolve(countByStatus(changeRequest ?? space, filter.status))
    : () => counts.load({ parentId, filter });
  return pageOfComments(ctx, { list, read, count, space }, page);
}

/** Reads the stored counters instead of counting. */
function countByStatus(
  { comments, commentsAll }: Pick<Space, 'comments' | 'commentsAll'>,
  status: CommentStatus | null,
): number {
  if (status === null) return commentsAll;
  return status === 'open' ? comments : commentsAll - comments;
}

/** Lists the replies of a thread. */
export async function listReplies(
  ctx: Context,
  comment: Comment,
  { order, parts = allParts }: Pick<CommentListOptions, 'order' | 'parts'>,
  page: PageRequest,
): Promise<Page<Reply>> {
  authorize(commentPolicy, 'view', ctx.actor, comment);
  const filter: CommentFilter = { order: order ?? 'desc', status: null, targetPage: null, authors: null };
  const list = { name: 'replies', filters: [comment.id, filter.order] };
  const read = async (after: Position | null) =>
    ctx.loaders.replyPage.load({
      parentId: comment.id,
      filter,
      after,
      first: page.first,
      backward: page.backward ?? false,
      parts,
    });
  const count = () => Promise.resolve(comment.replies);
  return (await pageOfComments(ctx, { list, read, count, space: comment }, page)) as Page<Reply>;
}

interface CommentList {
  readonly list: ListIdentity;
  readonly read: (after: Position | null) => Promise<CommentRow[]>;
  readonly count: () => Promise<number>;
  /** The caller's role on every comment of the list. */
  readonly space: Pick<Space, 'role'>;
}

async function pageOfComments(ctx: Context, { list, read, count, space }: CommentList, page: PageRequest) {
  const after = positionAfter(ctx, list, page);
  const rows = page.first === 0 ? [] : await read(after);
  return pageOf<Comment>(ctx, list, {
    rows: rows.map((row) => withRole(row, space)),
    first: page.first,
    after,
    backward: page.backward ?? false,
    count,
    positionOf: ({ postedAt, id }) => [postedAt, id],
  });
}
