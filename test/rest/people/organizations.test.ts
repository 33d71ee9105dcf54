import { beforeAll, describe, expect, it } from 'vitest';
import { proveDomain } from '../../corporations.ts';
import { aMember, anOrganization } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';
import { randomBytes } from '../../setup/seed.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const none = 'org_AAAAAAAAAAAAAAAAAAAA';
const anyDomain = () =>
  `${server.platform.services
    .newId('org')
    .replaceAll(/[^a-z]/g, 'x')
    .toLowerCase()}.example`;

const anyHostname = () => `h${randomBytes(12).toString('hex')}`;

describe('POST /v1/orgs', () => {
  it('creates an organization whose first admin is the caller', async () => {
    const caller = await server.aUser();

    const reply = await caller.rest('POST /v1/orgs', { title: 'Acme', emailDomains: ['Acme.Example', 'acme.example'] });

    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(reply.body.urls.location);
    expect(reply.body).toEqual({
      object: 'organization',
      id: expect.stringMatching(/^org_[\w-]{20}$/),
      title: 'Acme',
      createdAt: expect.any(String),
      emailDomains: ['acme.example'],
      verifiedEmailDomains: [],
      type: 'business',
      defaultRole: null,
      sso: false,
      ai: false,
      inviteLinks: true,
      plan: 'enterprise_2024',
      trial: { status: 'notapplicable' },
      mergeRules: { type: 'none' },
      internal_isOnNewTrial: true,
      urls: { location: `${baseUrl}/v1/orgs/${reply.body.id}`, app: `${baseUrl}/orgs/${reply.body.id}` },
      permissions: {
        view: true,
        admin: true,
        ownTeam: true,
        createContent: true,
        createOpenAPISpec: true,
        ingestConversations: true,
        viewBilling: true,
        listMembers: true,
        listTeams: true,
        listIntegrations: true,
        listInstallations: true,
        installIntegration: true,
      },
    });
    expect((await caller.rest(`GET /v1/orgs/${reply.body.id}`)).body).toEqual(reply.body);
  });

  it.each([[{}], [{ title: 'A' }], [{ title: 'x'.repeat(256) }], [{ title: 'Acme', emailDomains: ['not a domain'] }]])(
    'refuses to create an organization from the body %j',
    async (body) => {
      const reply = await (await server.aUser()).rest('POST /v1/orgs', body);
      expect(reply.body.error).toMatchObject({ code: 400, type: 'validation_failed' });
    },
  );

  it('refuses to create an organization with a token that is limited to one', async () => {
    const { id, owner } = await anOrganization(server);
    const pinned = await server.as(owner.userId, { organizationId: id });
    expect((await pinned.rest('POST /v1/orgs', { title: 'Acme' })).status).toBe(403);
  });
});

describe('GET /v1/orgs', () => {
  it('lists only the organizations of the caller, newest first, page by page', async () => {
    const caller = await server.aUser();
    const titles = ['First', 'Second', 'Third'];
    for (const title of titles) await caller.rest('POST /v1/orgs', { title });
    await anOrganization(server);

    const first = await caller.rest('GET /v1/orgs?limit=2');
    const rest = await caller.rest(`GET /v1/orgs?limit=2&page=${first.body.next.page}`);

    expect(first.body.count).toBe(3);
    expect([...first.body.items, ...rest.body.items].map(({ title }) => title)).toEqual(titles.toReversed());
    expect(rest.body.next).toBeUndefined();
  });

  it('lists only the organization that the token is limited to', async () => {
    const { id, owner } = await anOrganization(server);
    await anOrganization(server, { owner });
    const pinned = await server.as(owner.userId, { organizationId: id });
    const { body } = await pinned.rest('GET /v1/orgs');
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([id]);
  });
});

describe('GET /v1/orgs/{organizationId}', () => {
  it('shows a guest an organization without internal fields and permissions', async () => {
    const { id } = await anOrganization(server);
    const guest = await aMember(server, id, null);

    const { body } = await guest.rest(`GET /v1/orgs/${id}`);

    expect(body).not.toHaveProperty('internal_isOnNewTrial');
    expect(body).not.toHaveProperty('billing');
    const { view, ...rights } = body.permissions;
    expect(view).toBe(true);
    expect(Object.values(rights).every((right) => right === false)).toBe(true);
  });

  it('answers 404 for an organization whose caller is a disabled member', async () => {
    const { id } = await anOrganization(server);
    const member = await aMember(server, id, 'create');
    await server.platform.db.prisma.member.updateMany({ where: { userId: member.userId }, data: { disabled: true } });
    expect((await member.rest(`GET /v1/orgs/${id}`)).status).toBe(404);
  });

  it('answers the same 404 for an unknown organization and for one of others', async () => {
    const stranger = await server.aUser();
    const { id } = await anOrganization(server);
    const [absent, foreign] = [await stranger.rest(`GET /v1/orgs/${none}`), await stranger.rest(`GET /v1/orgs/${id}`)];
    expect(foreign.status).toBe(404);
    expect(foreign.body.error.message.replace(id, none)).toBe(absent.body.error.message);
  });
});

describe('PATCH /v1/orgs/{organizationId}', () => {
  it('updates every field of an organization, and nothing for an empty body', async () => {
    const { id, owner } = await anOrganization(server);
    const hostname = anyHostname();

    const reply = await owner.rest(`PATCH /v1/orgs/${id}`, {
      title: 'New title',
      emailDomains: ['Acme.Example'],
      hostname: hostname.toUpperCase().replace('.', '-'),
      defaultRole: 'comment',
      defaultContent: null,
      logo: 'https://acme.example/logo.svg',
      ai: true,
      inviteLinks: false,
    });

    expect(reply.body).toMatchObject({
      title: 'New title',
      emailDomains: ['acme.example'],
      hostname: hostname.replace('.', '-'),
      defaultRole: 'comment',
      ai: true,
      inviteLinks: false,
      urls: { logo: 'https://acme.example/logo.svg' },
    });
    expect((await owner.rest(`PATCH /v1/orgs/${id}`, {})).body).toEqual(reply.body);
    const cleared = await owner.rest(`PATCH /v1/orgs/${id}`, { logo: null, defaultRole: null });
    expect(cleared.body.defaultRole).toBeNull();
    expect(cleared.body.urls).not.toHaveProperty('logo');
  });

  it.each([
    ['title', 'A'],
    ['title', null],
    ['emailDomains', ['acme']],
    ['emailDomains', null],
    ['hostname', 'ab'],
    ['hostname', 'a.b.c'],
    ['hostname', '-abc'],
    ['hostname', null],
    ['defaultRole', 'owner'],
    ['logo', 'javascript:alert(1)'],
    ['logo', 'https://user:secret@acme.example/'],
    ['sso', null],
    ['sso', 'yes'],
    ['defaultContent', { type: 'space', site: 'x' }],
  ])('refuses to update the organization field %s to %j, and names the field', async (field, value) => {
    const { id, owner } = await anOrganization(server);
    const { status, body } = await owner.rest(`PATCH /v1/orgs/${id}`, { [field]: value });
    expect(status).toBe(400);
    expect(body.error.details[0].path).toMatch(new RegExp(`^body\\.${field}`));
  });

  it('answers 404 for default content that names an unknown site', async () => {
    const { id, owner } = await anOrganization(server);
    const { body } = await owner.rest(`PATCH /v1/orgs/${id}`, { defaultContent: { type: 'site', site: 'site_x' } });
    expect(body.error).toMatchObject({ code: 404, type: 'reference_not_found' });
    expect(body.error.details[0].path).toBe('body.defaultContent.site');
  });

  it('answers 409 for the hostname of another organization, also when two claim it concurrently', async () => {
    const hostname = anyHostname();
    const one = await anOrganization(server);
    const two = await anOrganization(server);
    const wanted = { hostname };

    const replies = await Promise.all([
      one.owner.rest(`PATCH /v1/orgs/${one.id}`, wanted),
      two.owner.rest(`PATCH /v1/orgs/${two.id}`, wanted),
    ]);

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('answers 412 to an organization update that expects an older version', async () => {
    const { id, owner } = await anOrganization(server);
    const etag = String((await owner.rest(`GET /v1/orgs/${id}`)).headers['etag']);
    const options = { headers: { 'if-match': etag } };
    expect((await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'One' }, options)).status).toBe(200);
    expect((await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'Two' }, options)).status).toBe(412);
  });

  it('returns the updated organization to a token without org:read', async () => {
    const { id, owner } = await anOrganization(server);
    const writer = await server.as(owner.userId, { scopes: ['org:write'] });
    expect((await writer.rest(`PATCH /v1/orgs/${id}`, { title: 'Written' })).body.title).toBe('Written');
    expect((await writer.rest(`GET /v1/orgs/${id}`)).body.error.type).toBe('insufficient_scope');
  });
});

describe('GET /v1/email-domains/{emailDomain}/orgs', () => {
  it("lists the organizations of an email domain only when the caller's verified address is in it", async () => {
    const [mine, other] = [anyDomain(), anyDomain()];
    const open = await anOrganization(server, { emailDomains: [mine, other] });
    await anOrganization(server, { emailDomains: [mine, other] });
    await proveDomain(server, open, mine);
    await proveDomain(server, open, other);
    const caller = await server.aUser({ email: `user@${mine}` });

    const found = await caller.rest(`GET /v1/email-domains/${mine.toUpperCase()}/orgs`);
    const foreign = await caller.rest(`GET /v1/email-domains/${other}/orgs`);

    expect(found.body.organizations.map((item: { id: string }) => item.id)).toEqual([open.id]);
    expect(found.body.organizations[0].permissions.view).toBe(false);
    expect(foreign.body).toEqual({ organizations: [] });
  });

  it('lists no organization for a domain whose address is not verified', async () => {
    const mine = anyDomain();
    await proveDomain(server, await anOrganization(server, { emailDomains: [mine] }), mine);
    const caller = await server.aUser({ email: `user@${mine}` });
    await server.platform.db.prisma.user.update({ where: { id: caller.userId }, data: { emailVerified: false } });
    expect((await caller.rest(`GET /v1/email-domains/${mine}/orgs`)).body).toEqual({ organizations: [] });
  });
});

describe('GET /v1/subdomains/{subdomain}', () => {
  it('names the organization of a hostname only to its members', async () => {
    const hostname = anyHostname();
    const { id, owner } = await anOrganization(server, { hostname });

    expect((await owner.rest(`GET /v1/subdomains/${hostname}`)).body).toEqual({
      object: 'subdomain',
      subdomain: hostname,
      target: { type: 'organization', organization: id },
      isActive: true,
    });
    expect((await (await server.aUser()).rest(`GET /v1/subdomains/${hostname}`)).status).toBe(404);
  });
});
