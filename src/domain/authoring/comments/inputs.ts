import * as z from 'zod';
import { Id, inputForm, jsonValue, omittable } from '../../../lib/form-types.ts';
import { writtenDocument } from '../../../lib/free-forms.ts';
import { CommentMarkdown, NodeId, ReactionEmoji, maxReactions } from './fields.ts';

export const CommentBodyInput = inputForm('CommentBody', 'The text of a comment: either `markdown` or `document`.', {
  markdown: CommentMarkdown.apply(omittable).describe('The Markdown text.'),
  document: jsonValue('RichDocument').apply(omittable).describe(writtenDocument),
});

const CommentTableCellInput = inputForm('CommentTableCell', 'A cell of a table on a page.', {
  record: NodeId.describe('Id of the row.'),
  definition: NodeId.describe('Id of the column.'),
});

export const CreateCommentInput = inputForm(
  'CreateComment',
  'A new comment, optionally on a page, a block or a table cell.',
  {
    body: CommentBodyInput.describe('The text.'),
    page: Id.apply(omittable).describe('Id of the page to comment on.'),
    node: NodeId.apply(omittable).describe('Id of the block to comment on.'),
    tableCell: CommentTableCellInput.apply(omittable).describe('The table cell to comment on.'),
  },
);

export const CreateCommentReplyInput = inputForm('CreateCommentReply', 'A new reply.', {
  body: CommentBodyInput.describe('The text.'),
});

const descriptions = {
  body: 'The new text; an empty body leaves it unchanged.',
  addedReactions: 'Emoji to react with.',
  removedReactions: 'Emoji of reactions of the caller to remove.',
};

const Reactions = z.array(ReactionEmoji).max(maxReactions);

export const UpdateCommentInput = inputForm(
  'UpdateComment',
  'The fields of a comment to update; omitted fields stay unchanged.',
  {
    resolved: z.boolean().optional().describe('True resolves the thread, false reopens it.'),
    body: CommentBodyInput.optional().describe(descriptions.body),
    addedReactions: Reactions.optional().describe(descriptions.addedReactions),
    removedReactions: Reactions.optional().describe(descriptions.removedReactions),
  },
);

export const UpdateCommentReplyInput = inputForm(
  'UpdateCommentReply',
  'The fields of a reply to update; omitted fields stay unchanged.',
  {
    body: CommentBodyInput.optional().describe(descriptions.body),
    addedReactions: Reactions.optional().describe(descriptions.addedReactions),
    removedReactions: Reactions.optional().describe(descriptions.removedReactions),
  },
);
