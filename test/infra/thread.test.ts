import { describe, expect, it } from 'vitest';
import { runInThread } from '../../src/infra/threads/thread.ts';

const child = new URL('thread-child.ts', import.meta.url);
const run = (task: object, timeoutMs = 60_000, signal?: AbortSignal) =>
  runInThread(child, task, { timeoutMs, signal, maxHeapMebibytes: 64 });

describe('runInThread(module, message)', { timeout: 90_000 }, () => {
  it('answers, and serves the next message with the same thread', async () => {
    expect(await run({ does: 'answer', value: { a: 1 } })).toEqual({ kind: 'done', result: { a: 1 } });
    const startedMs = performance.now();
    for (let value = 0; value < 20; value++)
      expect(await run({ does: 'answer', value })).toEqual({ kind: 'done', result: value });
    // A start takes a hundred milliseconds and more.
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  it.each([
    ['spins for ever', { does: 'spin' }, 'timeout'],
    ['throws', { does: 'throw' }, 'crashed'],
    ['exits', { does: 'exit' }, 'crashed'],
    ['takes all memory', { does: 'fill' }, 'crashed'],
  ])('ends a thread that %s, and starts another for the next', async (_, task, reason) => {
    await run({ does: 'answer' });
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 20);
    await expect(run(task, reason === 'timeout' ? 1_500 : 60_000)).rejects.toMatchObject({
      name: 'ThreadEnded',
      reason,
    });
    clearInterval(timer);
    if (reason === 'timeout') expect(ticks).toBeGreaterThan(10);
    expect(await run({ does: 'answer', value: 1 })).toEqual({ kind: 'done', result: 1 });
  });

  it('ends when it is told to', async () => {
    const stop = new AbortController();
    const work = run({ does: 'spin' }, 60_000, stop.signal);
    setTimeout(() => stop.abort(), 50);
    await expect(work).rejects.toMatchObject({ reason: 'aborted' });
  });
});
