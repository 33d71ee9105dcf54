import { describe, expect, it } from 'vitest';
import { fc } from '../../setup/properties.ts';
import {
  delayBefore,
  delaysMs,
  hasFailedTooLong,
  readRetryAfter,
} from '../../../src/domain/exchange/webhooks/schedule.ts';

const hourMs = 3_600_000;

describe('the schedule of a delivery', () => {
  it('has ten attempts in three days', () => {
    expect(delaysMs.reduce((sum: number, ms) => sum + ms, 0) / hourMs).toBeCloseTo(75.6, 1);
    expect(delaysMs.map((_delay, step) => delayBefore(step, 0.5))).toEqual([...delaysMs]);
    expect(delayBefore(delaysMs.length, 0.5)).toBeNull();
  });

  it('deviates by a fifth at most, and waits as asked for up to the next step', () => {
    const steps = fc.integer({ min: 0, max: delaysMs.length - 1 });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(steps, random, fc.option(fc.integer({ min: 0, max: 400 * hourMs })), (step, value, asked) => {
        const usual = delaysMs[step] ?? 0;
        const next = delaysMs[step + 1] ?? usual;
        const delay = delayBefore(step, value, asked) ?? -1;
        expect(delay).toBeGreaterThanOrEqual(Math.floor(usual * 0.8));
        expect(delay).toBeLessThanOrEqual(Math.ceil(Math.max(usual * 1.2, Math.min(asked ?? 0, next))));
        if (asked !== null && asked <= next) expect(delay).toBeGreaterThanOrEqual(asked);
      }),
    );
  });

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    ['9999999999', null],
    ['2026', 2_026_000],
    [undefined, null],
  ])('reads Retry-After %j as %j', (header, expected) => {
    expect(readRetryAfter(header, new Date('2026-01-01T00:00:00Z'))).toBe(expected);
  });

  it.each([
    [20, 120, true],
    [19, 200, false],
    [1_000, 119, false],
  ])('%i failures in %i hours deactivate a webhook: %s', (failures, hours, expected) => {
    const now = new Date('2026-01-10T00:00:00Z');
    expect(hasFailedTooLong(failures, new Date(now.getTime() - hours * hourMs), now)).toBe(expected);
  });
});
