import { parentField } from '../../payload.ts';
import { chargeText } from '../../../domain/core/budget.ts';
import type { GraphQLResolveInfo } from 'graphql';
import {
  getComment,
  getReply,
  type Comment as CommentModel,
  type Reply as ReplyModel,
} from '../../../domain/authoring/comments/comments.ts';
import { listReplies } from '../../../domain/authoring/comments/list.ts';
import { permissionsOf } from '../../../access/permissions.ts';
import { commentFlags, commentPolicy } from '../../../domain/authoring/comments/policy.ts';
import { getSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { locationUrl, placePath } from '../../../domain/core/urls.ts';
import type { CommentParts } from '../../../loaders/comment-rows.ts';
import { builder } from '../../builder.ts';
import { ownId } from '../../plain-fields.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { BodyFormatEnum } from '../content/page.ts';
import { takes } from '../../form-inputs.ts';
import { CommentOrder } from '../../../domain/authoring/comments/fields.ts';
import { readsMoreOfItems } from '../../own-fields.ts';
import { mentions, selects } from '../../selection.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../../people/users/user.ts';
import {
  bodyOf,
  CommentBody,
  CommentPermissions,
  CommentStatusEnum,
  CommentTarget,
  Reaction,
} from './comment-types.ts';

const Contribution = builder.interfaceRef<CommentModel>('Contribution').implement({
  description: 'A comment or a reply.',
  fields: (t) => ({
    markdown: t.string({
      description: 'The text as Markdown.',
      resolve: ({ markdown }, _args, ctx) => chargeText(ctx, markdown),
    }),
    body: t.field({
      type: CommentBody,
      description: 'The text in the requested format.',
      args: { format: t.arg({ type: BodyFormatEnum, description: 'The format; Markdown when omitted.' }) },
      resolve: (comment, { format }, ctx) => bodyOf(ctx, comment.markdown, format ?? 'markdown'),
    }),
    postedBy: t.expose('author', { type: User, description: 'The author.' }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'Time of posting.' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last change of the text; null if it was never edited.',
    }),
    reactions: t.expose('reactions', { type: [Reaction], description: 'The reactions, grouped by emoji.' }),
    version: t.exposeInt('version', {
      description:
        'Increases with every change of the text or status. Pass it as `expectedVersion` to detect concurrent changes.',
    }),
    permissions: t.field({
      type: CommentPermissions,
      description: 'Which actions the caller may perform.',
      resolve: (comment, _args, ctx) => permissionsOf(commentPolicy, commentFlags, ctx.actor, comment),
    }),
    space: t.field({
      description: 'The space that is discussed; null when the caller may not read it.',
      type: Space,
      nullable: true,
      resolve: (comment, _args, ctx) => getSpace(ctx, comment.spaceId),
    }),
  }),
});

export const Comment = builder.objectRef<CommentModel>('Comment');

/** The comment of a reply that is deleted. */
export const inComment = parentField('comment', Comment, (ctx, { commentId }: { readonly commentId: string }) =>
  getComment(ctx, { id: commentId }),
);

builder.node(Comment, {
  description: 'A comment that starts a thread.',
  interfaces: [Contribution],
  id: { description: 'Id of the comment.', resolve: ownId },
  loadOne: (id, ctx) => getComment(ctx, { id }),
  fields: (t) => ({
    status: t.expose('status', { type: CommentStatusEnum, description: 'Whether the thread is open or resolved.' }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the resolution; null while the thread is open.',
    }),
    resolvedBy: t.expose('resolver', {
      type: User,
      nullable: true,
      description: 'The user who resolved the thread; null while it is open.',
    }),
    repliesTotal: t.exposeInt('replies', { description: 'Number of replies.' }),
    target: t.field({
      type: CommentTarget,
      description: 'The place that the comment is on.',
      resolve: (comment) => comment,
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the comment in the REST API.',
      resolve: (comment, _args, ctx) => locationUrl(ctx.urls, ...placePath(comment), 'comments', comment.id),
    }),
  }),
});

export const CommentReply = builder.objectRef<ReplyModel>('CommentReply');

builder.node(CommentReply, {
  description: 'A reply in a thread.',
  interfaces: [Contribution],
  id: { description: 'Id of the reply.', resolve: ownId },
  loadOne: (id, ctx) => getReply(ctx, { id }),
  fields: (t) => ({
    comment: t.field({
      type: Comment,
      nullable: true,
      description: 'The comment that starts the thread.',
      resolve: (reply, _args, ctx) => getComment(ctx, { id: reply.parentId }),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the reply in the REST API.',
      resolve: (reply, _args, ctx) =>
        locationUrl(ctx.urls, ...placePath(reply), 'comments', reply.parentId, 'replies', reply.id),
    }),
  }),
});

/** Returns the parts of comments that a document selects from a list, so that no other parts are read. */
export const selectedParts = (info: GraphQLResolveInfo): CommentParts => ({
  reactions: mentions(info, 'reactions'),
  emails: mentions(info, 'email'),
  details: readsDetails(info),
  next: selects(info, 'pageInfo'),
});

/** Fields that need no `details`; see `CommentParts`. */
const briefFields = ['__typename', 'id', 'markdown', 'body', 'postedBy', 'postedAt', 'reactions', 'space', 'status'];
const readsDetails = readsMoreOfItems(new Set(briefFields));

export const CommentConnection = connectionOf(Comment, 'Comment', 'a comment', 'comments');

const CommentReplyConnection = connectionOf(CommentReply, 'CommentReply', 'a reply', 'replies');

builder.objectFields(Comment, (t) => ({
  replies: t.field({
    type: CommentReplyConnection,
    description: 'The replies, newest first by default.',
    args: {
      ...pageArgs,
      orderBy: t.arg(takes(CommentOrder, 'The order; newest first when omitted.')),
    },
    resolve: async (comment, { orderBy, ...page }, ctx, info) =>
      toConnection(
        await listReplies(ctx, comment, { order: orderBy?.direction, parts: selectedParts(info) }, pageRequest(page)),
      ),
  }),
  reply: t.field({
    type: CommentReply,
    nullable: true,
    description: 'A reply of the thread by id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the reply.' }) },
    resolve: (comment, { id }, ctx) => getReply(ctx, { id, commentId: comment.id }),
  }),
}));

builder.queryFields((t) => ({
  comment: t.field({
    type: Comment,
    nullable: true,
    description: 'A comment by id. Ids of replies are answered with `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    resolve: (_root, { id }, ctx) => getComment(ctx, { id }),
  }),
}));
