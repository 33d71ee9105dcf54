import type { Contender } from './contenders.ts';
import type { LoadRequest } from './load.ts';
import { organizationId, spaceId, type Sizes } from './dataset/sizes.ts';

/** Goals of Octavo relative to a peer. Those of processor time decide on a machine with other load too. */
export interface Goals {
  /** Maximum processor time of the server per request. */
  readonly server?: number;
  /** The same with requests of many tokens. */
  readonly serverOfManyTokens?: number;
  /** Maximum processor time of the database per request. */
  readonly database?: number;
  /** Minimum throughput, on a quiet machine. */
  readonly throughput?: number;
}

/** A measured request, for several contenders or in several forms. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly face: 'rest' | 'graphql';
  /** Goals by the name of the peer. */
  readonly goals: Readonly<Record<string, Goals>>;
  /** Maximum 99th percentile of the response time of Octavo, on a quiet machine. */
  readonly p99Ms?: number;
  /** Whose token is sent. A visitor's token is taken from the response to `signIn`. */
  readonly caller: 'user' | 'nobody' | 'visitor';
  readonly signIn?: LoadRequest;
  /** Maximum number of statements per request of Octavo. */
  readonly statements: number;
  /** The requests for a contender; none if it does not take part. */
  readonly requests: (contender: Contender) => readonly LoadRequest[];
  /** The same requests with other page sizes, which must not need more statements. */
  readonly otherSizes: readonly LoadRequest[];
  /** Whether Octavo is also measured with requests of many tokens, which share no statements. */
  readonly manyTokens?: boolean;
  /** Content codings that Octavo is also measured with, each in a separate row. */
  readonly encodings?: readonly string[];
  /** The part of a response that must be equal to that of Octavo; null when nothing is comparable. */
  readonly comparable: ((body: unknown) => unknown) | null;
}

export const get = (path: string): LoadRequest => ({ method: 'GET', path });
const post = (query: string, variables: object): LoadRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

/** Enough different rows that no two consecutive responses are equal. */
const some = <Item>(count: number, of: (n: number) => Item) =>
  Array.from({ length: count }, (_, index) => of(index + 1));

/** The whole body without the cursor, whose text each contender chooses. */
function withoutCursor(body: unknown): unknown {
  const { next, ...rest } = body as { readonly next?: unknown };
  return { ...rest, isLast: next === undefined };
}

/** The data, without the cost that only Octavo tells. PostGraphile writes instants with microseconds and an offset. */
const dataOf = (body: unknown): unknown =>
  JSON.parse(JSON.stringify((body as { readonly data?: unknown }).data), (_name, value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)$/.test(value)
      ? new Date(value).toISOString()
      : value,
  );

/** Returns the workloads. Their names are those of the performance goals of the project. */
export function listWorkloads(sizes: Sizes): Workload[] {
  const spaces = Math.min(sizes.spaces, 200);
  const step = Math.floor(sizes.spaces / spaces);
  const anySpace = (n: number) => spaceId(n * step);
  return [
    {
      name: 'W1',
      title: 'one space',
      face: 'rest',
      caller: 'user',
      goals: {
        'fastify-prisma': { server: 0.5, throughput: 2 },
        'fastify-pg': { server: 1.2, serverOfManyTokens: 1.2, throughput: 0.7 },
      },
      statements: 2,
      manyTokens: true,
      requests: () => some(spaces, (n) => get(`/v1/spaces/${anySpace(n)}`)),
      otherSizes: [],
      comparable: withoutCursor,
    },
    {
      name: 'W2',
      title: 'fifty spaces of an organization, with the total',
      face: 'rest',
      caller: 'user',
      goals: {
        'fastify-prisma': { server: 0.4, throughput: 2.5 },
        'fastify-pg': { server: 0.9, database: 1.3, throughput: 1 },
      },
      statements: 3,
      requests: () => some(sizes.organizations, (n) => get(`/v1/orgs/${organizationId(n)}/spaces?limit=50`)),
      otherSizes: [5, 150].map((limit) => get(`/v1/orgs/${organizationId(1)}/spaces?limit=${limit}`)),
      manyTokens: true,
      encodings: ['gzip', 'br'],
      comparable: withoutCursor,
    },
    {
      name: 'W3b',
      title: 'one hundred comments with author and reactions',
      face: 'rest',
      caller: 'user',
      goals: { 'fastify-prisma': { server: 0.67, throughput: 1.5 }, 'fastify-pg': { server: 1, throughput: 0.65 } },
      statements: 3,
      requests: () => some(spaces, (n) => get(`/v1/spaces/${anySpace(n)}/comments?limit=100`)),
      otherSizes: [5, 150].map((limit) => get(`/v1/spaces/${anySpace(1)}/comments?limit=${limit}`)),
      comparable: withoutCursor,
    },
    {
      name: 'W3',
      title: 'GraphQL: an organization, 20 spaces, 5 comments of each, their authors',
      face: 'graphql',
      caller: 'user',
      goals: {
        apollo: { server: 0.33, throughput: 3 },
        'apollo-ours': { server: 0.67, throughput: 1.5 },
        postgraphile: { server: 0.75, throughput: 1.1 },
        'mercurius-ours': { server: 0.9, throughput: 0.95 },
      },
      manyTokens: true,
      statements: 5,
      requests: ({ name }) =>
        some(sizes.organizations, (n) =>
          post(name === 'postgraphile' ? nestedInPostgraphile : nested, {
            id: organizationId(n),
            spaces: 20,
            comments: 5,
          }),
        ),
      otherSizes: [
        { spaces: 3, comments: 2 },
        { spaces: 50, comments: 10 },
      ].map((pages) => post(nested, { id: organizationId(1), ...pages })),
      comparable: dataOf,
    },
  ];
}

const nested = `query ($id: ID!, $spaces: Int!, $comments: Int!) {
  organization(id: $id) {
    id
    title
    spaces(first: $spaces) {
      edges {
        node {
          id
          title
          createdAt
          comments(first: $comments) {
            edges { node { id markdown postedAt postedBy { id displayName photoUrl } } }
          }
        }
      }
    }
  }
}`;

/** The same question in the names of PostGraphile, with aliases, so that the answers are equal. */
const nestedInPostgraphile = `query ($id: String!, $spaces: Int!, $comments: Int!) {
  organization: organizationByRowId(rowId: $id) {
    id: rowId
    title
    spaces: spacesByOrganizationId(first: $spaces, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
      edges {
        node {
          id: rowId
          title
          createdAt
          comments: commentsBySpaceId(
            first: $comments
            condition: { parentId: null }
            orderBy: [POSTED_AT_DESC, ROW_ID_DESC]
          ) {
            edges {
              node { id: rowId markdown postedAt postedBy: userByAuthorId { id: rowId displayName photoUrl } }
            }
          }
        }
      }
    }
  }
}`;
