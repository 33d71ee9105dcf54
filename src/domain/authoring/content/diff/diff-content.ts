import type { ContentState } from '../../../../db/content/states.ts';
import type { Context } from '../../../core/context.ts';
import type { EntryState } from '../../../../text/content/changes.ts';
import { listDifferences, type DifferencePart } from '../queries/history.ts';

/** An entry that differs between two states; null on the side that lacks it. */
export interface EntryChange {
  readonly id: string;
  readonly before: EntryState | null;
  readonly after: EntryState | null;
}

/** The differences between two states, up to a limit. */
export interface ContentDiff {
  /** Ordered by id. */
  readonly changes: readonly EntryChange[];
  /** Number of entries that differ, including those beyond the limit, without those before the part. */
  readonly total: number;
}

/**
 * Compares two states of a space in one statement; without a part, completely. It reads only rows written between the
 * states, so the cost depends on the changes and not on the size of the space.
 */
export async function diffContent(
  ctx: Context,
  before: ContentState,
  after: ContentState,
  part?: DifferencePart,
): Promise<ContentDiff> {
  if (before.spaceId !== after.spaceId)
    throw new Error(`Cannot compare states of two spaces: ${before.spaceId} and ${after.spaceId}`);
  if (before.id === after.id) return { changes: [], total: 0 };
  const rows = await listDifferences(ctx.sql, before, after, part);
  return {
    changes: rows.map(({ id, before: then, after: now }) => ({ id, before: then, after: now })),
    total: rows[0]?.total ?? 0,
  };
}
