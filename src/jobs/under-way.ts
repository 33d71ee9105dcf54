import { setTimeout as sleep } from 'node:timers/promises';

/** Time in which a stopped run must end, in milliseconds. */
export const abandonMs = 1_000;

/** The runs that a process has begun. Calls `onEnd` when one has ended, which is then no longer among them. */
export function createUnderWay(onEnd: () => void) {
  const runs = new Set<Promise<void>>();
  return {
    runs: runs as ReadonlySet<Promise<void>>,
    add: (run: Promise<unknown>): void => {
      const done = run.then(() => {
        runs.delete(done);
        onEnd();
      });
      runs.add(done);
    },
    /** Waits until all have ended, for so many milliseconds at most. */
    within: (ms: number): Promise<unknown> => Promise.race([Promise.all(runs), sleep(ms, undefined, { ref: false })]),
  };
}
