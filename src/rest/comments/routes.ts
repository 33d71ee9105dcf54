import {
  CreateSpaceCommentDocument,
  CreateSpaceCommentReplyDocument,
  DeleteSpaceCommentDocument,
  DeleteSpaceCommentReplyDocument,
  GetSpaceCommentDocument,
  GetSpaceCommentReplyDocument,
  ListSpaceCommentRepliesDocument,
  ListSpaceCommentsDocument,
  UpdateSpaceCommentDocument,
  UpdateSpaceCommentReplyDocument,
} from '../__generated__/operations.ts';
import { listOf, noContent, ok, route } from '../route.ts';
import { comment, commentReply } from './resource.ts';

export const commentRoutes = [
  route(
    'GET /v1/spaces/{spaceId}/comments',
    ListSpaceCommentsDocument,
    listOf(comment, (d) => d.space?.comments),
  ),
  route(
    'POST /v1/spaces/{spaceId}/comments',
    CreateSpaceCommentDocument,
    ok(comment, (d) => d.createComment.comment),
  ),
  route(
    'GET /v1/spaces/{spaceId}/comments/{commentId}',
    GetSpaceCommentDocument,
    ok(comment, (d) => d.space?.comment),
  ),
  route(
    'PUT /v1/spaces/{spaceId}/comments/{commentId}',
    UpdateSpaceCommentDocument,
    ok(comment, (d) => d.updateComment.comment),
  ),
  route('DELETE /v1/spaces/{spaceId}/comments/{commentId}', DeleteSpaceCommentDocument, noContent(205)),
  route(
    'GET /v1/spaces/{spaceId}/comments/{commentId}/replies',
    ListSpaceCommentRepliesDocument,
    listOf(commentReply, (d) => d.space?.comment?.replies),
  ),
  route(
    'POST /v1/spaces/{spaceId}/comments/{commentId}/replies',
    CreateSpaceCommentReplyDocument,
    ok(commentReply, (d) => d.createCommentReply.commentReply),
  ),
  route(
    'GET /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    GetSpaceCommentReplyDocument,
    ok(commentReply, (d) => d.space?.comment?.reply),
  ),
  route(
    'PUT /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    UpdateSpaceCommentReplyDocument,
    ok(commentReply, (d) => d.updateCommentReply.commentReply),
  ),
  route(
    'DELETE /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    DeleteSpaceCommentReplyDocument,
    noContent(205),
  ),
];
