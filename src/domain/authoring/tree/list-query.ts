import type * as z from 'zod';
import { orderForm } from '../../../lib/list-order.ts';

// The filter and the order that lists of spaces and of collections have in common.

const sortKeys = {
  createdAt: 'Time of creation.',
  updatedAt: 'Time of the last change of its settings.',
  title: 'The title, ignoring case.',
};

export const SpaceOrder = orderForm('SpaceOrder', 'spaces', sortKeys);
export const CollectionOrder = orderForm('CollectionOrder', 'collections', sortKeys);

export const ChildOrder = orderForm('ChildOrder', 'spaces and collections of one parent', {
  position: 'The order of the sidebar.',
  ...sortKeys,
});

/** The filter and the order of the children of a parent; by position when omitted. */
export interface ChildrenQuery {
  readonly orderBy?: z.output<typeof ChildOrder> | null | undefined;
  /** A text that titles contain, ignoring case. */
  readonly title?: string | null | undefined;
}

type ListOrder = z.output<typeof SpaceOrder>;

/** The filter and the order of a list. What is omitted does not filter; the newest come first. */
export interface TitledListQuery {
  readonly orderBy?: ListOrder | null | undefined;
  /** A text that titles contain, ignoring case. */
  readonly title?: string | null | undefined;
}

/** The order without `orderBy`. */
export const newestFirst: ListOrder = { field: 'createdAt', direction: 'desc' };

/** Returns the filter and the order as values that distinguish lists. */
export const queryValues = ({ orderBy, title }: TitledListQuery): unknown[] => {
  const { field, direction } = orderBy ?? newestFirst;
  return [field, direction, title ?? null];
};
