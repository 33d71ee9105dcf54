import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/lib/errors.ts';
import { updateSite } from '../../../src/domain/publishing/sites/update.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { aMember, anOrganization } from '../../factories.ts';
import type { Caller } from '../../harness.ts';
import { retryAtOnce } from '../../jobs.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { sourceServer } from '../../source-server.ts';
import { write } from '../../visitors-world.ts';

const secret = 'the secret of the renderer';

interface Call {
  readonly request: string;
  readonly signature: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

/** Starts a renderer that records its calls. It answers with the given status codes first, then with 200. */
async function aRendererServer(...statuses: number[]) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      calls.push({
        request: `${method} ${url}`,
        signature: headers['x-gitbook-signature']?.toString(),
        type: headers['content-type'],
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(statuses.shift() ?? 200).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const tags = () => calls.map(({ body }) => [...JSON.parse(body).tags].toSorted());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, tags };
}

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(opened.map((close) => close()));
});

let world: SitesWorld;
let owner: Caller;
let path: string;
let worlds = 0;

/** Creates a new organization, so that renderers are only notified of changes of the test. */
async function aWorld() {
  world = await aSitesWorld(`renderers-${(worlds += 1)}`);
  ({ owner } = world);
  path = `/v1/orgs/${world.organizationId}/renderers`;
}

/** Creates a renderer of the organization, and its server. */
async function aRenderer(...statuses: number[]) {
  const server = await aRendererServer(...statuses);
  const { body, status } = await owner.rest(`POST ${path}`, { url: server.url, secret });
  expect(status).toBe(201);
  return { ...server, id: body.id as string };
}

const deliveriesOf = async (id: string) => (await owner.rest(`GET ${path}/${id}/deliveries`)).body.items;

/** Waits until all notifications of a renderer have arrived, and returns their tags. */
async function told(renderer: Awaited<ReturnType<typeof aRenderer>>, deliveries: number) {
  await expect
    .poll(async () => (await deliveriesOf(renderer.id)).map(({ state }: { state: string }) => state))
    .toEqual(Array.from({ length: deliveries }, () => 'completed'));
  return renderer.tags();
}

const siteAt = (id: string) => `/v1/orgs/${world.organizationId}/sites/${id}`;

describe('the renderers of an organization', () => {
  beforeAll(aWorld);

  it('renderers are added, listed, updated and removed by admins of their organization, and never show their secret', async () => {
    const added = await owner.rest(`POST ${path}`, { url: 'https://render.example.org/docs/', secret });
    expect([added.status, added.body]).toEqual([
      201,
      {
        object: 'renderer',
        id: expect.stringMatching(/^rnd_/),
        url: 'https://render.example.org/docs',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        urls: { location: expect.stringContaining(`${path}/${added.body.id}`) },
      },
    ]);
    const one = `${path}/${added.body.id}`;
    expect((await owner.rest(`GET ${path}`)).body.items).toEqual([added.body]);
    expect((await owner.rest(`GET ${one}`)).body).toEqual(added.body);
    const url = 'https://other.example.org';
    expect((await owner.rest(`PATCH ${one}`, { url, secret: 'another secret of it' })).body.url).toBe(url);
    const again = await owner.rest(`POST ${path}`, { url: `${url}/`, secret });
    expect([again.status, again.body.error.type]).toEqual([409, 'already_exists']);
    const read = `{ node(id: "${added.body.id}") { ... on Renderer { url deliveries { nodes: edges { node { id } } } } } }`;
    expect((await owner.graphql(read)).body.data.node).toEqual({ url, deliveries: { nodes: [] } });
    expect((await owner.rest(`DELETE ${one}`)).status).toBe(205);
    expect((await owner.rest(`GET ${one}`)).status).toBe(404);
  });

  it('renderers are stored with their secret encrypted', async () => {
    const { id } = await aRenderer();
    const { sealedSecret } = await world.server.platform.db.prisma.renderer.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(sealedSecret, 'base64').toString('latin1')).not.toContain(secret);
    await owner.rest(`DELETE ${path}/${id}`);
  });

  it('renderers are hidden from strangers, and refused to members who are not admins', async () => {
    const { id } = await aRenderer();
    const member = await aMember(world.server, world.organizationId, 'create');
    const { owner: stranger, id: elsewhere } = await anOrganization(world.server);
    for (const [signature, body] of [
      [`GET ${path}`, undefined],
      [`POST ${path}`, { url: 'https://a.example.org', secret }],
      [`GET ${path}/${id}`, undefined],
      [`PATCH ${path}/${id}`, { secret }],
      [`DELETE ${path}/${id}`, undefined],
      [`GET ${path}/${id}/deliveries`, undefined],
      [`POST ${path}/${id}/revalidate`, undefined],
    ] as const) {
      expect([signature, (await member.rest(signature, body)).status]).toEqual([signature, 403]);
      expect([signature, (await stranger.rest(signature, body)).status]).toEqual([signature, 404]);
    }
    expect((await stranger.rest(`GET /v1/orgs/${elsewhere}/renderers/${id}`)).status).toBe(404);
    expect((await stranger.graphql(`{ node(id: "${id}") { id } }`)).body.data.node).toBeNull();
    await owner.rest(`DELETE ${path}/${id}`);
  });

  it.each([
    ['a scheme other than http', { url: 'ftp://a.example.org', secret }],
    ['a password in the URL', { url: 'https://a:b@a.example.org', secret }],
    ['a query', { url: 'https://a.example.org/?a=b', secret }],
    ['a short secret', { url: 'https://a.example.org', secret: 'short' }],
    ['no secret', { url: 'https://a.example.org' }],
  ])('a renderer is refused with %s', async (_name, input) => {
    const { status, body } = await owner.rest(`POST ${path}`, input);
    expect([status, body.error.type]).toEqual([400, 'validation_failed']);
  });

  it('an organization has ten renderers at most', async () => {
    const results = [];
    for (let n = 0; n < 11; n += 1)
      results.push(await owner.rest(`POST ${path}`, { url: `https://r${n}.test`, secret }));
    expect(results.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 201), 409]);
  });
});

describe('a renderer', () => {
  it('is told by a signed call of the site and the space of which the content changed', async () => {
    await aWorld();
    const site = await aPlainSite(world);
    const renderer = await aRenderer();
    await write(owner, site.spaceId, [
      { operation: 'insert_page', title: 'New', document: { markdown: 'A new page.' } },
    ]);
    expect(await told(renderer, 1)).toEqual([[`site:${site.id}`, `space:${site.spaceId}`]]);
    const [call] = renderer.calls;
    expect(call).toEqual({
      request: 'POST /~gitbook/revalidate',
      type: 'application/json',
      signature: createHmac('sha256', secret)
        .update(call?.body ?? '')
        .digest('hex'),
      body: expect.any(String),
    });
    const [delivery] = await deliveriesOf(renderer.id);
    expect(delivery).toMatchObject({ kind: 'renderer-revalidation', attempts: 1, result: { status: 200 } });
    expect((await owner.rest(`GET /v1/jobs/${delivery.id}`)).body).toEqual(delivery);
  });

  it('is told of a change request when it is merged, and not before', async () => {
    await aWorld();
    const site = await aPlainSite(world);
    const renderer = await aRenderer();
    const at = `/v1/spaces/${site.spaceId}/change-requests`;
    const { id } = (await owner.rest(`POST ${at}`, { subject: 'News' })).body;
    const page = { operation: 'insert_page', title: 'New', document: { markdown: 'A new page.' } };
    expect((await owner.rest(`POST ${at}/${id}/content`, { changes: [page] })).status).toBe(200);
    expect(await deliveriesOf(renderer.id)).toEqual([]);
    expect((await owner.rest(`POST ${at}/${id}/merge`)).body.result).toBe('merge');
    expect(await told(renderer, 1)).toEqual([[`site:${site.id}`, `space:${site.spaceId}`]]);
  });

  it('is told of each change of a site', async () => {
    await aWorld();
    const site = await aPlainSite(world, { published: false });
    const renderer = await aRenderer();
    const at = siteAt(site.id);
    const changes: readonly (readonly [string, unknown?])[] = [
      [`POST ${at}/publish`],
      [`PATCH ${at}`, { title: 'New title' }],
      [`PATCH ${at}/customization`, { styling: { theme: 'bold' } }],
      [`POST ${at}/redirects`, { source: '/old', destination: { kind: 'url', url: 'https://example.org/' } }],
      [`POST ${at}/sections`, { title: 'A section', spaceId: site.spaceId }],
      [`PUT ${at}/adaptive-schema`, { jsonSchema: { type: 'object', properties: {}, additionalProperties: false } }],
      [`POST ${at}/share-links`, { name: 'A link' }],
      [`POST ${at}/unpublish`],
      [`DELETE ${at}`],
    ];
    for (const [signature, body] of changes) {
      const { status } = await owner.rest(signature, body);
      expect([signature, status]).toEqual([signature, expect.toSatisfy((code: number) => code < 300)]);
    }
    expect(await told(renderer, changes.length)).toEqual(changes.map(() => [`site:${site.id}`]));
  });

  it('is told of the title of a space in a site, and not of spaces in none', async () => {
    await aWorld();
    const site = await aPlainSite(world);
    const renderer = await aRenderer();
    const created = await owner.rest(`POST /v1/orgs/${world.organizationId}/spaces`, { title: 'Internal' });
    await owner.rest(`PATCH /v1/spaces/${created.body.id}`, { title: 'Still internal' });
    await owner.rest(`PATCH /v1/spaces/${site.spaceId}`, { title: 'Shown' });
    expect(await told(renderer, 1)).toEqual([[`site:${site.id}`, `space:${site.spaceId}`]]);
  });

  it('is told of everything when the hostname of the organization changes', async () => {
    await aWorld();
    const [first, second] = [await aPlainSite(world), await aPlainSite(world)];
    const renderer = await aRenderer();
    await owner.rest(`PATCH /v1/orgs/${world.organizationId}`, { hostname: `${world.host}-new` });
    const all = [first, second].flatMap(({ id, spaceId }) => [`site:${id}`, `space:${spaceId}`]);
    expect(await told(renderer, 1)).toEqual([all.toSorted()]);
    expect((await owner.rest(`POST ${path}/${renderer.id}/revalidate`)).body.kind).toBe('renderer-revalidation');
    expect(await told(renderer, 2)).toEqual([all.toSorted(), all.toSorted()]);
  });

  it('is told of a specification whenever it has new content', async () => {
    await aWorld();
    await using source = await sourceServer();
    const renderer = await aRenderer();
    const spec = (title: string) => JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} });
    const url = source.serve('/spec', { body: spec('First'), type: 'application/json' });
    const at = `/v1/orgs/${world.organizationId}/openapi`;
    await owner.rest(`POST ${at}`, { slug: 'pets', source: { url } });
    const tags = [`organization:${world.organizationId}:openapi:pets`];
    expect(await told(renderer, 1)).toEqual([tags]);
    source.serve('/spec', { body: spec('Second'), type: 'application/json' });
    await owner.rest(`PUT ${at}/pets`, { source: { url } });
    expect(await told(renderer, 2)).toEqual([tags, tags]);
  });

  it('is called again until it answers with 2xx', async () => {
    await aWorld();
    const site = await aPlainSite(world);
    const renderer = await aRenderer(503, 401);
    await owner.rest(`POST ${siteAt(site.id)}/unpublish`);
    const [{ id }] = await deliveriesOf(renderer.id);
    const { platform } = world.server;
    await retryAtOnce(platform, id);
    await expect.poll(() => renderer.calls.length).toBe(2);
    await retryAtOnce(platform, id);
    expect(await told(renderer, 1)).toEqual([1, 2, 3].map(() => [`site:${site.id}`]));
    expect((await deliveriesOf(renderer.id))[0]).toMatchObject({ attempts: 3, state: 'completed' });
  });

  it('is one line of the log at each try when its host is unknown, without a stack', async () => {
    await aWorld();
    const site = await aPlainSite(world);
    const { platform } = world.server;
    const warn = vi.spyOn(platform.services.log, 'warn');
    const error = vi.spyOn(platform.services.log, 'error');
    const { body } = await owner.rest(`POST ${path}`, { url: 'https://renderer.invalid', secret });
    await owner.rest(`POST ${siteAt(site.id)}/unpublish`);
    const [{ id }] = await deliveriesOf(body.id);
    await retryAtOnce(platform, id);
    const linesOf = (log: typeof warn | typeof error) =>
      log.mock.calls.filter(([fields]) => (fields as { readonly jobId?: unknown }).jobId === id);
    await expect.poll(() => linesOf(warn)).toHaveLength(2);
    const line = { jobId: id, reason: expect.any(String), problem: 'The host "renderer.invalid" could not be found' };
    expect(linesOf(warn)).toEqual(Array(2).fill([line, 'a delivery failed']));
    expect(linesOf(error)).toEqual([]);
    await owner.rest(`DELETE ${path}/${body.id}`);
    vi.restoreAllMocks();
  });

  it('is told nothing of a transaction that is rolled back', async () => {
    await aWorld();
    const site = await aPlainSite(world);
    const renderer = await aRenderer();
    const undone = transact(owner.context(), async (ctx) => {
      await updateSite(ctx, { id: site.id, title: 'Never' });
      throw failure('conflict', 'Undone');
    });
    await expect(undone).rejects.toMatchObject({ type: 'conflict' });
    await owner.rest(`POST ${siteAt(site.id)}/unpublish`);
    expect(await told(renderer, 1)).toEqual([[`site:${site.id}`]]);
  });

  it('is told nothing of other organizations, and nothing once it is removed', async () => {
    await aWorld();
    const renderer = await aRenderer();
    const mine = { world, owner, path };
    await aWorld();
    const site = await aPlainSite(world);
    await owner.rest(`POST ${siteAt(site.id)}/unpublish`);
    const other = await aRenderer();
    await owner.rest(`POST ${siteAt(site.id)}/publish`);
    expect(await told(other, 1)).toHaveLength(1);
    await owner.rest(`DELETE ${path}/${other.id}`);
    await owner.rest(`POST ${siteAt(site.id)}/unpublish`);
    const jobs = await world.server.platform.db.prisma.job.count({ where: { organizationId: world.organizationId } });
    expect([jobs, other.calls.length, renderer.calls.length]).toEqual([1, 1, 0]);
    ({ world, owner, path } = mine);
    expect(await deliveriesOf(renderer.id)).toEqual([]);
  });
});
