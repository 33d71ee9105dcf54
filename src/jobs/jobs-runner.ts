import { recoverJobs } from './recover.ts';
import { startRunner, type Runner, type RunnerOptions } from './runner.ts';
import { createSlots, type SlotsOptions } from './slots.ts';

type JobsOptions = SlotsOptions & Pick<RunnerOptions, 'pollMs' | 'isAlone'>;

/** Runs the background jobs of users until stopped. */
export function startJobsRunner(options: JobsOptions): Runner {
  const { system, handlers, leaseMs, pollMs, isAlone } = options;
  const attempts = Object.fromEntries(
    [...handlers.values()].flatMap(({ kind }) => (kind.attempts === undefined ? [] : [[kind.name, kind.attempts]])),
  );
  return startRunner({
    system,
    slots: (onFree) => createSlots(options, onFree),
    recover: (silentMs, alive) => recoverJobs(system, silentMs, { alive, attempts }),
    onWake: (listener) => system.jobSignals.onWake(listener),
    leaseMs,
    pollMs,
    isAlone,
  });
}
