import * as z from 'zod';
import { CommentMarkdown } from '../../domain/authoring/comments/fields.ts';
import { refused } from '../../handmade/mcp/tools.ts';
import { Id } from '../../lib/form-types.ts';
import { aDocument, selectList, type Listed } from '../document.ts';
import * as forms from '../forms.ts';
import { memberTool, proposingTool, type MemberTool } from '../member-tool.ts';
import { indented, nameOf, oneLine, tellList } from '../texts.ts';

interface Said {
  readonly markdown: string;
  readonly postedAt: string;
  readonly postedBy: { readonly displayName: string };
}

interface Thread extends Said {
  readonly id: string;
  readonly status: string;
  readonly target: { readonly page: { readonly pageId: string; readonly title: string } | null };
  readonly replies: Listed<Said>;
}

const said = 'markdown postedAt postedBy { displayName }';
const thread = `id status ${said} target { page { pageId title } } replies(first: 20) ${selectList(said)}`;
const list = `comments(first: 20, after: $after, pageId: $page, status: $status) ${selectList(thread)}`;

const inSpace = aDocument<{ space: { comments: Listed<Thread> } }>(
  `query Comments($space: ID!, $page: ID, $status: CommentStatusFilter, $after: String) { space(id: $space) { ${list} } }`,
);
const inRequest = aDocument<{ space: { changeRequest: { comments: Listed<Thread> } } }>(
  `query CommentsInRequest($space: ID!, $changeRequest: ID!, $page: ID, $status: CommentStatusFilter, $after: String) {
    space(id: $space) { changeRequest(id: $changeRequest) { ${list} } }
  }`,
);

const tellSaid = ({ markdown, postedAt, postedBy }: Said) => `${nameOf(postedBy)}, ${postedAt}:\n${indented(markdown)}`;

const listComments = memberTool({
  name: 'list_comments',
  title: 'List comments',
  description: 'Lists the threads of comments on a space or a change request, newest first, with replies.',
  scopes: ['space:comments:read'],
  form: z.strictObject({
    space: forms.space,
    changeRequest: forms.inRequest,
    page: Id.optional().describe('Id of a page'),
    status: z.enum(['all', 'open', 'resolved']).optional(),
    after: forms.after,
  }),
  run: async (ctx, { status = 'open', ...at }) => {
    const given = { ...at, status: status.toUpperCase() };
    const comments =
      at.changeRequest === undefined
        ? (await inSpace(ctx, given)).space.comments
        : (await inRequest(ctx, given)).space.changeRequest.comments;
    return tellList('threads', comments, ({ id, status: state, target, replies, ...first }) => {
      const where = target.page === null ? '' : ` on ${target.page.pageId} ${oneLine(target.page.title)}`;
      const answers = replies.edges.map(({ node }) => `\n${indented(tellSaid(node))}`);
      return `${id} [${state}]${where} by ${tellSaid(first)}${answers.join('')}`;
    });
  },
});

const place = '$space: ID!, $changeRequest: ID';
const at = 'spaceId: $space, changeRequestId: $changeRequest';
const posted = aDocument<{ createComment: { comment: { readonly id: string } } }>(
  `mutation Comment(${place}, $input: CreateCommentInput!) { createComment(${at}, input: $input) { comment { id } } }`,
);
const replied = aDocument<{ createCommentReply: { commentReply: { readonly id: string } } }>(
  `mutation Reply(${place}, $thread: ID!, $input: CreateCommentReplyInput!) {
    createCommentReply(${at}, commentId: $thread, input: $input) { commentReply { id } }
  }`,
);
const resolved = aDocument<{ updateComment: { comment: { readonly id: string } } }>(
  `mutation Resolve(${place}, $thread: ID!, $input: UpdateCommentInput!) {
    updateComment(${at}, commentId: $thread, input: $input) { comment { id } }
  }`,
);

const comment = proposingTool({
  name: 'comment',
  title: 'Comment',
  description: 'Begins a thread on a space, a page or a change request, replies to one, or resolves one.',
  scopes: ['space:comments:write'],
  form: z.strictObject({
    space: forms.space,
    changeRequest: forms.changeRequest.optional(),
    page: Id.optional().describe('Id of the page, for a new thread'),
    thread: Id.optional().describe('Id of the thread to reply to or to resolve'),
    text: CommentMarkdown.min(1).optional().describe('Markdown'),
    resolve: z.literal(true).optional(),
  }),
  run: async (ctx, { page, text, resolve, ...where }) => {
    const texts: string[] = [];
    if (where.thread === undefined && (text === undefined || resolve))
      return refused('A new thread needs a text alone');
    if (text === undefined && !resolve) return refused('Give a text, or resolve the thread');
    if (where.thread === undefined) {
      const input = { body: { markdown: text }, ...(page === undefined ? {} : { pageId: page }) };
      return { texts: [`Thread ${(await posted(ctx, { ...where, input })).createComment.comment.id}`] };
    }
    if (text !== undefined) {
      const { commentReply } = (await replied(ctx, { ...where, input: { body: { markdown: text } } }))
        .createCommentReply;
      texts.push(`Reply ${commentReply.id}`);
    }
    if (resolve) {
      await resolved(ctx, { ...where, input: { resolved: true } });
      texts.push(`Resolved ${where.thread}`);
    }
    return { texts };
  },
});

export const commentTools: readonly MemberTool[] = [listComments, comment];
