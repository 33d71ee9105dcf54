import * as z from 'zod';
import { eventTypes, type EventType } from '../../../src/domain/core/events/catalogue.ts';
import { sentTypes } from '../../../src/domain/exchange/webhooks/patterns.ts';
import { findResourcePath } from '../../../src/rest/exchange/webhooks/resource-path.ts';
import type { Route } from '../../../src/rest/route.ts';
import { ref, type Schema } from '../../../src/rest/schema.ts';

const text = { type: 'string' };

/** The headers of Standard Webhooks, as components. */
export const webhookParameters: Readonly<Record<string, Schema>> = Object.fromEntries(
  [
    ['webhook-id', 'Id of the event, the same for each attempt.'],
    ['webhook-timestamp', 'When the attempt was made, in seconds since 1970.'],
    ['webhook-signature', 'One or two signatures: `v1,` and HMAC-SHA256 of `id.timestamp.body` in base64.'],
  ].map(([name, description]) => [name, { name, in: 'header', required: true, description, schema: text }]),
);

/** Returns the `webhooks` section of the document: what is sent to webhooks, for each type of event. */
export const webhookOperations = (routes: readonly Route[]): Record<string, Schema> =>
  Object.fromEntries(sentTypes.map((type) => [type, { post: operationOf(type, routes) }]));

/** The id of what is sent for a type of event: `sendSpaceCreated` for `space.created`. */
const idOf = (type: EventType): string =>
  `send${type.replaceAll(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase())}`;

const operationOf = (type: EventType, routes: readonly Route[]): Schema => ({
  operationId: idOf(type),
  summary: type,
  description: eventTypes[type].meaning,
  tags: ['Webhooks'],
  security: [],
  parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: { required: true, content: { 'application/json': { schema: bodyOf(type, routes) } } },
  responses: { '2XX': { description: 'The event was accepted. Any other answer is tried again, except 410.' } },
});

/** The event as the feed shows it, with the resource that it is about. */
function bodyOf(type: EventType, routes: readonly Route[]): Schema {
  const resource = resourceOf(type, routes);
  const properties = { type: { type: 'string', const: type }, data: dataOf(type), ...(resource && { resource }) };
  return { allOf: [ref('Event'), { type: 'object', properties }] };
}

/** What an event says may grow, so a receiver must not refuse what it does not know. */
function dataOf(type: EventType): Schema {
  const { $schema: _, additionalProperties: __, ...data } = z.toJSONSchema(eventTypes[type].data) as Schema;
  return data;
}

/** The schema of the resource of a type, which is that of the route that shows it. */
function resourceOf(type: EventType, routes: readonly Route[]): Schema | null {
  const nowhere = { spaceId: null, collectionId: null, siteId: null, changeRequestId: null };
  const place = findResourcePath({ type, data: {}, subjectId: '', ...nowhere } as never);
  if (place === null) return null;
  const route = routes.find(({ method, path }) => method === 'GET' && path === place.path);
  if (!route?.schema) throw new Error(`No route shows the resource of ${type}`);
  return route.schema;
}
