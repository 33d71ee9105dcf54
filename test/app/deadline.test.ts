import { expect, test } from 'vitest';
import { withDeadline } from '../../src/app/http/deadline.ts';

const never = new Promise<string>(() => undefined);

test('the time that work has waited for others is added to its limit', async () => {
  let waitedMs = 0;
  let looks = 0;
  const waits = () => {
    looks += 1;
    // It waits until the third look.
    if (looks < 3) waitedMs += 20;
    return waitedMs;
  };
  const ended: Error[] = [];
  const stop = { abort: (reason: Error) => void ended.push(reason) };
  await expect(withDeadline(20, never, { stop, waitedMs: waits, longestMs: 10_000 })).rejects.toMatchObject({
    type: 'timeout',
    message: 'The operation took longer than 20 ms',
  });
  expect([looks, ended.length]).toEqual([3, 1]);
});

test('work that waits for ever ends at the longest limit', async () => {
  let looks = 0;
  const waitedMs = () => {
    looks += 1;
    return looks * 1_000;
  };
  await expect(withDeadline(10, never, { waitedMs, longestMs: 30 })).rejects.toMatchObject({ type: 'timeout' });
  expect(looks).toBe(2);
});
