import { createHash } from 'node:crypto';
import { hashSecret } from '../../src/lib/secret-token.ts';
import { aSoftPasskey, aVerifier } from '../authenticator.ts';
import { aClient } from '../oauth-clients.ts';
import { aChallengeFor, aLink, aPasskeyPerson } from '../passkey-people.ts';
import { aSamlProvider, aSpace, aSpecification } from '../factories.ts';
import { aSite } from '../site-factories.ts';
import {
  siteSettingsBodies,
  siteSettingsParams,
  siteSettingsPreparations,
  siteSettingsQueries,
} from './authz-site-settings.ts';
import { contentBodies, contentParams, contentPreparations } from './authz-content.ts';
import { siteBodies, siteParams, sitePreparations } from './authz-sites.ts';
import { gitBody, gitPreparations } from '../git-factories.ts';
import {
  aComment,
  aDestination,
  anEntry,
  anotherMember,
  aShelf,
  params,
  type Body,
  type World,
} from './authz-world.ts';
import { randomBytes } from '../setup/seed.ts';
import { clock } from '../setup/clock.ts';

export interface TriedRequest {
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: unknown;
}

let slugs = 0;

const comment = { body: { markdown: 'Hello' } };

const commentBodies = (base: string): readonly (readonly [string, Body])[] => [
  [`POST ${base}`, () => comment],
  [`PUT ${base}/{commentId}`, () => ({ addedReactions: ['👍'] })],
  [`POST ${base}/{commentId}/replies`, () => comment],
  [`PUT ${base}/{commentId}/replies/{commentReplyId}`, () => ({ addedReactions: ['👍'] })],
];

const installations = '/v1/integrations/{integrationName}/installations';
const translations = '/v1/orgs/{organizationId}/translations/{translationSettingsId}';

/** The organization, or one in which a caller who is not a member of it may create but not publish. */
const publisherOf = async (world: World) => {
  const { server, organizationId, principal } = world;
  const where = { organizationId_userId: { organizationId, userId: principal.userId } };
  return (await server.platform.db.prisma.member.findUnique({ where })) ? organizationId : aDestination(world);
};

/** A page of the source of a translated space. */
async function aSourcePage(world: World, { translatedSpaceId = '' }: Readonly<Record<string, string>>) {
  const { prisma } = world.server.platform.db;
  const { sourceId } = await prisma.translatedSpace.findUniqueOrThrow({ where: { id: translatedSpaceId } });
  const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: sourceId } });
  return { pageId: await anEntry({ ...world, spaceId: sourceId }, 'page'), revisionId };
}

/** Valid bodies of operations. For ✓* rows they fulfil the condition. */
const bodies: Readonly<Record<string, Body>> = {
  'PATCH /v1/spaces/{spaceId}/git': () => ({ pollMinutes: 15 }),
  ...Object.fromEntries(commentBodies('/v1/spaces/{spaceId}/comments')),
  ...Object.fromEntries(commentBodies('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments')),
  'PATCH /v1/collections/{collectionId}': () => ({ title: 'New' }),
  'POST /v1/collections/{collectionId}/move': async (world) => ({ parent: await aShelf(world) }),
  'POST /v1/collections/{collectionId}/transfer': async (world) => ({ organization: await aDestination(world) }),
  'POST /v1/orgs/{organizationId}/collections': () => ({ title: 'New' }),
  'PATCH /v1/spaces/{spaceId}': () => ({ title: 'New' }),
  'POST /v1/spaces/{spaceId}/move': async (world) => ({ parent: await aShelf(world) }),
  'POST /v1/spaces/{spaceId}/transfer': async (world) => ({ organization: await aDestination(world) }),
  'POST /v1/orgs/{organizationId}/spaces': () => ({ title: 'New' }),
  'PATCH /v1/orgs/{organizationId}': () => ({ title: 'New title' }),
  'POST /v1/user/tokens': () => ({ name: 'New' }),
  'POST /v1/orgs': () => ({ title: 'New organization' }),
  'PATCH /v1/orgs/{organizationId}/members/{userId}': () => ({ role: 'edit' }),
  'PUT /v1/orgs/{organizationId}/teams': () => ({ title: 'New' }),
  'PATCH /v1/orgs/{organizationId}/teams/{teamId}': () => ({ title: 'New' }),
  'PUT /v1/orgs/{organizationId}/teams/{teamId}/members': async (world) => ({ add: [await anotherMember(world)] }),
  'PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}': () => ({ role: 'member' }),
  'POST /v1/orgs/{organizationId}/renderers': () => ({
    url: `https://r${(slugs += 1)}.example.invalid`,
    secret: 'a secret of 20 bytes',
  }),
  'PATCH /v1/orgs/{organizationId}/renderers/{rendererId}': () => ({ secret: 'a secret of 20 bytes' }),
  'POST /v1/orgs/{organizationId}/webhooks': () => ({ url: 'https://hooks.example.invalid', types: ['*'] }),
  'PATCH /v1/orgs/{organizationId}/webhooks/{webhookId}': () => ({ description: 'New' }),
  'POST /v1/orgs/{organizationId}/webhooks/{webhookId}/redeliver': () => ({}),
  'POST /v1/orgs/{organizationId}/oidc': () => ({
    label: 'Example',
    issuer: 'https://issuer.test',
    clientId: 'octavo',
  }),
  'PATCH /v1/orgs/{organizationId}/oidc/{oidcProviderId}': () => ({ label: 'New' }),
  'POST /v1/orgs/{organizationId}/saml': () => ({ label: 'Example' }),
  'PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}': () => ({ label: 'New' }),
  'POST /v1/orgs/{organizationId}/openapi': () => ({
    slug: `new-${(slugs += 1)}`,
    source: { text: aSpecification },
  }),
  'PUT /v1/orgs/{organizationId}/openapi/{specSlug}': () => ({ source: { text: aSpecification } }),
  'PATCH /v1/orgs/{organizationId}/openapi/{specSlug}': () => ({ visibility: 'private' }),
  'POST /v1/sessions': async ({ server, organizationId, owner: { userId } }) => {
    const { id: providerId } = await aSamlProvider(server, organizationId);
    const [code, codeVerifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const expiresAt = new Date(clock.now().getTime() + 60_000);
    await server.platform.db.prisma.signInCode.create({
      data: { hash: hashSecret(code), userId, providerId, codeChallenge, expiresAt },
    });
    return { code, codeVerifier };
  },
  'POST /v1/user/grants': async ({ organizationId }) => ({
    ...(await aClient()).asked,
    organization: organizationId,
  }),
  'POST /v1/user/passkeys': () => ({ credential: aSoftPasskey().create('bm90IG9uZQ') }),
  'POST /v1/sign-ins/passkey': async ({ server }) => {
    const { passkey } = await aPasskeyPerson(server);
    const challenge = randomBytes(32).toString('base64url');
    await aChallengeFor(server, { challenge, purpose: 'sign-in', subject: '' });
    return { credential: passkey.get(challenge), codeChallenge: aVerifier().codeChallenge };
  },
  'POST /v1/sign-ins/recovery': () => ({ email: 'nobody@example.org' }),
  'POST /v1/sign-ins/link/options': async ({ server }) => ({ link: (await aLink(server)).link }),
  'POST /v1/sign-ins/link': async ({ server }) => {
    const { link, hash } = await aLink(server);
    const challenge = randomBytes(32).toString('base64url');
    await aChallengeFor(server, { challenge, purpose: 'link', subject: hash });
    return { link, credential: aSoftPasskey().create(challenge), codeChallenge: aVerifier().codeChallenge };
  },
  'POST /v1/orgs/{organizationId}/invites': () => ({
    emails: [`${randomBytes(6).toString('hex')}@example.net`],
    role: 'read',
  }),
  'POST /v1/orgs/{organizationId}/link-invites': () => ({ role: 'read' }),
  'PATCH /v1/orgs/{organizationId}/link-invites/{inviteId}': () => ({ role: 'edit' }),
  'PATCH /v1/users/{userId}': () => ({ displayName: 'New name' }),
  'PATCH /v1/user/mail-settings': () => ({ digests: false }),
  'POST /v1/orgs/{organizationId}/translations': () => ({ title: 'New' }),
  'PUT /v1/orgs/{organizationId}/translations/{translationSettingsId}': () => ({ title: 'New' }),
  'PUT /v1/orgs/{organizationId}/translations-glossary': () => ({
    operations: [{ type: 'insert', translations: { en: 'space', de: 'Bereich' } }],
  }),
  [`PUT ${translations}/languages/{language}`]: () => ({ instructions: 'Be kind' }),
  [`POST ${translations}/spaces`]: async ({ server, organizationId }) => ({
    space: (await aSpace(server, organizationId)).id,
    language: 'fr',
  }),
  [`POST ${translations}/spaces/{translatedSpaceId}/export`]: () => ({}),
  [`POST ${translations}/spaces/{translatedSpaceId}/pages`]: async (world, found) => ({
    pages: [(await aSourcePage(world, found)).pageId],
  }),
  [`POST ${translations}/spaces/{translatedSpaceId}/import`]: async (world, found) => {
    const { pageId, revisionId } = await aSourcePage(world, found);
    const unit = '<unit id="title"><segment><source>Welcome</source><target>Willkommen</target></segment></unit>';
    const file = `<file id="${pageId}.${revisionId}">${unit}</file>`;
    const names = 'xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"';
    return { xliff: `<xliff ${names}>${file}</xliff>` };
  },
  'POST /v1/integrations/{integrationName}': async (world) => ({
    title: 'New title',
    description: 'What it does',
    script: 'void 0',
    organization: await publisherOf(world),
  }),
  [`POST ${installations}`]: ({ organizationId }) => ({ organization: organizationId }),
  [`PATCH ${installations}/{installationId}`]: () => ({ paused: true }),
  [`POST ${installations}/{installationId}/spaces`]: ({ spaceId }) => ({ space: spaceId }),
  [`PATCH ${installations}/{installationId}/spaces/{spaceId}`]: () => ({ externalIds: ['x'] }),
  [`POST ${installations}/{installationId}/sites`]: async ({ server, organizationId }) => ({
    siteId: (await aSite(server, organizationId)).id,
  }),
  [`PATCH ${installations}/{installationId}/sites/{siteId}`]: () => ({ externalIds: ['x'] }),
  ...contentBodies,
  ...siteBodies,
  ...siteSettingsBodies,
  ...Object.fromEntries(
    ['/v1/spaces/{spaceId}', '/v1/collections/{collectionId}', '/v1/orgs/{organizationId}/sites/{siteId}'].flatMap(
      (thing): [string, Body][] => [
        [`POST ${thing}/permissions`, async (world) => ({ role: 'read', users: [await anotherMember(world)] })],
        [`PATCH ${thing}/permissions/users/{userId}`, () => ({ role: 'edit' })],
        [`PATCH ${thing}/permissions/teams/{teamId}`, () => ({ role: 'edit' })],
      ],
    ),
  ),
};

/** Sets an email domain of its own, because one organization at a time proves a domain. */
async function claimsDomain({ server, organizationId }: World): Promise<string> {
  const domain = `d${(slugs += 1)}-${process.pid}.matrix.example`;
  const where = { id: organizationId };
  await server.platform.db.prisma.organization.update({ where, data: { emailDomains: [domain] } });
  return domain;
}

/** Preparations that operations require. */
const preparations: Record<string, (world: World, request: TriedRequest, importUrl: string) => Promise<unknown>> = {
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
  ...gitPreparations,
  ...contentPreparations,
  // Nobody can review their own change request.
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
  'GET /v1/orgs/{organizationId}/email-domains': claimsDomain,
  'POST /v1/orgs/{organizationId}/email-domains/{emailDomain}/verify': async (world, { params }) => {
    params['emailDomain'] = await claimsDomain(world);
    const name = `_octavo.${params['emailDomain']}`;
    world.server.txtRecords.set(name, [`octavo-organization=${world.organizationId}`]);
  },
  'POST /v1/spaces/{spaceId}/restore': ({ server, spaceId }) =>
    server.platform.db.prisma.space.update({ where: { id: spaceId }, data: { deletedAt: clock.now() } }),
  'DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}': (
    { server },
    { params: { teamId = '', userId = '' } },
  ) => server.platform.db.prisma.teamMember.create({ data: { teamId, userId } }),
};

for (const method of ['GET', 'PATCH', 'DELETE']) {
  preparations[`${method} ${installations}/{installationId}/spaces/{spaceId}`] = (
    { server },
    { params: { installationId = '', spaceId = '' } },
  ) => server.platform.db.prisma.installationSpace.create({ data: { installationId, spaceId, configuration: {} } });
  preparations[`${method} ${installations}/{installationId}/sites/{siteId}`] = (
    { server },
    { params: { installationId = '', siteId = '' } },
  ) => server.platform.db.prisma.installationSite.create({ data: { installationId, siteId, configuration: {} } });
}

const query: Readonly<Record<string, Record<string, string>>> = {
  'GET /v1/logins': { organization: 'acme' },
  'GET /v1/spaces/{spaceId}/search': { query: 'welcome' },
  'GET /v1/orgs/{organizationId}/sites/{siteId}/redirect': { source: '/old' },
  'GET /v1/orgs/{organizationId}/search': { query: 'welcome' },
};

/** Returns a request of the operation that is valid in this world, except perhaps for the caller. */
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
      const make = { ...params, ...contentParams }[name] ?? siteParams[name] ?? siteSettingsParams[name];
      if (!make) throw new Error(`No value is known for {${name}} of ${signature}`);
      found[name] = await make(world, found);
    }
  }
  const body = await bodyOf(signature, { world, found, importUrl });
  const asked = signature.endsWith('/embed')
    ? { url: new URL('/page', importUrl).href }
    : (query[signature] ?? siteSettingsQueries[signature]?.(world));
  const request = { params: found, query: asked ?? {}, body };
  await grants(signature, world, request);
  await preparations[signature]?.(world, request, importUrl);
  await sitePreparations[signature]?.(world, found);
  await siteSettingsPreparations[signature]?.(world, found);
  return request;
}

async function bodyOf(
  signature: string,
  { world, found, importUrl }: { world: World; found: Record<string, string>; importUrl: string },
) {
  if (signature === 'POST /v1/orgs/{organizationId}/import') return { url: importUrl };
  if (/^PUT .*\/git$|\/git\/(?:import|export)$/.test(signature)) return gitBody(signature, importUrl);
  if (/\/content\/import(?:\/preview)?$/.test(signature)) return { url: importUrl, source: 'markdown' };
  return bodies[signature]?.(world, found);
}

/** Operations on a grant need one. */
async function grants(
  signature: string,
  { server, organizationId, spaceId, collectionId }: World,
  request: TriedRequest,
) {
  const match = /(spaces|collections|sites)\/\{\w+\}\/permissions\/(users|teams)\/\{/.exec(signature);
  if (!match) return;
  const { userId = null, teamId = null, siteId = '' } = request.params as Partial<Record<string, string>>;
  const resources = { spaces: { spaceId }, collections: { collectionId }, sites: { siteId } };
  const on = resources[match[1] as keyof typeof resources];
  await server.platform.db.prisma.grant.create({
    data: { id: server.platform.services.newId('grant'), organizationId, role: 'read', ...on, userId, teamId },
  });
}
