// Requests `/healthz` continuously. It is a separate process, so that the large bodies that the benchmark sends and reads do
// not delay its timers. Arguments: the URL and the process id of the server, and the pause after a request in milliseconds. Sends
// `{ wait, hold, megabytes, helpers }` to the parent process for each request.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [url, pid, pauseMs] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

/** Processor time in milliseconds of the server's main thread, whose thread id is the process id. */
const mainThreadMs = () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Resident memory in megabytes; 0 for a process that has ended. */
function residentMegabytes(id) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Resident memory of the processes that the server has started: workers and PDF compilers. */
function helpersMegabytes() {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return ids.reduce((sum, id) => sum + residentMegabytes(id), 0);
}

const ask = () =>
  new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });

process.once('disconnect', () => process.exit());
// Connections are refused after the server has ended.
process.once('uncaughtException', () => process.exit());
for (;;) {
  const [start, busy] = [performance.now(), mainThreadMs()];
  await ask();
  const wait = performance.now() - start;
  // Load of other processes makes the wait longer, but not the processor time of the thread.
  const hold = Math.min(wait, mainThreadMs() - busy);
  process.send?.({ wait, hold, megabytes: residentMegabytes(pid), helpers: helpersMegabytes() });
  await sleep(Number(pauseMs));
}
