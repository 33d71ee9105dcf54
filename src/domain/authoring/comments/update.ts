import { ofComment, replyData, threadData } from './events.ts';
import type * as z from 'zod';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import { authorize } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockRow, requireVersion, type Expected } from '../../core/locks.ts';
import { optionalMarkdown } from './body.ts';
import { getComment, getReply, type Comment, type CommentRef, type Reply, type ReplyRef } from './comments.ts';
import { countThreads } from './counters.ts';
import { commentPolicy } from './policy.ts';
import type { UpdateCommentInput, UpdateCommentReplyInput } from './inputs.ts';

export type ReplyUpdate = z.output<typeof UpdateCommentReplyInput> & Expected;

export type CommentUpdate = z.output<typeof UpdateCommentInput> & Expected;

/**
 * Updates the provided fields of a comment. Its author may change the text; its author and editors of the space may
 * resolve it; everyone may change their own reactions. Throws validation_failed, precondition_failed.
 */
export async function updateComment(outer: Context, ref: CommentRef, update: CommentUpdate): Promise<Comment> {
  // Authorize before locking.
  await getComment(outer, ref, 'comment');
  return transact(outer, async (ctx) => {
    const version = await lockRow(ctx, 'comments', { id: ref.id });
    const comment = await getComment(ctx, ref, 'comment');
    authorizeUpdate(ctx, comment, update);
    requireVersion(version, update.expectedVersion);
    const subject = await ofComment(ctx, comment);
    if (await updateText(ctx, comment, update)) ctx.emit('comment.updated', subject, threadData(comment));
    const changed = await updateStatus(ctx, comment, update);
    if (changed !== null) ctx.emit(changed, subject, threadData(comment));
    const reacted = await updateReactions(ctx, comment, update);
    if (reacted) ctx.emit('comment.reacted', subject, { ...threadData(comment), ...reacted });
    return getComment(ctx, ref, 'comment');
  });
}

/** Updates the provided fields of a reply. Throws as `updateComment`. */
export async function updateCommentReply(outer: Context, ref: ReplyRef, update: ReplyUpdate): Promise<Reply> {
  await getReply(outer, ref, 'comment');
  return transact(outer, async (ctx) => {
    const version = await lockRow(ctx, 'comments', { id: ref.id });
    const reply = await getReply(ctx, ref, 'comment');
    authorizeUpdate(ctx, reply, update);
    requireVersion(version, update.expectedVersion);
    const subject = await ofComment(ctx, reply);
    if (await updateText(ctx, reply, update)) ctx.emit('comment_reply.updated', subject, await replyData(ctx, reply));
    const reacted = await updateReactions(ctx, reply, update);
    if (reacted) ctx.emit('comment_reply.reacted', subject, { ...(await replyData(ctx, reply)), ...reacted });
    return getReply(ctx, ref, 'comment');
  });
}

function authorizeUpdate(ctx: Context, comment: Comment, update: CommentUpdate) {
  if (update.body && optionalMarkdown(update.body) !== null) authorize(commentPolicy, 'edit', ctx.actor, comment);
  if (typeof update.resolved === 'boolean') authorize(commentPolicy, 'resolve', ctx.actor, comment);
  if (update.addedReactions ?? update.removedReactions) authorize(commentPolicy, 'react', ctx.actor, comment);
}

/** Returns whether the text has changed. */
async function updateText(ctx: Context, comment: Comment, { body }: ReplyUpdate): Promise<boolean> {
  const markdown = body ? optionalMarkdown(body) : null;
  if (markdown === null || markdown === comment.markdown) return false;
  await ctx.db.comment.updateMany({
    where: { id: comment.id },
    data: { markdown, editedAt: ctx.now(), version: { increment: 1 } },
  });
  return true;
}

/** Returns the type of the event, or null when the status stays. */
async function updateStatus(ctx: Context, comment: Comment, { resolved }: CommentUpdate) {
  if (typeof resolved !== 'boolean' || resolved === (comment.status === 'resolved')) return null;
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
  return resolved ? ('comment.resolved' as const) : ('comment.reopened' as const);
}

/**
 * Reactions do not change `version`. An emoji that is both added and removed is removed. Returns what has changed, or null when
 * nothing has.
 */
async function updateReactions(ctx: Context, { id }: Comment, { addedReactions, removedReactions }: ReplyUpdate) {
  const unwanted = listEmojis(removedReactions);
  const wanted = listEmojis(addedReactions).filter((emoji) => !unwanted.includes(emoji));
  if (unwanted.length + wanted.length === 0) return null;
  const own = { commentId: id, userId: ctx.actor.userId };
  const where = { ...own, emoji: { in: [...unwanted, ...wanted] } };
  const had = (await ctx.db.reaction.findMany({ where, select: { emoji: true } })).map(({ emoji }) => emoji);
  const removed = unwanted.filter((emoji) => had.includes(emoji));
  const added = wanted.filter((emoji) => !had.includes(emoji));
  if (removed.length > 0) await ctx.db.reaction.deleteMany({ where: { ...own, emoji: { in: removed } } });
  if (added.length > 0)
    await ctx.db.reaction.createMany({
      data: added.map((emoji) => ({ ...own, emoji, reactedAt: ctx.now() })),
      skipDuplicates: true,
    });
  return added.length + removed.length === 0 ? null : { added, removed };
}

/** Normalized emoji without duplicates. Inputs were validated by `ReactionEmoji`. */
const listEmojis = (texts: readonly string[] | null | undefined) => [
  ...new Set((texts ?? []).flatMap((text) => canonicalEmoji(text) ?? [])),
];
