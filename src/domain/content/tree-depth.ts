import type { ContentState } from '../../db/content/states.ts';
import { invalid } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import type { EntryState } from './changes.ts';
import { maxTreeDepth } from './edits/fields.ts';
import { findTooDeepPage } from './queries/entries.ts';

export const treeTooDeep = `The page tree has at most ${maxTreeDepth} levels`;

/** A page that was moved below another parent, or created there. */
export interface MovedPage {
  readonly id: string;
  readonly parentId: string;
  /** A new page has no descendants besides the ones that are moved themselves. */
  readonly isNew: boolean;
}

/** The pages among changed entries that have another parent than before. */
export const movedPages = (
  changes: Iterable<readonly [after: EntryState | null, before: EntryState | null]>,
): MovedPage[] =>
  [...changes].flatMap(([after, before]) => {
    if (after?.kind !== 'page' || after.parentId === null || after.parentId === before?.parentId) return [];
    return [{ id: after.id, parentId: after.parentId, isNew: before === null }];
  });

/**
 * One of these pages that would be too deep in a state, itself or with its descendants; null when there is none. The
 * cost depends on the ancestors of the parents and the descendants of the moved pages.
 */
export async function tooDeepPage(ctx: Context, state: ContentState, moved: readonly MovedPage[]) {
  if (moved.length === 0) return null;
  const [ids, parentIds] = [moved.map(({ id }) => id), moved.map(({ parentId }) => parentId)];
  return findTooDeepPage(ctx.sql, state, { ids, parentIds, areNew: moved.map(({ isNew }) => isNew) }, maxTreeDepth);
}

/** Throws validation_failed, naming the member of the request at `path`, when moved pages make the tree too deep. */
export async function requireDepth(ctx: Context, state: ContentState, moved: readonly MovedPage[], path: string) {
  const id = await tooDeepPage(ctx, state, moved);
  if (id !== null) throw invalid(path, `${treeTooDeep}: "${id}" would make it deeper`, 'tree');
}
