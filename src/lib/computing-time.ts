/**
 * Maximum elapsed time of work with a limit of computing time, as a multiple of the limit, so that work that only waits
 * ends too.
 */
export const maxPatience = 10;

/**
 * Starts a clock of the computing time of this process: its processor time, at most the elapsed time. It stands still
 * while the machine runs other processes. Returns a function that reads it, in milliseconds.
 */
export function startComputingClock(): () => number {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - startedMs, (user + system) / 1_000);
  };
}
