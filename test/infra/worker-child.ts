import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTaskRunner } from '../../src/infra/workers/task.ts';
import { invalid } from '../../src/lib/errors.ts';
import { pauseProcess } from '../pause-process.ts';

/** Tasks for the tests of worker processes. */
export const runTask = createTaskRunner({
  answer: (value: unknown) => value,
  process: () => process.pid,
  priority: () => getPriority(),
  wait: async (ms: number) => {
    await sleep(ms);
    return 'waited';
  },
  refuse: () => {
    throw invalid('a', 'no');
  },
  break: () => {
    throw new Error('broken');
  },
  pause: (seconds: number) => {
    pauseProcess(seconds);
    return 'resumed';
  },
  spin: () => {
    for (;;);
  },
  crash: () => {
    setImmediate(() => {
      throw new Error('no');
    });
    return new Promise(() => undefined);
  },
  exit: () => process.exit(3),
  fill: () => {
    for (const kept: number[][] = []; ;) kept.push(Array.from({ length: 100_000 }, Math.random));
  },
});
