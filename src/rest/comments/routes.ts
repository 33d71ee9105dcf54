import {
  ListCommentersInSpaceDocument,
  PostCommentInSpaceDocument,
  PostCommentReplyInSpaceDocument,
  DeleteCommentInSpaceDocument,
  DeleteCommentReplyInSpaceDocument,
  GetCommentInSpaceDocument,
  GetCommentReplyInSpaceDocument,
  ListCommentRepliesInSpaceDocument,
  ListCommentsInSpaceDocument,
  UpdateCommentInSpaceDocument,
  UpdateCommentReplyInSpaceDocument,
} from '../__generated__/operations.ts';
import { listOf, noContent, ok, route } from '../route.ts';
import { member } from '../members/resource.ts';
import { comment, commentReply } from './resource.ts';

export const commentRoutes = [
  route(
    'GET /v1/spaces/{spaceId}/comments',
    ListCommentsInSpaceDocument,
    listOf(comment, (d) => d.space?.comments),
  ),
  route(
    'POST /v1/spaces/{spaceId}/comments',
    PostCommentInSpaceDocument,
    ok(comment, (d) => d.createComment.comment),
  ),
  route(
    'GET /v1/spaces/{spaceId}/comments/{commentId}',
    GetCommentInSpaceDocument,
    ok(comment, (d) => d.space?.comment),
  ),
  route(
    'PUT /v1/spaces/{spaceId}/comments/{commentId}',
    UpdateCommentInSpaceDocument,
    ok(comment, (d) => d.updateComment.comment),
  ),
  route('DELETE /v1/spaces/{spaceId}/comments/{commentId}', DeleteCommentInSpaceDocument, noContent(205)),
  route(
    'GET /v1/spaces/{spaceId}/comments/{commentId}/replies',
    ListCommentRepliesInSpaceDocument,
    listOf(commentReply, (d) => d.space?.comment?.replies),
  ),
  route(
    'POST /v1/spaces/{spaceId}/comments/{commentId}/replies',
    PostCommentReplyInSpaceDocument,
    ok(commentReply, (d) => d.createCommentReply.commentReply),
  ),
  route(
    'GET /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    GetCommentReplyInSpaceDocument,
    ok(commentReply, (d) => d.space?.comment?.reply),
  ),
  route(
    'PUT /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    UpdateCommentReplyInSpaceDocument,
    ok(commentReply, (d) => d.updateCommentReply.commentReply),
  ),
  route(
    'DELETE /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    DeleteCommentReplyInSpaceDocument,
    noContent(205),
  ),
  route(
    'GET /v1/spaces/{spaceId}/commenters',
    ListCommentersInSpaceDocument,
    listOf(member, (d) => d.space?.commenters),
  ),
];
