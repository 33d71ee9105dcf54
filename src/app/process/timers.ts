import type { Services } from '../../domain/core/context.ts';
import { asOperator } from '../../domain/core/acting.ts';
import { refreshSearchIndex } from '../../domain/authoring/content/refresh-search-index.ts';
import { sweepContent } from '../../domain/authoring/content/sweep.ts';
import { tellDuePages } from '../../domain/authoring/freshness/tell-due.ts';
import { purgeNotifications } from '../../domain/authoring/notifications/purge.ts';
import { purgeOldEvents } from '../../domain/core/events/purge.ts';
import { purgeAccountEvents } from '../../domain/people/users/purge-account-events.ts';
import { purgeCallerPositions } from '../../domain/core/positions/queries.ts';
import { purgeExpiredKeys } from '../../domain/core/idempotency/purge.ts';
import { sweepJobs } from '../../domain/core/jobs/sweep.ts';
import { purgeWebhooks } from '../../domain/exchange/webhooks/purge.ts';
import { refreshDueSpecs } from '../../domain/exchange/openapi-sources/refresh-due.ts';
import { purgeOldInsights } from '../../domain/publishing/statistics/statistics.ts';
import { purgeDeletedSpaces } from '../../domain/authoring/spaces/purge.ts';
import { contextOf, originOf } from './context.ts';
import type { Platform } from './platform.ts';

const firstAfterMs = 60_000;
const everyMs = 3_600_000;

interface Chore {
  readonly name: string;
  /** Long work ends early when the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<number>;
}

/** Runs maintenance about every hour. Several processes may do so on one database. Returns a function that stops it. */
export function startTimers(platform: Pick<Platform, 'db' | 'services'>): () => Promise<void> {
  const chores = listChores(platform);
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(again, firstAfterMs);
  timer.unref();
  function again() {
    running = keepHouse(chores, platform.services.log, stopping.signal);
    // The random delay keeps processes from running maintenance at the same moment.
    timer = setTimeout(again, everyMs * (0.9 + Math.random() * 0.2));
    timer.unref();
  }
  return async () => {
    clearTimeout(timer);
    stopping.abort();
    await running;
  };
}

/** Runs every task once. A failed task is logged, and runs again the next time. */
async function keepHouse(chores: readonly Chore[], log: Services['log'], signal: AbortSignal): Promise<void> {
  for (const { name, run } of chores) {
    try {
      const count = await run(signal);
      if (count > 0) log.info({ count, reason: name }, 'maintenance removed or refreshed items');
    } catch (error) {
      log.error({ err: error, reason: name }, 'maintenance failed');
    }
  }
}

const listChores = ({ db, services }: Pick<Platform, 'db' | 'services'>): readonly Chore[] => [
  { name: 'deleted spaces', run: () => purgeDeletedSpaces(db) },
  { name: 'events', run: () => purgeOldEvents({ ...services, sql: db.sql }) },
  { name: 'log of the instance', run: () => purgeAccountEvents({ ...services, sql: db.sql }) },
  { name: 'webhooks', run: () => purgeWebhooks({ ...services, sql: db.sql }) },
  { name: 'notifications', run: () => purgeNotifications({ ...services, sql: db.sql }) },
  { name: 'feedback and statistics of sites', run: () => purgeOldInsights({ ...services, sql: db.sql }) },
  { name: 'positions of callers', run: () => purgeCallerPositions(db) },
  { name: 'idempotency keys', run: () => purgeExpiredKeys(db) },
  {
    name: 'OpenAPI specifications',
    run: () =>
      refreshDueSpecs(
        contextOf(services, db, asOperator('nobody'), { requestId: 'timers', origin: originOf('service') }),
      ),
  },
  {
    name: 'pages to review',
    run: (signal) =>
      tellDuePages(
        contextOf(services, db, asOperator('nobody'), { requestId: 'timers', origin: originOf('service') }),
        signal,
      ),
  },
  { name: 'finished jobs', run: () => sweepJobs({ ...services, sql: db.sql }) },
  {
    name: 'unused content',
    run: async () => {
      const { blobs, texts } = await sweepContent({ ...services, sql: db.sql });
      return blobs + texts;
    },
  },
  {
    name: 'search index',
    run: (signal) =>
      refreshSearchIndex(
        contextOf(services, db, asOperator('nobody'), { requestId: 'timers', origin: originOf('service') }),
        signal,
      ),
  },
];
