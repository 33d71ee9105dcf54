import { getIntrospectionQuery } from 'graphql';
import { examples, probeQuery } from '../../src/app/pages/examples.ts';

/** Ids for the documents below. */
export interface Known {
  readonly userId: string;
  readonly organizationId: string;
  readonly spaceId: string;
}

/** Documents of ordinary clients. Each must succeed. */
export const legitimate = ({
  userId,
  organizationId,
  spaceId,
}: Known): ReadonlyArray<readonly [query: string, variables?: Record<string, unknown>]> => {
  const ids = { organizationId, spaceId };
  const nodes = Array.from({ length: 100 }, (_, n) => [userId, organizationId, spaceId][n % 3] ?? userId);
  return [
    ['{ __typename }'],
    ['query { __typename }'],
    ['mutation { __typename }'],
    ['query Named { viewer { id } }'],
    ['{ viewer { id displayName email photoUrl apiUrl } }'],
    ['{ v: viewer { name: displayName } }'],
    ['{ viewer { __typename ... on User { id } } }'],
    ['{ viewer { ...U } } fragment U on User { id displayName }'],
    ['{ viewer { ...U ...V } } fragment U on User { id } fragment V on User { id }'],
    ['{ viewer { id id id } }'],
    ['query ($yes: Boolean!) { viewer { id @include(if: $yes) email @skip(if: $yes) } }', { yes: true }],
    ['query ($yes: Boolean! = false) { viewer { id email @include(if: $yes) } }'],
    ['{ viewer { organizations { count } } }'],
    ['{ viewer { organizations(first: 0) { count } } }'],
    ['{ viewer { organizations(first: 1000) { edges { node { id title } } } } }'],
    ['{ viewer { organizations(first: 1000) { edges { node { id title permissions { view admin } } } } } }'],
    ['{ viewer { organizations(first: null, after: null) { count } } }'],
    [
      'query ($n: Int, $after: String) { viewer { organizations(first: $n, after: $after) { pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id } } } } }',
      { n: 10, after: null },
    ],
    [
      'query ($n: Int = 5) { viewer { organizations(first: $n) { edges { node { spaces(first: $n) { edges { node { id } } } } } } } }',
    ],
    [
      'query ($n: Int) { viewer { organizations(first: $n) { edges { node { spaces(first: $n) { count edges { node { id } } } } } } } }',
      { n: 200 },
    ],
    [
      '{ viewer { organizations { edges { node { spaces { edges { node { id title organization { id title } } } } } } } } }',
    ],
    [
      '{ viewer { organizations(first: 20) { edges { node { spaces(first: 20) { edges { node { organization { spaces(first: 20) { count } } } } } } } } } }',
    ],
    ['query ($organizationId: ID!) { organization(id: $organizationId) { id title createdAt defaultRole } }', ids],
    [
      `{ organization(id: "${organizationId}") { spaces(first: 20) { count pageInfo { endCursor } edges { cursor node { id title emoji iconUrl visibility editMode } } } } }`,
    ],
    [
      'query ($organizationId: ID!) { organization(id: $organizationId) { ...O } } fragment O on Organization { id spaces(first: 50) { ...P ...S } } fragment P on Connection { count pageInfo { hasNextPage endCursor } } fragment S on SpaceConnection { edges { node { ...Space } } } fragment Space on Space { id title permissions { view edit } }',
      ids,
    ],
    ['query ($spaceId: ID!) { space(id: $spaceId) { id title createdAt updatedAt deletedAt version } }', ids],
    [
      'query ($spaceId: ID!) { space(id: $spaceId) { permissions { view access admin viewInviteLinks edit triggerGitSync comment merge review installIntegration } } }',
      ids,
    ],
    [
      'query ($spaceId: ID!) { space(id: $spaceId) { organization { permissions { view admin ownTeam } spaces { count } } } }',
      ids,
    ],
    [
      'query ($spaceId: ID!) { a: space(id: $spaceId) { ...S } b: space(id: $spaceId) { ...S } } fragment S on Space { id title organization { id } }',
      ids,
    ],
    ['query ($id: ID!) { node(id: $id) { id __typename } }', { id: spaceId }],
    [
      'query ($id: ID!) { node(id: $id) { ... on Space { title } ... on Organization { title } ... on User { displayName } } }',
      { id: organizationId },
    ],
    ['query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', { ids: nodes }],
    [`{ nodes(ids: ["${userId}", "${spaceId}"]) { ... on User { email } ... on Space { organization { title } } } }`],
    [
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Space { organization { spaces(first: 100) { edges { node { id } } } } } } }',
      { ids: nodes.slice(0, 12) },
    ],
    ['query A { viewer { id } } query B { viewer { email } }', { operationName: 'B' }],
    [`{ ${Array.from({ length: 20 }, (_, n) => `a${n}: space(id: "${spaceId}") { id }`).join(' ')} }`],
    [`{ viewer { ${Array.from({ length: 30 }, (_, n) => `a${n}: id`).join(' ')} } }`],
    [
      `{ viewer { ${Array.from({ length: 50 }, (_, n) => `...F${n}`).join(' ')} } } ${Array.from({ length: 50 }, (_, n) => `fragment F${n} on User { id }`).join(' ')}`,
    ],
    [`{ viewer { ${Array.from({ length: 50 }, () => 'id @include(if: true)').join(' ')} } }`],
    ['# a comment\n{ viewer { id } } # and another'],
    ['\uFEFF{ viewer { id } }'],
    [getIntrospectionQuery()],
    [
      getIntrospectionQuery({
        inputValueDeprecation: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        oneOf: true,
      }),
    ],
    [
      '{ __schema { queryType { name } mutationType { name } types { name kind description } directives { name args { name } } } }',
    ],
    ['{ __type(name: "Space") { name fields { name type { name kind ofType { name } } } } }'],
    ['query ($organizationId: ID!) { __schema { queryType { name } } organization(id: $organizationId) { id } }', ids],
    [probeQuery],
    ...examples
      .filter(({ query }) => !query.includes('content {'))
      .map(({ query }) => [query, { organizationId, input: { title: 'A first space' } }] as const),
    [
      'mutation ($organizationId: ID!) { createSpace(organizationId: $organizationId, input: {}) { space { id } } }',
      ids,
    ],
    [
      `mutation ($organizationId: ID!) { ${Array.from({ length: 10 }, (_, n) => `a${n}: createSpace(organizationId: $organizationId, input: { title: "Space ${n}", editMode: LOCKED }) { space { id title editMode } }`).join(' ')} }`,
      ids,
    ],
  ];
};
