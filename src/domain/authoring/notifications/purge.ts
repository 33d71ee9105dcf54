import { dayMs } from '../../../lib/instant.ts';
import type { Context } from '../../core/context.ts';
import { purgeInBatches } from '../../core/purge-in-batches.ts';
import { deleteOldNotifications } from './queries/rows.ts';

/** Deletes notifications that are kept no longer. Returns their number. Several processes may run it concurrently. */
export function purgeNotifications({ sql, now, config }: Pick<Context, 'sql' | 'now' | 'config'>): Promise<number> {
  const before = new Date(now().getTime() - config.NOTIFICATION_RETENTION_DAYS * dayMs);
  return purgeInBatches((limit) => deleteOldNotifications(sql, before, limit));
}
