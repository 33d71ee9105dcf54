import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackgroundSteps } from '../../src/lib/background-steps.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process whose requests and processor time the test decides on, and twenty steps that wait. */
function scene() {
  const load = { isBusy: true, processorMs: 0 };
  const takeStep = createBackgroundSteps({ isBusy: () => load.isBusy, processorMs: () => load.processorMs });
  const begun: number[] = [];
  const stop = new AbortController();
  const steps = Array.from({ length: 20 }, (_none, number) => takeStep(stop.signal).then(() => begun.push(number)));
  /** Lets a tenth of a second pass, of which the process gets so much of the processor, and returns how many steps have begun. */
  const pass = async (ms: number) => {
    load.processorMs += ms;
    await vi.advanceTimersByTimeAsync(100);
    return begun.length;
  };
  return { load, takeStep, begun, steps, stop, pass };
}

describe('steps of background work', () => {
  it('begin at once without requests', async () => {
    const { load, takeStep, pass, begun, stop } = scene();
    load.isBusy = false;
    expect(await pass(0)).toBe(20);
    expect(begun).toEqual(Array.from({ length: 20 }, (_none, number) => number));
    await takeStep(stop.signal);
  });

  it('are paid by the processor time of the process beside requests', async () => {
    const { pass } = scene();
    expect(await pass(100)).toBe(4);
    expect(await pass(50)).toBe(6);
    expect(await pass(100)).toBe(10);
  });

  it('begin one by one when the process gets nothing, and never many at once', async () => {
    const { pass } = scene();
    expect(await pass(0)).toBe(1);
    expect(await pass(0)).toBe(2);
    expect(await pass(60_000)).toBe(6);
  });

  it('end with their run', async () => {
    const { pass, stop, steps } = scene();
    await pass(100);
    const ended = Promise.allSettled(steps);
    stop.abort(new Error('stopped'));
    const results = await ended;
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(16);
    expect(await pass(100)).toBe(4);
  });
});
