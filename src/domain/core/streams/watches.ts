import type { Db } from '../../../db/client.ts';
import type { Sql } from '../../../db/sql.ts';
import { failure } from '../../../lib/errors.ts';
import { createTurns } from '../../../lib/turns.ts';
import type { Log } from '../context.ts';
import { listPositions } from '../events/queries/events.ts';
import { listStates } from '../jobs/queries/jobs.ts';
import { createShare } from './share.ts';
import { createRowWatch, type Watches } from './row-watch.ts';

const everyMs = 1_000;

/** Reads the states of rows by id. */
export type ReadStates = (reader: Sql, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface Sources {
  readonly db: Db;
  readonly log: Log;
  /** How notifications are read is told from outside, because they belong to another wing. */
  readonly listNotificationStates: ReadStates;
  /** Called before anybody hears of news: whoever hears of a change reads it next. */
  readonly settled: () => Promise<void>;
}

/** Creates what the streams of a process share. Their reads have half of the connections at most. */
export function createWatches({ db: { sql: reader, pool }, log, listNotificationStates, settled }: Sources): Watches {
  const watch = (read: ReadStates) =>
    createRowWatch({
      read: async (ids) => {
        const states = await read(reader, ids);
        await settled();
        return states;
      },
      everyMs,
      onError: (error) => log.warn({ err: error }, 'streams could not look for news'),
    });
  const takeTurn = createTurns({
    atOnce: Math.ceil(pool.options.max / 2),
    maxWaiting: Number.POSITIVE_INFINITY,
    refuse: () => failure('overloaded', 'Too many streams wait for their turn'),
  });
  return {
    events: watch(listPositions),
    jobs: watch(listStates),
    notifications: watch(listNotificationStates),
    takeTurn,
    share: createShare(),
  };
}
