import { memberOf } from './data.ts';
import type { Operation } from './operation.ts';
import { filled } from './reads.ts';

const query = (name: string, text: string, by?: (size: number) => string): Operation => ({
  name,
  call: (size) => ({
    method: 'POST',
    path: '/graphql',
    body: { query: filled(text, size) },
    ...(by && { by: by(size) }),
  }),
});

/** Pages of connections of something, without how many there are, which is more to read where there is more. */
const connections = (owner: string, names: readonly string[], by?: (size: number) => string): Operation[] =>
  names.map((name) =>
    query(`${name} of ${/^\w+/.exec(owner)?.[0]}`, `{ ${owner} { ${name}(first: 50) { edges { cursor } } } }`, by),
  );

const [organization, space, site] = [
  'organization(id: "{organizationId}")',
  'space(id: "{spaceId}")',
  'site(organizationId: "{organizationId}", id: "{siteId}")',
];

const page = `${space} { content { page(id: "{pageId}")`;

/** Connections of an organization. */
const ownedNames =
  'children deletedSpaces duePages glossary invites jobs sessions templates teams members sites spaces changeRequests events auditEvents webhooks openApiSpecs'.split(
    ' ',
  );

/** Fields of GraphQL that REST has not, or has with an exact count. */
const fields: readonly Operation[] = [
  ...connections(
    'viewer',
    [
      'notifications',
      'watching',
      'changeRequests',
      'duePages',
      'organizations',
      'accountEvents',
      'apiTokens',
      'sessions',
    ],
    memberOf,
  ),
  query('unread notifications of viewer', '{ viewer { unreadNotifications } }', memberOf),
  ...connections(organization, ownedNames),
  ...connections(space, ['grants', 'effectiveAccess', 'commenters', 'comments', 'revisions', 'duePages', 'jobs']),
  ...connections(site, ['feedback', 'missedSearches', 'pageViews', 'redirects', 'siteSpaces', 'grants']),
  query('look of site', `{ ${site} { look { __typename } } }`),
  query('page with its links', `{ ${page} { path backlinks(first: 50) { count } links(first: 50) { count } } } } }`),
  query('pages of a revision', `{ ${space} { content { pages(first: 50) { edges { node { id path } } } } } }`),
  query('files of a revision', `{ ${space} { content { files(first: 50) { edges { node { id } } } } } }`),
  query(
    'difference of a change request',
    `{ ${space} { changeRequest(id: "{changeRequestId}") { difference { hasMore } hasConflicts } } }`,
  ),
];

/** A page of a connection has no count. */
export const fieldOperations: readonly Operation[] = fields.map((field) => ({ ...field, isUncounted: true }));
