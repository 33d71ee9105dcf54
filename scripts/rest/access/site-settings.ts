import { roles, type Role } from '../../../src/access/roles.ts';
import type { Scope } from '../../../src/access/scopes.ts';

const site = '/v1/orgs/{organizationId}/sites/{siteId}';
const hostname = '/v1/custom-hostnames/{hostname}';
const renderers = '/v1/orgs/{organizationId}/renderers';

/**
 * Creates a row of the matrix: callers with the role `needed` on the site are allowed, others with `read` are refused.
 */
function row(signature: string, needed: Role, scope: Scope = signature.startsWith('GET') ? 'site:read' : 'site:write') {
  const [method = '', path = ''] = signature.split(' ');
  const isAllowed = (role: Role) => roles.indexOf(role) >= roles.indexOf(needed);
  const cells = Object.fromEntries(roles.map((role) => [role, isAllowed(role) ? '✓' : '403']));
  return {
    method,
    path,
    level: 'org(site)',
    see: 'read',
    do: needed,
    scope,
    condition: '',
    cells: { guest: '404', ...cells },
    outsider: '404',
  };
}

/** Creates a row for the admins of the organization. Its other members and guests are refused. */
const adminRow = (signature: string) => {
  const made = row(signature, 'admin', signature.startsWith('GET') ? 'org:read' : 'org:write');
  return { ...made, level: 'org', see: 'guest', cells: { ...made.cells, guest: '403' } };
};

/** Access to the settings of a site, and to the renderers of all sites. */
export const siteSettingsRows: readonly (ReturnType<typeof row> & { readonly alsoScope?: Scope })[] = [
  adminRow(`GET ${renderers}`),
  adminRow(`POST ${renderers}`),
  adminRow(`GET ${renderers}/{rendererId}`),
  adminRow(`PATCH ${renderers}/{rendererId}`),
  adminRow(`DELETE ${renderers}/{rendererId}`),
  adminRow(`GET ${renderers}/{rendererId}/deliveries`),
  adminRow(`POST ${renderers}/{rendererId}/revalidate`),
  row(`GET ${site}/redirects`, 'read'),
  row(`POST ${site}/redirects`, 'create'),
  row(`PUT ${site}/redirects`, 'create'),
  row(`PATCH ${site}/redirects/{siteRedirectId}`, 'create'),
  row(`DELETE ${site}/redirects/{siteRedirectId}`, 'create'),
  row(`GET ${site}/redirect`, 'read'),
  row(`POST ${site}/search`, 'read', 'site:read'),
  row(`GET ${site}/share-links`, 'admin'),
  row(`POST ${site}/share-links`, 'admin'),
  row(`PATCH ${site}/share-links/{shareLinkId}`, 'admin'),
  row(`DELETE ${site}/share-links/{shareLinkId}`, 'admin'),
  row(`GET ${site}/publishing/auth`, 'admin'),
  row(`PATCH ${site}/publishing/auth`, 'admin'),
  row(`POST ${site}/publishing/auth/regenerate`, 'admin'),
  row(`GET ${site}/custom-hostname`, 'admin'),
  row(`PUT ${site}/custom-hostname`, 'admin'),
  row(`POST ${site}/custom-hostname/verify`, 'admin'),
  row(`DELETE ${site}/custom-hostname`, 'admin'),
  row(`GET ${hostname}`, 'admin'),
  row(`PATCH ${hostname}`, 'admin', 'site:write'),
  row(`DELETE ${hostname}`, 'admin'),
  { ...row(`GET ${site}/publishing/preview`, 'read'), alsoScope: 'space:content:read' },
  { ...row(`GET ${site}/publishing/preview/hidden-blocks`, 'read'), alsoScope: 'space:content:read' },
  row(`POST ${site}/permissions`, 'admin'),
  row(`GET ${site}/permissions/aggregate`, 'admin'),
  ...['users', 'teams'].flatMap((holders) => [
    row(`GET ${site}/permissions/${holders}`, 'admin'),
    row(`PATCH ${site}/permissions/${holders}/{${holders.slice(0, -1)}Id}`, 'admin'),
    row(`DELETE ${site}/permissions/${holders}/{${holders.slice(0, -1)}Id}`, 'admin'),
  ]),
  ...['', '/site-spaces/{siteSpaceId}'].flatMap((part) => [
    row(`GET ${site}${part}/customization`, 'read'),
    row(`PUT ${site}${part}/customization`, 'create'),
    row(`PATCH ${site}${part}/customization`, 'create'),
    row(`DELETE ${site}${part}/customization`, 'create'),
  ]),
  {
    ...row('GET /v1/urls/content', 'read', 'space:read'),
    level: 'space',
    condition: 'of the space that the URL names',
  },
];
