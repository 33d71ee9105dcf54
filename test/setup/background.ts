import { once } from 'node:events';
import type { Platform } from '../../src/app/process/platform.ts';
import type { Runner } from '../../src/jobs/runner.ts';

/** Waits until the background work of a server has ended: it runs no job and uses no connection. */
export async function backgroundEnded({ db: { pool } }: Platform, runner: Runner): Promise<void> {
  for (;;) {
    await runner.idle();
    if (pool.totalCount === pool.idleCount && pool.waitingCount === 0) return;
    await once(pool, 'release');
    // What waits for the result of the statement goes on first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
