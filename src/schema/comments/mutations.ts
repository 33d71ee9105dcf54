import { createComment, createCommentReply } from '../../domain/comments/create.ts';
import { deleteComment, deleteCommentReply } from '../../domain/comments/delete.ts';
import { updateComment, updateCommentReply } from '../../domain/comments/update.ts';
import { builder } from '../builder.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Comment, CommentReply } from './comment.ts';
import {
  CreateCommentInput,
  CreateCommentReplyInput,
  UpdateCommentInput,
  UpdateCommentReplyInput,
} from './comment-inputs.ts';

const discussionArgs = builder.args((t) => ({
  spaceId: t.id({
    description:
      'Id of the space. A comment of any other space, or without `changeRequestId` of a change request, is refused with `not_found`.',
  }),
  changeRequestId: t.id({
    description:
      'Id of the change request, or its number if `spaceId` is set. A comment of any other change request is refused with `not_found`.',
  }),
}));
const commentArg = builder.args((t) => ({ commentId: t.id({ required: true }) }));
const replyArgs = builder.args((t) => ({
  commentReplyId: t.id({ required: true }),
  commentId: t.id({
    description: 'Id of the comment that starts the thread. A reply of any other thread is refused with `not_found`.',
  }),
}));

builder.mutationFields((t) => ({
  createComment: t.field({
    type: payloadType('CreateCommentPayload', 'comment', Comment, 'The new comment.'),
    description:
      'Creates a comment on a space or a change request, which starts a thread. Refused for callers who may not comment, and for a blank text.',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space to comment on.' }),
      changeRequestId: t.arg.id({ description: 'Id of the change request to comment on, or its number in the space.' }),
      input: t.arg({ type: CreateCommentInput, required: true, description: 'The new comment.' }),
    },
    resolve: async (_root, { spaceId, changeRequestId, input }, ctx) => ({
      comment: await createComment(ctx, { ...input, spaceId, changeRequestId }),
    }),
  }),
  updateComment: t.field({
    type: payloadType('UpdateCommentPayload', 'comment', Comment, 'The updated comment.'),
    description:
      'Updates the text or status of a comment, or the reactions of the caller. Only its author may change the text; only its author and editors of the space may resolve or reopen it.',
    args: {
      ...commentArg,
      ...discussionArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateCommentInput, required: true, description: 'The fields to update.' }),
    },
    resolve: async (_root, { commentId: id, spaceId, changeRequestId, expectedVersion, input }, ctx) => ({
      comment: await updateComment(ctx, { id, spaceId, changeRequestId }, { ...input, expectedVersion }),
    }),
  }),
  deleteComment: t.field({
    type: deletedPayload('DeleteCommentPayload', 'Id of the deleted comment.'),
    description: 'Deletes a comment and its replies. Only for its author and for admins of the space.',
    args: { ...commentArg, ...discussionArgs, ...expectedVersionArg },
    resolve: async (_root, { commentId: id, spaceId, changeRequestId, expectedVersion }, ctx) => {
      await deleteComment(ctx, { id, spaceId, changeRequestId, expectedVersion });
      return { deletedId: id };
    },
  }),
}));

builder.mutationFields((t) => ({
  createCommentReply: t.field({
    type: payloadType('CreateCommentReplyPayload', 'commentReply', CommentReply, 'The new reply.'),
    description: 'Creates a reply in an open or resolved thread. Refused for a blank text.',
    args: {
      ...commentArg,
      ...discussionArgs,
      input: t.arg({ type: CreateCommentReplyInput, required: true, description: 'The new reply.' }),
    },
    resolve: async (_root, { commentId, spaceId, changeRequestId, input }, ctx) => ({
      commentReply: await createCommentReply(ctx, { ...input, commentId, spaceId, changeRequestId }),
    }),
  }),
  updateCommentReply: t.field({
    type: payloadType('UpdateCommentReplyPayload', 'commentReply', CommentReply, 'The updated reply.'),
    description: 'Updates the text of a reply, which only its author may change, or the reactions of the caller.',
    args: {
      ...replyArgs,
      ...discussionArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateCommentReplyInput, required: true, description: 'The fields to update.' }),
    },
    resolve: async (
      _root,
      { commentReplyId: id, commentId, spaceId, changeRequestId, expectedVersion, input },
      ctx,
    ) => ({
      commentReply: await updateCommentReply(
        ctx,
        { id, commentId, spaceId, changeRequestId },
        { ...input, expectedVersion },
      ),
    }),
  }),
  deleteCommentReply: t.field({
    type: deletedPayload('DeleteCommentReplyPayload', 'Id of the deleted reply.'),
    description: 'Deletes a reply. Only for its author and for admins of the space.',
    args: { ...replyArgs, ...discussionArgs, ...expectedVersionArg },
    resolve: async (_root, { commentReplyId: id, commentId, spaceId, changeRequestId, expectedVersion }, ctx) => {
      await deleteCommentReply(ctx, { id, commentId, spaceId, changeRequestId, expectedVersion });
      return { deletedId: id };
    },
  }),
}));
