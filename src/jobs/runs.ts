import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time in which a stopped run must end, in milliseconds. */
const abandonMs = 1_000;

interface RunsOptions<Item> {
  /** Called when a run has ended, which is then no longer under way. */
  readonly onEnd: () => void;
  /** Returns what stopped runs have held, so that others need not wait for its lease. */
  readonly giveBack: (stopped: readonly Item[]) => Promise<unknown>;
}

/** The runs that a process has begun: each has an item, which it holds, and can be stopped. */
export function createRuns<Item extends { readonly worker: string }>({ onEnd, giveBack }: RunsOptions<Item>) {
  const aborts = new Map<Item, AbortController>();
  const underWay = new Set<Promise<void>>();
  let isClosed = false;
  const within = (ms: number): Promise<unknown> =>
    Promise.race([Promise.all(underWay), sleep(ms, undefined, { ref: false })]);
  const hold = (item: Item): AbortController => {
    const abort = new AbortController();
    // Each call that is under way listens, so Node would warn of a leak.
    setMaxListeners(0, abort.signal);
    aborts.set(item, abort);
    return abort;
  };
  const add = (run: Promise<unknown>): void => {
    const done = run.then(() => {
      underWay.delete(done);
      onEnd();
    });
    underWay.add(done);
  };
  return {
    /** Each resolves when its run has ended. */
    underWay: underWay as ReadonlySet<Promise<void>>,
    isClosed: () => isClosed,
    /** Ids of the runs. */
    workers: () => [...aborts.keys()].map(({ worker }) => worker),
    add,
    hold,
    letGo: (item: Item) => void aborts.delete(item),
    /** Begins a run. `work` never rejects. */
    begin: (item: Item, work: (abort: AbortController) => Promise<unknown>): void => {
      const abort = hold(item);
      add(work(abort).finally(() => aborts.delete(item)));
    },
    /** Waits up to `graceMs` milliseconds for the runs, then stops them. Those that do not end are abandoned. */
    empty: async (graceMs: number): Promise<void> => {
      isClosed = true;
      if (graceMs > 0) await within(graceMs);
      const stopped = [...aborts.keys()];
      for (const abort of aborts.values()) abort.abort(new Error('The process shuts down'));
      await within(abandonMs);
      if (stopped.length > 0) await giveBack(stopped);
    },
  };
}
