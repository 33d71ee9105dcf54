import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyBetween } from 'fractional-indexing';
import { roles, type Role } from '../../src/access/roles.ts';
import { issueToken } from '../../src/domain/people/tokens/issue.ts';
import {
  aBlob,
  aCollection,
  aGrant,
  aJob,
  anInstallation,
  anIntegration,
  anOpenApiSpec,
  anOrganization,
  anEvent,
  aSentEvent,
  aRenderer,
  aWebhook,
  aSamlProvider,
  anOidcProvider,
  aProvisioningProvider,
  aSpace,
  aTeam,
} from '../factories.ts';
import { aGlossaryEntry, aTranslatedSpace, aTranslation } from '../translation-factories.ts';
import { answerGit, openRepository } from '../git-server.ts';
import type { Caller, Harness } from '../harness.ts';
import { insert } from '../insert.ts';
import { aClientGrant } from '../oauth-clients.ts';
import { aPasskeyPerson } from '../passkey-people.ts';
import type { AuthzRow } from '../../scripts/rest/access/rows.ts';
import { clock } from '../setup/clock.ts';

/** An organization with all resources that requests of the matrix refer to, and the caller whose role is tested. */
export interface World {
  readonly server: Harness;
  readonly organizationId: string;
  readonly owner: Caller;
  readonly principal: Caller;
  readonly collectionId: string;
  readonly spaceId: string;
  readonly revisionId: string;
}

/** `guest`, a role, or `outsider` for a user who is not a member of the organization. */
export type Principal = 'guest' | 'outsider' | Role;
export const principals: readonly Principal[] = ['guest', ...roles, 'outsider'];

/** The organization of a row of the matrix, with one caller for each role. */
export interface Stage {
  readonly server: Harness;
  readonly row: AuthzRow;
  readonly organizationId: string;
  readonly owner: Caller;
  readonly callers: ReadonlyMap<Principal, Caller>;
  /** An admin who has not signed in by the SSO that the organization requires of them. */
  readonly unsigned: Caller;
  /** The space and collection for rows that do not act on one. */
  readonly place: { readonly collectionId: string; readonly spaceId: string; readonly revisionId: string };
}

/**
 * Creates a new organization. The callers are the same in all rows, so users and tokens are created once per process.
 */
export async function aStage(server: Harness, row: AuthzRow): Promise<Stage> {
  if (!casts.has(server)) casts.set(server, aCast(server));
  const { owner, callers, unsigned } = await casts.get(server)!;
  const { id: organizationId } = await anOrganization(server, { owner });
  const members = [...callers].filter(([who]) => who !== 'outsider');
  await insert(
    server.platform,
    'members',
    { organizationId, userId: unsigned.userId, role: 'admin', sso: true },
    ...members.map(([who, { userId }]) => ({
      organizationId,
      userId,
      role: actsOnOrganization(row) ? findRole(who) : null,
      sso: false,
    })),
  );
  const { id: collectionId } = await aCollection(server, organizationId);
  const { id: spaceId, revisionId } = await aSpace(server, organizationId, { parentId: collectionId });
  return { server, row, organizationId, owner, callers, unsigned, place: { collectionId, spaceId, revisionId } };
}

interface Cast {
  readonly owner: Caller;
  readonly unsigned: Caller;
  readonly callers: ReadonlyMap<Principal, Caller>;
}

const casts = new WeakMap<Harness, Promise<Cast>>();

async function aCast(server: Harness): Promise<Cast> {
  const callers = principals.map(async (who) => [who, await server.aUser()] as const);
  const [owner, unsigned] = [await server.aUser(), await server.aUser()];
  return { owner, unsigned, callers: new Map(await Promise.all(callers)) };
}

/**
 * Creates the resources for requests that change nothing, because they read or are refused. They are shared by all
 * callers, each of whom has the role that is tested.
 */
export async function aGround(stage: Stage): Promise<(who: Principal) => World> {
  const { server, row, organizationId, owner, callers, place } = stage;
  if (!actsOnOrganization(row)) {
    const on = onSpace(row) ? { spaceId: place.spaceId } : { collectionId: place.collectionId };
    const grants = [...callers].flatMap(([who, { userId }]) => {
      const role = findRole(who);
      return role === null
        ? []
        : [{ id: server.platform.services.newId('grant'), organizationId, ...on, userId, role }];
    });
    await insert(server.platform, 'grants', ...grants);
  }
  return (who) => ({ server, organizationId, owner, principal: callers.get(who)!, ...place });
}

/**
 * Creates the resources for a single request that may change or delete them. The caller has the role at the level of
 * the row: on the organization, or by a grant on a new collection or space.
 */
export async function aWorld(stage: Stage, who: Principal): Promise<World> {
  const { server, row, organizationId, owner, place } = stage;
  const principal = stage.callers.get(who)!;
  const world = { server, organizationId, owner, principal };
  if (actsOnOrganization(row)) return { ...world, ...place };
  const collectionId = onSpace(row) ? place.collectionId : (await aCollection(server, organizationId)).id;
  const { id: spaceId, revisionId } = await aSpace(server, organizationId, { parentId: collectionId });
  const role = findRole(who);
  if (role !== null)
    await aGrant(server, organizationId, { on: onSpace(row) ? { spaceId } : { collectionId }, to: principal, role });
  return { ...world, collectionId, spaceId, revisionId };
}

/** Where the callers of a row have their roles. Rows with the same place can share a stage. */
export const placeOf = (row: AuthzRow): 'organization' | 'collection' | 'space' => {
  if (actsOnOrganization(row)) return 'organization';
  return onSpace(row) ? 'space' : 'collection';
};

const findRole = (who: Principal): Role | null => (who === 'guest' || who === 'outsider' ? null : who);

const onSpace = (row: AuthzRow) => row.level === 'space' && !needsParent.has(`${row.method} ${row.path}`);

const actsOnOrganization = ({ level }: AuthzRow) => level.startsWith('org') || level === 'self' || level === 'any';

/** Operations on a space that also need the role on its parent. */
const needsParent = new Set(['POST /v1/spaces/{spaceId}/duplicate']);

let specs = 0;

type Make = (world: World, found: Readonly<Record<string, string>>) => string | Promise<string>;

interface CommentValues {
  readonly parentId?: string;
  readonly changeRequestId?: string;
}

export const aComment = async (world: World, values: CommentValues = {}) => {
  const { platform } = world.server;
  const id = platform.services.newId(values.parentId ? 'rpl' : 'cmt');
  await insert(platform, 'comments', {
    id,
    spaceId: world.spaceId,
    authorId: world.principal.userId,
    markdown: 'Hello',
    revisionId: world.revisionId,
    ...values,
  });
  return id;
};

// Paths and order keys are unique within a space, which several callers may share.
let lastKey: string | null = null;

/** A page or a file that was there from the first revision on. */
export const anEntry = async (
  world: Pick<World, 'server' | 'spaceId'>,
  kind: 'page' | 'file' | 'reusable-content',
  values: { readonly documentId?: string } = {},
) => {
  const { services } = world.server.platform;
  const id = services.newId(({ page: 'pg', file: 'file', 'reusable-content': 'rc' } as const)[kind]);
  const now = clock.now();
  lastKey = generateKeyBetween(lastKey, null);
  const blobHash = kind === 'file' ? await aBlob(world.server) : null;
  await insert(world.server.platform, 'content_entries', {
    line: world.spaceId,
    entryId: id,
    fromSeq: 1,
    spaceId: world.spaceId,
    kind,
    position: lastKey,
    type: kind === 'page' ? 'document' : 'text/plain',
    title: 'Welcome',
    slug: kind === 'page' ? slugOf(id) : null,
    blobHash,
    createdAt: now,
    updatedAt: now,
    ...values,
  });
  return id;
};

const slugOf = (pageId: string) => `welcome-${pageId.slice(-12).toLowerCase()}`;

/** A change request of the principal. */
const aChangeRequest = async ({ server, spaceId, revisionId, principal }: World) => {
  const { db, services } = server.platform;
  const id = services.newId('cr');
  const made = { revisionId, revisionInitialId: revisionId, createdById: principal.userId };
  const { changeRequests: number } = await db.prisma.space.update({
    where: { id: spaceId },
    data: { changeRequests: { increment: 1 }, changeRequestsOpen: { increment: 1 } },
  });
  await insert(server.platform, 'change_requests', { id, spaceId, number, status: 'open', ...made });
  return id;
};

const integrations = new WeakMap<World, ReturnType<typeof anIntegration>>();

/** The public integration of the organization. */
function integrationOf(world: World) {
  const made = integrations.get(world) ?? anIntegration(world.server, world.organizationId);
  integrations.set(world, made);
  return made;
}

/** Values of path parameters. */
export const params: Readonly<Record<string, Make>> = {
  organizationId: ({ organizationId }) => organizationId,
  collectionId: ({ collectionId }) => collectionId,
  spaceId: ({ spaceId }) => spaceId,
  userId: anotherMember,
  teamId: async ({ server, organizationId }) => (await aTeam(server, organizationId)).id,
  changeRequestId: (world) => aChangeRequest(world),
  commentId: (world) => aComment(world),
  pageId: (world) => anEntry(world, 'page'),
  fileId: (world) => anEntry(world, 'file'),
  reusableContentId: (world) => anEntry(world, 'reusable-content'),
  revisionId: ({ revisionId }) => revisionId,
  documentId: async (world) => {
    const documentId = world.server.platform.services.newId('pg').replace('pg_', 'doc_');
    await insert(world.server.platform, 'documents', { id: documentId, markdown: 'Hello' });
    await anEntry(world, 'page', { documentId });
    return documentId;
  },
  pagePath: async (world) => slugOf(await anEntry(world, 'page')),
  specSlug: async ({ server, organizationId, owner }) => {
    const slug = `spec-${(specs += 1)}`;
    await anOpenApiSpec(server, organizationId, { slug, createdById: owner.userId });
    return slug;
  },
  versionId: async ({ server, organizationId }) => {
    const where = { organizationId, slug: `spec-${specs}` };
    return (await server.platform.db.prisma.openApiSpec.findFirstOrThrow({ where })).lastVersionId ?? '';
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
  translationSettingsId: async ({ server, organizationId }) => (await aTranslation(server, organizationId)).id,
  language: () => 'de',
  glossaryEntryId: async ({ server, organizationId }) => (await aGlossaryEntry(server, organizationId)).id,
  translatedSpaceId: async ({ server, organizationId }, { translationSettingsId = '' }) =>
    (await aTranslatedSpace(server, organizationId, translationSettingsId)).id,
  integrationName: async (world) => (await integrationOf(world)).name,
  installationId: async (world) =>
    (await anInstallation(world.server, (await integrationOf(world)).id, world.organizationId)).id,
  jobId: async (world) => {
    const { server, organizationId, spaceId } = world;
    return (await aJob(server, organizationId, { spaceId, createdById: await anotherMember(world) })).id;
  },
  passkeyId: async ({ server, principal }) => (await aPasskeyPerson(server, principal)).passkeyId,
  grantId: ({ server, organizationId, principal: { userId } }) => aClientGrant(server, { userId, organizationId }),
  sessionId: async ({ server: { platform }, principal: { userId } }) => {
    const expiresAt = new Date(clock.now().getTime() + 60_000);
    const session = { userId, kind: 'session', name: 'Sign-in', scopes: [], organizationId: null, expiresAt } as const;
    const { id } = await issueToken({ db: platform.db.prisma, ...platform.services }, session);
    return id;
  },
  tokenId: async ({ server: { platform }, organizationId, principal: { userId } }) => {
    const { db, services } = platform;
    const session = { userId, organizationId, kind: 'session' as const, name: 'Session', scopes: [], expiresAt: null };
    return (await issueToken({ db: db.prisma, newId: services.newId, now: services.now }, session)).id;
  },
  providerId: async ({ server, organizationId }) => (await aProvisioningProvider(server, organizationId)).id,
  oidcProviderId: async ({ server, organizationId }) => (await anOidcProvider(server, organizationId)).id,
  samlProviderId: async ({ server, organizationId }) => (await aSamlProvider(server, organizationId)).id,
  eventId: ({ server, organizationId }, { integrationName }) =>
    integrationName === undefined
      ? anEvent(server, organizationId)
      : aSentEvent(server, organizationId, integrationName),
  webhookId: async ({ server, organizationId }) => (await aWebhook(server, organizationId)).id,
  deliveryId: async ({ server }, { webhookId = '' }) =>
    (await server.platform.db.prisma.webhookDelivery.findFirstOrThrow({ where: { webhookId } })).id,
  rendererId: ({ server, organizationId }) => aRenderer(server, organizationId),
  inviteId: async ({ server, organizationId }) => {
    const id = server.platform.services.newId('inv');
    await insert(server.platform, 'invites', { id, organizationId, role: 'read' });
    return id;
  },
};

/** A member with the role `read`, who makes no requests. */
export async function anotherMember({ server, organizationId }: World): Promise<string> {
  const { platform } = server;
  const id = platform.services.newId('usr');
  const email = `${id}@example.org`;
  await insert(platform, 'users', { id, displayName: 'Example user', email, emailVerified: true });
  await insert(platform, 'members', { organizationId, userId: id, role: 'read' });
  return id;
}

/** Serves one small Markdown page to imports, also in a Git repository. */
export async function aDocumentServer(): Promise<{ url: string; server: Server }> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-documents-'));
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/docs.git/')) return answerGit({}, folder, request, response);
    if (request.url === '/page') return response.setHeader('content-type', 'text/html').end('<title>Hello</title>');
    return response.setHeader('content-type', 'text/markdown').end('# Hello\n');
  });
  openRepository(join(folder, 'docs.git')).commit({ 'README.md': '# Hello\n', 'docs/README.md': '# Docs\n' });
  server.on('close', () => rmSync(folder, { recursive: true }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hello.md`, server };
}

/** An organization in which the principal may create. */
export async function aDestination({ server, principal }: World): Promise<string> {
  const { id } = await anOrganization(server);
  await insert(server.platform, 'members', { organizationId: id, userId: principal.userId, role: 'create' });
  return id;
}

/** A collection on which the principal may create. */
export async function aShelf({ server, principal, organizationId }: World): Promise<string> {
  const { id } = await aCollection(server, organizationId);
  await aGrant(server, organizationId, { on: { collectionId: id }, to: principal, role: 'create' });
  return id;
}

/** Another space of the organization, which the principal may edit. */
export async function anEditedSpace({ server, principal, organizationId }: World): Promise<string> {
  const { id } = await aSpace(server, organizationId, { defaultLevel: 'none' });
  await aGrant(server, organizationId, { on: { spaceId: id }, to: principal, role: 'edit' });
  return id;
}

/** Makes a valid body of an operation. */
export type Body = (world: World, params: Readonly<Record<string, string>>) => unknown;
