import type { Context } from '../../core/context.ts';
import { deleteOldNotifications } from './queries/rows.ts';

const batchSize = 1_000;
const dayMs = 86_400_000;

/** Deletes notifications that are kept no longer. Returns their number. Several processes may run it concurrently. */
export async function purgeNotifications({
  sql,
  now,
  config,
}: Pick<Context, 'sql' | 'now' | 'config'>): Promise<number> {
  const before = new Date(now().getTime() - config.NOTIFICATION_RETENTION_DAYS * dayMs);
  let purged = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    const count = await deleteOldNotifications(sql, before, batchSize);
    purged += count;
    if (count < batchSize) return purged;
  }
}
