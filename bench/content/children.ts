import { readdirSync, readFileSync } from 'node:fs';
import { cpuMicroseconds } from '../machine.ts';

interface Usage {
  /** Time from the first to the last sample of the process. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Peak memory (`VmHWM`, proc(5)). */
  readonly megabytes: number;
}

const lookMs = 20;

/** Watches processes that this one starts from now on, and reports the usage of the largest one. Linux only. */
export function watchChildren(): { stop(): Usage } {
  const childrenNow = () =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => parentOf(pid) === process.pid);
  const before = new Set(childrenNow());
  const seen = new Map<number, Usage & { readonly sinceMs: number }>();
  const timer = setInterval(() => {
    for (const pid of childrenNow()) {
      if (before.has(pid)) continue;
      const sinceMs = seen.get(pid)?.sinceMs ?? performance.now();
      const megabytes = Math.max(peakMegabytes(pid), seen.get(pid)?.megabytes ?? 0);
      const cpuMs = Math.max(cpuMicroseconds(pid) / 1_000, seen.get(pid)?.cpuMs ?? 0);
      seen.set(pid, { sinceMs, wallMs: performance.now() - sinceMs, cpuMs, megabytes });
    }
  }, lookMs);
  return {
    stop: () => {
      clearInterval(timer);
      const [largest] = [...seen.values()].toSorted((a, b) => b.megabytes - a.megabytes);
      if (!largest) throw new Error('No process was seen');
      return largest;
    },
  };
}

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended, or the entry is not a process.
    return '';
  }
};

const parentOf = (pid: number) => Number(/^.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0);

const peakMegabytes = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;
