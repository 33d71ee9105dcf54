// A process of its own that asks for `/healthz` all the while: its clock is not held by the large bodies that the bench
// sends and reads. Arguments: the URL and the process id of the server. Sends `{ wait, hold, megabytes, helpers }` for each ask.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [url, pid] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

/** Milliseconds of processor time of the server's main thread, whose thread id is the process id. */
const mainThreadMs = () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Resident memory; 0 for a process that has ended meanwhile. */
function residentMegabytes(id) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Resident memory of the processes that the server has started: workers and compilers of PDFs. */
function helpersMegabytes() {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return ids.reduce((sum, id) => sum + residentMegabytes(id), 0);
}

const ask = () =>
  new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });

process.once('disconnect', () => process.exit());
// The connection is refused once the server has ended.
process.once('uncaughtException', () => process.exit());
for (;;) {
  const [start, busy] = [performance.now(), mainThreadMs()];
  await ask();
  const wait = performance.now() - start;
  // What other processes take of the machine makes the wait longer, but not the processor time of the thread.
  const hold = Math.min(wait, mainThreadMs() - busy);
  process.send?.({ wait, hold, megabytes: residentMegabytes(pid), helpers: helpersMegabytes() });
  await sleep(5);
}
