import * as z from 'zod';
import { CommentMarkdown, maxReactions, NodeId, ReactionEmoji } from '../../domain/comments/fields.ts';
import { builder } from '../builder.ts';

export const CommentBodyInput = builder.inputType('CommentBodyInput', {
  description: 'What is said: Markdown, or a JSON document, not both.',
  fields: (t) => ({
    markdown: t.string({ description: 'The Markdown text.', validate: CommentMarkdown }),
    document: t.field({
      type: 'JSON',
      description: 'A JSON document of blocks that Markdown can hold; it is stored as Markdown.',
    }),
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
  description: 'A new comment, on the space or on a place in its content.',
  fields: (t) => ({
    body: t.field({ type: CommentBodyInput, required: true, description: 'What is said.' }),
    page: t.id({ description: 'Page it is about.' }),
    node: t.string({ description: 'Block of the page it is about.', validate: NodeId }),
    tableCell: t.field({ type: CommentTableCellInput, description: 'Cell of a table it is about.' }),
  }),
});

export const CreateCommentReplyInput = builder.inputType('CreateCommentReplyInput', {
  description: 'A new reply.',
  fields: (t) => ({ body: t.field({ type: CommentBodyInput, required: true, description: 'What is said.' }) }),
});

const Reactions = z.array(ReactionEmoji).max(maxReactions);

const changes = {
  body: 'A new text, from its author; an empty body leaves it as it is.',
  addedReactions: 'Emojis the caller reacts with from now on.',
  removedReactions: 'Emojis the caller takes back.',
};

export const UpdateCommentInput = builder.inputType('UpdateCommentInput', {
  description: 'Changes of a comment; what is omitted stays.',
  fields: (t) => ({
    resolved: t.boolean({ description: 'True settles the thread, false reopens it.' }),
    body: t.field({ type: CommentBodyInput, description: changes.body }),
    addedReactions: t.stringList({ description: changes.addedReactions, validate: Reactions }),
    removedReactions: t.stringList({ description: changes.removedReactions, validate: Reactions }),
  }),
});

export const UpdateCommentReplyInput = builder.inputType('UpdateCommentReplyInput', {
  description: 'Changes of a reply; what is omitted stays.',
  fields: (t) => ({
    body: t.field({ type: CommentBodyInput, description: changes.body }),
    addedReactions: t.stringList({ description: changes.addedReactions, validate: Reactions }),
    removedReactions: t.stringList({ description: changes.removedReactions, validate: Reactions }),
  }),
});
