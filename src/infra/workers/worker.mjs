// A worker thread of the pool: loads the module of its tasks once, then runs one task after the other.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {{ module: string }} */
const { module } = workerData;

if (module.endsWith('.ts')) {
  // Node 20 passes the TypeScript loader of the main thread to no worker, and `--import tsx` has no effect in one
  // (tsx 4.23). Compiled code needs none.
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const { register } = await import(new URL('dist/esm/api/index.mjs', tsx).href);
  register();
}

const { runTask } = await import(module);

/** @param {{ id: number, name: string, input: readonly unknown[] }} task */
export async function run({ id, name, input }) {
  // The time limit counts from here, not from when the task was queued or the thread was started.
  parentPort?.postMessage({ started: id });
  return runTask(name, input);
}
