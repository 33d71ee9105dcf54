import { sql, type Sql } from '../../db/sql.ts';
import { keptHours } from './idempotency.ts';

/** Forgets the keys that are older than a day, by the database's clock; gives how many. */
export async function purgeExpiredKeys({ sql: db }: { readonly sql: Sql }): Promise<number> {
  const gone = await db.rows(
    sql`delete from idempotency_keys where "createdAt" < now() - make_interval(hours => ${keptHours}::int) returning key`,
  );
  return gone.length;
}
