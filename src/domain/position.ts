import { generateKeyBetween } from 'fractional-indexing';
import { sql } from '../db/sql.ts';
import type { Context } from './context.ts';

/** The parent under which spaces and collections stand in one order. */
export interface SiblingsOf {
  readonly organizationId: string;
  readonly parentId: string | null;
}

/** Order keys compare by bytes, whatever the database's collation. */
const lastKey = ({ organizationId, parentId }: SiblingsOf) => sql`
  select max(position collate "C") as last from (
    select position from spaces
    where "organizationId" = ${organizationId} and "parentId" is not distinct from ${parentId}::text
    union all
    select position from collections
    where "organizationId" = ${organizationId} and "parentId" is not distinct from ${parentId}::text
  ) siblings`;

/** Serialises changes of order and tree in an organization until the transaction ends. Quality 4.3: organization first. */
export async function lockTree(ctx: Context, organizationId: string): Promise<void> {
  await ctx.sql.rows(sql`select id from organizations where id = ${organizationId} for no key update`);
}

/** The order key after the last sibling; the caller holds the tree's lock. */
export async function lastPosition(ctx: Context, siblings: SiblingsOf): Promise<string> {
  const row = await ctx.sql.first<{ last: string | null }>(lastKey(siblings));
  return generateKeyBetween(row?.last ?? null, null);
}
