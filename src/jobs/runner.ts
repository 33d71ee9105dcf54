import type { Context } from '../domain/core/context.ts';
import type { Slots } from './slots.ts';

export interface RunnerOptions {
  /** Context for statements without a user. */
  readonly system: Pick<Context, 'log'>;
  /** Creates the slots of this process. They call `onFree` when another job may be taken. */
  readonly slots: (onFree: () => void) => Slots;
  /** Recovers jobs whose process was silent for so long, except those of `alive` workers, which belong to this process. */
  readonly recover: (silentMs: number, alive: readonly string[]) => Promise<unknown>;
  /** Calls the listener when a job may be due; returns a function that ends this. */
  readonly onWake: (listener: () => void) => () => void;
  /** Time without a heartbeat after which a process loses its jobs, in milliseconds. */
  readonly leaseMs: number;
  /**
   * Interval at which to poll for jobs of other processes, in milliseconds; null disables polling. Jobs of this process
   * start at once.
   */
  readonly pollMs: number | null;
  /** Whether no other process uses the database, so that every held job belongs to a process that has ended. */
  readonly isAlone: boolean;
}

export interface Runner {
  /** Resolves when this process neither looks for jobs nor runs one. */
  idle(): Promise<void>;
  /** Waits up to `graceMs` milliseconds for running jobs, then returns the rest to the queue. */
  stop(graceMs: number): Promise<void>;
}

/** Two runners as one. */
export const bothRunners = (one: Runner, other: Runner): Runner => ({
  // The end of a job of one may begin a job of the other.
  idle: async () => {
    await one.idle();
    await other.idle();
    await one.idle();
  },
  stop: async (graceMs) => void (await Promise.all([one.stop(graceMs), other.stop(graceMs)])),
});

/** Runs jobs of the queue until stopped. Does not keep the process alive. */
export function startRunner(options: RunnerOptions): Runner {
  const { system, pollMs, leaseMs, isAlone } = options;
  const slots = options.slots(look);
  let stopped = false;
  // Recover lost jobs before taking any, because a process that is alone treats every held job as lost.
  let recovered = pollMs === null;
  let looking: Promise<void> | null = null;
  let again = false;

  function look() {
    if (stopped || !recovered) return;
    if (looking) return void (again = true);
    again = false;
    looking = slots
      .fill()
      .catch((error: unknown) => system.log.warn({ err: error }, 'jobs could not be looked for'))
      .finally(() => {
        looking = null;
        if (again) look();
      });
  }
  const recover = (silentMs: number) =>
    options
      .recover(silentMs, slots.workers())
      .catch((error: unknown) => system.log.warn({ err: error }, 'lost jobs could not be looked for'));

  const off = options.onWake(look);
  const timers =
    pollMs === null
      ? []
      : [
          // Randomized, so that processes do not poll at the same time.
          setInterval(look, pollMs * (0.9 + Math.random() * 0.2)).unref(),
          setInterval(() => void recover(leaseMs), leaseMs / 3).unref(),
        ];
  const begin = async () => {
    await recover(isAlone ? 0 : leaseMs);
    recovered = true;
    look();
  };
  const first = pollMs === null ? null : begin();

  return {
    idle: async () => {
      // The end of a job begins another look.
      while (looking !== null || slots.underWay.size > 0) await (looking ?? Promise.all(slots.underWay));
    },
    stop: async (graceMs) => {
      stopped = true;
      off();
      timers.forEach(clearInterval);
      await first;
      await looking;
      await slots.empty(graceMs);
    },
  };
}
