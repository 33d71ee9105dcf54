import { expect, test } from 'vitest';
import { createTransactionTurns } from '../../src/db/transaction-turns.ts';

/** Runs transactions by hand: `next` ends the one that has run longest. */
function byHand(limits: { atOnce: number; longAtOnce: number }) {
  const takeTurn = createTransactionTurns(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (
    name: string,
    caller: { owner?: string; isLong?: boolean; signal?: AbortSignal; waitMs?: number } = {},
  ) =>
    takeTurn({ owner: 'usr_a', isLong: false, ...caller }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const next = async () => {
    ends.shift()?.();
    // Longer than a turn takes to pass from the end of one transaction to the begin of the next.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { begin, begun, next };
}

test('a short transaction waits for at most one long one, also of the same user', async () => {
  const { begin, begun, next } = byHand({ atOnce: 1, longAtOnce: 1 });
  for (let long = 1; long <= 40; long += 1) void begin(`long ${long}`, { isLong: true, owner: `usr_${long % 3}` });
  void begin('short', { owner: 'usr_1' });
  await next();
  await next();
  expect(begun).toEqual(['long 1', 'short', 'long 2']);
});

test('long transactions of several users take turns, and are not kept waiting by short ones', async () => {
  const { begin, begun, next } = byHand({ atOnce: 1, longAtOnce: 1 });
  for (const name of ['a1', 'a2', 'a3']) void begin(name, { isLong: true, owner: 'usr_a' });
  void begin('b1', { isLong: true, owner: 'usr_b' });
  for (let short = 1; short <= 4; short += 1) void begin(`short ${short}`, { owner: 'usr_c' });
  for (let ended = 0; ended < 8; ended += 1) await next();
  expect(begun).toEqual(['a1', 'short 1', 'short 2', 'a2', 'short 3', 'short 4', 'b1', 'a3']);
});

test('long transactions leave room for others on a pool of several connections', async () => {
  const { begin, begun, next } = byHand({ atOnce: 8, longAtOnce: 2 });
  for (let long = 1; long <= 20; long += 1) void begin(`long ${long}`, { isLong: true });
  for (let short = 1; short <= 6; short += 1) void begin(`short ${short}`);
  expect(begun.length).toBe(8);
  expect(begun.filter((name) => name.startsWith('long'))).toEqual(['long 1', 'long 2']);
  await next();
  expect(begun.at(-1)).toBe('long 3');
});

test('a transaction that waits too long is refused, and one whose work was aborted never begins', async () => {
  const { begin, begun, next } = byHand({ atOnce: 1, longAtOnce: 1 });
  void begin('running');
  const abort = new AbortController();
  const aborted = begin('aborted', { signal: abort.signal });
  const late = begin('late', { waitMs: 5 });
  abort.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  await expect(late).rejects.toMatchObject({ type: 'overloaded', status: 503, retryAfterSeconds: 1 });
  await next();
  expect(begun).toEqual(['running']);
});
