import type { Services } from '../domain/context.ts';
import { sweepContent } from '../domain/content/blobs.ts';
import { purgeExpiredKeys } from '../domain/idempotency/purge.ts';
import { sweepJobs } from '../domain/jobs/sweep.ts';
import { purgeDeletedSpaces } from '../domain/spaces/purge.ts';
import type { Platform } from './platform.ts';

const firstAfterMs = 60_000;
const everyMs = 3_600_000;

interface Chore {
  readonly name: string;
  readonly run: () => Promise<number>;
}

/** Keeps house every hour: any number of processes may do so over one database. Returns what ends it. */
export function startTimers(platform: Pick<Platform, 'db' | 'services'>): () => Promise<void> {
  const chores = choresOf(platform);
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(again, firstAfterMs);
  timer.unref();
  function again() {
    running = keepHouse(chores, platform.services.log);
    // Not all processes at the same moment.
    timer = setTimeout(again, everyMs * (0.9 + Math.random() * 0.2));
    timer.unref();
  }
  return async () => {
    clearTimeout(timer);
    await running;
  };
}

/** Does every chore once; one that fails is logged and tried again next time. */
async function keepHouse(chores: readonly Chore[], log: Services['log']): Promise<void> {
  for (const { name, run } of chores) {
    try {
      const count = await run();
      if (count > 0) log.info({ count, reason: name }, 'tidied up');
    } catch (error) {
      log.error({ err: error, reason: name }, 'tidying up failed');
    }
  }
}

/** What there is to do regularly. */
const choresOf = ({ db, services }: Pick<Platform, 'db' | 'services'>): readonly Chore[] => [
  { name: 'deleted spaces', run: () => purgeDeletedSpaces(db) },
  { name: 'idempotency keys', run: () => purgeExpiredKeys(db) },
  { name: 'finished jobs', run: () => sweepJobs({ ...services, sql: db.sql }) },
  {
    name: 'unused content',
    run: async () => {
      const { blobs, documents } = await sweepContent({ ...services, sql: db.sql });
      return blobs + documents;
    },
  },
];
