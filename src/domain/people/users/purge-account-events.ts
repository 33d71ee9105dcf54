import { dayMs } from '../../../lib/instant.ts';
import type { Context } from '../../core/context.ts';
import { purgeInBatches } from '../../core/purge-in-batches.ts';
import { deleteOldAccountEvents } from './queries.ts';

/** Deletes entries of the log of the instance that are older than those of an audit log. Returns their number. */
export function purgeAccountEvents({ sql, now, config }: Pick<Context, 'sql' | 'now' | 'config'>): Promise<number> {
  const before = new Date(now().getTime() - config.AUDIT_RETENTION_DAYS * dayMs);
  return purgeInBatches((limit) => deleteOldAccountEvents(sql, before, limit));
}
