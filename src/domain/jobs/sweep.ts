import { sql } from '../../db/sql.ts';
import type { Context } from '../context.ts';

/** Jobs that one statement removes. */
const batchSize = 500;

/**
 * Forgets jobs, with their results, that have been over for as long as JOB_RETENTION_HOURS says. Several processes may
 * do it at a time. What a job made stays: that is not the job's. Gives how many it forgot.
 */
export async function sweepJobs({ sql: db, now, config }: Pick<Context, 'sql' | 'now' | 'config'>): Promise<number> {
  const before = new Date(now().getTime() - config.JOB_RETENTION_HOURS * 3_600_000).toISOString();
  for (let swept = 0; ;) {
    const gone = await db.rows(sql`
      delete from jobs where id in (
        select id from jobs where "finishedAt" <= ${before}::timestamptz
        order by "finishedAt" limit ${batchSize}::int for update skip locked
      ) returning id`);
    swept += gone.length;
    if (gone.length < batchSize) return swept;
  }
}
