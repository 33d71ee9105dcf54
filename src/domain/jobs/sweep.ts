import type { Context } from '../context.ts';
import { deleteFinished } from './queries/jobs.ts';

/** Jobs that one statement deletes. */
const batchSize = 500;

/**
 * Deletes jobs, with their results, JOB_RETENTION_HOURS after they finished; what a job created stays. Several processes
 * may do so at a time. Returns how many were deleted.
 */
export async function sweepJobs({ sql, now, config }: Pick<Context, 'sql' | 'now' | 'config'>): Promise<number> {
  const before = new Date(now().getTime() - config.JOB_RETENTION_HOURS * 3_600_000).toISOString();
  for (let swept = 0; ;) {
    const deleted = await deleteFinished(sql, before, batchSize);
    swept += deleted;
    if (deleted < batchSize) return swept;
  }
}
