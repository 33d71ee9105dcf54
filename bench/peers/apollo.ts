import { ApolloServer } from '@apollo/server';
import fastifyApollo from '@as-integrations/fastify';
import { PrismaPg } from '@prisma/adapter-pg';
import DataLoader from 'dataloader';
import Fastify from 'fastify';
import { GraphQLError } from 'graphql';
import { PrismaClient } from '../../src/db/generated/client.ts';
import { poolConfig, port, tokenUsers } from './lib/settings.ts';

// The usual way: a schema in SDL, resolvers on Prisma, DataLoaders against N+1.
const prisma = new PrismaClient({ adapter: new PrismaPg(poolConfig) });

const typeDefs = `#graphql
  scalar DateTime
  type Query { organization(id: ID!): Organization }
  type Organization { id: ID!, title: String!, spaces(first: Int): SpaceConnection! }
  type SpaceConnection { edges: [SpaceEdge!]! }
  type SpaceEdge { node: Space! }
  type Space { id: ID!, title: String!, createdAt: DateTime!, comments(first: Int): CommentConnection! }
  type CommentConnection { edges: [CommentEdge!]! }
  type CommentEdge { node: Comment! }
  type Comment { id: ID!, markdown: String!, postedAt: DateTime!, postedBy: User! }
  type User { id: ID!, displayName: String!, photoUrl: String }
`;

interface CommentRow {
  readonly id: string;
  readonly spaceId: string;
  readonly authorId: string;
  readonly markdown: string;
  readonly postedAt: Date;
}

/** The newest threads of many spaces in one statement: Prisma's `take` of a relation would read them all. */
const newestComments = (first: number) =>
  new DataLoader<string, CommentRow[]>(async (spaceIds) => {
    const rows = await prisma.$queryRaw<CommentRow[]>`
      select c.* from unnest(${spaceIds}::text[]) s(id) cross join lateral (
        select * from comments c where c."spaceId" = s.id and c."parentId" is null
        order by c."postedAt" desc, c.id desc limit ${first}) c`;
    const found = new Map<string, CommentRow[]>(spaceIds.map((id) => [id, []]));
    for (const row of rows) found.get(row.spaceId)?.push(row);
    return spaceIds.map((id) => found.get(id) ?? []);
  });

const createLoaders = () => {
  const comments = new Map<number, ReturnType<typeof newestComments>>();
  return {
    commentsOf: (first: number) => {
      const known = comments.get(first) ?? newestComments(first);
      comments.set(first, known);
      return known;
    },
    user: new DataLoader(async (ids: readonly string[]) => {
      const users = await prisma.user.findMany({ where: { id: { in: [...ids] } } });
      const found = new Map(users.map((user) => [user.id, user]));
      return ids.map((id) => found.get(id) ?? null);
    }),
  };
};

interface Context {
  readonly userId: string;
  readonly loaders: ReturnType<typeof createLoaders>;
}

const edges = <Node>(nodes: readonly Node[]) => ({ edges: nodes.map((node) => ({ node })) });

const resolvers = {
  DateTime: { __serialize: (instant: Date) => instant.toISOString() },
  Query: {
    organization: async (_root: unknown, { id }: { id: string }, { userId }: Context) => {
      const organization = await prisma.organization.findUnique({
        where: { id },
        include: { members: { where: { userId, disabled: false } } },
      });
      if (!organization?.members[0]) throw new GraphQLError('No such organization');
      return organization;
    },
  },
  Organization: {
    spaces: async (organization: { id: string }, { first = 50 }: { first?: number }) =>
      edges(
        await prisma.space.findMany({
          where: { organizationId: organization.id, deletedAt: null },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: first,
        }),
      ),
  },
  Space: {
    comments: async (space: { id: string; organizationId: string }, { first = 50 }: { first?: number }, ctx: Context) =>
      edges(await ctx.loaders.commentsOf(first).load(space.id)),
  },
  User: { photoUrl: ({ photoURL }: { photoURL: string | null }) => photoURL },
  Comment: {
    postedBy: (comment: CommentRow, _args: unknown, ctx: Context) => ctx.loaders.user.load(comment.authorId),
  },
};

const userOf = tokenUsers(
  async (hash) => (await prisma.apiToken.findFirst({ where: { hash, revokedAt: null } }))?.userId ?? null,
);

const app = Fastify();
const apollo = new ApolloServer<Context>({ typeDefs, resolvers: resolvers as never });
await apollo.start();
await app.register(fastifyApollo(apollo), {
  context: async (request) => {
    const userId = await userOf(request.headers.authorization);
    if (userId === null) throw new GraphQLError('No valid token');
    return { userId, loaders: createLoaders() };
  },
});
await app.listen({ port, host: '127.0.0.1' });
