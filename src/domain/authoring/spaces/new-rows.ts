import type { Context } from '../../core/context.ts';

/** Columns of a new space and its first revision, which is empty. */
export function newRows(ctx: Context, id: string) {
  const now = ctx.now();
  const revisionId = ctx.newId('rev');
  const revision = {
    id: revisionId,
    line: id,
    seq: 1,
    parents: [],
    type: 'edits',
    createdById: ctx.actor.userId,
    createdAt: now,
  };
  return { id, revisionId, createdAt: now, updatedAt: now, revisions: { create: revision } };
}
