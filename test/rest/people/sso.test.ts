import { beforeAll, describe, expect, it } from 'vitest';
import { aCorporation as aCorporationOf, signIn as signInTo, signInOwner } from '../../corporations.ts';
import { aMember, anOrganization, aSpace, aTeam } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';
import {
  aKeyPair,
  aResponse,
  begin,
  codeOf,
  idpMetadata,
  idpValues,
  post,
  startPath,
  startValues,
  type KeyPair,
} from '../../saml-idp.ts';
import { clock } from '../../setup/clock.ts';
import { aSite } from '../../site-factories.ts';

let server: Harness;
let pair: KeyPair;
let next: KeyPair;

beforeAll(async () => {
  server = await startServer();
  [pair, next] = [aKeyPair(), aKeyPair()];
});

const aCorporation = (values: Readonly<Record<string, unknown>> = {}) => aCorporationOf(server, pair, values);
const signIn = (providerId: string, email: string, by = pair) => signInTo(server, providerId, { email, pair: by });

describe('GET {service.entityID}', () => {
  it('serves the metadata of this service, with the certificate that assertions are encrypted for', async () => {
    const { providerId } = await aCorporation();
    const { status, headers, body } = await server.call(`GET /saml/${providerId}`);
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8']);
    expect(body).toContain(`entityID="${baseUrl}/saml/${providerId}"`);
    expect(body).toContain(`Location="${baseUrl}/saml/${providerId}/acs"`);
    expect(body).toMatch(/use="encryption"[\s\S]*X509Certificate>\s*MII/);
    expect((await server.call('GET /saml/saml_absent')).status).toBe(404);
  });
});

describe('GET {service.startURL}', () => {
  it('sends an AuthnRequest, signed where the provider asks for it', async () => {
    const { owner, saml, providerId } = await aCorporation();
    const plain = await begin(server, providerId);
    expect(plain.requestXml).toContain(`AssertionConsumerServiceURL="${baseUrl}/saml/${providerId}/acs"`);
    expect(plain.location.searchParams.has('Signature')).toBe(false);
    await owner.rest(`PATCH ${saml}/${providerId}`, { signRequests: true });
    const { searchParams } = (await begin(server, providerId)).location;
    expect(searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const { serviceCertificate } = await server.platform.db.prisma.samlProvider.findUniqueOrThrow({
      where: { id: providerId },
    });
    const { createVerify } = await import('node:crypto');
    const signed = ['SAMLRequest', 'SigAlg']
      .map((name) => `${name}=${encodeURIComponent(searchParams.get(name) ?? '')}`)
      .join('&');
    const signature = Buffer.from(searchParams.get('Signature') ?? '', 'base64');
    expect(createVerify('RSA-SHA256').update(signed).verify(serviceCertificate, signature)).toBe(true);
  });

  it('posts the request where the metadata of the provider names no other binding', async () => {
    const { owner, saml } = await aCorporation();
    const pair = aKeyPair();
    const metadata = idpMetadata([pair], pair).replace(
      /<md:SingleSignOnService Binding="[^"]*HTTP-Redirect"[^>]*>/,
      '',
    );
    const padded = metadata.replace('</md:EntityDescriptor>', `<!--${'x'.repeat(900_000)}--></md:EntityDescriptor>`);
    const { status, body } = await owner.rest(`POST ${saml}`, { label: 'Posting', metadata: padded });
    expect([status, body.ssoURL, body.status]).toEqual([201, 'https://idp.test/post', 'active']);
    const page = await server.call(startPath(body.id, startValues().query));
    expect(page.headers['content-security-policy']).toMatch(/form-action https: .*script-src 'self'/);
    const [, action = '', request = ''] =
      /<form method="post" action="([^"]+)">[\s\S]*name="SAMLRequest" value="([^"]+)"/.exec(String(page.body)) ?? [];
    expect(action).toBe('https://idp.test/post');
    const xml = Buffer.from(request, 'base64').toString();
    expect(xml).toContain(`AssertionConsumerServiceURL="${baseUrl}/saml/${body.id}/acs"`);
    // Signed in the document, for there is no URL whose parameters could be.
    expect(xml).toContain('SignatureValue');
  });

  it('leads to the sign-in page without an address to return to, and answers 404 for a pending provider', async () => {
    const { owner, saml, providerId } = await aCorporation();
    const { status, headers } = await server.call(`GET /saml/${providerId}/start`);
    expect([status, headers['location']]).toEqual([303, `${baseUrl}/login?provider=${providerId}`]);
    await owner.rest(`PATCH ${saml}/${providerId}`, { entityID: '' });
    await expect(begin(server, providerId)).rejects.toThrow('404');
  });
});

describe('a sign-in', () => {
  it('makes the user and the member with the default role and team the first time, and finds them the second time', async () => {
    const { id, owner, domain, saml, providerId } = await aCorporation({ defaultRole: 'comment' });
    const team = await aTeam(server, id);
    await owner.rest(`PATCH ${saml}/${providerId}`, { defaultTeam: team.id });
    const first = await signIn(providerId, `Ada@${domain}`);
    expect((await first.rest('GET /v1/user')).body).toMatchObject({
      id: first.user,
      displayName: 'Ada Example',
      email: `ada@${domain}`,
    });
    expect((await owner.rest(`GET /v1/orgs/${id}/members/${first.user}`)).body).toMatchObject({
      role: 'comment',
      sso: true,
      teams: 1,
    });
    await owner.rest(`PATCH /v1/orgs/${id}/members/${first.user}`, { role: 'edit' });
    const second = await signIn(providerId, `ada@${domain}`);
    expect(second.user).toBe(first.user);
    expect((await owner.rest(`GET /v1/orgs/${id}/members/${first.user}`)).body.role).toBe('edit');
    const hours = (Date.parse(second.expiresAt) - clock.now().getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
  });

  it('gives a session that works over both APIs, in this organization only, and can be revoked', async () => {
    const { id, domain, providerId } = await aCorporation({ defaultRole: 'create' });
    const { user, id: tokenId, rest, graphql } = await signIn(providerId, `ada@${domain}`);
    const other = await anOrganization(server);
    await server.platform.db.prisma.member.create({ data: { organizationId: other.id, userId: user, role: 'admin' } });
    expect((await rest('GET /v1/orgs')).body.items).toEqual([expect.objectContaining({ id })]);
    expect((await rest(`GET /v1/orgs/${other.id}`)).status).toBe(404);
    expect((await rest(`POST /v1/orgs/${id}/spaces`, { title: 'Handbook' })).status).toBe(201);
    const { body } = await graphql('{ viewer { apiTokens(first: 1) { edges { node { id kind organizationId } } } } }');
    expect(body.data.viewer.apiTokens.edges).toEqual([{ node: { id: tokenId, kind: 'SESSION', organizationId: id } }]);
    await graphql('mutation ($tokenId: ID!) { revokeApiToken(tokenId: $tokenId) { apiToken { id } } }', { tokenId });
    expect((await rest('GET /v1/user')).status).toBe(401);
  });

  it('ends by its id, while the other sessions of the person stay and nobody else can end it', async () => {
    const { domain, providerId, owner } = await aCorporation();
    const [one, other] = [await signIn(providerId, `ada@${domain}`), await signIn(providerId, `ada@${domain}`)];
    expect((await owner.rest(`DELETE /v1/sessions/${one.id}`)).status).toBe(404);
    expect((await other.rest(`DELETE /v1/sessions/${one.id}`)).status).toBe(205);
    expect([(await one.rest('GET /v1/user')).status, (await other.rest('GET /v1/user')).status]).toEqual([401, 200]);
    expect((await other.rest(`DELETE /v1/sessions/${other.id}`)).status).toBe(205);
    expect((await other.rest('GET /v1/user')).status).toBe(401);
    expect((await other.graphql('{ viewer { id } }')).status).toBe(401);
  });

  it('is exchanged over GraphQL, too', async () => {
    const { id, domain, providerId } = await aCorporation();
    const begun = await begin(server, providerId);
    const code = codeOf(await post(server, begun, await aResponse(begun, { pair, email: `ada@${domain}` })));
    const query =
      'mutation ($input: CreateSessionInput!) { createSession(input: $input) { session { token organizationId } } }';
    const { body } = await server.call('POST /graphql', {
      query,
      variables: { input: { code, codeVerifier: begun.verifier } },
    });
    expect(body.data.createSession.session).toEqual({ token: expect.stringMatching(/^ocs_/), organizationId: id });
  });

  it('makes a user of its own for the address of somebody who is no member, verified or not', async () => {
    const { id, domain, providerId } = await aCorporation();
    for (const emailVerified of [true, false]) {
      const email = `${emailVerified}@${domain}`;
      const known = await server.aUser({ email, emailVerified } as object);
      const session = await signIn(providerId, email);
      expect(session.user).not.toBe(known.userId);
      expect((await session.rest('GET /v1/user')).body.email).toBe(email);
      expect((await session.rest('GET /v1/orgs')).body.items).toEqual([expect.objectContaining({ id })]);
    }
  });

  it('takes a member who joined by their own token, also one whom an admin invited and who confirmed it', async () => {
    const { id, owner, domain, providerId } = await aCorporation();
    const email = `invited@${domain}`;
    const invited = await server.aUser({ email });
    await owner.rest(`POST /v1/orgs/${id}/invites`, { emails: [email], role: 'edit', sso: true });
    // The token waits for a sign-in, but may confirm the membership before.
    const { status, body } = await invited.rest(`POST /v1/orgs/${id}/join`);
    expect([status, body.error.type]).toEqual([403, 'sso_required']);
    expect((await signIn(providerId, email)).user).toBe(invited.userId);
    expect((await invited.rest(`GET /v1/orgs/${id}`)).status).toBe(200);
    const own = await server.aUser({ email: `own@${domain}` });
    expect((await own.rest(`POST /v1/orgs/${id}/join`)).status).toBe(204);
    expect((await signIn(providerId, `own@${domain}`)).user).toBe(own.userId);
  });

  it('finds those whom it knows while the domain is listed, proved or not', async () => {
    const { id, owner, domain, providerId } = await aCorporation();
    const { user } = await signIn(providerId, `ada@${domain}`);
    await server.platform.db.prisma.emailDomain.delete({ where: { domain } });
    expect((await signIn(providerId, `Ada@${domain}`)).user).toBe(user);
    await expect(signIn(providerId, `new@${domain}`)).rejects.toThrow('has not proved');
    await owner.rest(`PATCH /v1/orgs/${id}`, { emailDomains: [] });
    await expect(signIn(providerId, `ada@${domain}`)).rejects.toThrow('does not list');
  });

  it('by another provider of the organization is one of the same user', async () => {
    const { owner, domain, saml, providerId } = await aCorporation();
    const { user } = await signIn(providerId, `ada@${domain}`);
    const second = await owner.rest(`POST ${saml}`, { label: 'Second', ...idpValues(pair) });
    expect((await signIn(second.body.id, `ada@${domain}`)).user).toBe(user);
    expect((await owner.rest(`DELETE ${saml}/${providerId}`)).status).toBe(204);
    expect((await signIn(second.body.id, `ada@${domain}`)).user).toBe(user);
  });

  it('concurrent first sign-ins with one address make one user', async () => {
    const { id, domain, providerId } = await aCorporation();
    const sessions = await Promise.all([1, 2, 3].map(() => signIn(providerId, `ada@${domain}`)));
    expect(new Set(sessions.map(({ user }) => user)).size).toBe(1);
    expect(await server.platform.db.prisma.member.count({ where: { organizationId: id } })).toBe(2);
  });

  it('takes those who were invited by their address', async () => {
    const { id, owner, domain, providerId } = await aCorporation();
    const { body } = await owner.rest(`POST /v1/orgs/${id}/invites`, { emails: [`new@${domain}`], role: 'edit' });
    expect((await signIn(providerId, `new@${domain}`)).user).toBe(body.users[0]);
  });

  it('accepts the next certificate of a provider beside the one in use', async () => {
    const { owner, domain, saml, providerId } = await aCorporation();
    await expect(signIn(providerId, `ada@${domain}`, next)).rejects.toThrow('not signed');
    await owner.rest(`PATCH ${saml}/${providerId}`, { certificate: `${pair.cert}\n${next.cert}` });
    await signIn(providerId, `ada@${domain}`, next);
    await signIn(providerId, `ada@${domain}`, pair);
  });

  it('ends at once when the provider is deleted, and when the member is disabled or removed', async () => {
    const { id, owner, domain, saml, providerId } = await aCorporation();
    const disabled = await signIn(providerId, `a@${domain}`);
    await owner.graphql(
      'mutation ($o: ID!, $u: ID!) { updateMember(organizationId: $o, userId: $u, input: { disabled: true }) { member { id } } }',
      { o: id, u: disabled.user },
    );
    expect((await disabled.rest('GET /v1/user')).status).toBe(401);
    await expect(signIn(providerId, `a@${domain}`)).rejects.toThrow('disabled');
    const removed = await signIn(providerId, `b@${domain}`);
    await owner.rest(`DELETE /v1/orgs/${id}/members/${removed.user}`);
    expect((await removed.rest('GET /v1/user')).status).toBe(401);
    const left = await signIn(providerId, `c@${domain}`);
    expect((await owner.rest(`DELETE ${saml}/${providerId}`)).status).toBe(204);
    expect((await left.rest('GET /v1/user')).status).toBe(401);
  });
});

describe('an organization that requires SSO', () => {
  it('lets tokens rest until the next sign-in, and says so', async () => {
    const corporation = await aCorporation();
    const { id, owner, domain, saml, providerId } = corporation;
    const space = await aSpace(server, id);
    await signInOwner(server, corporation, pair);
    expect((await owner.rest(`PATCH /v1/orgs/${id}`, { sso: true })).status).toBe(200);
    for (const path of [`/v1/orgs/${id}`, `/v1/spaces/${space.id}`]) {
      const { status, body } = await owner.rest(`GET ${path}`);
      expect([status, body.error.type]).toEqual([403, 'sso_required']);
    }
    expect((await owner.rest('GET /v1/user')).status).toBe(200);
    const session = await signIn(providerId, `own@${domain}`);
    expect((await owner.rest(`GET /v1/orgs/${id}`)).status).toBe(200);
    const { status, body } = await session.rest(`DELETE ${saml}/${providerId}`);
    expect([status, body.error.type]).toEqual([409, 'invalid_state']);
    expect((await session.rest(`PATCH /v1/orgs/${id}`, { sso: false })).status).toBe(200);
  });

  it('is not joined by an invite link', async () => {
    const corporation = await aCorporation();
    const { id, owner } = corporation;
    await signInOwner(server, corporation, pair);
    const link = await owner.rest(`POST /v1/orgs/${id}/link-invites`, { role: 'read' });
    expect((await owner.rest(`PATCH /v1/orgs/${id}`, { sso: true })).status).toBe(200);
    const guest = await server.aUser();
    const { status, body } = await guest.rest(`POST /v1/orgs/${id}/invites/${link.body.id}`);
    expect([status, body.error.type]).toEqual([403, 'sso_required']);
  });
});

it('the tokens of an SSO member rest until the member signs in, and those of others do not', async () => {
  const { id, owner, domain, providerId } = await aCorporation();
  const member = await aMember(server, id, 'read');
  await server.platform.db.prisma.user.update({ where: { id: member.userId }, data: { email: `m@${domain}` } });
  await owner.rest(`POST /v1/orgs/${id}/members/${member.userId}/sso`);
  expect((await member.rest(`GET /v1/orgs/${id}`)).body.error.type).toBe('sso_required');
  expect((await owner.rest(`GET /v1/orgs/${id}`)).status).toBe(200);
  await signIn(providerId, `m@${domain}`);
  expect((await member.rest(`GET /v1/orgs/${id}`)).status).toBe(200);
});

it('a token that rests is refused for all of its organization, and reads what a site publishes for everyone', async () => {
  const { id, owner, domain } = await aCorporation();
  const hostname = `r${domain.replaceAll('.', '-')}`.slice(0, 30);
  expect((await owner.rest(`PATCH /v1/orgs/${id}`, { hostname })).status).toBe(200);
  const [open, closed] = [
    await aSite(server, id, { visibility: 'public', published: true }),
    await aSite(server, id, { visibility: 'share-link', published: true }),
  ];
  const member = await aMember(server, id, 'admin');
  await server.platform.db.prisma.user.update({ where: { id: member.userId }, data: { email: `r@${domain}` } });
  await owner.rest(`POST /v1/orgs/${id}/members/${member.userId}/sso`);
  const read = async (signature: string, body?: unknown) => {
    const reply = await member.rest(signature, body);
    return reply.body.error?.type ?? reply.status;
  };
  expect(await read(`GET /v1/orgs/${id}/sites/${open.id}/structure`)).toBe(200);
  expect(await read(`GET /v1/orgs/${id}/sites/${closed.id}`)).toBe('sso_required');
  expect(await read(`GET /v1/subdomains/${hostname}`)).toBe('sso_required');
  const integration = { organization: id, title: 'Example', description: 'What it does', script: 'export {}' };
  expect(await read(`POST /v1/integrations/resting-${id.slice(-8).toLowerCase()}`, integration)).toBe('sso_required');
  const stranger = await server.aUser();
  expect((await stranger.rest(`GET /v1/orgs/${id}/sites/${closed.id}`)).body.error.type).toBe('not_found');
});

it('GET /v1/logins names the providers of a hostname and of an email domain, to anybody', async () => {
  const { id, owner, domain, providerId } = await aCorporation();
  const hostname = `h${domain.replaceAll('.', '-')}`;
  await owner.rest(`PATCH /v1/orgs/${id}`, { hostname });
  const item = {
    id: providerId,
    label: 'Example',
    organization: 'Example',
    startURL: `${baseUrl}/saml/${providerId}/start`,
  };
  for (const organization of [hostname, `nobody@${domain}`]) {
    expect((await server.call(`GET /v1/logins?organization=${organization}`)).body).toEqual({ items: [item] });
  }
  expect((await server.call('GET /v1/logins?organization=absent')).body).toEqual({ items: [] });
});
