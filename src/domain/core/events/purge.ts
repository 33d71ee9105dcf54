import type { Context } from '../context.ts';
import { deleteOldEvents } from './queries.ts';

const batchSize = 1_000;
const dayMs = 86_400_000;

/**
 * Deletes the events that are kept no longer, and returns their number. Several processes may run it concurrently. It
 * takes the counter of an organization for one statement at a time.
 */
export async function purgeOldEvents({ sql, now, config }: Pick<Context, 'sql' | 'now' | 'config'>): Promise<number> {
  const before = new Date(now().getTime() - config.EVENT_RETENTION_DAYS * dayMs);
  let purged = 0;
  for (;;) {
    const count = await deleteOldEvents(sql, before, batchSize);
    purged += count;
    if (count < batchSize) return purged;
  }
}
