import { expect, test } from 'vitest';
import { abandon, awaitTurn } from '../../../src/domain/core/budget.ts';
import type { Context } from '../../../src/domain/core/context.ts';

// The context is only used as the key of its budget.
const ctx = {} as Context;

/** Computes for some milliseconds of processor time. */
function compute(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('lists that are processed by many operations at once let other events in between', async () => {
  let isDone = false;
  let others = 0;
  const count = () => {
    others += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const operation = async () => {
    for (let list = 0; list < 10; list += 1) {
      await awaitTurn(ctx);
      compute(2);
    }
  };
  await Promise.all(Array.from({ length: 20 }, operation));
  isDone = true;
  // 400 ms of work in turns of at most 10 ms and one list.
  expect(others).toBeGreaterThanOrEqual(30);
});

test('operations that begin many items leave other events a turn before the items of the next one', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 20 }, () => awaitTurn(ctx, 1_000)));
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(19);
});

test('what is left of an operation that is over never gets a turn', async () => {
  const over = {} as Context;
  abandon(over);
  const late = awaitTurn(over).then(() => 'went on');
  await awaitTurn(ctx);
  const manyTurns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return 'stopped';
  };
  expect(await Promise.race([late, manyTurns()])).toBe('stopped');
});
