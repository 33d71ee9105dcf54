import { setImmediate } from 'node:timers/promises';

/** Computing time before other requests are served, in milliseconds. */
const turnMs = 10;
/** Number of items processed before the time is checked. */
const itemsPerCheck = 64;

/** Returns what a long computation awaits between its steps: it yields to the event loop after each 10 ms. */
export function createYielder(): () => Promise<void> {
  let turnBegan = performance.now();
  return async () => {
    if (performance.now() - turnBegan < turnMs) return;
    await setImmediate();
    turnBegan = performance.now();
  };
}

/** Maps items like `Array.prototype.map`, and yields to the event loop after each 10 ms, for lists of thousands of items. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  resultOf: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const yieldIfDue = createYielder();
  for (const item of items) {
    results.push(resultOf(item));
    if (results.length % itemsPerCheck === 0) await yieldIfDue();
  }
  return results;
}
