import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { roles, type Role } from '../../src/domain/access/roles.ts';
import { aBlob, aCollection, aGrant, aJob, aMember, anOrganization, aSpace, aTeam } from '../factories.ts';
import type { Caller, Harness } from '../harness.ts';
import type { AuthzRow } from './data.ts';

/** One organization with everything a request of the matrix may speak of, and the caller whose role is tried. */
export interface World {
  readonly server: Harness;
  readonly organizationId: string;
  readonly owner: Caller;
  readonly principal: Caller;
  readonly collectionId: string;
  readonly spaceId: string;
  readonly revisionId: string;
}

/** `guest`, one of the roles, or `outsider`: no member of the organization. */
export type Principal = 'guest' | 'outsider' | Role;
export const principals: readonly Principal[] = ['guest', ...roles, 'outsider'];

/** The caller gets the role at the row's level: on the organization, or by a grant on the collection or the space. */
export async function aWorld(server: Harness, row: AuthzRow, who: Principal): Promise<World> {
  const { id: organizationId, owner } = await anOrganization(server);
  const role = who === 'guest' || who === 'outsider' ? null : who;
  const atOrganization = row.level.startsWith('org') || row.level === 'self' || row.level === 'any';
  const principal =
    who === 'outsider' ? await server.aUser() : await aMember(server, organizationId, atOrganization ? role : null);
  const collection = await aCollection(server, organizationId);
  const space = await aSpace(server, organizationId, { parentId: collection.id });
  if (role !== null && !atOrganization) {
    const onSpace = row.level === 'space' && !needsParent.has(`${row.method} ${row.path}`);
    const on = onSpace ? { spaceId: space.id } : { collectionId: collection.id };
    await aGrant(server, organizationId, { on, to: principal, role });
  }
  return {
    server,
    organizationId,
    owner,
    principal,
    collectionId: collection.id,
    spaceId: space.id,
    revisionId: space.revisionId,
  };
}

/** Operations on a space that also need the role on its parent. */
const needsParent = new Set(['POST /v1/spaces/{spaceId}/duplicate']);

type Make = (world: World) => Promise<string> | string;

interface CommentValues {
  readonly parentId?: string;
  readonly changeRequestId?: string;
}

export const aComment = async (world: World, values: CommentValues = {}) => {
  const { platform } = world.server;
  const id = platform.services.newId(values.parentId ? 'rpl' : 'cmt');
  await platform.db.prisma.comment.create({
    data: {
      id,
      spaceId: world.spaceId,
      authorId: world.principal.userId,
      markdown: 'Hello',
      revisionId: world.revisionId,
      ...values,
    },
  });
  return id;
};

/** A page or a file that was there from the first revision on. */
export const anEntry = async (world: Pick<World, 'server' | 'spaceId'>, kind: 'page' | 'file' | 'reusable-content') => {
  const { db, services } = world.server.platform;
  const id = services.newId(({ page: 'pg', file: 'file', 'reusable-content': 'rc' } as const)[kind]);
  const now = new Date();
  const blobHash = kind === 'file' ? await aBlob(world.server) : null;
  await db.prisma.contentEntry.create({
    data: {
      line: world.spaceId,
      entryId: id,
      fromSeq: 1,
      spaceId: world.spaceId,
      kind,
      position: 'a0',
      type: kind === 'page' ? 'document' : 'text/plain',
      title: 'Welcome',
      slug: kind === 'page' ? 'welcome' : null,
      blobHash,
      createdAt: now,
      updatedAt: now,
    },
  });
  return id;
};

/** A change request of the principal. */
const aChangeRequest = async ({ server, spaceId, revisionId, principal }: World) => {
  const { db, services } = server.platform;
  const id = services.newId('cr');
  const made = { revisionId, revisionInitialId: revisionId, createdById: principal.userId };
  await db.prisma.changeRequest.create({ data: { id, spaceId, number: 1, status: 'open', ...made } });
  await db.prisma.space.update({ where: { id: spaceId }, data: { changeRequests: 1, changeRequestsOpen: 1 } });
  return id;
};

/** What a path parameter stands for when a row is tried. */
export const params: Readonly<Record<string, Make>> = {
  organizationId: ({ organizationId }) => organizationId,
  collectionId: ({ collectionId }) => collectionId,
  spaceId: ({ spaceId }) => spaceId,
  userId: async ({ server, organizationId }) => (await aMember(server, organizationId, 'read')).userId,
  teamId: async ({ server, organizationId }) => (await aTeam(server, organizationId)).id,
  changeRequestId: (world) => aChangeRequest(world),
  commentId: (world) => aComment(world),
  pageId: (world) => anEntry(world, 'page'),
  fileId: (world) => anEntry(world, 'file'),
  reusableContentId: (world) => anEntry(world, 'reusable-content'),
  revisionId: ({ revisionId }) => revisionId,
  documentId: async (world) => {
    const { prisma } = world.server.platform.db;
    const id = world.server.platform.services.newId('pg').replace('pg_', 'doc_');
    await prisma.document.create({ data: { id, markdown: 'Hello' } });
    const entryId = await anEntry(world, 'page');
    await prisma.contentEntry.updateMany({ where: { entryId }, data: { documentId: id } });
    return id;
  },
  pagePath: async (world) => {
    await anEntry(world, 'page');
    return 'welcome';
  },
  emailDomain: () => 'example.org',
  subdomain: async ({ server, organizationId }) => {
    const hostname = `x${organizationId
      .replaceAll(/[^a-zA-Z0-9]/g, '')
      .toLowerCase()
      .slice(3, 25)}x`;
    await server.platform.db.prisma.organization.update({ where: { id: organizationId }, data: { hostname } });
    return hostname;
  },
  jobId: async ({ server, organizationId, spaceId }) => (await aJob(server, organizationId, { spaceId })).id,
  inviteId: async ({ server, organizationId }) => {
    const id = server.platform.services.newId('inv');
    await server.platform.db.prisma.invite.create({ data: { id, organizationId, role: 'read' } });
    return id;
  },
};

/** Serves one small Markdown page to the import. */
export async function aDocumentServer(): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/markdown').end('# Hello\n'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hello.md`, server };
}

/** An organization in which the principal may create. */
export async function aDestination({ server, principal }: World): Promise<string> {
  const { id } = await anOrganization(server);
  await server.platform.db.prisma.member.create({
    data: { organizationId: id, userId: principal.userId, role: 'create' },
  });
  return id;
}

/** A collection on which the principal may create. */
export async function aShelf({ server, principal, organizationId }: World): Promise<string> {
  const { id } = await aCollection(server, organizationId);
  await aGrant(server, organizationId, { on: { collectionId: id }, to: principal, role: 'create' });
  return id;
}
