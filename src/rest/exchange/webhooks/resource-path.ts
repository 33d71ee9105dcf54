import type { SentEvent } from '../../../domain/exchange/webhooks/compose.ts';

type Params = Readonly<Record<string, string | null>>;

/** The path of a route, with its parameters. */
type Place = readonly [path: string, params: Params];

const inSpace = '/v1/spaces/{spaceId}';
const inOrganization = '/v1/orgs/{organizationId}';
const comment = (event: SentEvent, commentId: string): Place => {
  const { spaceId, changeRequestId } = event;
  const place = changeRequestId === null ? inSpace : `${inSpace}/change-requests/{changeRequestId}`;
  return [`${place}/comments/{commentId}`, { spaceId, changeRequestId, commentId }];
};
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * The route that shows what an event is about, by the first word of its type. Those without one have no form in REST, or have a
 * secret in it, such as the address of a share link.
 */
const resources: Readonly<Record<string, (event: SentEvent) => Place>> = {
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

/** Finds the route that shows what an event is about; null when none does. */
export const findResourcePath = (event: SentEvent): Place | null =>
  resources[event.type.split('.')[0] ?? '']?.(event) ?? null;
