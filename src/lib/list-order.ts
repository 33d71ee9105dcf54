import { choice, inputForm } from './form-types.ts';

/** The direction in which a list is sorted. */
const Order = choice('Order', 'The direction in which a list is sorted.', {
  asc: 'Ascending: oldest or smallest first.',
  desc: 'Descending: newest or greatest first.',
});

/**
 * The form of the order of a list with several sort keys, which are given with their descriptions. Without a key, it is the
 * first one; without a direction, descending unless another one is given.
 */
export const orderForm = <const Key extends string>(
  name: string,
  list: string,
  keys: Readonly<Record<Key, string>>,
  direction: 'asc' | 'desc' = 'desc',
) =>
  inputForm(name, `The order of a list of ${list}.`, {
    field: choice(`${name}Field`, `A sort key of a list of ${list}.`, keys)
      .default(Object.keys(keys)[0] as Key)
      .describe('What the list is sorted by.'),
    direction: Order.default(direction).describe('Ascending or descending.'),
  });
