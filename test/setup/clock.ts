import { until } from '../until.ts';

/** How far the clock is ahead of the machine's, in milliseconds. */
let aheadMs = 0;

/** The machine's time at which the clock stands still, in milliseconds; it goes on unless one is set. */
let heldAtMs: number | undefined;

/** The clock of the server in this process. Tests compare with it, so that they need not know how it is set. */
export const clock = {
  now: (): Date => new Date((heldAtMs ?? Date.now()) + aheadMs),
  /** Waits for the next millisecond, so that what is written next has a later time than what was before. */
  async tick(): Promise<void> {
    const before = clock.now().getTime();
    await until(
      () => clock.now().getTime(),
      (now) => now > before,
      1,
    );
  },
  /** Stops the clock, so that what is due in a few seconds waits for the test. Returns a function that lets it go on. */
  hold(): () => void {
    heldAtMs = Date.now();
    return () => (heldAtMs = undefined);
  },
  /** Runs a function with the clock set forward. */
  async ahead<Result>(ms: number, run: () => Promise<Result>): Promise<Result> {
    aheadMs += ms;
    try {
      return await run();
    } finally {
      aheadMs -= ms;
    }
  },
};
