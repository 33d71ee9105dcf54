import { describe, expect, it } from 'vitest';
import { failure } from '../../src/lib/errors.ts';
import { createTurns } from '../../src/lib/turns.ts';

const work = () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const run = (name: number) => () => {
    begun.push(name);
    return new Promise<number>((resolve) => ends.push(() => resolve(name)));
  };
  return { begun, run, end: () => ends.shift()?.() };
};

const gate = (atOnce: number, maxWaiting: number) => {
  const takeTurn = createTurns({
    atOnce,
    maxWaiting,
    refuse: () => failure('overloaded', 'Too many', { retryAfterSeconds: 2 }),
  });
  let next = 0;
  return <Result>(run: () => Promise<Result>, signal?: AbortSignal, owner = `usr_${(next += 1)}`) =>
    takeTurn({ owner, signal }, run);
};

describe('turns of tasks', () => {
  it('turns run a limited number of tasks at once, queue the rest in order, and refuse those beyond the queue', async () => {
    const [enter, { begun, run, end }] = [gate(2, 2), work()];
    const all = [1, 2, 3, 4].map((name) => enter(run(name)));
    await expect(enter(run(5))).rejects.toMatchObject({ type: 'overloaded', status: 503, retryAfterSeconds: 2 });
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

  it('turns release waiters that are cancelled, and give the place of a failed task to the next', async () => {
    const [enter, { begun, run, end }] = [gate(1, 2), work()];
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

  it('owners take turns, and no owner holds more than a quarter of the queue', async () => {
    const [enter, { begun, run, end }] = [gate(1, 12), work()];
    const all = [1, 2, 3, 4].map((name) => enter(run(name), undefined, 'usr_a'));
    await expect(enter(run(5), undefined, 'usr_a')).rejects.toMatchObject({ type: 'overloaded' });
    all.push(...[6, 7].map((name) => enter(run(name), undefined, 'usr_b')));
    for (let count = 1; count <= 6; count += 1) {
      await expect.poll(() => begun.length).toBe(count);
      end();
    }
    await Promise.all(all);
    expect(begun).toEqual([1, 2, 6, 3, 7, 4]);
  });
});
