import { createComment, createCommentReply } from '../../authoring/comments/create.ts';
import { createChangeRequest } from '../../authoring/change-requests/create.ts';
import { updateChangeRequest } from '../../authoring/change-requests/update.ts';
import { updateContent } from '../../authoring/content/edits/update-content.ts';
import type { ContentOperation } from '../../authoring/content/edits/operation.ts';
import type { Page } from '../../authoring/content/page.ts';
import { getPageByPath, getPageMarkdown } from '../../authoring/content/pages.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import { requestReview } from '../../authoring/reviews/request.ts';
import { submitReview } from '../../authoring/reviews/submit.ts';
import { actingAs, asOperator } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import type { DemoRole } from './people.ts';

/** The page that the proposal and the main content both change. */
export const contestedPath = 'start/run';

export const editWith = (operations: readonly ContentOperation[]) =>
  operations.map((input, index) => ({ input, path: `input.changes.${index}` }));

/** Returns a text with words after its first paragraph below the title. */
function withWords(markdown: string, words: string): string {
  const lines = markdown.split('\n');
  const at = lines.findIndex((line) => /^[A-Z]/.test(line));
  return at < 0 ? `${markdown}\n\n${words}\n` : lines.with(at, `${lines[at]} ${words}`).join('\n');
}

/**
 * Opens a change request on a page and changes the same line of the main content afterwards, so that the two conflict. A
 * reviewer asks for changes, and a thread answers.
 */
export async function openProposal(
  ctx: Context,
  spaceId: string,
  people: Readonly<Record<DemoRole, string>>,
): Promise<void> {
  const as = (role: DemoRole) => actingAs(ctx, asOperator(people[role]));
  const editor = as('edit');
  const page = await getPageByPath(ctx, await getContent(ctx, spaceId), contestedPath);
  const markdown = (await getPageMarkdown(ctx, page)) ?? '';
  const { id: changeRequestId } = await createChangeRequest(editor, { spaceId, subject: 'Say how long a start takes' });
  const place = { spaceId, changeRequestId };
  const change = (words: string) => editWith([rewriting(page, withWords(markdown, words))]);
  await updateContent(editor, { ...place, operations: change('The first start takes some seconds.') });
  await updateContent(editor, {
    ...place,
    operations: editWith([
      {
        operation: 'insert_page',
        title: 'Stop it',
        document: { markdown: 'Press Ctrl-C. Requests in progress end first.' },
      },
    ]),
  });
  const reference = { spaceId, id: changeRequestId };
  await updateChangeRequest(editor, reference, {
    status: 'open',
    description: { markdown: 'New readers wonder whether the start **hangs**.\n\n- how long it takes\n- how it ends' },
  });
  await requestReview(editor, reference, { users: [people.review, people.comment] });
  const thread = await createComment(as('comment'), {
    ...place,
    page: page.id,
    body: { markdown: 'Which machine is that?' },
  });
  await createCommentReply(editor, {
    ...place,
    commentId: thread.id,
    body: { markdown: 'Two cores. I could say `npm ci` too.' },
  });
  await submitReview(as('review'), reference, {
    status: 'changes-requested',
    comment: { markdown: 'Please name a number.' },
  });
  await updateContent(editor, { spaceId, operations: change('It is ready when it prints its addresses.') });
}

const rewriting = ({ id }: Page, markdown: string): ContentOperation => ({
  operation: 'update_page',
  page: id,
  document: { markdown },
});
