import { contractEnum } from './enums.ts';

export const OrderEnum = contractEnum('Order', 'The direction in which a list is sorted.', {
  asc: 'Ascending: oldest or smallest first.',
  desc: 'Descending: newest or greatest first.',
});
