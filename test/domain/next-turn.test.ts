import { expect, test } from 'vitest';
import { nextTurn } from '../../src/domain/budget.ts';

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
      await nextTurn();
      compute(2);
    }
  };
  await Promise.all(Array.from({ length: 20 }, operation));
  isDone = true;
  // 400 ms of work in turns of at most 10 ms and one list.
  expect(others).toBeGreaterThanOrEqual(30);
});
