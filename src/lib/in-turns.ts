import { setImmediate } from 'node:timers/promises';

/** Computing time before other requests are served, in milliseconds. */
const turnMs = 10;
/** Number of items processed before the time is checked. */
const itemsPerCheck = 64;

/** Maps items like `Array.prototype.map`, and yields to the event loop after each 10 ms, for lists of thousands of items. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  resultOf: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let turnBegan = performance.now();
  for (const item of items) {
    results.push(resultOf(item));
    if (results.length % itemsPerCheck === 0 && performance.now() - turnBegan >= turnMs) {
      // Yields to other requests.
      await setImmediate();
      turnBegan = performance.now();
    }
  }
  return results;
}
