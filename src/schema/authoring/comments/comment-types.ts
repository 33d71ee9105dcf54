import { chargeText } from '../../../domain/core/budget.ts';
import type { CommentRow, ReactionRow } from '../../../loaders/comment-rows.ts';
import type { PageTargetRow } from '../../../loaders/page-targets.ts';
import type { TableCell } from '../../../domain/authoring/comments/create.ts';
import { commentStatuses, commentStatusFilters } from '../../../domain/authoring/comments/fields.ts';
import type { Context } from '../../../domain/core/context.ts';
import type { BodyFormat } from '../../../text/content/fields.ts';
import { convertToHtml } from '../../../domain/authoring/content/convert-to-html.ts';
import { convertToDocument } from '../../../domain/authoring/content/convert-to-document.ts';
import { maxPageSize } from '../../../lib/page.ts';
import { builder } from '../../builder.ts';
import { sizeOfPage } from '../../connection.ts';
import { readDocument, readHtml } from '../../../lib/free-forms.ts';
import { contractEnum } from '../../enums.ts';
import { permissionsType } from '../../permissions.ts';
import { User } from '../../people/users/user.ts';

export const CommentStatusEnum = contractEnum('CommentStatus', 'The status of a comment.', commentStatuses);
export const CommentStatusFilterEnum = contractEnum(
  'CommentStatusFilter',
  'A filter by the status of comments.',
  commentStatusFilters,
);

export const CommentPermissions = permissionsType('CommentPermissions', {
  view: 'Read the comment.',
  edit: 'Update the text of the comment.',
  reply: 'Reply to the comment.',
  react: 'Add and remove own reactions.',
  resolve: 'Resolve and reopen the thread; false for replies.',
  delete: 'Delete the comment.',
});

interface Body {
  readonly markdown: string | null;
  readonly document: unknown;
  readonly html: string | null;
}

/** Converts a text to the requested format. */
export function bodyOf(ctx: Context, text: string, format: BodyFormat): Body | Promise<Body> {
  if (format === 'markdown') return { ...noBody, markdown: chargeText(ctx, text) };
  return format === 'document' ? documentBody(ctx, text) : htmlBody(ctx, text);
}

const noBody: Body = { markdown: null, document: null, html: null };

const documentBody = async (ctx: Context, text: string): Promise<Body> => ({
  ...noBody,
  document: await convertToDocument(ctx, text),
});

const htmlBody = async (ctx: Context, text: string): Promise<Body> => ({
  ...noBody,
  html: await convertToHtml(ctx, text),
});

export const CommentBody = builder.objectRef<Body>('CommentBody').implement({
  description: 'The text of a comment in the requested format; the other fields are null.',
  fields: (t) => ({
    markdown: t.exposeString('markdown', { nullable: true, description: 'The Markdown text.' }),
    document: t.expose('document', { type: 'RichDocument', nullable: true, description: readDocument }),
    html: t.exposeString('html', { nullable: true, description: readHtml }),
  }),
});

const ReactionUser = builder.objectRef<ReactionRow['users'][number]>('ReactionUser').implement({
  description: 'A reaction of one user.',
  fields: (t) => ({
    user: t.expose('user', { description: 'The user who reacted.', type: User }),
    reactedAt: t.expose('reactedAt', { type: 'DateTime', description: 'Time of the reaction.' }),
  }),
});

export const Reaction = builder.objectRef<ReactionRow>('Reaction').implement({
  description: 'The reactions to a comment with one emoji.',
  fields: (t) => ({
    emoji: t.exposeString('emoji', { description: 'The emoji that users reacted with.' }),
    count: t.exposeInt('count', { description: 'Number of users who reacted.' }),
    viewerHasReacted: t.boolean({
      description: 'Whether the caller reacted with the emoji.',
      resolve: ({ users }, _args, { actor }) => users.some(({ user }) => user.id === actor.userId),
    }),
    users: t.field({
      type: [ReactionUser],
      description: 'The users, earliest reaction first.',
      args: {
        first: t.arg.int({
          description: `Number of users, 0 to ${maxPageSize}. All of them when omitted.`,
          validate: sizeOfPage,
        }),
      },
      resolve: ({ users }, { first }) => users.slice(0, first ?? undefined),
    }),
  }),
});

const CommentTargetNode = builder.objectRef<{ id: string }>('CommentTargetNode').implement({
  description: 'A block of a page.',
  fields: (t) => ({ nodeId: t.exposeString('id', { description: 'Id of the block.' }) }),
});

const CommentTargetCell = builder.objectRef<TableCell>('CommentTargetCell').implement({
  description: 'A cell of a table on a page.',
  fields: (t) => ({
    record: t.exposeString('record', { description: 'Id of the row.' }),
    definition: t.exposeString('definition', { description: 'Id of the column.' }),
  }),
});

const CommentTargetPage = builder.objectRef<PageTargetRow>('CommentTargetPage').implement({
  description: 'The page that a comment is on.',
  fields: (t) => ({
    pageId: t.exposeID('id', { description: 'Id of the page, the same in every state of the content.' }),
    title: t.exposeString('title', { description: 'Title of the page.' }),
    emoji: t.exposeString('emoji', { nullable: true, description: 'Emoji shown with the title.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of an icon shown with the title.' }),
    path: t.exposeString('path', {
      description: 'Path of the page in the space: the slugs from the top, joined by slashes.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation of the page.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change of the page.' }),
    outdated: t.exposeBoolean('outdated', {
      description: 'Whether the page was deleted, or its title or text changed, after the comment was posted.',
    }),
  }),
});

export const CommentTarget = builder.objectRef<CommentRow>('CommentTarget').implement({
  description: 'The place that a comment is on: a space or change request, and optionally a page, block or table cell.',
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space that is discussed.' }),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request; null for a comment on the space.',
    }),
    reviewId: t.exposeID('reviewId', {
      nullable: true,
      description: 'Id of the review that the comment was submitted with.',
    }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the revision that was active when the comment was posted.',
    }),
    page: t.field({
      type: CommentTargetPage,
      nullable: true,
      description: 'The page; null for a comment on the whole space or change request.',
      resolve: ({ pageId, revisionId, changeRequestId }, _args, ctx) =>
        pageId === null ? null : ctx.loaders.pageTarget.load({ pageId, revisionId, changeRequestId }),
    }),
    node: t.field({
      type: CommentTargetNode,
      nullable: true,
      description: 'The block; null for a comment on the whole page.',
      resolve: ({ nodeId }) => (nodeId === null ? null : { id: nodeId }),
    }),
    tableCell: t.field({
      type: CommentTargetCell,
      nullable: true,
      description: 'The table cell, if the comment is on one.',
      resolve: ({ tableCell }) => tableCell as TableCell | null,
    }),
  }),
});
