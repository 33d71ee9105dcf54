import Fastify, { type FastifyReply } from 'fastify';
import { Pool } from 'pg';
import { serveSites } from './lib/published-site.ts';
import { poolConfig, port, tokenUsers } from './lib/settings.ts';
import { commentJson, type CommentRow } from './lib/shapes-comments.ts';
import { limitOf, listJson, positionOf, rankOf, spaceJson, type SpaceRow, type Viewer } from './lib/shapes.ts';

// The practical limit: one prepared statement per request, and JSON written directly from its rows.
const pool = new Pool(poolConfig);
const app = Fastify();

const userOf = tokenUsers(async (hash) => {
  const { rows } = await pool.query<{ userId: string }>(
    'select "userId" from api_tokens where hash = $1 and "revokedAt" is null',
    [hash],
  );
  return rows[0]?.userId ?? null;
});

interface Standing {
  readonly viewerRole: string | null;
  readonly organizationDefault: string | null;
}
const viewerOf = (userId: string, { viewerRole, organizationDefault }: Standing): Viewer => ({
  userId,
  rank: rankOf(viewerRole),
  defaultRole: organizationDefault,
});

const refused = (reply: FastifyReply, status: number) => reply.code(status).send({ error: { code: status } });

app.get<{ Params: { id: string } }>('/v1/spaces/:id', async (request, reply) => {
  const userId = await userOf(request.headers.authorization);
  if (userId === null) return refused(reply, 401);
  const { rows } = await pool.query<SpaceRow & Standing>({
    name: 'space',
    text: `select s.*, m.role as "viewerRole", o."defaultRole" as "organizationDefault"
      from spaces s join organizations o on o.id = s."organizationId"
      join members m on m."organizationId" = o.id and m."userId" = $2 and not m.disabled
      where s.id = $1 and s."deletedAt" is null`,
    values: [request.params.id, userId],
  });
  const [space] = rows;
  if (!space) return refused(reply, 404);
  return spaceJson(space, viewerOf(userId, space));
});

app.get<{ Params: { id: string }; Querystring: { limit?: string; page?: string } }>(
  '/v1/orgs/:id/spaces',
  async (request, reply) => {
    const userId = await userOf(request.headers.authorization);
    if (userId === null) return refused(reply, 401);
    const limit = limitOf(request.query.limit);
    const [at, id] = request.query.page === undefined ? [null, null] : positionOf(request.query.page);
    const { rows } = await pool.query<SpaceRow & Standing & { total: number }>({
      name: 'spaces',
      text: `select s.*, m.role as "viewerRole", o."defaultRole" as "organizationDefault",
        counted.total
      from organizations o join members m on m."organizationId" = o.id and m."userId" = $2 and not m.disabled
      cross join lateral (select count(*)::int as total from spaces c where c."organizationId" = o.id and c."deletedAt" is null) counted
      left join lateral (
        select * from spaces s where s."organizationId" = o.id and s."deletedAt" is null
          and ($4::timestamptz is null or (s."createdAt", s.id) < ($4::timestamptz, $5))
        order by s."createdAt" desc, s.id desc limit $3 + 1) s on true
      where o.id = $1`,
      values: [request.params.id, userId, limit, at, id],
    });
    const [first] = rows;
    if (!first) return refused(reply, 404);
    const viewer = viewerOf(userId, first);
    return listJson(first.id === null ? [] : rows, limit, first.total, {
      json: (row) => spaceJson(row, viewer),
      position: (row) => [new Date(row.createdAt).toISOString(), row.id],
    });
  },
);

app.get<{ Params: { id: string }; Querystring: { limit?: string; page?: string } }>(
  '/v1/spaces/:id/comments',
  async (request, reply) => {
    const userId = await userOf(request.headers.authorization);
    if (userId === null) return refused(reply, 401);
    const limit = limitOf(request.query.limit);
    const [at, id] = request.query.page === undefined ? [null, null] : positionOf(request.query.page);
    const { rows } = await pool.query<JoinedRow>({
      name: 'comments',
      text: `select m.role as "viewerRole", o."defaultRole" as "organizationDefault", s."commentsAll" as total, c.*,
          a."displayName" as "authorName", a.email as "authorEmail", a."photoURL" as "authorPhoto",
          b."displayName" as "resolverName", b.email as "resolverEmail", b."photoURL" as "resolverPhoto",
          reacted.reactions
        from spaces s join organizations o on o.id = s."organizationId"
        join members m on m."organizationId" = o.id and m."userId" = $2 and not m.disabled
        left join lateral (
          select * from comments c where c."spaceId" = s.id and c."parentId" is null
            and ($4::timestamptz is null or (c."postedAt", c.id) < ($4::timestamptz, $5))
          order by c."postedAt" desc, c.id desc limit $3 + 1) c on true
        left join users a on a.id = c."authorId"
        left join users b on b.id = c."resolvedById"
        left join lateral (
          select json_agg(json_build_object('emoji', r.emoji,
              'reactedAt', to_char(r."reactedAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'user', json_build_object('id', u.id, 'displayName', u."displayName", 'email', u.email, 'photoURL', u."photoURL"))
            order by r."reactedAt", r.emoji, r."userId") as reactions
          from reactions r join users u on u.id = r."userId" where r."commentId" = c.id) reacted on true
        where s.id = $1 and s."deletedAt" is null
        order by c."postedAt" desc, c.id desc`,
      values: [request.params.id, userId, limit, at, id],
    });
    const [first] = rows;
    const viewer = first && viewerOf(userId, first);
    if (!viewer || viewer.rank < 2) return refused(reply, 404);
    return listJson(first.id === null ? [] : rows, limit, first.total, {
      json: (row) => commentJson(commentOf(row), viewer),
      position: (row) => [new Date(row.postedAt).toISOString(), row.id],
    });
  },
);

interface JoinedRow extends Omit<CommentRow, 'author' | 'resolver' | 'reactions'>, Standing {
  readonly total: number;
  readonly authorName: string;
  readonly authorEmail: string | null;
  readonly authorPhoto: string | null;
  readonly resolvedById: string | null;
  readonly resolverName: string;
  readonly resolverEmail: string | null;
  readonly resolverPhoto: string | null;
  readonly reactions: CommentRow['reactions'] | null;
}

const commentOf = (row: JoinedRow): CommentRow => ({
  ...row,
  author: { id: row.authorId, displayName: row.authorName, email: row.authorEmail, photoURL: row.authorPhoto },
  resolver:
    row.resolvedById === null
      ? null
      : { id: row.resolvedById, displayName: row.resolverName, email: row.resolverEmail, photoURL: row.resolverPhoto },
  reactions: row.reactions ?? [],
});

serveSites(app, pool);
await app.listen({ port, host: '127.0.0.1' });
