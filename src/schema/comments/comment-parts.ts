import { inTurn } from '../../domain/budget.ts';
import type { CommentRow, ReactionRow } from '../../loaders/comment-rows.ts';
import type { PageTargetRow } from '../../loaders/page-targets.ts';
import type { TableCell } from '../../domain/comments/create.ts';
import { commentStatuses, commentStatusFilters } from '../../domain/comments/fields.ts';
import type { Context } from '../../domain/context.ts';
import { documentOrText } from '../../domain/rich-text/from-markdown.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { permissionsType } from '../permissions.ts';
import { User } from '../users/user.ts';

export const CommentStatusEnum = contractEnum('CommentStatus', 'Where a discussion stands.', commentStatuses);
export const CommentStatusFilterEnum = contractEnum(
  'CommentStatusFilter',
  'Which threads to list.',
  commentStatusFilters,
);

export const CommentPermissions = permissionsType('CommentPermissions', {
  view: 'See it.',
  edit: 'Change its text.',
  reply: 'Reply to it.',
  delete: 'Delete it.',
});

interface Body {
  readonly markdown: string | null;
  readonly document: unknown;
}

/** A text in the form that was asked for. */
export const bodyOf = (ctx: Context, text: string, format: 'markdown' | 'document'): Body | Promise<Body> =>
  format === 'markdown' ? { markdown: text, document: null } : documentBody(ctx, text);

const documentBody = async (ctx: Context, text: string): Promise<Body> => ({
  markdown: null,
  document: await inTurn(ctx, () => documentOrText(text)),
});

export const CommentBody = builder.objectRef<Body>('CommentBody').implement({
  description: 'The text of a comment in the form that was asked for.',
  fields: (t) => ({
    markdown: t.exposeString('markdown', { nullable: true, description: 'The Markdown text.' }),
    document: t.expose('document', { type: 'JSON', nullable: true, description: 'The text as a JSON document.' }),
  }),
});

const ReactionUser = builder.objectRef<ReactionRow['users'][number]>('ReactionUser').implement({
  description: 'Somebody who reacted.',
  fields: (t) => ({
    user: t.expose('user', { type: User, description: 'Who reacted.' }),
    reactedAt: t.expose('reactedAt', { type: 'DateTime', description: 'When.' }),
  }),
});

export const Reaction = builder.objectRef<ReactionRow>('Reaction').implement({
  description: 'Everybody who reacted to a comment with one emoji.',
  fields: (t) => ({
    emoji: t.exposeString('emoji', { description: 'The emoji.' }),
    count: t.exposeInt('count', { description: 'How many reacted with it.' }),
    users: t.expose('users', { type: [ReactionUser], description: 'Who did, first come first.' }),
  }),
});

const CommentTargetNode = builder.objectRef<{ id: string }>('CommentTargetNode').implement({
  description: 'A block of a page.',
  fields: (t) => ({ id: t.exposeString('id', { description: 'Id of the block.' }) }),
});

const CommentTargetCell = builder.objectRef<TableCell>('CommentTargetCell').implement({
  description: 'A cell of a table on a page.',
  fields: (t) => ({
    record: t.exposeString('record', { description: 'Id of the row.' }),
    definition: t.exposeString('definition', { description: 'Id of the column.' }),
  }),
});

const CommentTargetPage = builder.objectRef<PageTargetRow>('CommentTargetPage').implement({
  description: 'The page a comment is about.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the page.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    emoji: t.exposeString('emoji', { nullable: true, description: 'Emoji shown with the title.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of an icon shown with the title.' }),
    path: t.exposeString('path', { description: 'Its path in the space: the slugs from the top down.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    outdated: t.exposeBoolean('outdated', {
      description: 'Whether it is gone, or its title or text has changed since.',
    }),
  }),
});

export const CommentTarget = builder.objectRef<CommentRow>('CommentTarget').implement({
  description: 'What a comment is about: a space or change request, or a place in its content.',
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request; null for the space itself.',
    }),
    reviewId: t.exposeID('reviewId', { nullable: true, description: 'Id of the review it was given with.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the revision that was commented on.' }),
    page: t.field({
      type: CommentTargetPage,
      nullable: true,
      description: 'The page; null when it is about the whole space.',
      resolve: ({ pageId, revisionId, changeRequestId }, _args, ctx) =>
        pageId === null ? null : ctx.loaders.pageTarget.load({ pageId, revisionId, changeRequestId }),
    }),
    node: t.field({
      type: CommentTargetNode,
      nullable: true,
      description: 'The block of the page.',
      resolve: ({ nodeId }) => (nodeId === null ? null : { id: nodeId }),
    }),
    tableCell: t.field({
      type: CommentTargetCell,
      nullable: true,
      description: 'The cell of the table.',
      resolve: ({ tableCell }) => tableCell as TableCell | null,
    }),
  }),
});
