/** How far the clock is ahead of the machine's, in milliseconds. */
let aheadMs = 0;

/** The clock of the server in this process. Tests compare with it, so that they need not know how it is set. */
export const clock = {
  now: (): Date => new Date(Date.now() + aheadMs),
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
