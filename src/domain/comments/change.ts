import { canonicalEmoji } from '../../lib/emoji.ts';
import { authorize } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { refuseNull } from '../given.ts';
import { transact } from '../transact.ts';
import { lockRow, requireVersion } from '../versions.ts';
import { givenMarkdown, type CommentBody } from './body.ts';
import { getComment, getReply, type Comment, type CommentPlace, type Reply, type ReplyPlace } from './comments.ts';
import { countThreads } from './counters.ts';
import { commentPolicy } from './policy.ts';

interface Change {
  readonly expectedVersion?: number | null | undefined;
  /** Its author only; an empty one changes nothing. */
  readonly body?: CommentBody | null | undefined;
  /** Reactions of the caller. */
  readonly addedReactions?: readonly string[] | null | undefined;
  readonly removedReactions?: readonly string[] | null | undefined;
}

export interface CommentChange extends Change {
  /** True settles the thread, false reopens it; what it is already stays as it is. */
  readonly resolved?: boolean | null | undefined;
}

/**
 * Changes what is given of a thread. The text is its author's to change, the status its author's and of those who
 * edit, reactions are the caller's own. Throws not_found, forbidden, validation_failed, precondition_failed.
 */
export async function updateComment(outer: Context, place: CommentPlace, change: CommentChange): Promise<Comment> {
  // Nobody holds the row of what he may not see.
  await getComment(outer, place, 'comment');
  return transact(outer, async (ctx) => {
    const version = await lockRow(ctx, 'comments', { id: place.id });
    const comment = await getComment(ctx, place, 'comment');
    refuseNull(change, ['resolved', 'body', 'addedReactions', 'removedReactions']);
    authorizeChange(ctx, comment, change);
    requireVersion(version, change.expectedVersion);
    await changeText(ctx, comment, change);
    await changeStatus(ctx, comment, change);
    await changeReactions(ctx, comment, change);
    ctx.loaders.clear();
    return getComment(ctx, place, 'comment');
  });
}

/** Changes what is given of a reply. Throws as `updateComment`. */
export async function updateCommentReply(outer: Context, place: ReplyPlace, change: Change): Promise<Reply> {
  await getReply(outer, place, 'comment');
  return transact(outer, async (ctx) => {
    const version = await lockRow(ctx, 'comments', { id: place.id });
    const reply = await getReply(ctx, place, 'comment');
    refuseNull(change, ['body', 'addedReactions', 'removedReactions']);
    authorizeChange(ctx, reply, change);
    requireVersion(version, change.expectedVersion);
    await changeText(ctx, reply, change);
    await changeReactions(ctx, reply, change);
    ctx.loaders.clear();
    return getReply(ctx, place, 'comment');
  });
}

function authorizeChange(ctx: Context, comment: Comment, change: CommentChange) {
  if (change.body && givenMarkdown(change.body) !== null) authorize(commentPolicy, 'edit', ctx.actor, comment);
  if (typeof change.resolved === 'boolean') authorize(commentPolicy, 'resolve', ctx.actor, comment);
  if (change.addedReactions ?? change.removedReactions) authorize(commentPolicy, 'react', ctx.actor, comment);
}

async function changeText(ctx: Context, comment: Comment, { body }: Change) {
  const markdown = body ? givenMarkdown(body) : null;
  if (markdown === null || markdown === comment.markdown) return;
  await ctx.db.comment.updateMany({
    where: { id: comment.id },
    data: { markdown, editedAt: ctx.now(), version: { increment: 1 } },
  });
}

async function changeStatus(ctx: Context, comment: Comment, { resolved }: CommentChange) {
  if (typeof resolved !== 'boolean' || resolved === (comment.status === 'resolved')) return;
  await ctx.db.comment.updateMany({
    where: { id: comment.id },
    data: {
      status: resolved ? 'resolved' : 'open',
      resolvedAt: resolved ? ctx.now() : null,
      resolvedById: resolved ? ctx.actor.userId : null,
      version: { increment: 1 },
    },
  });
  await countThreads(ctx, comment, { comments: resolved ? -1 : 1 });
}

/** Reactions do not move `version`: they are no change of what was said. Removing wins over adding. */
async function changeReactions(ctx: Context, { id }: Comment, { addedReactions, removedReactions }: Change) {
  const removed = emojisOf(removedReactions);
  const added = emojisOf(addedReactions).filter((emoji) => !removed.includes(emoji));
  const { userId } = ctx.actor;
  if (removed.length > 0)
    await ctx.db.reaction.deleteMany({ where: { commentId: id, userId, emoji: { in: removed } } });
  if (added.length > 0)
    await ctx.db.reaction.createMany({
      data: added.map((emoji) => ({ commentId: id, userId, emoji, reactedAt: ctx.now() })),
      skipDuplicates: true,
    });
}

/** Fields are checked at the edge; what is no emoji cannot be stored here. */
const emojisOf = (texts: readonly string[] | null | undefined) => [
  ...new Set((texts ?? []).flatMap((text) => canonicalEmoji(text) ?? [])),
];
