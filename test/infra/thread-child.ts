import { parentPort } from 'node:worker_threads';

/** Does what it is told, for the tests of threads. */
parentPort?.on('message', (task: { readonly does: string; readonly value?: unknown }) => {
  if (task.does === 'answer') parentPort?.postMessage({ kind: 'done', result: task.value });
  if (task.does === 'spin') for (;;);
  if (task.does === 'throw') throw new Error('no');
  if (task.does === 'exit') process.exit(3);
  if (task.does === 'fill')
    for (const kept: number[][] = []; ;) kept.push(Array.from({ length: 100_000 }, Math.random));
});
