import { beforeAll, describe, expect, it } from 'vitest';
import { decrypt } from '../../../src/lib/encryption.ts';
import { aMember, anIntegration, anInstallation, anOrganization, type AnOrganization } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';

let server: Harness;
let organization: AnOrganization;
let names = 0;
const newName = () => `Example.${process.pid}-${(names += 1)}`;
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server, { hostname: `integrators${process.pid}` });
});

const body = () => ({ title: 'Example', description: 'What it does', script: 'void 0', organization: organization.id });
const publish = (name: string, changes: object = {}) =>
  organization.owner.rest(`POST /v1/integrations/${name}`, { ...body(), ...changes });

describe('POST /v1/integrations/{integrationName}', () => {
  it('publishes a private integration for everything without scopes, unless told otherwise', async () => {
    const name = newName();
    const { status, body: made } = await publish(name);
    expect(status).toBe(200);
    expect(made).toEqual({
      object: 'integration',
      name,
      version: 1,
      title: 'Example',
      description: 'What it does',
      previewImages: [],
      target: 'all',
      verified: false,
      visibility: 'private',
      scopes: [],
      categories: [],
      externalLinks: [],
      owner: expect.objectContaining({ object: 'organization', id: organization.id }),
      urls: {
        location: `${baseUrl}/v1/integrations/${name}`,
        app: `${baseUrl}/integrations/${name}`,
        assets: expect.any(String),
        publicEndpoint: expect.any(String),
      },
      permissions: { admin: true, install: true },
    });
  });

  it('keeps every field of a version, and counts the versions', async () => {
    const name = newName();
    await publish(name, { icon: pixel, previewImages: [pixel, pixel] });
    const full = {
      summary: '# More',
      visibility: 'unlisted',
      target: 'space',
      scopes: ['space:views:read', 'space:content:read'],
      categories: ['analytics'],
      blocks: [
        {
          id: 'b',
          title: 'Block',
          description: 'It',
          icon: 'https://example.org/b.png',
          urlUnfurl: ['https://example.org/x'],
          markdown: { codeblock: 'x', body: 'y' },
        },
      ],
      contentSources: [
        {
          id: 's',
          title: 'Source',
          description: 'It',
          icon: 'https://example.org/s.png',
          configuration: { componentId: 'c' },
        },
      ],
      externalLinks: [{ url: 'https://example.org', label: 'Home' }],
      configurations: {
        account: {
          properties: { key: { type: 'string', title: 'Key', default: 'a', enum: ['a', 'b'] } },
          required: ['key'],
        },
        space: { componentId: 'config' },
      },
    };
    const { body: made } = await publish(name, {
      ...full,
      runtime: 'v2',
      organization: `INTEGRATORS${process.pid}`,
      contentSecurityPolicy: { 'default-src': "'self'", 'img-src': '*' },
    });
    expect(made).toMatchObject({ ...full, version: 2, contentSecurityPolicy: "default-src 'self'; img-src *" });
    expect(made.previewImages).toHaveLength(2);
    const image = await server.call(`GET ${made.urls.icon.slice(baseUrl.length)}`);
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png']);
    expect(
      (await server.call(`GET ${made.urls.icon.slice(baseUrl.length).replace('signature=', 'signature=x')}`)).status,
    ).toBe(403);
  });

  it('secrets are encrypted, kept when a version has none, and never returned, nor is the script', async () => {
    const name = newName();
    const secret = 'a secret value 123';
    const answers = [
      await publish(name, { secrets: { TOKEN: secret }, script: 'the script 456' }),
      await publish(name),
    ];
    answers.push(await organization.owner.rest(`GET /v1/integrations/${name}`));
    for (const { body: answer } of answers) expect(JSON.stringify(answer)).not.toMatch(/secret|456/);
    const { db, services } = server.platform;
    const row = await db.prisma.integration.findUniqueOrThrow({ where: { name } });
    expect(JSON.stringify(row.secrets)).not.toContain(secret);
    const sealed = (row.secrets as Record<string, string>)['TOKEN'] ?? '';
    expect(decrypt(services.encryptionKey, sealed, `integration:${row.id}/TOKEN`)).toBe(secret);
  });

  it.each([
    ['a short title', { title: 'x' }],
    ['a long description', { description: 'x'.repeat(101) }],
    ['an unknown scope', { scopes: ['everything'] }],
    ['four preview images', { previewImages: [pixel, pixel, pixel, pixel] }],
    ['an icon that is no image', { icon: Buffer.from('<html>').toString('base64') }],
    ['an icon that is not base64', { icon: '§§' }],
    ['a block without a title', { blocks: [{ id: 'b' }] }],
    [
      'a block twice',
      {
        blocks: [
          { id: 'b', title: 'Block' },
          { id: 'b', title: 'Block' },
        ],
      },
    ],
    ['a link to a script', { externalLinks: [{ url: 'javascript:alert(1)', label: 'x' }] }],
    ['a required value that is not declared', { configurations: { account: { properties: {}, required: ['key'] } } }],
    [
      'a default of another type',
      { configurations: { site: { properties: { key: { type: 'number', default: 'x' } } } } },
    ],
    ['a policy with a line break', { contentSecurityPolicy: 'default-src x\nset-cookie: y' }],
    ['21 secrets', { secrets: Object.fromEntries(Array.from({ length: 21 }, (_item, index) => [`S${index}`, 'x'])) }],
    ['no script', { script: '' }],
  ])('refuses %s with 400', async (_what, changes) => {
    const reply = await publish(newName(), changes);
    expect([reply.status, reply.body.error.type]).toEqual([400, 'validation_failed']);
  });

  it('refuses a name that another organization has, whatever its case, without naming the organization', async () => {
    const name = newName();
    const other = await anOrganization(server, { title: 'Somebody else' });
    await anIntegration(server, other.id, { name });
    const { status, body: answer } = await publish(name.toUpperCase());
    expect([status, answer.error.type]).toEqual([409, 'already_exists']);
    expect(JSON.stringify(answer)).not.toMatch(/Somebody|org_/);
  });

  it('refuses organizations that the caller does not see with 404, and names of other characters with 400', async () => {
    const other = await anOrganization(server);
    expect((await publish(newName(), { organization: other.id })).status).toBe(404);
    for (const name of ['a b', '...', 'x'.repeat(101)])
      expect((await publish(encodeURIComponent(name))).status).toBe(400);
  });
});

describe('GET /v1/integrations', () => {
  it('lists by each filter what is public or owned by an organization of the caller', async () => {
    const mark = `mark${process.pid}`;
    const block = { id: 'b', title: 'Block', urlUnfurl: ['https://www.Example.net:8080/x/*'] };
    const make = (title: string, values: object) =>
      anIntegration(server, organization.id, { title, description: mark, ...values });
    await make('Plain', { categories: ['marketing'], target: 'organization' });
    await make('Blocks', { blocks: [block], scopes: ['openapi:read'], target: 'space' });
    await make('Sources', { contentSources: [{ id: 's', title: 'S', configuration: { componentId: 'c' } }] });
    await make('Hidden', { visibility: 'private' });
    await make('Secretive', { visibility: 'unlisted' });
    const stranger = await server.aUser();
    const list = async (query: string, caller = stranger) => {
      const { body: page } = await caller.rest(`GET /v1/integrations?search=${mark}${query}`);
      expect(page.count).toBe(page.items.length);
      return page.items.map(({ title }: { title: string }) => title);
    };
    expect(await list('')).toEqual(['Sources', 'Blocks', 'Plain']);
    expect(await list('', organization.owner)).toEqual(['Secretive', 'Hidden', 'Sources', 'Blocks', 'Plain']);
    expect(await list('&category=marketing')).toEqual(['Plain']);
    expect(await list('&blockDomain=example.net')).toEqual(['Blocks']);
    expect(await list('&blockDomain=ample.net')).toEqual([]);
    expect(await list('&blocks=true')).toEqual(['Blocks']);
    expect(await list('&blocks=false&contentSources=false')).toEqual(['Plain']);
    expect(await list('&contentSources=true')).toEqual(['Sources']);
    expect(await list('&scope=openapi:read')).toEqual(['Blocks']);
    expect(await list('&target=space')).toEqual(['Sources', 'Blocks']);
    expect(await list('&owner=org_x')).toEqual([]);
    expect(await list(`&owner=${organization.id}`)).toHaveLength(3);
    const first = await stranger.rest(`GET /v1/integrations?search=${mark}&limit=2`);
    expect(first.body.count).toBe(3);
    const second = await stranger.rest(`GET /v1/integrations?search=${mark}&limit=2&page=${first.body.next.page}`);
    expect(second.body.items.map(({ title }: { title: string }) => title)).toEqual(['Plain']);
  });

  it('shows strangers no more of the owner than its name', async () => {
    const { name } = await anIntegration(server, organization.id);
    await server.platform.db.prisma.organization.update({
      where: { id: organization.id },
      data: { emailDomains: ['acme.org'] },
    });
    const { body: seen } = await (await server.aUser()).rest(`GET /v1/integrations/${name}`);
    expect(seen.owner).toMatchObject({ id: organization.id, title: 'Example', emailDomains: [] });
    expect(seen.owner.hostname).toBeUndefined();
    expect(Object.values(seen.owner.permissions)).not.toContain(true);
    expect(seen.permissions).toEqual({ admin: false, install: false });
  });

  it('hides what is private to others, and finds by its name what is unlisted', async () => {
    const stranger = await server.aUser();
    const hidden = await anIntegration(server, organization.id, { visibility: 'private' });
    const unlisted = await anIntegration(server, organization.id, { visibility: 'unlisted' });
    expect((await stranger.rest(`GET /v1/integrations/${hidden.name}`)).status).toBe(404);
    expect((await stranger.rest(`DELETE /v1/integrations/${hidden.name}`)).status).toBe(404);
    expect((await stranger.rest(`GET /v1/integrations/${unlisted.name}`)).status).toBe(200);
    expect((await stranger.rest(`DELETE /v1/integrations/${unlisted.name}`)).status).toBe(403);
  });
});

describe('DELETE /v1/integrations/{integrationName}', () => {
  it('removes the integration with its installations, and frees the name', async () => {
    const { id, name } = await anIntegration(server, organization.id);
    const other = await anOrganization(server);
    await anInstallation(server, id, other.id);
    const member = await aMember(server, organization.id, 'create');
    expect((await member.rest(`DELETE /v1/integrations/${name}`)).status).toBe(403);
    expect((await organization.owner.rest(`DELETE /v1/integrations/${name}`)).status).toBe(204);
    expect((await organization.owner.rest(`GET /v1/integrations/${name}`)).status).toBe(404);
    expect((await other.owner.rest(`GET /v1/orgs/${other.id}/installations`)).body.count).toBe(0);
    expect((await publish(name)).body.version).toBe(1);
  });
});
