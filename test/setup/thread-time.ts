import { existsSync, readFileSync } from 'node:fs';

/** The main thread has the id of the process. */
const mainThread = `/proc/self/task/${process.pid}/stat`;

/**
 * Processor time of the main thread, in milliseconds, exact to ten. That of the whole process would count what its workers do meanwhile,
 * such as laying out a PDF of another test, and the collector of garbage; it is what is left where the system tells nothing of threads.
 */
export function mainThreadMs(): number {
  if (!existsSync(mainThread)) return process.cpuUsage().user / 1_000;
  const [, fields = ''] = readFileSync(mainThread, 'utf8').split(') ');
  return Number(fields.split(' ')[11]) * 10;
}
