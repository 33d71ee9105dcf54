import * as z from 'zod';
import { CommentMarkdown, maxReactions, NodeId, ReactionEmoji } from '../../domain/comments/fields.ts';
import { builder } from '../builder.ts';
import { writtenDocument } from '../free-forms.ts';

export const CommentBodyInput = builder.inputType('CommentBodyInput', {
  description: 'The text of a comment: either `markdown` or `document`.',
  fields: (t) => ({
    markdown: t.string({ description: 'The Markdown text.', validate: CommentMarkdown }),
    document: t.field({ type: 'JSON', description: writtenDocument }),
  }),
});

const CommentTableCellInput = builder.inputType('CommentTableCellInput', {
  description: 'A cell of a table on a page.',
  fields: (t) => ({
    record: t.string({ required: true, description: 'Id of the row.', validate: NodeId }),
    definition: t.string({ required: true, description: 'Id of the column.', validate: NodeId }),
  }),
});

export const CreateCommentInput = builder.inputType('CreateCommentInput', {
  description: 'A new comment, optionally on a page, a block or a table cell.',
  fields: (t) => ({
    body: t.field({ type: CommentBodyInput, required: true, description: 'The text.' }),
    page: t.id({ description: 'Id of the page to comment on.' }),
    node: t.string({ description: 'Id of the block to comment on.', validate: NodeId }),
    tableCell: t.field({ type: CommentTableCellInput, description: 'The table cell to comment on.' }),
  }),
});

export const CreateCommentReplyInput = builder.inputType('CreateCommentReplyInput', {
  description: 'A new reply.',
  fields: (t) => ({ body: t.field({ type: CommentBodyInput, required: true, description: 'The text.' }) }),
});

const Reactions = z.array(ReactionEmoji).max(maxReactions);

const descriptions = {
  body: 'The new text; an empty body leaves it unchanged.',
  addedReactions: 'Emoji to react with.',
  removedReactions: 'Emoji of reactions of the caller to remove.',
};

export const UpdateCommentInput = builder.inputType('UpdateCommentInput', {
  description: 'The fields of a comment to update; omitted fields stay unchanged.',
  fields: (t) => ({
    resolved: t.boolean({ description: 'True resolves the thread, false reopens it.' }),
    body: t.field({ type: CommentBodyInput, description: descriptions.body }),
    addedReactions: t.stringList({ description: descriptions.addedReactions, validate: Reactions }),
    removedReactions: t.stringList({ description: descriptions.removedReactions, validate: Reactions }),
  }),
});

export const UpdateCommentReplyInput = builder.inputType('UpdateCommentReplyInput', {
  description: 'The fields of a reply to update; omitted fields stay unchanged.',
  fields: (t) => ({
    body: t.field({ type: CommentBodyInput, description: descriptions.body }),
    addedReactions: t.stringList({ description: descriptions.addedReactions, validate: Reactions }),
    removedReactions: t.stringList({ description: descriptions.removedReactions, validate: Reactions }),
  }),
});
