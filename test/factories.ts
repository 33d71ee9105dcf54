import { createHash } from 'node:crypto';
import { generateKeyBetween } from 'fractional-indexing';
import type { Prisma } from '../src/db/generated/client.ts';
import { sql } from '../src/db/sql.ts';
import { encrypt } from '../src/lib/encryption.ts';
import { contentKey } from '../src/infra/storage/content-key.ts';
import type { GrantRole, Role } from '../src/access/roles.ts';
import type { Caller, Harness } from './harness.ts';
import { newWebhookSecret } from '../src/domain/exchange/webhooks/sign.ts';
import { secretOwner } from '../src/domain/exchange/webhooks/webhooks.ts';
import { insert, insertTogether } from './insert.ts';
import { randomBytes } from './setup/seed.ts';

export interface AnOrganization {
  readonly id: string;
  /** Its first admin. */
  readonly owner: Caller;
}

type OrganizationValues = Partial<Omit<Prisma.OrganizationCreateManyInput, 'id'>> & { readonly owner?: Caller };

/** Creates an organization with one admin: `owner`, or a new user. */
export async function anOrganization(server: Harness, values: OrganizationValues = {}): Promise<AnOrganization> {
  const { owner = await server.aUser(), ...columns } = values;
  const { platform } = server;
  const id = platform.services.newId('org');
  await insertTogether(
    platform,
    ['organizations', { id, title: 'Example', emailDomains: [], ...columns }],
    ['members', { organizationId: id, userId: owner.userId, role: 'admin' }],
  );
  return { id, owner };
}

/** Adds a new user to the organization. A role of null makes a guest. */
export async function aMember(
  server: Harness,
  organizationId: string,
  role: Role | null,
  known?: Caller,
): Promise<Caller> {
  const caller = known ?? (await server.aUser());
  await insert(server.platform, 'members', { organizationId, userId: caller.userId, role });
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
  const { platform } = server;
  const id = platform.services.newId('team');
  await insert(platform, 'teams', { id, organizationId, title });
  await insert(
    platform,
    'team_members',
    ...owners.map(({ userId }) => ({ teamId: id, userId, role: 'owner' })),
    ...members.map(({ userId }) => ({ teamId: id, userId, role: 'member' })),
  );
  return { id };
}

// Order keys are unique among siblings; tests that look at the order give their own.
let lastKey: string | null = null;
const nextKey = () => (lastKey = generateKeyBetween(lastKey, null));

/** Creates a space with an empty first revision and without grants. */
export async function aSpace(
  server: Harness,
  organizationId: string,
  overrides: Partial<Prisma.SpaceCreateManyInput> = {},
): Promise<{ id: string; revisionId: string }> {
  const { platform } = server;
  const id = platform.services.newId('spc');
  const revisionId = platform.services.newId('rev');
  const place = { organizationId, position: nextKey() };
  await insertTogether(
    platform,
    ['spaces', { id, title: 'Handbook', revisionId, ...place, ...overrides }],
    ['revisions', { id: revisionId, spaceId: id, line: id, seq: 1, parents: [], type: 'edits' }],
  );
  return { id, revisionId };
}

/** Creates a collection without grants. */
export async function aCollection(
  server: Harness,
  organizationId: string,
  overrides: Partial<Prisma.CollectionCreateManyInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('col');
  await insert(server.platform, 'collections', {
    id,
    organizationId,
    title: 'Guides',
    position: nextKey(),
    ...overrides,
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
  await insert(server.platform, 'grants', { id, organizationId, role, ...on, userId, teamId });
  return { id };
}

/** Creates a change request without changes from the active revision of the space. */
export async function aChangeRequest(
  server: Harness,
  spaceId: string,
  overrides: Partial<Prisma.ChangeRequestCreateManyInput> = {},
): Promise<{ id: string; number: number }> {
  const { platform } = server;
  const [space] = await platform.db.sql.rows<{ revisionId: string; number: number }>(
    sql`update spaces set "changeRequests" = "changeRequests" + 1, "changeRequestsDraft" = "changeRequestsDraft" + 1
      where id = ${spaceId} returning "revisionId", "changeRequests" as number`,
  );
  const { revisionId, number: next } = space!;
  const { id = platform.services.newId('cr'), number = next, ...values } = overrides;
  await insert(platform, 'change_requests', {
    id,
    spaceId,
    number,
    revisionId,
    revisionInitialId: revisionId,
    ...values,
  });
  return { id, number };
}

/** Creates an unfinished job that is not in the queue, so that it does not run. */
export async function aJob(
  server: Harness,
  organizationId: string,
  values: Partial<Prisma.JobCreateManyInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('job');
  await insert(server.platform, 'jobs', { id, kind: 'example', organizationId, scopes: [], input: {}, ...values });
  return { id };
}

/** Creates a blob without stored bytes, and returns its hash. */
export async function aBlob(server: Harness): Promise<string> {
  const hash = randomBytes(32).toString('hex');
  await insert(server.platform, 'blobs', { hash, sizeBytes: 3, contentType: 'text/plain' });
  return hash;
}

/** Creates a SAML provider. Its key is not valid for sign-ins. */
export async function aSamlProvider(
  server: Harness,
  organizationId: string,
  overrides: Partial<Prisma.SamlProviderCreateManyInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('saml');
  const key = { serviceKey: 'none', serviceCertificate: 'none' };
  await insertTogether(
    server.platform,
    ['login_providers', { id, organizationId, kind: 'saml', label: 'Example' }],
    ['saml_providers', { id, ...key, ...overrides }],
  );
  return { id };
}

/** Creates an OpenID Connect provider that nobody answers for. */
export async function anOidcProvider(
  server: Harness,
  organizationId: string,
  overrides: Partial<Prisma.OidcProviderCreateManyInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('oidc');
  const settings = { issuer: 'https://issuer.test', clientId: 'octavo', scopes: ['openid'], ...overrides };
  await insertTogether(
    server.platform,
    ['login_providers', { id, organizationId, kind: 'oidc', label: 'Example', active: true }],
    ['oidc_providers', { id, ...settings }],
  );
  return { id };
}

/** Creates an OpenID Connect provider that provisions people by a token which nobody knows. */
export async function aProvisioningProvider(server: Harness, organizationId: string): Promise<{ id: string }> {
  const { id } = await anOidcProvider(server, organizationId);
  const data = { providerId: id, hash: `hash of ${id}`, lastFour: 'none', createdAt: server.platform.services.now() };
  await server.platform.db.prisma.scimToken.create({ data });
  return { id };
}

/** An event about the organization, which every member may read. An organization has one. */
export async function anEvent({ platform: { db, services } }: Harness, organizationId: string): Promise<string> {
  const key = { organizationId, position: 1_000_000 };
  const event = { ...key, id: services.newId('evt'), type: 'organization.updated', subjectId: organizationId };
  const data = { changed: ['title'], previous: { title: 'Example' } };
  const call = { requestId: 'none', source: 'rest', createdAt: services.now() };
  const values = { ...event, subjectLabel: 'Example', data, ...call };
  return (await db.prisma.event.upsert({ where: { organizationId_position: key }, create: values, update: {} })).id;
}

/** Creates a webhook whose address refuses every connection, with a delivery that has failed. */
export async function aWebhook(
  { platform }: Harness,
  organizationId: string,
  values: Partial<Prisma.WebhookCreateManyInput> = {},
): Promise<{ id: string; deliveryId: string }> {
  const { newId, encryptionKey, now } = platform.services;
  const [id, deliveryId] = [newId('whk'), newId('dlv')];
  const sealedSecret = encrypt(encryptionKey, newWebhookSecret(), secretOwner(id));
  const row = { id, organizationId, url: 'https://127.0.0.1:9/hooks', types: ['*'], active: true, sealedSecret };
  await insert(platform, 'webhooks', { ...row, cursor: 0, ...values });
  const event = { eventId: newId('evt'), position: 1_000_000, type: 'organization.updated' };
  const attempt = { attempts: 1, error: 'The connection was refused', durationMs: 1, attemptedAt: now() };
  const delivery = { id: deliveryId, webhookId: id, ...event, state: 'failed', createdAt: now(), ...attempt };
  await insert(platform, 'webhook_deliveries', delivery);
  return { id, deliveryId };
}

/** Creates an event that was sent to an integration, for an installation that is gone. Returns its id. */
export async function aSentEvent(server: Harness, organizationId: string, integrationName: string): Promise<string> {
  const { db, services } = server.platform;
  const { id: integrationId } = await db.prisma.integration.findUniqueOrThrow({ where: { name: integrationName } });
  const [installationId, eventId] = [services.newId('inst'), services.newId('evt')];
  const { id: webhookId, deliveryId } = await aWebhook(server, organizationId, { types: [] });
  await db.prisma.installationWebhook.create({ data: { webhookId, installationId, integrationId } });
  const body = JSON.stringify({ eventId, type: 'installation_deleted', installationId, previous: {} });
  await db.prisma.webhookDelivery.update({ where: { id: deliveryId }, data: { eventId, body, attempts: 1 } });
  return eventId;
}

/** Creates a renderer of the sites of an organization, whose URL does not exist. */
export async function aRenderer({ platform }: Harness, organizationId: string, url?: string): Promise<string> {
  const id = platform.services.newId('rnd');
  const sealedSecret = encrypt(platform.services.encryptionKey, 'a secret of the renderer', `renderer:${id}/secret`);
  const row = { id, organizationId, url: url ?? `https://${id.slice(4)}.example.invalid`, sealedSecret };
  await insert(platform, 'renderers', row);
  return id;
}

/** Creates a public integration of an organization. */
export async function anIntegration(
  server: Harness,
  organizationId: string,
  values: Partial<Prisma.IntegrationCreateManyInput> = {},
): Promise<{ id: string; name: string; userId: string }> {
  const { platform } = server;
  const userId = platform.services.newId('usr');
  await insert(platform, 'users', { id: userId, displayName: 'Example integration' });
  const row = {
    id: platform.services.newId('intg'),
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
  };
  await insert(platform, 'integrations', row);
  return { id: row.id, name: row.name, userId: row.userId };
}

/** Installs an integration in an organization, by default without spaces. */
export async function anInstallation(
  server: Harness,
  integrationId: string,
  organizationId: string,
  values: Partial<Prisma.InstallationCreateManyInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('inst');
  const chosen = { spaceSelection: 'selected', siteSelection: 'selected', configuration: {} };
  await insert(server.platform, 'installations', { id, integrationId, organizationId, ...chosen, ...values });
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
  await insert(server.platform, 'openapi_specs', {
    id,
    organizationId,
    slug,
    createdById,
    sourceHash: rawHash,
    processingState: 'complete',
    lastVersionId: versionId,
  });
  const version = { id: versionId, specId: id, digest: 'x', title: 'Pets', apiVersion: '1', filesHash, rawHash };
  await insert(server.platform, 'openapi_versions', version);
  return { id, versionId };
}

/** Creates translation settings without languages. */
export async function someTranslationSettings(server: Harness, organizationId: string): Promise<{ id: string }> {
  const id = server.platform.services.newId('tr');
  await insert(server.platform, 'translation_settings', { id, organizationId, title: 'Languages' });
  return { id };
}
