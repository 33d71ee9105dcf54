import { readFileSync } from 'node:fs';
import { maxPatience } from '../../lib/computing-time.ts';

/** Unit of processor time in /proc on all platforms of Node, per second (USER_HZ). */
const ticksPerSecond = 100;

/** Minimum time between two looks at a process, in milliseconds. */
const minLookMs = 50;

/**
 * Calls `end` once a process has computed for `limitMs` from now: its processor time, at most the elapsed time. A
 * process that the machine does not run, because others have a higher priority, does not use up its limit. Where the
 * system does not report processor time, elapsed time counts. Returns a function that lifts the limit.
 */
export function limitComputing(pid: number | undefined, limitMs: number, end: () => void): () => void {
  const startedMs = performance.now();
  const before = processorMs(pid);
  const look = () => {
    const elapsedMs = performance.now() - startedMs;
    const ranMs = processorMs(pid) - before;
    const usedMs = Number.isNaN(ranMs) ? elapsedMs : Math.min(elapsedMs, ranMs);
    if (usedMs >= limitMs || elapsedMs >= maxPatience * limitMs) end();
    else timer = setTimeout(look, Math.max(limitMs - usedMs, minLookMs));
  };
  let timer = setTimeout(look, limitMs);
  return () => clearTimeout(timer);
}

/** Processor time of all threads of a process, in milliseconds; NaN when unknown. See proc(5), `/proc/pid/stat`. */
function processorMs(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the name of the program, which may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}
