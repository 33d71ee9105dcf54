import { contractEnum } from './enums.ts';

/** Decisions 4.8. */
export const OrderEnum = contractEnum('Order', 'Which end of a list comes first.', {
  asc: 'The smallest or oldest first.',
  desc: 'The greatest or newest first.',
});
