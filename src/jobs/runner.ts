import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../domain/context.ts';
import { claimNext, endLease, recoverJobs, settle, type ClaimedJob } from './claim.ts';
import { runClaimed, type RunOptions } from './run.ts';

export interface RunnerOptions extends RunOptions {
  /** Jobs that this process does at once. */
  readonly slots: number;
  /** How often other processes' jobs are looked for, in milliseconds; this one's begin at once. Null: never. */
  readonly pollMs: number | null;
  /** Whether no other process works on the database: what seems to be running then belongs to a dead one. */
  readonly isAlone: boolean;
}

export interface Runner {
  /** Ends what is at work, within so many milliseconds by itself, else back in the queue. */
  stop(graceMs: number): Promise<void>;
}

/** Does the jobs of the queue until stopped. It keeps no process alive. */
export function startRunner(options: RunnerOptions): Runner {
  const { system, slots, pollMs, leaseMs } = options;
  const running = new Map<AbortController, { readonly job: ClaimedJob; readonly done: Promise<void> }>();
  let stopped = false;
  let looking: Promise<void> | null = null;
  let again = false;

  const fill = async () => {
    while (!stopped && running.size < slots) {
      // oxlint-disable-next-line no-await-in-loop
      const job = await claimNext(system, randomUUID());
      if (job === 'none') return;
      if (job !== null) begin(job);
    }
  };
  const look = () => {
    if (stopped) return;
    if (looking) return void (again = true);
    again = false;
    looking = fill()
      .catch((error: unknown) => system.log.warn({ err: error }, 'jobs could not be looked for'))
      .finally(() => {
        looking = null;
        if (again) look();
      });
  };
  const begin = (job: ClaimedJob) => {
    const abort = new AbortController();
    const done = runClaimed(options, job, abort).finally(() => {
      running.delete(abort);
      look();
    });
    running.set(abort, { job, done });
  };
  const recover = (silentMs: number) =>
    recoverJobs(system, silentMs).catch((error: unknown) =>
      system.log.warn({ err: error }, 'lost jobs could not be looked for'),
    );

  const off = system.queue.signals.onWake(look);
  const timers =
    pollMs === null
      ? []
      : [
          // Not all processes at the same moment.
          setInterval(look, pollMs * (0.9 + Math.random() * 0.2)).unref(),
          setInterval(() => void recover(leaseMs), leaseMs / 3).unref(),
        ];
  const first = pollMs === null ? null : recover(options.isAlone ? 0 : leaseMs).then(look);

  return {
    stop: async (graceMs) => {
      stopped = true;
      off();
      timers.forEach(clearInterval);
      await first;
      await looking;
      const all = () => Promise.all([...running.values()].map(({ done }) => done));
      await Promise.race([all(), sleep(graceMs, undefined, { ref: false })]);
      for (const abort of running.keys()) abort.abort(new Error('The process ends'));
      await Promise.race([all(), sleep(abandonMs, undefined, { ref: false })]);
      // What does not listen loses its lease: it can write nothing any more, and others need not wait for its silence.
      await Promise.all([...running.values()].map(({ job }) => giveBack(system, job)));
    },
  };
}

/** How long a function may take to notice that it was stopped, in milliseconds. */
const abandonMs = 1_000;

/** Puts a job back into the queue, as if it had not been begun. */
const giveBack = (system: Context, job: ClaimedJob) =>
  settle(system, job, { state: 'queued', attempts: job.attempts - 1, afterMs: 0 })
    .then((done) => (done ? undefined : endLease(system, job)))
    .catch((error: unknown) => system.log.warn({ err: error, jobId: job.id }, 'a job could not be given back'));
