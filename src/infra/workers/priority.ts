import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of a process, of a child just after its start, so that the threads that answer requests get the processor
 * first. Threads that the process starts later inherit the priority (setpriority(2), `C library/kernel differences`).
 */
export function lowerPriority({ pid }: { readonly pid?: number | undefined }): void {
  // A process that could not be started has no id.
  if (pid === undefined) return;
  // Only a privileged process may raise a priority, which this would do in a server that has a lower one.
  setPriority(pid, Math.max(constants.priority.PRIORITY_BELOW_NORMAL, getPriority()));
}
