import { raw, sql } from '../../db/sql.ts';
import { invalid } from '../../lib/errors.ts';
import { childrenAt, entryAt, type ContentState } from '../../loaders/content.ts';
import type { Context } from '../context.ts';
import type { EntryState } from './changes.ts';
import { maxTreeDepth } from './edits/fields.ts';

export const treeTooDeep = `The tree has ${maxTreeDepth} levels at most`;

/** A page and what it is put under. */
export interface Placed {
  readonly id: string;
  readonly parentId: string;
  /** Nothing is below a new page that is not placed itself. */
  readonly isNew: boolean;
}

/** Of pages as they shall be, and as they were, those that are put under another than before. */
export const placedPages = (
  changes: Iterable<readonly [after: EntryState | null, before: EntryState | null]>,
): Placed[] =>
  [...changes].flatMap(([after, before]) => {
    if (after?.kind !== 'page' || after.parentId === null || after.parentId === before?.parentId) return [];
    return [{ id: after.id, parentId: after.parentId, isNew: before === null }];
  });

/**
 * One of these pages that stands too deep in a state, or has something below it that does, where it is under the given
 * parent; null when there is none. The cost is that of what is above the parents and below the pages that move.
 */
export async function tooDeepPage(
  ctx: Context,
  state: ContentState,
  placed: readonly Placed[],
): Promise<string | null> {
  if (placed.length === 0) return null;
  const parents = [...new Set(placed.map(({ parentId }) => parentId))];
  const row = await ctx.sql.first<{ root: string }>(sql`
    with recursive above(root, "parentId", depth) as (
      select wanted.id, e."parentId", 1
      from unnest(${parents}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}
      union all
      select above.root, e."parentId", above.depth + 1
      from above cross join lateral ${entryAt(state, raw('above."parentId"'))} where above.depth <= ${maxTreeDepth}::int
    ), level as (select root, max(depth) as depth from above group by root
    ), below(root, id, depth, "isNew") as (
      select placed.id, placed.id collate "C", level.depth + 1, placed."isNew"
      from unnest(${placed.map(({ id }) => id)}::text[], ${placed.map(({ parentId }) => parentId)}::text[],
        ${placed.map(({ isNew }) => isNew)}::boolean[]) placed(id, "parentId", "isNew")
      join level on level.root = placed."parentId"
      union all
      select below.root, e."entryId", below.depth + 1, false
      from below cross join lateral ${childrenAt(state, raw('below.id'))}
      where not below."isNew" and below.depth <= ${maxTreeDepth}::int
    )
    select root from below where depth > ${maxTreeDepth}::int order by root limit 1`);
  return row?.root ?? null;
}

/** Throws validation_failed, naming the place of the request, where pages that were put elsewhere make a state too deep. */
export async function requireDepth(ctx: Context, state: ContentState, placed: readonly Placed[], place: string) {
  const id = await tooDeepPage(ctx, state, placed);
  if (id !== null) throw invalid(place, `${treeTooDeep}: "${id}" would make it deeper`, 'tree');
}
