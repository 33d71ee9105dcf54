import { storeCounts } from '../../domain/publishing/statistics/statistics.ts';
import type { SiteCounts } from '../../domain/publishing/statistics/counts.ts';
import type { Platform } from './platform.ts';

const everyMs = 60_000;

/** Stores what readers of sites do once a minute. Returns a function that stores the rest and ends this. */
export function startStoringCounts(
  { db, services }: Pick<Platform, 'db' | 'services'>,
  counts: SiteCounts,
): () => Promise<void> {
  const store = () =>
    storeCounts({ sql: db.sql }, counts).catch((error: unknown) =>
      services.log.warn({ err: error }, 'statistics of sites are not stored yet'),
    );
  let storing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    storing = storing.then(store);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await storing;
    await store();
  };
}
