import { presentPosition } from '../../../db/standby.ts';
import { sql, type Sql } from '../../../db/sql.ts';

/** Notes that a caller knows what the primary has now. */
export async function noteCallerPosition(primary: Sql, userId: string): Promise<void> {
  await primary.rows(sql`
    insert into caller_positions ("userId", position, "notedAt") values (${userId}, ${presentPosition}, now())
    on conflict ("userId") do update
    set position = greatest(caller_positions.position, excluded.position), "notedAt" = excluded."notedAt"`);
}

/** The position that a standby must have reached to answer the caller; null for any. */
export async function findCallerPosition(primary: Sql, userId: string): Promise<number | null> {
  const row = await primary.first<{ position: number }>(
    sql`select position from caller_positions where "userId" = ${userId} and "notedAt" > ${keptSince}`,
  );
  return row?.position ?? null;
}

/** Deletes the positions that every standby which is asked has reached, and returns their number. */
export async function purgeCallerPositions({ sql: primary }: { readonly sql: Sql }): Promise<number> {
  const rows = await primary.rows(sql`delete from caller_positions where "notedAt" <= ${keptSince} returning "userId"`);
  return rows.length;
}

/** DATABASE_READ_MAX_LAG_MS is at most half of it. */
const keptSince = sql`now() - interval '10 minutes'`;
