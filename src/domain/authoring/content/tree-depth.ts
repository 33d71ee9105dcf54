import type { ContentState } from '../../../db/content/states.ts';
import { invalid } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import type { EntryState } from '../../../text/content/changes.ts';
import { maxTreeDepth } from '../../../text/content/edit-fields.ts';
import { findTooDeepPage } from './queries/entries.ts';

export const treeTooDeep = `The page tree has at most ${maxTreeDepth} levels`;

/** A page that was created, or moved below another parent. */
export interface MovedPage {
  readonly id: string;
  readonly parentId: string;
  /** A new page has no descendants except pages that are moved with it. */
  readonly isNew: boolean;
}

/** Lists the changed pages whose parent has changed. */
export const listMovedPages = (
  changes: Iterable<readonly [after: EntryState | null, before: EntryState | null]>,
): MovedPage[] =>
  [...changes].flatMap(([after, before]) => {
    if (after?.kind !== 'page' || after.parentId === null || after.parentId === before?.parentId) return [];
    return [{ id: after.id, parentId: after.parentId, isNew: before === null }];
  });

/**
 * Finds a moved page that is too deep in a state, itself or a descendant; null when there is none. The cost depends on
 * the ancestors of the parents and the descendants of the moved pages.
 */
export async function findTooDeepMove(ctx: Context, state: ContentState, moved: readonly MovedPage[]) {
  if (moved.length === 0) return null;
  const [ids, parentIds] = [moved.map(({ id }) => id), moved.map(({ parentId }) => parentId)];
  return findTooDeepPage(ctx.sql, state, { ids, parentIds, areNew: moved.map(({ isNew }) => isNew) }, maxTreeDepth);
}

/** Throws validation_failed for the input at `path` when moved pages make the tree too deep. */
export async function requireDepth(ctx: Context, state: ContentState, moved: readonly MovedPage[], path: string) {
  const id = await findTooDeepMove(ctx, state, moved);
  if (id !== null) throw invalid(path, `${treeTooDeep}: "${id}" would make it deeper`, 'tree');
}
