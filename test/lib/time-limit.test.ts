import { describe, expect, it } from 'vitest';
import { limitTime, TimeLimitExceeded } from '../../src/lib/time-limit.ts';
import { pauseProcess } from '../pause-process.ts';

describe('limitTime', () => {
  it('stops work that computes for longer than its limit', () => {
    const stuck = () => {
      for (;;);
    };
    expect(() => limitTime(200, stuck)).toThrow(TimeLimitExceeded);
  });

  it('does not charge time in which the machine runs other processes', () => {
    let attempts = 0;
    const work = () => {
      attempts += 1;
      if (attempts > 1) return 'done';
      pauseProcess(1);
      return 'done';
    };
    expect(limitTime(400, work)).toBe('done');
  });

  it('throws what the work throws', () => {
    expect(() =>
      limitTime(400, () => {
        throw new RangeError('deep');
      }),
    ).toThrow(RangeError);
  });
});
