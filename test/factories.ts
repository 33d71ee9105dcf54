import { createHash } from 'node:crypto';
import { generateKeyBetween } from 'fractional-indexing';
import type { Prisma } from '../src/db/generated/client.ts';
import { encrypt } from '../src/lib/encryption.ts';
import { contentKey } from '../src/infra/storage/content-key.ts';
import type { GrantRole, Role } from '../src/access/roles.ts';
import type { Caller, Harness } from './harness.ts';
import { randomBytes } from './setup/seed.ts';

export interface AnOrganization {
  readonly id: string;
  /** Its first admin. */
  readonly owner: Caller;
}

type OrganizationValues = Partial<Omit<Prisma.OrganizationUncheckedCreateInput, 'id'>> & { readonly owner?: Caller };

/** Creates an organization with one admin: `owner`, or a new user. */
export async function anOrganization(server: Harness, values: OrganizationValues = {}): Promise<AnOrganization> {
  const { owner = await server.aUser(), ...columns } = values;
  const id = server.platform.services.newId('org');
  await server.platform.db.prisma.organization.create({
    data: {
      id,
      title: 'Example',
      emailDomains: [],
      ...columns,
      members: { create: { userId: owner.userId, role: 'admin' } },
    },
  });
  return { id, owner };
}

/** Adds a new user to the organization. A role of null makes a guest. */
export async function aMember(server: Harness, organizationId: string, role: Role | null): Promise<Caller> {
  const caller = await server.aUser();
  await server.platform.db.prisma.member.create({ data: { organizationId, userId: caller.userId, role } });
  return caller;
}

interface TeamValues {
  readonly title?: string;
  readonly owners?: readonly Caller[];
  readonly members?: readonly Caller[];
}

/** Creates a team of members of the organization. */
export async function aTeam(server: Harness, organizationId: string, values: TeamValues = {}): Promise<{ id: string }> {
  const { title = 'Writers', owners = [], members = [] } = values;
  const id = server.platform.services.newId('team');
  await server.platform.db.prisma.team.create({
    data: {
      id,
      organizationId,
      title,
      members: {
        create: [
          ...owners.map(({ userId }) => ({ userId, role: 'owner' })),
          ...members.map(({ userId }) => ({ userId, role: 'member' })),
        ],
      },
    },
  });
  return { id };
}

// Order keys are unique among siblings; tests that look at the order give their own.
let lastKey: string | null = null;
const nextKey = () => (lastKey = generateKeyBetween(lastKey, null));

/** Creates a space with an empty first revision and without grants. */
export async function aSpace(
  server: Harness,
  organizationId: string,
  overrides: Partial<Prisma.SpaceUncheckedCreateInput> = {},
): Promise<{ id: string; revisionId: string }> {
  const { services, db } = server.platform;
  const id = services.newId('spc');
  const revisionId = services.newId('rev');
  await db.prisma.space.create({
    data: {
      id,
      organizationId,
      title: 'Handbook',
      position: nextKey(),
      revisionId,
      revisions: { create: { id: revisionId, line: id, seq: 1, parents: [], type: 'edits' } },
      ...overrides,
    },
  });
  return { id, revisionId };
}

/** Creates a collection without grants. */
export async function aCollection(
  server: Harness,
  organizationId: string,
  overrides: Partial<Prisma.CollectionUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('col');
  await server.platform.db.prisma.collection.create({
    data: { id, organizationId, title: 'Guides', position: nextKey(), ...overrides },
  });
  return { id };
}

interface GrantValues {
  readonly on: { readonly spaceId: string } | { readonly collectionId: string } | { readonly siteId: string };
  readonly to: { readonly userId: string } | { readonly teamId: string };
  readonly role: GrantRole;
}

/** Grants a user or a team a role on a space or a collection. */
export async function aGrant(
  server: Harness,
  organizationId: string,
  { on, to, role }: GrantValues,
): Promise<{ id: string }> {
  const id = server.platform.services.newId('grant');
  const userId = 'userId' in to ? to.userId : null;
  const teamId = 'teamId' in to ? to.teamId : null;
  await server.platform.db.prisma.grant.create({ data: { id, organizationId, role, ...on, userId, teamId } });
  return { id };
}

/** Creates a change request without changes from the active revision of the space. */
export async function aChangeRequest(
  server: Harness,
  spaceId: string,
  overrides: Partial<Prisma.ChangeRequestUncheckedCreateInput> = {},
): Promise<{ id: string; number: number }> {
  const { prisma } = server.platform.db;
  const { revisionId, changeRequests } = await prisma.space.update({
    where: { id: spaceId },
    data: { changeRequests: { increment: 1 }, changeRequestsDraft: { increment: 1 } },
  });
  const { id, number } = await prisma.changeRequest.create({
    data: {
      id: server.platform.services.newId('cr'),
      spaceId,
      number: changeRequests,
      revisionId,
      revisionInitialId: revisionId,
      ...overrides,
    },
  });
  return { id, number };
}

/** Creates an unfinished job that is not in the queue, so that it does not run. */
export async function aJob(
  server: Harness,
  organizationId: string,
  values: Partial<Prisma.JobUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('job');
  await server.platform.db.prisma.job.create({
    data: { id, kind: 'example', organizationId, scopes: [], input: {}, ...values },
  });
  return { id };
}

/** Creates a blob without stored bytes, and returns its hash. */
export async function aBlob(server: Harness): Promise<string> {
  const hash = randomBytes(32).toString('hex');
  await server.platform.db.prisma.blob.create({ data: { hash, sizeBytes: 3, contentType: 'text/plain' } });
  return hash;
}

/** Creates a SAML provider. Its key is not valid for sign-ins. */
export async function aSamlProvider(
  server: Harness,
  organizationId: string,
  overrides: Partial<Prisma.SamlProviderUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('saml');
  const key = { serviceKey: 'none', serviceCertificate: 'none' };
  await server.platform.db.prisma.samlProvider.create({
    data: { id, organizationId, label: 'Example', ...key, ...overrides },
  });
  return { id };
}

/** Creates a renderer of the sites of an organization, whose URL does not exist. */
export async function aRenderer(
  { platform: { services, db } }: Harness,
  organizationId: string,
  url?: string,
): Promise<string> {
  const id = services.newId('rnd');
  const sealedSecret = encrypt(services.encryptionKey, 'a secret of the renderer', `renderer:${id}/secret`);
  await db.prisma.renderer.create({
    data: { id, organizationId, url: url ?? `https://${id.slice(4)}.example.invalid`, sealedSecret },
  });
  return id;
}

/** Creates a public integration of an organization. */
export async function anIntegration(
  server: Harness,
  organizationId: string,
  values: Partial<Prisma.IntegrationUncheckedCreateInput> = {},
): Promise<{ id: string; name: string; userId: string }> {
  const { services, db } = server.platform;
  const userId = services.newId('usr');
  await db.prisma.user.create({ data: { id: userId, displayName: 'Example integration' } });
  return db.prisma.integration.create({
    data: {
      id: services.newId('intg'),
      name: `example-${randomBytes(6).toString('hex')}`,
      organizationId,
      userId,
      runtime: 'v1',
      title: 'Example',
      description: 'An example',
      visibility: 'public',
      target: 'all',
      script: 'void 0',
      secrets: {},
      blocks: [],
      contentSources: [],
      externalLinks: [],
      configurations: {},
      ...values,
    },
    select: { id: true, name: true, userId: true },
  });
}

/** Installs an integration in an organization, by default without spaces. */
export async function anInstallation(
  server: Harness,
  integrationId: string,
  organizationId: string,
  values: Partial<Prisma.InstallationUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('inst');
  const chosen = { spaceSelection: 'selected', siteSelection: 'selected', configuration: {} };
  await server.platform.db.prisma.installation.create({
    data: { id, integrationId, organizationId, ...chosen, ...values },
  });
  return { id };
}

/** A small specification. */
export const aSpecification = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { tags: ['Pets'], summary: 'List pets', responses: { 200: { description: 'Pets' } } } } },
});

/** Creates a specification with one version, without writing its pages. */
export async function anOpenApiSpec(
  server: Harness,
  organizationId: string,
  { slug, createdById }: { readonly slug: string; readonly createdById: string },
): Promise<{ id: string; versionId: string }> {
  const { services, db } = server.platform;
  const [id, versionId] = [services.newId('spec'), services.newId('specv')];
  const bytesOf = async (body: Buffer) => {
    const hash = createHash('sha256').update(body).digest('hex');
    await services.storage.put(contentKey(body), body, { contentType: 'application/json' });
    const row = { hash, sizeBytes: body.length, contentType: 'application/json' };
    await db.prisma.blob.upsert({ where: { hash }, create: row, update: row });
    return hash;
  };
  const file = { dir: './', isEntrypoint: true, references: [], filename: 'openapi.json' };
  const files = JSON.stringify([{ ...file, specification: JSON.parse(aSpecification) }]);
  const [filesHash, rawHash] = [await bytesOf(Buffer.from(files)), await bytesOf(Buffer.from(aSpecification))];
  await db.prisma.openApiSpec.create({
    data: {
      id,
      organizationId,
      slug,
      createdById,
      sourceHash: rawHash,
      processingState: 'complete',
      lastVersionId: versionId,
    },
  });
  await db.prisma.openApiVersion.create({
    data: { id: versionId, specId: id, digest: 'x', title: 'Pets', apiVersion: '1', filesHash, rawHash },
  });
  return { id, versionId };
}

/** Creates translation settings without languages. */
export async function someTranslationSettings(server: Harness, organizationId: string): Promise<{ id: string }> {
  const id = server.platform.services.newId('tr');
  await server.platform.db.prisma.translationSettings.create({ data: { id, organizationId, title: 'Languages' } });
  return { id };
}
