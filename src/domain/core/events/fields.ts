import { orderForm } from '../../../lib/list-order.ts';

/** A feed is read forward, so that a reader continues where it has ended. */
export const EventOrder = orderForm('EventOrder', 'events', { position: 'The order in which they happened.' }, 'asc');
