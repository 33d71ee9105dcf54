import { aMember } from '../factories.ts';
import { aComment, aDestination, aShelf, params, type World } from './authz-world.ts';

export interface TriedRequest {
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: unknown;
}

type Body = (world: World) => unknown;

const userOf = async ({ server, organizationId }: World) => (await aMember(server, organizationId, 'read')).userId;
const comment = { body: { markdown: 'Hello' } };

const commentBodies = (base: string): readonly (readonly [string, Body])[] => [
  [`POST ${base}`, () => comment],
  [`PUT ${base}/{commentId}`, () => ({ addedReactions: ['👍'] })],
  [`POST ${base}/{commentId}/replies`, () => comment],
  [`PUT ${base}/{commentId}/replies/{commentReplyId}`, () => ({ addedReactions: ['👍'] })],
];

/** A body that the operation takes, where it needs one; ✓* rows fulfil their condition. */
const bodies: Readonly<Record<string, Body>> = {
  ...Object.fromEntries(commentBodies('/v1/spaces/{spaceId}/comments')),
  ...Object.fromEntries(commentBodies('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments')),
  'PATCH /v1/collections/{collectionId}': () => ({ title: 'New' }),
  'POST /v1/collections/{collectionId}/move': async (world) => ({ parent: await aShelf(world) }),
  'POST /v1/collections/{collectionId}/transfer': async (world) => ({ organization: await aDestination(world) }),
  'POST /v1/orgs/{organizationId}/collections': () => ({ title: 'New' }),
  'PATCH /v1/spaces/{spaceId}': () => ({ title: 'New' }),
  'POST /v1/spaces/{spaceId}/change-requests': () => ({ subject: 'New' }),
  'PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}': () => ({ subject: 'New' }),
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{pageId}/resolve': () => ({ choice: 'main' }),
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews': () => ({ status: 'approved' }),
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers': async (world) => ({
    users: [await userOf(world)],
  }),
  'POST /v1/spaces/{spaceId}/move': async (world) => ({ parent: await aShelf(world) }),
  'POST /v1/spaces/{spaceId}/transfer': async (world) => ({ organization: await aDestination(world) }),
  'POST /v1/orgs/{organizationId}/spaces': () => ({ title: 'New' }),
  'PATCH /v1/orgs/{organizationId}': () => ({ title: 'New title' }),
  'POST /v1/orgs': () => ({ title: 'New organization' }),
  'PATCH /v1/orgs/{organizationId}/members/{userId}': () => ({ role: 'edit' }),
  'PUT /v1/orgs/{organizationId}/teams': () => ({ title: 'New' }),
  'PATCH /v1/orgs/{organizationId}/teams/{teamId}': () => ({ title: 'New' }),
  'PUT /v1/orgs/{organizationId}/teams/{teamId}/members': async (world) => ({ add: [await userOf(world)] }),
  'PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}': () => ({ role: 'member' }),
  'POST /v1/orgs/{organizationId}/invites': () => ({ emails: [`${Math.random()}@example.net`], role: 'read' }),
  'POST /v1/orgs/{organizationId}/link-invites': () => ({ role: 'read' }),
  'PATCH /v1/orgs/{organizationId}/link-invites/{inviteId}': () => ({ role: 'edit' }),
  'POST /v1/spaces/{spaceId}/content': () => ({ changes: [{ operation: 'insert_page', title: 'New' }] }),
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content': () => ({
    changes: [{ operation: 'insert_page', title: 'New' }],
  }),
  'PATCH /v1/users/{userId}': () => ({ displayName: 'New name' }),
  ...Object.fromEntries(
    ['/v1/spaces/{spaceId}', '/v1/collections/{collectionId}'].flatMap((thing): [string, Body][] => [
      [`POST ${thing}/permissions`, async (world) => ({ role: 'read', users: [await userOf(world)] })],
      [`PATCH ${thing}/permissions/users/{userId}`, () => ({ role: 'edit' })],
      [`PATCH ${thing}/permissions/teams/{teamId}`, () => ({ role: 'edit' })],
    ]),
  ),
};

/** What must be so before the operation makes sense. */
const preparations: Readonly<Record<string, (world: World, request: TriedRequest) => Promise<unknown>>> = {
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{pageId}/resolve': (
    { server },
    { params: { changeRequestId = '', pageId = '' } },
  ) => {
    const page = { id: pageId, kind: 'page', parentId: null, position: 'a0', type: 'document', title: 'Welcome' };
    const state = { ...page, slug: 'welcome', documentId: null, blobHash: null, attributes: {} };
    const states = { base: state, main: state, changeRequest: state };
    return server.platform.db.prisma.changeRequestConflict.create({
      data: { changeRequestId, entryId: pageId, seq: 1, ...states, conflicts: [] },
    });
  },
  // Nobody reviews what is their own.
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews': (
    { server, owner },
    { params: { changeRequestId = '' } },
  ) =>
    server.platform.db.prisma.changeRequest.update({
      where: { id: changeRequestId },
      data: { createdById: owner.userId },
    }),
  'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}': (
    { server, owner, revisionId },
    { params: { changeRequestId = '', userId = '' } },
  ) =>
    server.platform.db.prisma.requestedReviewer.create({
      data: { changeRequestId, userId, revisionId, requestedById: owner.userId },
    }),
  'POST /v1/spaces/{spaceId}/restore': ({ server, spaceId }) =>
    server.platform.db.prisma.space.update({ where: { id: spaceId }, data: { deletedAt: new Date() } }),
  'DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}': (
    { server },
    { params: { teamId = '', userId = '' } },
  ) => server.platform.db.prisma.teamMember.create({ data: { teamId, userId } }),
};

const query: Readonly<Record<string, Record<string, string>>> = {
  'GET /v1/spaces/{spaceId}/search': { query: 'welcome' },
  'GET /v1/orgs/{organizationId}/search': { query: 'welcome' },
};

/** A request of the operation in this world: right in everything but, perhaps, who asks. */
export async function requestOf(
  signature: string,
  path: string,
  world: World,
  importUrl: string,
): Promise<TriedRequest> {
  const found: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const { commentId: parentId, changeRequestId } = found;
    const place = changeRequestId === undefined ? {} : { changeRequestId };
    if (name === 'commentId') found[name] = await aComment(world, place);
    else if (name === 'commentReplyId')
      found[name] = await aComment(world, { ...place, ...(parentId === undefined ? {} : { parentId }) });
    else {
      const make = params[name];
      if (!make) throw new Error(`No value is known for {${name}} of ${signature}`);
      found[name] = await make(world);
    }
  }
  const body = /\/content\/import(?:\/preview)?$/.test(signature)
    ? { url: importUrl, source: 'markdown' }
    : await bodies[signature]?.(world);
  const request = { params: found, query: query[signature] ?? {}, body };
  await grants(signature, world, request);
  await preparations[signature]?.(world, request);
  return request;
}

/** Operations on a grant need one. */
async function grants(
  signature: string,
  { server, organizationId, spaceId, collectionId }: World,
  request: TriedRequest,
) {
  const match = /(spaces|collections)\/\{\w+\}\/permissions\/(users|teams)\/\{/.exec(signature);
  if (!match) return;
  const { userId = null, teamId = null } = request.params as { userId?: string; teamId?: string };
  const on = match[1] === 'spaces' ? { spaceId } : { collectionId };
  await server.platform.db.prisma.grant.create({
    data: { id: server.platform.services.newId('grant'), organizationId, role: 'read', ...on, userId, teamId },
  });
}
