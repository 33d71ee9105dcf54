import type { Sql } from '../../../db/sql.ts';
import type { Log } from '../context.ts';
import { listPositions } from '../events/queries.ts';
import { listStates } from '../jobs/queries/jobs.ts';
import { createRowWatch, type Watches } from './row-watch.ts';

const everyMs = 1_000;

export function createWatches(reader: Sql, log: Log): Watches {
  const watch = (read: (reader: Sql, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>) =>
    createRowWatch({
      read: (ids) => read(reader, ids),
      everyMs,
      onError: (error) => log.warn({ err: error }, 'streams could not look for news'),
    });
  return { events: watch(listPositions), jobs: watch(listStates) };
}
