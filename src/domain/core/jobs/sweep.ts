import type { Context } from '../context.ts';
import { deleteFinished } from './queries/jobs.ts';

/** Number of jobs deleted by one statement. */
const batchSize = 500;

/**
 * Deletes jobs with their results JOB_RETENTION_HOURS after they finished, but not what they created. Several processes
 * may run it concurrently. Returns the number of deleted jobs.
 */
export async function sweepJobs({ sql, now, config }: Pick<Context, 'sql' | 'now' | 'config'>): Promise<number> {
  const before = new Date(now().getTime() - config.JOB_RETENTION_HOURS * 3_600_000).toISOString();
  for (let swept = 0; ;) {
    const deleted = await deleteFinished(sql, before, batchSize);
    swept += deleted;
    if (deleted < batchSize) return swept;
  }
}
