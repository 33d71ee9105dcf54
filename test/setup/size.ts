/** Whether this is `npm run test:all`. */
export const isWhole = process.env['TEST_SIZE'] === 'whole';

/** Returns a size, or how often something is repeated: the first in `npm run test:all`, else the second. */
export const allOr = <Size = number>(whole: Size, part: Size): Size => (isWhole ? whole : part);

/** Returns a number of random runs: all of them in `npm run test:all`, else a tenth. */
export const allOrTenth = (whole: number): number => allOr(whole, Math.ceil(whole / 10));

/** Returns all items in `npm run test:all`, else the one whose turn it is: places at other offsets take the others. */
export const allOrOne = <Item>(items: readonly Item[], offset: number): readonly Item[] =>
  isWhole ? items : items.slice(offset % items.length, (offset % items.length) + 1);

/**
 * Returns all items in `npm run test:all`, else one in `step`, beginning at `offset`. When each place takes another offset,
 * every item is still tried at many of them.
 */
export const allOrEvery = <Item>(step: number, items: readonly Item[], offset: number): readonly Item[] =>
  isWhole ? items : items.filter((_item, index) => (index + offset) % step === 0);
