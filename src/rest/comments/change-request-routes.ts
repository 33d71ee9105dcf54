import {
  ListCommentersInChangeRequestDocument,
  PostCommentInChangeRequestDocument,
  PostCommentReplyInChangeRequestDocument,
  DeleteCommentInChangeRequestDocument,
  DeleteCommentReplyInChangeRequestDocument,
  GetCommentInChangeRequestDocument,
  GetCommentReplyInChangeRequestDocument,
  ListCommentRepliesInChangeRequestDocument,
  ListCommentsInChangeRequestDocument,
  UpdateCommentInChangeRequestDocument,
  UpdateCommentReplyInChangeRequestDocument,
} from '../__generated__/operations.ts';
import { listOf, noContent, ok, route } from '../route.ts';
import { member } from '../members/resource.ts';
import { comment, commentReply } from './resource.ts';

export const changeRequestCommentRoutes = [
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    ListCommentsInChangeRequestDocument,
    listOf(comment, (d) => d.space?.changeRequest?.comments),
  ),
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    PostCommentInChangeRequestDocument,
    ok(comment, (d) => d.createComment.comment),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    GetCommentInChangeRequestDocument,
    ok(comment, (d) => d.space?.changeRequest?.comment),
  ),
  route(
    'PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    UpdateCommentInChangeRequestDocument,
    ok(comment, (d) => d.updateComment.comment),
  ),
  route(
    'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    DeleteCommentInChangeRequestDocument,
    noContent(205),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    ListCommentRepliesInChangeRequestDocument,
    listOf(commentReply, (d) => d.space?.changeRequest?.comment?.replies),
  ),
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    PostCommentReplyInChangeRequestDocument,
    ok(commentReply, (d) => d.createCommentReply.commentReply),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    GetCommentReplyInChangeRequestDocument,
    ok(commentReply, (d) => d.space?.changeRequest?.comment?.reply),
  ),
  route(
    'PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    UpdateCommentReplyInChangeRequestDocument,
    ok(commentReply, (d) => d.updateCommentReply.commentReply),
  ),
  route(
    'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    DeleteCommentReplyInChangeRequestDocument,
    noContent(205),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters',
    ListCommentersInChangeRequestDocument,
    listOf(member, (d) => d.space?.changeRequest?.commenters),
  ),
];
