/** Whether this is `npm run test:all`. */
export const isWhole = process.env['TEST_SIZE'] === 'whole';

/** Returns how often something is repeated: the first number in `npm run test:all`, else the second. */
export const allOr = (whole: number, part: number): number => (isWhole ? whole : part);

/** Returns a number of random runs: all of them in `npm run test:all`, else a tenth. */
export const allOrTenth = (whole: number): number => allOr(whole, Math.ceil(whole / 10));

/**
 * Returns all items in `npm run test:all`, else every third, beginning at `offset`. When each place takes another offset,
 * every item is still tried at many of them.
 */
export const allOrThird = <Item>(items: readonly Item[], offset: number): readonly Item[] =>
  isWhole ? items : items.filter((_item, index) => (index + offset) % 3 === 0);
