import { setTimeout as sleep } from 'node:timers/promises';

/** Time between two looks, in milliseconds. */
const shortPauseMs = 10;

/** Looks until the result is right, and returns it. The time limit of the test is the only one. */
export async function until<Result>(
  look: () => Result | Promise<Result>,
  isRight: (result: Result) => boolean,
  pauseMs = shortPauseMs,
): Promise<Result> {
  for (;;) {
    const result = await look();
    if (isRight(result)) return result;
    await sleep(pauseMs);
  }
}
