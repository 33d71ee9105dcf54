import { generateKeyBetween } from 'fractional-indexing';
import type { Context } from '../context.ts';
import { findLastPosition, findNeighbours, type ParentReference } from './queries.ts';

export type { ParentReference };

/** The place directly before or after the sibling that has an order key. */
export interface BesideSibling {
  readonly side: 'before' | 'after';
  readonly key: string;
}

/** The order key after the last sibling. The caller has locked the tree. */
export async function lastPosition(ctx: Context, parent: ParentReference): Promise<string> {
  return generateKeyBetween(await findLastPosition(ctx.sql, parent), null);
}

/** A space or collection that is moved. `key` is its order key when the parent stays the same, otherwise null. */
export interface MovedContent {
  readonly id: string;
  readonly key: string | null;
}

/** The order key beside a sibling. Null when the content is in that place already. The caller has locked the tree. */
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
