import { dayMs } from '../../../lib/instant.ts';
import type { Context } from '../../core/context.ts';
import { purgeInBatches } from '../../core/purge-in-batches.ts';
import { deliveryRetentionDays } from './fields.ts';
import { deleteDisconnected, deleteOldDeliveries, deleteOrphans } from './queries/purge.ts';

/**
 * Deletes old deliveries that wait for nothing, and webhooks of places and installations that are gone. Returns their number.
 * Several processes may run it concurrently.
 */
export async function purgeWebhooks({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - deliveryRetentionDays * dayMs);
  const orphans = (await deleteOrphans(sql)) + (await deleteDisconnected(sql));
  return orphans + (await purgeInBatches((limit) => deleteOldDeliveries(sql, before, limit)));
}
