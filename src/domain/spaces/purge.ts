import { sql, type Sql } from '../../db/sql.ts';

/** Spaces removed by one statement; each takes its content and comments with it. */
const batchSize = 20;

/**
 * Removes for good what was deleted more than 168 hours ago by the database's clock. Several processes
 * may do it at a time. Answers how many spaces it removed.
 */
export async function purgeDeletedSpaces({ sql: db }: { readonly sql: Sql }): Promise<number> {
  let purged = 0;
  for (;;) {
    const gone = await db.rows(sql`
      delete from spaces where id in (
        select id from spaces where "deletedAt" <= now() - interval '168 hours'
        order by "deletedAt" limit ${batchSize}::int for update skip locked
      ) returning id`);
    purged += gone.length;
    if (gone.length < batchSize) return purged;
  }
}
