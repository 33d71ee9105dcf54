import { Script } from 'node:vm';
import { maxPatience, startComputingClock } from './computing-time.ts';

/** Work took longer than it may. */
export class TimeLimitExceeded extends Error {
  constructor(limitMs: number, cause: unknown) {
    super(`Stopped after ${limitMs} ms`, { cause });
    this.name = 'TimeLimitExceeded';
  }
}

const global = globalThis as { octavoLimitedWork?: () => unknown };
const script = new Script('globalThis.octavoLimitedWork()');

/** Share of the limit for which work must have computed to be stopped. Work that got less is repeated. */
const enoughShare = 0.5;

/**
 * Runs synchronous work and stops it when it has computed for `limitMs`, on a busy machine for half of that: a parser
 * that is stuck in one page leaves time for the others. The timer of `vm` stops any code in the thread and costs half a
 * millisecond, but measures elapsed time. Work that was stopped while the machine mostly ran other processes is
 * therefore repeated with more time, so it must have no effects. Throws TimeLimitExceeded.
 */
export function limitTime<Result>(limitMs: number, work: () => Result): Result {
  for (let timeoutMs = limitMs; ;) {
    const computedMs = startComputingClock();
    try {
      return runFor(timeoutMs, work);
    } catch (error) {
      if ((error as { code?: string } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const usedMs = Math.max(computedMs(), 1);
      if (usedMs >= enoughShare * limitMs || timeoutMs >= maxPatience * limitMs)
        throw new TimeLimitExceeded(limitMs, error);
      timeoutMs = Math.ceil(Math.min((timeoutMs * limitMs) / usedMs, maxPatience * limitMs));
    }
  }
}

function runFor<Result>(timeoutMs: number, work: () => Result): Result {
  const outer = global.octavoLimitedWork;
  global.octavoLimitedWork = work;
  try {
    return script.runInThisContext({ timeout: timeoutMs }) as Result;
  } finally {
    if (outer === undefined) delete global.octavoLimitedWork;
    else global.octavoLimitedWork = outer;
  }
}
