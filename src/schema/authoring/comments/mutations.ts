import { withInput } from '../../../lib/watched-inputs.ts';
import { inChangeRequest } from '../change-requests/change-request.ts';
import { inSpace } from '../spaces/space.ts';
import { createComment, createCommentReply } from '../../../domain/authoring/comments/create.ts';
import { deleteComment, deleteCommentReply } from '../../../domain/authoring/comments/delete.ts';
import {
  CreateCommentInput,
  CreateCommentReplyInput,
  UpdateCommentInput,
  UpdateCommentReplyInput,
} from '../../../domain/authoring/comments/inputs.ts';
import { updateComment, updateCommentReply } from '../../../domain/authoring/comments/update.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { Comment, CommentReply, inComment } from './comment.ts';

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

mutation('createComment', {
  description:
    'Creates a comment on a space or a change request, which starts a thread. Refused for callers who may not comment, and for a blank text.',
  args: builder.args((t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space to comment on.' }),
    changeRequestId: t.id({ description: 'Id of the change request to comment on, or its number in the space.' }),
  })),
  input: { form: CreateCommentInput, description: 'The new comment.' },
  payload: shows('comment', Comment, 'The new comment.'),
  resolve: (ctx, { spaceId, changeRequestId, input }) =>
    createComment(ctx, withInput(input, { spaceId, changeRequestId })),
});

mutation('updateComment', {
  description:
    'Updates the text or status of a comment, or the reactions of the caller. Only its author may change the text; only its author and editors of the space may resolve or reopen it.',
  args: { ...commentArg, ...discussionArgs, ...expectedVersionArg },
  input: { form: UpdateCommentInput, description: 'The fields to update.' },
  payload: shows('comment', Comment, 'The updated comment.'),
  resolve: (ctx, { commentId: id, spaceId, changeRequestId, expectedVersion, input }) =>
    updateComment(ctx, { id, spaceId, changeRequestId }, withInput(input, { expectedVersion })),
});

mutation('deleteComment', {
  description: 'Deletes a comment and its replies. Only for its author and for admins of the space.',
  args: { ...commentArg, ...discussionArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the deleted comment.', inSpace, inChangeRequest),
  resolve: async (ctx, { commentId: id, spaceId, changeRequestId, expectedVersion }) => {
    const comment = await deleteComment(ctx, { id, spaceId, changeRequestId, expectedVersion });
    return { deletedId: comment.id, spaceId: comment.spaceId, changeRequestId: comment.changeRequestId };
  },
});

mutation('createCommentReply', {
  description: 'Creates a reply in an open or resolved thread. Refused for a blank text.',
  args: { ...commentArg, ...discussionArgs },
  input: { form: CreateCommentReplyInput, description: 'The new reply.' },
  payload: shows('commentReply', CommentReply, 'The new reply.'),
  resolve: (ctx, { commentId, spaceId, changeRequestId, input }) =>
    createCommentReply(ctx, withInput(input, { commentId, spaceId, changeRequestId })),
});

mutation('updateCommentReply', {
  description: 'Updates the text of a reply, which only its author may change, or the reactions of the caller.',
  args: { ...replyArgs, ...discussionArgs, ...expectedVersionArg },
  input: { form: UpdateCommentReplyInput, description: 'The fields to update.' },
  payload: shows('commentReply', CommentReply, 'The updated reply.'),
  resolve: (ctx, { commentReplyId: id, commentId, spaceId, changeRequestId, expectedVersion, input }) =>
    updateCommentReply(ctx, { id, commentId, spaceId, changeRequestId }, withInput(input, { expectedVersion })),
});

mutation('deleteCommentReply', {
  description: 'Deletes a reply. Only for its author and for admins of the space.',
  args: { ...replyArgs, ...discussionArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the deleted reply.', inComment),
  resolve: async (ctx, { commentReplyId: id, commentId, spaceId, changeRequestId, expectedVersion }) => {
    const reply = await deleteCommentReply(ctx, { id, commentId, spaceId, changeRequestId, expectedVersion });
    return { deletedId: reply.id, commentId: reply.parentId };
  },
});
