import { generateKeyBetween } from 'fractional-indexing';
import { sql } from '../db/sql.ts';
import type { Context } from './context.ts';

/** The parent under which spaces and collections stand in one order. */
export interface SiblingsOf {
  readonly organizationId: string;
  readonly parentId: string | null;
}

/** Where among its siblings something goes: right before or right after the order key of one of them. */
export interface Beside {
  readonly side: 'before' | 'after';
  readonly key: string;
}

/** Order keys compare by bytes, whatever the database's collation. Deleted spaces keep theirs. */
const siblingRows = ({ organizationId, parentId }: SiblingsOf) => sql`(
    select id, position collate "C" as position, "deletedAt" is null as live from spaces
    where "organizationId" = ${organizationId} and "parentId" is not distinct from ${parentId}::text
    union all
    select id, position collate "C", true from collections
    where "organizationId" = ${organizationId} and "parentId" is not distinct from ${parentId}::text
  ) siblings`;

/** Serialises changes of order and tree in organizations until the transaction ends. Quality 4.3: organizations first, by id. */
export async function lockTree(ctx: Context, ...organizationIds: readonly string[]): Promise<void> {
  await ctx.sql.rows(
    sql`select id from organizations where id = any(${organizationIds}::text[]) order by id for no key update`,
  );
}

/** The order key after the last sibling; the caller holds the tree's lock. */
export async function lastPosition(ctx: Context, siblings: SiblingsOf): Promise<string> {
  return generateKeyBetween(await lastKey(ctx, siblings), null);
}

/** The order key of the last sibling, or null. */
export async function lastKey(ctx: Context, siblings: SiblingsOf): Promise<string | null> {
  const row = await ctx.sql.first<{ last: string | null }>(
    sql`select max(position) as last from ${siblingRows(siblings)}`,
  );
  return row?.last ?? null;
}

interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
  readonly previousLive: string | null;
  readonly nextLive: string | null;
}

/** Something that is moved: its id, and its order key when it stays under the same parent. */
export interface Moved {
  readonly id: string;
  readonly key: string | null;
}

/** The order key beside a sibling, or null when it is there already; the caller holds the tree's lock. */
export async function positionBeside(
  ctx: Context,
  siblings: SiblingsOf,
  { side, key }: Beside,
  moved: Moved,
): Promise<string | null> {
  const around = await ctx.sql.first<Neighbours>(sql`
    select max(position) filter (where position < ${key}) as previous,
      min(position) filter (where position > ${key}) as next,
      max(position) filter (where position < ${key} and live) as "previousLive",
      min(position) filter (where position > ${key} and live) as "nextLive"
    from ${siblingRows(siblings)} where id <> ${moved.id}`);
  const isBefore = side === 'before';
  const [low, high] = isBefore ? [around?.previousLive, key] : [key, around?.nextLive];
  if (moved.key !== null && isBetween(moved.key, low ?? null, high ?? null)) return null;
  return isBefore ? generateKeyBetween(around?.previous ?? null, key) : generateKeyBetween(key, around?.next ?? null);
}

const isBetween = (key: string, low: string | null, high: string | null) =>
  (low === null || low < key) && (high === null || key < high);
