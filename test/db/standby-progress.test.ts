import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress, type StandbyProgress } from '../../src/db/standby-progress.ts';

let told: (string | null)[];
let progress: StandbyProgress;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  told = [];
  progress = createProgress(1_000, (problem) => void told.push(problem));
});
afterEach(() => void vi.useRealTimers());

/** A look of the watch: where the primary is now, and how far the standby has come. */
const look = (primary: number, standby: number) => {
  progress.mark(primary, performance.now());
  progress.reach(standby);
  progress.judge(null);
};
const pass = (ms: number) => void vi.advanceTimersByTime(ms);

test('a standby is fresh as of the newest position of the primary that it has reached', () => {
  expect(progress.isFresh()).toBe(false);
  look(100, 100);
  expect([progress.isFresh(), progress.lagMs()]).toEqual([true, 0]);
  pass(600);
  look(200, 150);
  expect(progress.lagMs()).toBe(600);
  pass(600);
  look(300, 199);
  expect([progress.isFresh(), progress.lagMs()]).toEqual([false, 1_200]);
  look(300, 200);
  expect(progress.lagMs()).toBe(600);
  expect(told).toEqual([null, 'the standby lags behind', null]);
});

test('a primary that nobody writes to does not make its standby late', () => {
  for (let turn = 0; turn < 20; turn += 1) {
    pass(900);
    look(100, 100);
    expect(progress.lagMs()).toBe(0);
  }
});

test('a standby that was away for long is used again after a while in which reads are noted', () => {
  look(100, 100);
  progress.judge('away');
  pass(9_000);
  expect(progress.isExpected()).toBe(true);
  look(200, 200);
  expect(progress.isFresh()).toBe(true);
  progress.judge('away');
  pass(11_000);
  expect(progress.isExpected()).toBe(false);
  look(300, 300);
  expect([progress.isFresh(), progress.isExpected()]).toEqual([false, true]);
  pass(9_900);
  look(300, 300);
  expect(progress.isFresh()).toBe(false);
  pass(200);
  expect(progress.isFresh()).toBe(true);
});

test('what failed is not asked before it has answered again', () => {
  look(100, 100);
  progress.forget();
  expect(progress.isFresh()).toBe(false);
  look(100, 100);
  expect(progress.isFresh()).toBe(true);
});
