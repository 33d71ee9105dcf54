import { orderForm } from '../../../lib/list-order.ts';

/** A feed is read forward, so that a reader continues where it has ended. */
export const EventOrder = orderForm('EventOrder', 'events', { position: 'The order in which they happened.' }, 'asc');

/** The task that dispatches the events of an organization to its webhooks, and notifies people of them. */
export const dispatchTask = 'dispatch-events';

/** The task that sends a webhook the events that are due. */
export const sendTask = 'send-events';

/** How an operation was called. */
export const sources = {
  rest: 'By the REST API.',
  graphql: 'By GraphQL.',
  mcp: 'By a tool for assistants.',
  scim: 'By an identity provider that provisions people.',
  page: 'By a page of the server, such as a sign-in.',
  job: 'By a background job.',
  cli: 'By the command line on the machine of the server.',
  service: 'By the service itself.',
} as const;
export type EventSource = keyof typeof sources;

/** The longest name of a client that is stored. */
export const maxUserAgent = 300;

/** How many of the collections around something that is deleted its event names. */
export const maxWithin = 50;

/** The largest page of the audit log. */
export const maxAuditPage = 100;

/** How far the feed and the audit log count what a list has. */
export const maxEventCount = 10_000;
