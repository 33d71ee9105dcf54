/** How far the clock is ahead of the machine's, in milliseconds. */
let aheadMs = 0;

/** The machine's time at which the clock stands still, in milliseconds; it goes on unless one is set. */
let heldAtMs: number | undefined;

/** The clock of the server in this process. Tests compare with it, so that they need not know how it is set. */
export const clock = {
  now: (): Date => new Date((heldAtMs ?? Date.now()) + aheadMs),
  /** Stops the clock for the rest of the file, so that what is due in a few seconds waits for the test. */
  hold(): void {
    heldAtMs = Date.now();
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
