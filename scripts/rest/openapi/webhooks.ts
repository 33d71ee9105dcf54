import * as z from 'zod';
import { eventTypes, type EventType } from '../../../src/domain/core/events/catalogue.ts';
import { sentTypes } from '../../../src/domain/exchange/webhooks/patterns.ts';
import { findResourcePath } from '../../../src/rest/exchange/webhooks/resource-path.ts';
import type { Route } from '../../../src/rest/route.ts';
import { objectSchema, ref, type Schema } from '../../../src/rest/schema.ts';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };

/** Members that the body of every event has. */
const always = {
  id: { ...text, description: 'Id of the event, as in the header `webhook-id`.' },
  timestamp: { ...time, description: 'When it happened.' },
  position: { type: 'integer', minimum: 1, description: 'Place in the order of the events of the organization.' },
  organization: { ...text, description: 'Id of the organization in which it happened.' },
  actor: {
    anyOf: [objectSchema({ type: { type: 'string', const: 'user' }, id: text, label: text }), { type: 'null' }],
    description: 'Who did it; null for what the service did itself.',
  },
  subject: {
    type: 'object',
    properties: { id: text, title: text },
    required: ['id'],
    description: 'What it is about, with the title that it had then.',
  },
  urls: objectSchema({ location: { ...text, format: 'uri' } }),
};

/** Members that the body of an event has if it belongs to such a place. */
const places = Object.fromEntries(
  ['space', 'collection', 'site', 'changeRequest'].map((name) => [
    name,
    { ...text, description: 'Id of where it belongs.' },
  ]),
);

/** The headers of Standard Webhooks, as components. */
export const webhookParameters: Readonly<Record<string, Schema>> = Object.fromEntries(
  [
    ['webhook-id', 'Id of the event, the same for each attempt.'],
    ['webhook-timestamp', 'When the attempt was made, in seconds since 1970.'],
    ['webhook-signature', 'One or two signatures: `v1,` and HMAC-SHA256 of `id.timestamp.body` in base64.'],
  ].map(([name, description]) => [name, { name, in: 'header', required: true, description, schema: text }]),
);

/** What the body of every event has, as a component. */
export const webhookSchemas: Readonly<Record<string, Schema>> = {
  WebhookEvent: {
    type: 'object',
    description: 'The body of a call to a webhook.',
    properties: { type: text, ...always, ...places, data: { type: 'object' } },
    required: ['type', ...Object.keys(always), 'data'],
  },
};

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

const bodyOf = (type: EventType, routes: readonly Route[]): Schema => ({
  allOf: [
    ref('WebhookEvent'),
    { type: 'object', properties: { type: { type: 'string', const: type }, data: dataOf(type, routes) } },
  ],
});

function dataOf(type: EventType, routes: readonly Route[]): Schema {
  const { $schema: _, ...own } = z.toJSONSchema(eventTypes[type].data) as Schema;
  const object = resourceOf(type, routes);
  // What an event says may grow, so a receiver must not refuse what it does not know.
  const { additionalProperties: __, properties, ...rest } = own;
  return { ...rest, properties: { ...(object ? { object } : {}), ...(properties as Schema) } };
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
