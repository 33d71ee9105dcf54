import type { SentEvent } from '../../../domain/exchange/webhooks/compose.ts';

const organization = '/v1/orgs/{organizationId}';
const site = `${organization}/sites/{siteId}`;
const space = '/v1/spaces/{spaceId}';
const request = '/change-requests/{changeRequestId}';
const comment = `${space}[${request}]/comments/{commentId}`;
const integration = '/v1/integrations/{integrationName}';
const installation = `${integration}/installations/{installationId}`;
const translation = `${organization}/translations/{translationSettingsId}`;

/** Where a parameter comes from that is no place of the event: its subject, the title of that, or a member of `data`. */
type Sources = Readonly<Record<string, 'subject' | 'title' | `data.${string}`>>;

const ofInstallation: Sources = { integrationName: 'title', installationId: 'data.installation' };

/**
 * The route that shows what an event is about, by the first word of its type. What stands in brackets is for events of a change
 * request alone. Those without a route have no form in REST, or have a secret in it, such as the address of a share link or of an
 * invite, and the download of a job.
 */
const resources: Readonly<Record<string, readonly [route: string, sources?: Sources]>> = {
  organization: [organization],
  member: [`${organization}/members/{userId}`, { userId: 'data.user' }],
  team: [`${organization}/teams/{teamId}`, { teamId: 'subject' }],
  collection: ['/v1/collections/{collectionId}'],
  space: [space],
  content: [space],
  change_request: [`${space}${request}`],
  review: [`${space}${request}`],
  comment: [comment, { commentId: 'subject' }],
  comment_reply: [`${comment}/replies/{commentReplyId}`, { commentId: 'data.comment', commentReplyId: 'subject' }],
  site: [site],
  site_redirect: [`${site}/redirect?source={source}`, { source: 'data.source' }],
  hostname: [`${site}/custom-hostname`],
  openapi_spec: [`${organization}/openapi/{specSlug}`, { specSlug: 'title' }],
  translation: [translation, { translationSettingsId: 'subject' }],
  translated_space: [
    `${translation}/spaces/{translatedSpaceId}`,
    { translationSettingsId: 'data.translation', translatedSpaceId: 'subject' },
  ],
  oidc_provider: [`${organization}/oidc/{oidcProviderId}`, { oidcProviderId: 'subject' }],
  scim_token: [`${organization}/providers/{providerId}/scim`, { providerId: 'subject' }],
  saml_provider: [`${organization}/saml/{samlProviderId}`, { samlProviderId: 'subject' }],
  integration: [integration, { integrationName: 'title' }],
  installation: [installation, { ...ofInstallation, installationId: 'subject' }],
  installation_space: [`${installation}/spaces/{spaceId}`, { ...ofInstallation, spaceId: 'subject' }],
  installation_site: [`${installation}/sites/{siteId}`, { ...ofInstallation, siteId: 'subject' }],
  renderer: [`${organization}/renderers/{rendererId}`, { rendererId: 'subject' }],
  webhook: [`${organization}/webhooks/{webhookId}`, { webhookId: 'subject' }],
};

/** A route, with the values of its parameters that the event has. */
export interface ResourcePlace {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Finds the route that shows what an event is about; null when none does. */
export function findResourcePath(event: SentEvent): ResourcePlace | null {
  const known = resources[event.type.split('.')[0] ?? ''];
  if (!known) return null;
  const [template, sources = {}] = known;
  const inRequest = event.changeRequestId === null ? '' : '$1';
  const [path = '', search = ''] = template.replace(/\[(.*)\]/, inRequest).split('?');
  const valuesIn = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => {
        const value = valueAt(event, sources[name] ?? name);
        return typeof value === 'string' ? [[name, value] as const] : [];
      }),
    );
  return { path, params: valuesIn(path), query: valuesIn(search) };
}

function valueAt(event: SentEvent, source: string): unknown {
  if (source === 'subject') return event.subjectId;
  if (source === 'title') return event.subjectLabel;
  const [first = '', member] = source.split('.');
  return member === undefined ? Reflect.get(event, first) : Reflect.get(Object(event.data), member);
}
