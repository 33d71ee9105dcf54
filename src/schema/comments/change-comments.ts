import { updateComment, updateCommentReply } from '../../domain/comments/change.ts';
import { createComment, createCommentReply } from '../../domain/comments/create.ts';
import { deleteComment, deleteCommentReply } from '../../domain/comments/delete.ts';
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

const placeArgs = builder.args((t) => ({
  spaceId: t.id({
    description: 'Refuse when the thread is not on this space, or not in a change request of it that is named.',
  }),
  changeRequestId: t.id({
    description: 'Refuse when the thread is not in this change request: its id, or with `spaceId` its number.',
  }),
}));
const commentArg = builder.args((t) => ({ commentId: t.id({ required: true, description: 'Id of the comment.' }) }));
const replyArgs = builder.args((t) => ({
  commentReplyId: t.id({ required: true, description: 'Id of the reply.' }),
  commentId: t.id({ description: 'Refuse when the reply is not in the thread of this comment.' }),
}));

builder.mutationFields((t) => ({
  createComment: t.field({
    type: payloadType('CreateCommentPayload', 'comment', Comment, 'The new comment.'),
    description: 'Starts a thread on a space or a change request.',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Space to comment on.' }),
      changeRequestId: t.arg.id({ description: 'Change request to comment on: its id, or its number in the space.' }),
      input: t.arg({ type: CreateCommentInput, required: true, description: 'The new comment.' }),
    },
    resolve: async (_root, { spaceId, changeRequestId, input }, ctx) => ({
      comment: await createComment(ctx, { ...input, spaceId, changeRequestId }),
    }),
  }),
  updateComment: t.field({
    type: payloadType('UpdateCommentPayload', 'comment', Comment, 'The comment as it is now.'),
    description: 'Changes a comment: its text, whether it is settled, and the reactions of the caller.',
    args: {
      ...commentArg,
      ...placeArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateCommentInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { commentId: id, spaceId, changeRequestId, expectedVersion, input }, ctx) => ({
      comment: await updateComment(ctx, { id, spaceId, changeRequestId }, { ...input, expectedVersion }),
    }),
  }),
  deleteComment: t.field({
    type: deletedPayload('DeleteCommentPayload', 'Id of the deleted comment.'),
    description: 'Deletes a comment and its replies.',
    args: { ...commentArg, ...placeArgs, ...expectedVersionArg },
    resolve: async (_root, { commentId: id, spaceId, changeRequestId, expectedVersion }, ctx) => {
      await deleteComment(ctx, { id, spaceId, changeRequestId, expectedVersion });
      return { deletedId: id };
    },
  }),
}));

builder.mutationFields((t) => ({
  createCommentReply: t.field({
    type: payloadType('CreateCommentReplyPayload', 'commentReply', CommentReply, 'The new reply.'),
    description: 'Replies in a thread.',
    args: {
      ...commentArg,
      ...placeArgs,
      input: t.arg({ type: CreateCommentReplyInput, required: true, description: 'The new reply.' }),
    },
    resolve: async (_root, { commentId, spaceId, changeRequestId, input }, ctx) => ({
      commentReply: await createCommentReply(ctx, { ...input, commentId, spaceId, changeRequestId }),
    }),
  }),
  updateCommentReply: t.field({
    type: payloadType('UpdateCommentReplyPayload', 'commentReply', CommentReply, 'The reply as it is now.'),
    description: 'Changes a reply: its text, and the reactions of the caller.',
    args: {
      ...replyArgs,
      ...placeArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateCommentReplyInput, required: true, description: 'What changes.' }),
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
    description: 'Deletes a reply.',
    args: { ...replyArgs, ...placeArgs, ...expectedVersionArg },
    resolve: async (_root, { commentReplyId: id, commentId, spaceId, changeRequestId, expectedVersion }, ctx) => {
      await deleteCommentReply(ctx, { id, commentId, spaceId, changeRequestId, expectedVersion });
      return { deletedId: id };
    },
  }),
}));
