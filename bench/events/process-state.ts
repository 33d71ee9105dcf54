import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds that the threads of a process have had of the processor, and its resident memory in kB. */
export const stateOf = (pid: number) => ({
  micros: readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1_000,
    0,
  ),
  residentKb: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
});
