import { updateComment } from '../../authoring/comments/update.ts';
import { createComment, createCommentReply } from '../../authoring/comments/create.ts';
import { loadTree } from '../../authoring/content/pages.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { actingAs, asOperator } from '../../core/acting.ts';
import type { DemoRole } from './people.ts';

/** Creates a resolved and an open discussion. */
export async function startDiscussion(
  ctx: Context,
  spaceId: string,
  people: Readonly<Record<DemoRole, string>>,
): Promise<void> {
  const as = (role: DemoRole) => actingAs(ctx, asOperator(people[role]));
  const [first] = await loadTree(ctx, await getContent(ctx, spaceId));
  const question = await createComment(as('comment'), {
    spaceId,
    page: first?.id,
    body: { markdown: 'Does this work **without** PostgreSQL?' },
  });
  await createCommentReply(as('edit'), {
    spaceId,
    commentId: question.id,
    body: { markdown: 'Yes: the embedded database is the default. See *Run it*.' },
  });
  await updateComment(as('review'), { spaceId, id: question.id }, { resolved: true, addedReactions: ['👍'] });
  const idea = await createComment(as('review'), {
    spaceId,
    body: { markdown: 'Shall we add a page about backups?\n\n- what to copy\n- how to check it' },
  });
  await createCommentReply(as('comment'), { spaceId, commentId: idea.id, body: { markdown: 'Please do.' } });
  await updateComment(as('comment'), { spaceId, id: idea.id }, { addedReactions: ['🎉'] });
}
