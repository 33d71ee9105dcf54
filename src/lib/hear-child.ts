import type { ChildProcess } from 'node:child_process';

/**
 * Calls `onError` for each error of a child process and of its pipes, to be called right after the start. A program that
 * cannot be started reports it by such an event, and has no pipes when file descriptors have run out.
 */
export function hearChild(child: ChildProcess, onError: (error: Error) => void): void {
  for (const source of [child, child.stdin, child.stdout, child.stderr]) source?.on('error', onError);
}
