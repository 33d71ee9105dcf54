import type { ReadResource } from '../../../domain/exchange/webhooks/compose.ts';
import { DomainError } from '../../../lib/errors.ts';
import type { EventRow } from '../../../loaders/events.ts';
import { schema } from '../../../schema/index.ts';
import { routes } from '../../__generated__/routes.ts';
import { handlerOf, type Handle } from '../../handler.ts';

type Params = Readonly<Record<string, string | null>>;

const inSpace = '/v1/spaces/{spaceId}';
const inOrganization = '/v1/orgs/{organizationId}';
const comment = (event: EventRow, commentId: string): readonly [string, Params] => {
  const { spaceId, changeRequestId } = event;
  const place = changeRequestId === null ? inSpace : `${inSpace}/change-requests/{changeRequestId}`;
  return [`${place}/comments/{commentId}`, { spaceId, changeRequestId, commentId }];
};
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * The route that shows what an event is about, by the first word of its type. Those without one have no form in REST, or have a
 * secret in it, such as the address of a share link.
 */
const resources: Readonly<Record<string, (event: EventRow) => readonly [path: string, Params]>> = {
  organization: ({ organizationId }) => [inOrganization, { organizationId }],
  member: ({ organizationId, data }) => [
    `${inOrganization}/members/{userId}`,
    { organizationId, userId: textOf(Reflect.get(Object(data), 'user')) },
  ],
  team: ({ organizationId, subjectId: teamId }) => [`${inOrganization}/teams/{teamId}`, { organizationId, teamId }],
  collection: ({ subjectId: collectionId }) => ['/v1/collections/{collectionId}', { collectionId }],
  space: ({ spaceId }) => [inSpace, { spaceId }],
  content: ({ spaceId }) => [inSpace, { spaceId }],
  change_request: ({ spaceId, changeRequestId }) => [
    `${inSpace}/change-requests/{changeRequestId}`,
    { spaceId, changeRequestId },
  ],
  review: ({ spaceId, changeRequestId }) => [
    `${inSpace}/change-requests/{changeRequestId}`,
    { spaceId, changeRequestId },
  ],
  comment: (event) => comment(event, event.subjectId),
  comment_reply: (event) => {
    const [path, params] = comment(event, textOf(Reflect.get(Object(event.data), 'comment')) ?? '');
    return [`${path}/replies/{commentReplyId}`, { ...params, commentReplyId: event.subjectId }];
  },
  site: ({ organizationId, siteId }) => [`${inOrganization}/sites/{siteId}`, { organizationId, siteId }],
  openapi_spec: ({ organizationId, subjectLabel: specSlug }) => [
    `${inOrganization}/openapi/{specSlug}`,
    { organizationId, specSlug },
  ],
  renderer: ({ organizationId, subjectId: rendererId }) => [
    `${inOrganization}/renderers/{rendererId}`,
    { organizationId, rendererId },
  ],
  webhook: ({ organizationId, subjectId: webhookId }) => [
    `${inOrganization}/webhooks/{webhookId}`,
    { organizationId, webhookId },
  ],
};

/** The first words of the types whose events have the resource, for the tests and the OpenAPI document. */
export const withResource: readonly string[] = Object.keys(resources);

const handles = new Map<string, Handle>();

function handleOf(path: string): Handle {
  const known = handles.get(path);
  if (known) return known;
  const route = routes.find((candidate) => candidate.method === 'GET' && candidate.path === path);
  if (!route) throw new Error(`No route shows ${path}`);
  const handle = handlerOf(schema, route);
  handles.set(path, handle);
  return handle;
}

/** Reads the resource of an event by the route that shows it, as the caller of the context. */
export const readResource: ReadResource = async (ctx, event) => {
  const find = resources[event.type.split('.')[0] ?? ''];
  if (!find) return null;
  const [path, given] = find(event);
  const params = Object.fromEntries(Object.entries(given).flatMap(([name, id]) => (id === null ? [] : [[name, id]])));
  try {
    const { body } = await handleOf(path)(ctx, { params, query: {}, body: undefined, expected: null });
    return body === null ? null : (JSON.parse(body) as object);
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return null;
    throw error;
  }
};
