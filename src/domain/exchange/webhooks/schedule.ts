const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays before the attempts of a delivery, in milliseconds: the schedule that Standard Webhooks recommends, 75 hours in all. */
export const delaysMs = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** Deviation of a delay, so that the retries of many events do not come at once. */
const jitter = 0.2;

/**
 * When the attempt `step` of a delivery is due, in milliseconds from now; null after the last one. `random` is at least 0 and
 * less than 1. A wait that the answer asks for is obeyed up to the delay after this one.
 */
export function delayBefore(step: number, random: number, retryAfterMs: number | null = null): number | null {
  const delay = delaysMs[step];
  if (delay === undefined) return null;
  const spread = delay * (1 - jitter + 2 * jitter * random);
  if (retryAfterMs === null) return Math.round(spread);
  return Math.round(Math.max(spread, Math.min(retryAfterMs, delaysMs[step + 1] ?? delay)));
}

/** The wait that `Retry-After` asks for, in milliseconds; null without a valid one. It has seconds or a date. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * second;
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** How long, and how often, all attempts must have failed before a webhook is deactivated. */
const failingMs = 120 * hour;
const minFailures = 20;

/** Whether a webhook has failed for too long. `failures` includes the latest one. */
export const hasFailedTooLong = (failures: number, failingSince: Date, now: Date): boolean =>
  failures >= minFailures && now.getTime() - failingSince.getTime() >= failingMs;
