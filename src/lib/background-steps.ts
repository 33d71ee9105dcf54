/** How often background work takes steps beside requests, in milliseconds. */
const everyMs = 100;

/** Processor time of the process for which it takes a step, in milliseconds. A step is a tenth of it. */
const msOfStep = 25;

/** Resolves when the next step of background work may begin; rejects with the reason of a signal that is aborted meanwhile. */
export type TakeStep = (signal: AbortSignal) => Promise<void>;

/** Takes each step at once. */
export const unpaced: TakeStep = async (signal) => signal.throwIfAborted();

interface Load {
  /** Whether requests want the processor. */
  readonly isBusy: () => boolean;
  /** Processor time that the process has had, in milliseconds. */
  readonly processorMs: () => number;
}

export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Paces the background work of a process. Steps begin at once while no request wants the processor. While requests do, they begin in the
 * order of asking, as many as a tenth of the processor time of the process pays for, and one every `everyMs` at least. So a backlog of any
 * length leaves the processor to requests, also on a machine that has other work, and goes on beside any number of them.
 */
export function createBackgroundSteps(load: Load): TakeStep {
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let countedMs = 0;
  let credit = 0;
  const count = () => {
    const nowMs = load.processorMs();
    credit = Math.min(everyMs / msOfStep, credit + (nowMs - countedMs) / msOfStep);
    countedMs = nowMs;
  };
  const begin = () => {
    count();
    credit = Math.max(1, credit);
    for (const step of waiting) {
      if (credit < 1 && load.isBusy()) break;
      credit -= 1;
      step();
    }
    timer = undefined;
    if (waiting.size > 0) lookLater();
  };
  const lookLater = () => void (timer ??= setTimeout(begin, everyMs).unref());
  return async (signal) => {
    signal.throwIfAborted();
    if (!load.isBusy() && waiting.size === 0) return;
    if (waiting.size === 0) count();
    lookLater();
    await new Promise<void>((resolve, reject) => {
      const step = () => {
        waiting.delete(step);
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        waiting.delete(step);
        reject(signal.reason as Error);
      };
      waiting.add(step);
      signal.addEventListener('abort', abort, { once: true });
    });
  };
}
