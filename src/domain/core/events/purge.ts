import { dayMs } from '../../../lib/instant.ts';
import type { Context } from '../context.ts';
import { purgeInBatches } from '../purge-in-batches.ts';
import { deleteOldEvents, expireFeeds } from './queries/events.ts';

/**
 * Ends what feeds show, and deletes the events that the audit log keeps no longer. Returns the number of the latter. Several
 * processes may run it concurrently.
 */
export async function purgeOldEvents({ sql, now, config }: Pick<Context, 'sql' | 'now' | 'config'>): Promise<number> {
  const { EVENT_RETENTION_DAYS: inFeed, AUDIT_RETENTION_DAYS: inLog } = config;
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
  await expireFeeds(sql, daysAgo(inFeed));
  return purgeInBatches((limit) => deleteOldEvents(sql, daysAgo(Math.max(inFeed, inLog)), limit));
}
