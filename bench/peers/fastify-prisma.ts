import { PrismaPg } from '@prisma/adapter-pg';
import Fastify, { type FastifyReply } from 'fastify';
import { PrismaClient } from '../../src/db/generated/client.ts';
import { poolConfig, port, tokenUsers } from './lib/settings.ts';
import { commentJson } from './lib/shapes-comments.ts';
import { limitOf, listJson, positionOf, rankOf, spaceJson, type Viewer } from './lib/shapes.ts';

// The usual way: Prisma with `include`, as its guide shows it.
const prisma = new PrismaClient({ adapter: new PrismaPg(poolConfig) });
const app = Fastify();

const userOf = tokenUsers(
  async (hash) => (await prisma.apiToken.findFirst({ where: { hash, revokedAt: null } }))?.userId ?? null,
);

const organizationWith = (userId: string) => ({ include: { members: { where: { userId, disabled: false } } } });

interface Standing {
  readonly defaultRole: string | null;
  readonly members: readonly { readonly role: string | null }[];
}
/** Null for somebody who is no member. */
function viewerOf(userId: string, { members: [member], defaultRole }: Standing): Viewer | null {
  return member ? { userId, rank: rankOf(member.role), defaultRole } : null;
}

const refused = (reply: FastifyReply, status: number) => reply.code(status).send({ error: { code: status } });

app.get<{ Params: { id: string } }>('/v1/spaces/:id', async (request, reply) => {
  const userId = await userOf(request.headers.authorization);
  if (userId === null) return refused(reply, 401);
  const space = await prisma.space.findUnique({
    where: { id: request.params.id, deletedAt: null },
    include: { organization: organizationWith(userId) },
  });
  const viewer = space && viewerOf(userId, space.organization);
  return viewer ? spaceJson(space, viewer) : refused(reply, 404);
});

app.get<{ Params: { id: string }; Querystring: { limit?: string; page?: string } }>(
  '/v1/orgs/:id/spaces',
  async (request, reply) => {
    const userId = await userOf(request.headers.authorization);
    if (userId === null) return refused(reply, 401);
    const organizationId = request.params.id;
    const organization = await prisma.organization.findUnique({
      where: { id: organizationId },
      ...organizationWith(userId),
    });
    const viewer = organization && viewerOf(userId, organization);
    if (!viewer) return refused(reply, 404);
    const limit = limitOf(request.query.limit);
    const where = { organizationId, deletedAt: null };
    const [spaces, count] = await Promise.all([
      prisma.space.findMany({
        where: request.query.page === undefined ? where : { ...where, ...before(positionOf(request.query.page)) },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
      }),
      prisma.space.count({ where }),
    ]);
    return listJson(spaces, limit, count, {
      json: (space) => spaceJson(space, viewer),
      position: (space) => [space.createdAt.toISOString(), space.id],
    });
  },
);

app.get<{ Params: { id: string }; Querystring: { limit?: string; page?: string } }>(
  '/v1/spaces/:id/comments',
  async (request, reply) => {
    const userId = await userOf(request.headers.authorization);
    if (userId === null) return refused(reply, 401);
    const space = await prisma.space.findUnique({
      where: { id: request.params.id, deletedAt: null },
      include: { organization: organizationWith(userId) },
    });
    const viewer = space && viewerOf(userId, space.organization);
    if (!viewer || viewer.rank < 2) return refused(reply, 404);
    const limit = limitOf(request.query.limit);
    const where = { spaceId: space.id, parentId: null };
    const comments = await prisma.comment.findMany({
      where: request.query.page === undefined ? where : { ...where, ...postedBefore(positionOf(request.query.page)) },
      include: {
        author: true,
        resolver: true,
        reactions: { include: { user: true }, orderBy: [{ reactedAt: 'asc' }, { emoji: 'asc' }, { userId: 'asc' }] },
      },
      orderBy: [{ postedAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
    });
    return listJson(comments, limit, space.commentsAll, {
      json: (comment) => commentJson(comment, viewer),
      position: (comment) => [comment.postedAt.toISOString(), comment.id],
    });
  },
);

const postedBefore = ([postedAt, id]: readonly [string, string]) => ({
  postedAt: { lte: postedAt },
  OR: [{ postedAt: { lt: postedAt } }, { postedAt, id: { lt: id } }],
});

const before = ([createdAt, id]: readonly [string, string]) => ({
  createdAt: { lte: createdAt },
  OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }],
});

await app.listen({ port, host: '127.0.0.1' });
