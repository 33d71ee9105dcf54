import type { ContentState } from '../../../db/content/states.ts';
import type { Context } from '../../context.ts';
import type { EntryState } from '../changes.ts';
import { listDifferences } from '../queries/history.ts';

/** An entry in which two states differ; null for the state that does not have it. */
export interface EntryChange {
  readonly id: string;
  readonly before: EntryState | null;
  readonly after: EntryState | null;
}

/** The differences of two states, up to a limit. */
export interface ContentDiff {
  /** By id. */
  readonly changes: readonly EntryChange[];
  /** How many entries differ, including the ones beyond the limit. */
  readonly total: number;
}

/**
 * The differences of two states of a space, in one statement; all of them without a limit. It reads what was written
 * between the states, so the cost depends on the changes, not on the size of the space.
 */
export async function diffContent(
  ctx: Context,
  before: ContentState,
  after: ContentState,
  limit?: number,
): Promise<ContentDiff> {
  if (before.spaceId !== after.spaceId)
    throw new Error(`Cannot compare states of two spaces: ${before.spaceId} and ${after.spaceId}`);
  if (before.id === after.id) return { changes: [], total: 0 };
  const rows = await listDifferences(ctx.sql, before, after, limit);
  return {
    changes: rows.map(({ id, before: then, after: now }) => ({ id, before: then, after: now })),
    total: rows[0]?.total ?? 0,
  };
}
