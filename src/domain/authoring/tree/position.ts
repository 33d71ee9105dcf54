import { generateKeyBetween } from 'fractional-indexing';
import type { Context } from '../../core/context.ts';
import { findLastPosition, findNeighbours, type ParentReference } from './queries.ts';

export type { ParentReference };

/** A position directly before or after the sibling with an order key. */
export interface BesideSibling {
  readonly side: 'before' | 'after';
  readonly key: string;
}

/** Order key for a new last sibling. The caller has locked the tree. */
export async function lastPosition(ctx: Context, parent: ParentReference): Promise<string> {
  return generateKeyBetween(await findLastPosition(ctx.sql, parent), null);
}

/** A space or collection to move. `key` is its order key, or null when its parent changes. */
export interface MovedContent {
  readonly id: string;
  readonly key: string | null;
}

/**
 * Order key for a position beside a sibling; null when the content is already there. The caller has locked the tree.
 */
export async function positionBeside(
  ctx: Context,
  parent: ParentReference,
  { side, key }: BesideSibling,
  moved: MovedContent,
): Promise<string | null> {
  const neighbours = await findNeighbours(ctx.sql, parent, { key, exceptId: moved.id });
  const isBefore = side === 'before';
  const [low, high] = isBefore ? [neighbours?.previousLive, key] : [key, neighbours?.nextLive];
  if (moved.key !== null && isBetween(moved.key, low ?? null, high ?? null)) return null;
  return isBefore
    ? generateKeyBetween(neighbours?.previous ?? null, key)
    : generateKeyBetween(key, neighbours?.next ?? null);
}

const isBetween = (key: string, low: string | null, high: string | null) =>
  (low === null || low < key) && (high === null || key < high);
