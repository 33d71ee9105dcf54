import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { createWorkerPool } from '../../src/infra/workers/pool.ts';
import { workerModule } from '../../src/workers/module.ts';
import { patienceMs } from '../setup/patience.ts';

const module = new URL('worker-child.ts', import.meta.url);
const pool = createWorkerPool({ module, processes: 1, heapMebibytes: 64, maxWaiting: 40, idleMs: 60_000 });
afterAll(() => pool.close());

const run = (
  name: string,
  input: readonly unknown[] = [],
  options: { timeoutMs?: number; signal?: AbortSignal; onEnd?: (computedMs: number) => void } = {},
) => pool.run<unknown>(name, input, { timeoutMs: patienceMs, owner: 'usr_1', ...options });

it('the module of the tasks is there when the server runs from its sources', () => {
  expect(existsSync(workerModule)).toBe(true);
});

describe('a pool of worker processes', () => {
  it('a pool answers a task, and the next with the same process', async () => {
    expect(await run('answer', [{ a: 1 }])).toEqual({ a: 1 });
    const pid = await run('process');
    expect(pid).not.toBe(process.pid);
    for (let value = 0; value < 20; value++) expect(await run('answer', [value])).toBe(value);
    expect(await run('process')).toBe(pid);
  });

  it('a process has a lower priority than the server, so that requests are answered before its tasks', async () => {
    expect(await run('priority')).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('the time of a task counts from its start, not from when it was queued', async () => {
    const waits = Array.from({ length: 5 }, () => run('wait', [150], { timeoutMs: 400 }));
    expect(await Promise.all(waits)).toEqual(Array.from({ length: 5 }, () => 'waited'));
  });

  it('time in which the machine does not run a task is not charged to it', async () => {
    const charged: number[] = [];
    const options = { timeoutMs: 500, onEnd: (computedMs: number) => void charged.push(computedMs) };
    expect(await run('pause', [2], options)).toBe('resumed');
    expect(charged).toEqual([expect.any(Number)]);
    expect(charged[0]).toBeLessThan(500);
  });

  it('a domain error that a task throws is thrown by the pool, details included', async () => {
    await expect(run('refuse')).rejects.toMatchObject({
      name: 'DomainError',
      type: 'validation_failed',
      status: 400,
      message: 'no',
      details: [{ path: 'a', rule: 'invalid', message: 'no' }],
    });
    await expect(run('break')).rejects.toThrow('broken');
  });

  it.each([
    ['spins for ever', 'spin', 'timeout'],
    ['throws outside of its task', 'crash', 'crashed'],
    ['exits', 'exit', 'crashed'],
    ['takes all memory', 'fill', 'memory'],
  ])('a process that %s is ended, and another is started for the next task', async (_, name, reason) => {
    await run('answer');
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 20);
    const charged: number[] = [];
    const onEnd = (computedMs: number) => void charged.push(computedMs);
    await expect(run(name, [], { timeoutMs: reason === 'timeout' ? 1_500 : patienceMs, onEnd })).rejects.toMatchObject({
      name: 'TaskEnded',
      reason,
    });
    clearInterval(timer);
    expect(charged).toEqual([expect.any(Number)]);
    if (reason === 'timeout') expect(charged[0]).toBeGreaterThanOrEqual(1_500);
    if (reason === 'timeout') expect(ticks).toBeGreaterThan(10);
    expect(await run('answer', [1])).toBe(1);
  });

  it('a task that is aborted ends', async () => {
    const stop = new AbortController();
    const work = run('spin', [], { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    expect(await run('answer', [2])).toBe(2);
  });
});
