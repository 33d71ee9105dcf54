import type { GraphQLResolveInfo } from 'graphql';
import {
  getComment,
  getReply,
  listReplies,
  type Comment as CommentModel,
  type Reply as ReplyModel,
} from '../../domain/comments/comments.ts';
import { permissionsOf } from '../../domain/access/permissions.ts';
import { commentFlags, commentPolicy } from '../../domain/comments/policy.ts';
import { getSpace } from '../../domain/spaces/spaces.ts';
import { locationUrl, placePath } from '../../domain/urls.ts';
import type { CommentParts } from '../../loaders/comment-rows.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { BodyFormatEnum } from '../content/page.ts';
import { OrderEnum } from '../order.ts';
import { readsMoreOfItems } from '../own-fields.ts';
import { mentions, selects } from '../selection.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../users/user.ts';
import {
  bodyOf,
  CommentBody,
  CommentPermissions,
  CommentStatusEnum,
  CommentTarget,
  Reaction,
} from './comment-parts.ts';

/** What threads and replies have in common. */
const Contribution = builder.interfaceRef<CommentModel>('Contribution').implement({
  description: 'Something said in a discussion: a comment, or a reply to one.',
  fields: (t) => ({
    markdown: t.exposeString('markdown', { description: 'The text.' }),
    body: t.field({
      type: CommentBody,
      description: 'The text in a form of choice.',
      args: { format: t.arg({ type: BodyFormatEnum, description: 'The form; Markdown when omitted.' }) },
      resolve: (comment, { format }, ctx) => bodyOf(ctx, comment.markdown, format ?? 'markdown'),
    }),
    postedBy: t.field({ type: User, description: 'Its author.', resolve: (comment) => comment.author }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'When it was posted.' }),
    editedAt: t.expose('editedAt', { type: 'DateTime', nullable: true, description: 'When its text last changed.' }),
    reactions: t.expose('reactions', { type: [Reaction], description: 'The reactions to it, by emoji.' }),
    version: t.exposeInt('version', { description: 'Counts its changes; see `expectedVersion`.' }),
    permissions: t.field({
      type: CommentPermissions,
      description: 'What the caller may do.',
      resolve: (comment, _args, ctx) => permissionsOf(commentPolicy, commentFlags, ctx.actor, comment),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space it was said on.',
      resolve: (comment, _args, ctx) => getSpace(ctx, comment.spaceId),
    }),
  }),
});

export const Comment = builder.objectRef<CommentModel>('Comment');

builder.node(Comment, {
  description: 'A comment that starts a thread.',
  interfaces: [Contribution],
  id: { description: 'Id of the comment.', resolve: (comment) => comment.id },
  loadOne: (id, ctx) => getComment(ctx, { id }),
  fields: (t) => ({
    status: t.expose('status', { type: CommentStatusEnum, description: 'Whether the discussion is settled.' }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'When it was settled.' }),
    resolvedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who settled it.',
      resolve: (comment) => comment.resolver,
    }),
    repliesTotal: t.exposeInt('replies', { description: 'Count of replies.' }),
    target: t.field({ type: CommentTarget, description: 'What it is about.', resolve: (comment) => comment }),
    location: t.string({
      description: 'URL of the comment in the REST API.',
      resolve: (comment, _args, ctx) => locationUrl(ctx.urls, ...placePath(comment), 'comments', comment.id),
    }),
  }),
});

export const CommentReply = builder.objectRef<ReplyModel>('CommentReply');

builder.node(CommentReply, {
  description: 'A reply in a thread.',
  interfaces: [Contribution],
  id: { description: 'Id of the reply.', resolve: (reply) => reply.id },
  loadOne: (id, ctx) => getReply(ctx, { id }),
  fields: (t) => ({
    comment: t.field({
      type: Comment,
      nullable: true,
      description: 'The comment that started the thread.',
      resolve: (reply, _args, ctx) => getComment(ctx, { id: reply.parentId }),
    }),
    location: t.string({
      description: 'URL of the reply in the REST API.',
      resolve: (reply, _args, ctx) =>
        locationUrl(ctx.urls, ...placePath(reply), 'comments', reply.parentId, 'replies', reply.id),
    }),
  }),
});

/** What a list of comments or replies has to read for the document at hand. */
export const partsOf = (info: GraphQLResolveInfo): CommentParts => ({
  reactions: mentions(info, 'reactions'),
  addresses: mentions(info, 'email'),
  details: readsDetails(info),
  next: selects(info, 'pageInfo'),
});

/** Fields that need nothing but what `brief` comments have. */
const briefFields = ['__typename', 'id', 'markdown', 'body', 'postedBy', 'postedAt', 'reactions', 'space', 'status'];
const readsDetails = readsMoreOfItems(new Set(briefFields));

export const CommentConnection = builder.connectionObject(
  { type: Comment, name: 'CommentConnection', interfaces: [Connection], description: 'A page of comments.' },
  { name: 'CommentEdge', description: 'A comment in a list.' },
);

const CommentReplyConnection = builder.connectionObject(
  { type: CommentReply, name: 'CommentReplyConnection', interfaces: [Connection], description: 'A page of replies.' },
  { name: 'CommentReplyEdge', description: 'A reply in a list.' },
);

builder.objectFields(Comment, (t) => ({
  replies: t.field({
    type: CommentReplyConnection,
    description: 'The replies, newest first unless told otherwise.',
    args: { ...pageArgs, order: t.arg({ type: OrderEnum, description: 'Newest first when omitted.' }) },
    resolve: async (comment, { order, ...page }, ctx, info) =>
      toConnection(await listReplies(ctx, comment, { order, parts: partsOf(info) }, pageRequest(page))),
  }),
  reply: t.field({
    type: CommentReply,
    nullable: true,
    description: 'One reply of the thread.',
    args: { id: t.arg.id({ required: true, description: 'Id of the reply.' }) },
    resolve: (comment, { id }, ctx) => getReply(ctx, { id, commentId: comment.id }),
  }),
}));

builder.queryFields((t) => ({
  comment: t.field({
    type: Comment,
    nullable: true,
    description: 'The comment of an id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    resolve: (_root, { id }, ctx) => getComment(ctx, { id }),
  }),
}));
