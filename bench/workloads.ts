import type { Contender } from './contenders.ts';
import type { LoadRequest } from './load.ts';
import { organizationId, spaceId, type Sizes } from './dataset/sizes.ts';

/** Limits of processor time per request, as multiples of that of a peer. */
interface ProcessorBars {
  readonly server?: number;
  readonly database?: number;
}

/** A measured request, for several contenders or in several forms. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly face: 'rest' | 'graphql';
  /** Required throughput of Octavo relative to a peer. */
  readonly bars: Readonly<Record<string, number>>;
  /** Maximum processor time per request relative to a peer. It is stable even if the machine has other load. */
  readonly processorBars?: Readonly<Record<string, ProcessorBars>>;
  /** Maximum 99th percentile of the response time of Octavo, on an idle machine. */
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
  /** Whether the responses of a contender equal those of Octavo. */
  readonly sameBody: (contender: Contender) => boolean;
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

const always = () => true;

/** Returns the workloads. Their names are those of the performance goals of the project. */
export function workloadsOf(sizes: Sizes): Workload[] {
  const spaces = Math.min(sizes.spaces, 200);
  const step = Math.floor(sizes.spaces / spaces);
  const anySpace = (n: number) => spaceId(n * step);
  return [
    {
      name: 'W1',
      title: 'one space',
      face: 'rest',
      caller: 'user',
      bars: { 'fastify-prisma': 2, 'fastify-pg': 0.7 },
      processorBars: { 'fastify-pg': { server: 1.4 } },
      statements: 2,
      manyTokens: true,
      requests: () => some(spaces, (n) => get(`/v1/spaces/${anySpace(n)}`)),
      otherSizes: [],
      sameBody: always,
    },
    {
      name: 'W2',
      title: 'fifty spaces of an organization, with the total',
      face: 'rest',
      caller: 'user',
      bars: { 'fastify-prisma': 2.5, 'fastify-pg': 1 },
      processorBars: { 'fastify-pg': { database: 1.3 } },
      statements: 3,
      requests: () => some(sizes.organizations, (n) => get(`/v1/orgs/${organizationId(n)}/spaces?limit=50`)),
      otherSizes: [5, 150].map((limit) => get(`/v1/orgs/${organizationId(1)}/spaces?limit=${limit}`)),
      manyTokens: true,
      encodings: ['gzip', 'br'],
      sameBody: always,
    },
    {
      name: 'W3b',
      title: 'one hundred comments with author and reactions',
      face: 'rest',
      caller: 'user',
      bars: { 'fastify-prisma': 1.5, 'fastify-pg': 0.65 },
      statements: 3,
      requests: () => some(spaces, (n) => get(`/v1/spaces/${anySpace(n)}/comments?limit=100`)),
      otherSizes: [5, 150].map((limit) => get(`/v1/spaces/${anySpace(1)}/comments?limit=${limit}`)),
      sameBody: always,
    },
    {
      name: 'W3',
      title: 'GraphQL: an organization, 20 spaces, 5 comments of each, their authors',
      face: 'graphql',
      caller: 'user',
      bars: { apollo: 3, 'apollo-ours': 1.5, postgraphile: 1.1, 'mercurius-ours': 0.95 },
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
      sameBody: ({ name }) => name !== 'postgraphile',
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
            edges { node { id markdown postedAt postedBy { id displayName photoURL } } }
          }
        }
      }
    }
  }
}`;

const nestedInPostgraphile = `query ($id: String!, $spaces: Int!, $comments: Int!) {
  organizationByRowId(rowId: $id) {
    rowId
    title
    spacesByOrganizationId(first: $spaces, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
      edges {
        node {
          rowId
          title
          createdAt
          commentsBySpaceId(first: $comments, condition: { parentId: null }, orderBy: [POSTED_AT_DESC, ROW_ID_DESC]) {
            edges { node { rowId markdown postedAt userByAuthorId { rowId displayName photoUrl } } }
          }
        }
      }
    }
  }
}`;
