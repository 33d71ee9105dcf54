import { Script } from 'node:vm';

/** Work took longer than it may. */
export class TimeLimitExceeded extends Error {
  constructor(timeoutMs: number, cause: unknown) {
    super(`Stopped after ${timeoutMs} ms`, { cause });
    this.name = 'TimeLimitExceeded';
  }
}

const global = globalThis as { octavoLimitedWork?: () => unknown };
const script = new Script('globalThis.octavoLimitedWork()');

/**
 * Runs synchronous work and stops it after a time: a parser that is stuck in one page leaves time for the others. The
 * timer of `vm` stops any code in the thread and costs half a millisecond. Throws TimeLimitExceeded.
 */
export function limitTime<Result>(timeoutMs: number, work: () => Result): Result {
  const outer = global.octavoLimitedWork;
  global.octavoLimitedWork = work;
  try {
    return script.runInThisContext({ timeout: timeoutMs }) as Result;
  } catch (error) {
    if ((error as { code?: string } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitExceeded(timeoutMs, error);
  } finally {
    if (outer === undefined) delete global.octavoLimitedWork;
    else global.octavoLimitedWork = outer;
  }
}
