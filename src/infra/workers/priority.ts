import type { ChildProcess } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of a process that was just started, so that the threads that answer requests get the processor
 * first. Threads that the process starts later inherit the priority (setpriority(2), `C library/kernel differences`).
 */
export function lowerPriority({ pid }: ChildProcess): void {
  // A process that could not be started has no id.
  if (pid === undefined) return;
  // Only a privileged process may raise a priority, which this would do in a server that has a lower one.
  setPriority(pid, Math.max(constants.priority.PRIORITY_BELOW_NORMAL, getPriority()));
}
