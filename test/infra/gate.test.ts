import { describe, expect, it } from 'vitest';
import { createGate } from '../../src/lib/gate.ts';

const work = () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const run = (name: number) => () => {
    begun.push(name);
    return new Promise<number>((resolve) => ends.push(() => resolve(name)));
  };
  return { begun, run, end: () => ends.shift()?.() };
};

describe('createGate(limits)', () => {
  it('runs so many at once, the rest in their order, and refuses whom nobody can serve', async () => {
    const [enter, { begun, run, end }] = [createGate({ atOnce: 2, waiting: 2, what: 'The tests' }), work()];
    const all = [1, 2, 3, 4].map((name) => enter(run(name)));
    await expect(enter(run(5))).rejects.toMatchObject({ type: 'overloaded', status: 503, retryAfterSeconds: 5 });
    expect(begun).toEqual([1, 2]);
    end();
    await all[0];
    await expect.poll(() => begun).toEqual([1, 2, 3]);
    end();
    await all[1];
    await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
    end();
    end();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it('lets go who stops to wait, and gives the place of work that failed to the next', async () => {
    const [enter, { begun, run, end }] = [createGate({ atOnce: 1, waiting: 2, what: 'The tests' }), work()];
    const stop = new AbortController();
    const fails = enter(() => run(1)().then(() => Promise.reject(new Error('no'))));
    const ended = Promise.allSettled([fails, enter(run(2), stop.signal)]);
    const waits = enter(run(3));
    stop.abort(new Error('enough'));
    end();
    expect(await ended).toEqual([
      { status: 'rejected', reason: new Error('no') },
      { status: 'rejected', reason: new Error('enough') },
    ]);
    await expect.poll(() => begun).toEqual([1, 3]);
    end();
    expect(await waits).toBe(3);
    expect(await enter(async () => 4)).toBe(4);
  });
});
