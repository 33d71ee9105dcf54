import type { Context } from '../../core/context.ts';
import { deliveryRetentionDays } from './fields.ts';
import { deleteOldDeliveries, deleteOrphans } from './queries/purge.ts';

const batchSize = 1_000;
const dayMs = 86_400_000;

/**
 * Deletes old deliveries, and webhooks of places that are gone. Returns their number. Several processes may run it concurrently.
 */
export async function purgeWebhooks({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - deliveryRetentionDays * dayMs);
  let purged = await deleteOrphans(sql);
  for (;;) {
    const count = await deleteOldDeliveries(sql, before, batchSize);
    purged += count;
    if (count < batchSize) return purged;
  }
}
