import { beforeAll, describe, expect, it } from 'vitest';
import { aServer } from '../app/own-server.ts';
import { connectClient, mcpClients, type ConnectedClient } from '../mcp-clients.ts';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

const long = Array.from({ length: 3_000 }, (_, at) => `Sentence ${at} 🦓 of a long page.`).join('\n\n');

beforeAll(async () => {
  world = await aSitesWorld('tools');
  site = await aPlainSite(world, { visibility: 'public', title: 'Handbook' });
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', title: 'Long', slug: 'long', document: { markdown: long } },
  ]);
});

const connect = (url = site.url, headers: Readonly<Record<string, string>> = {}) =>
  connectClient('client', `${url}/~/mcp`, { app: world.server.app, headers });

/** Reads a text of a tool until its end. */
async function readAll(client: ConnectedClient, name: string, given: Record<string, unknown>): Promise<string> {
  const parts: string[] = [];
  for (let from: number | undefined = 0; from !== undefined;) {
    const { texts, isError } = await client.call(name, { ...given, from });
    expect(isError).toBe(false);
    parts.push(texts[0] ?? '');
    const next = /"from": (\d+)$/.exec(texts[1] ?? '')?.[1];
    from = next === undefined ? undefined : Number(next);
  }
  return parts.join('');
}

const post = (url: string, message: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const { host, pathname } = new URL(url);
  return world.server.call(`POST ${pathname}`, message, { headers: { host, ...headers } });
};

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const listing = message('tools/list');

describe.each(mcpClients)('the published client "%s"', (kind) => {
  it('lists and calls the tools of a site', async () => {
    await using client = await connectClient(kind, `${site.url}/~/mcp`, { app: world.server.app });
    const tools = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search_docs', true],
      ['list_pages', true],
      ['read_page', true],
    ]);
    expect((await client.call('search_docs', { query: 'guide' })).texts[0]).toContain(`](${site.url}/guide`);
    const without = (await client.call('search_docs', { query: 'guide xyzzyplugh' })).texts[0];
    expect(without).toMatch(/^"xyzzyplugh" is on no page and was left out\n\n- \[/);
    expect((await client.call('list_pages')).texts[0]).toContain(`- [Guide](${site.url}/guide.md)`);
    expect((await client.call('read_page', { page: '/guide' })).texts[0]).toContain('A guide.');
    const wrong = await client.call('read_page', { pages: '/guide' });
    expect([wrong.isError, wrong.texts[0]]).toEqual([true, expect.stringContaining('at page')]);
    await expect(client.call('merge')).rejects.toThrow('Unknown tool: merge');
  });
});

describe('the tools of a site', () => {
  it('return what llms.txt and the Markdown of a page say, in parts that joined are the whole', async () => {
    await using client = await connect();
    const { body } = await readPublished(world, `${site.url}/llms.txt`);
    expect(await readAll(client, 'list_pages', {})).toBe(body);
    const page = await readPublished(world, `${site.url}/long.md`);
    expect(String(page.body).length).toBeGreaterThan(48_000);
    for (const address of ['long', '/long.md', `${site.url}/long`, `${site.url}/long.md`])
      expect(await readAll(client, 'read_page', { page: address })).toBe(page.body);
    expect((await client.call('read_page', { page: 'long', from: 1_000_000 })).isError).toBe(true);
  });

  it('read every part of a site, and pages that have moved, but no other site', async () => {
    const sectioned = await aSectionedSite(world, { visibility: 'public' });
    const other = await aPlainSite(world, { visibility: 'public' });
    await write(world.owner, sectioned.older.spaceId, [
      { operation: 'insert_page', title: 'First', slug: 'first', document: { markdown: 'First page' } },
      { operation: 'insert_page', ref: 'old', title: 'Old', slug: 'old', document: { markdown: 'Text of old' } },
    ]);
    await using client = await connect(sectioned.url);
    expect((await client.call('list_pages')).texts[0]).toContain(`: ${sectioned.url}/v1/`);
    expect((await client.call('list_pages', { part: `${sectioned.url}/v1/` })).texts[0]).toContain('/v1/old.md');
    expect((await client.call('read_page', { page: '/v1/old' })).texts[0]).toContain('Text of old');
    expect((await client.call('read_page', { page: '/v1/OLD' })).texts[0]).toContain('Text of old');
    for (const page of [`${other.url}/guide`, 'https://example.org/', '../', '//example.org/x', 'missing', 'http://['])
      expect([page, (await client.call('read_page', { page })).isError]).toEqual([page, true]);
  });

  it('read for a visitor with a token what it opens, begin no session, and ask others for a token', async () => {
    const closed = await aPlainSite(world, { visibility: 'visitor-auth', fallbackUrl: 'https://example.org/login' });
    const authorization = `Bearer ${await closed.tokenFor({ beta: true })}`;
    await using client = await connect(closed.url, { authorization });
    expect((await client.call('read_page', { page: 'beta' })).texts[0]).toContain('For beta users');
    const { status, headers } = await post(`${closed.url}/~/mcp`, listing, { authorization });
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    await using plain = await connect(closed.url, { authorization: `Bearer ${await closed.tokenFor({})}` });
    expect((await plain.call('read_page', { page: 'beta' })).isError).toBe(true);
    expect((await plain.call('search_docs', { query: 'beta users' })).texts[0]).not.toContain('/beta');
    const refused = await post(`${closed.url}/~/mcp`, listing);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="site"']);
  });

  it('are for no one where `agentsContext` is `excluded` or the site is not published', async () => {
    const excluded = await aPlainSite(world, { visibility: 'public' });
    const at = `PATCH /v1/orgs/${world.organizationId}/sites/${excluded.id}`;
    const look = async () => [
      (await post(`${excluded.url}/~/mcp`, listing)).status,
      (await readPublished(world, `${excluded.url}/~/mcp`)).status,
      (await readPublished(world, `${excluded.url}/guide`)).status,
    ];
    expect(await look()).toEqual([200, 405, 200]);
    expect((await world.owner.rest(at, { agentsContext: 'excluded' })).status).toBe(200);
    expect(await look()).toEqual([404, 404, 200]);
    expect((await world.owner.rest(at, { agentsContext: 'included' })).status).toBe(200);
    expect(await look()).toEqual([200, 405, 200]);
    expect((await post(`${world.base}/site_missing/~/mcp`, listing)).status).toBe(404);
  });

  it('read pages of a site that does not offer their Markdown to its readers', async () => {
    const quiet = await aPlainSite(world, { visibility: 'public' });
    await customize(world, quiet.id, { pageActions: { markdown: false } });
    expect((await readPublished(world, `${quiet.url}/guide.md`)).status).toBe(404);
    await using client = await connect(quiet.url);
    expect((await client.call('read_page', { page: 'guide' })).texts[0]).toContain('A guide.');
    expect((await readPublished(world, `${quiet.url}/guide.md`)).status).toBe(404);
  });

  it('refuse other origins, long bodies, other types, and what is no message', async () => {
    const url = `${site.url}/~/mcp`;
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const statuses = [
      await post(url, listing, { origin: 'https://example.org' }),
      await post(url, listing, { origin: world.base }),
      await post(url, { ...listing, params: { text: 'x'.repeat(65_536) } }),
      await post(url, 'text', { 'content-type': 'text/plain' }),
      await post(url, [listing]),
      await post(url, { id: 1 }),
      await post(url, initialized),
      await post(url, listing, { 'mcp-protocol-version': '2024-01-01' }),
      await post(url, listing, { 'mcp-protocol-version': '2026-07-28' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 200, 413, 415, 400, 400, 202, 400, 400]);
  });
});

it('a search of an assistant is counted with those of readers, and says how long to wait', async () => {
  const { app } = await aServer({ SITE_SEARCHES_PER_MINUTE: 1 });
  await using client = await connectClient('client', `${site.url}/~/mcp`, { app });
  expect((await client.call('search_docs', { query: 'guide' })).isError).toBe(false);
  const refused = await client.call('search_docs', { query: 'guide' });
  expect([refused.isError, refused.texts[0]]).toEqual([true, expect.stringMatching(/Try again in \d+ seconds$/)]);
});

describe('`pageActions.mcp`', () => {
  it('shows on each page the address of the tools, and links that connect editors to it', async () => {
    const open = await aPlainSite(world, { visibility: 'public', title: 'Open "book"' });
    const look = async () => String((await readPublished(world, `${open.url}/guide`)).body);
    expect(await look()).not.toContain('~/mcp');
    await customize(world, open.id, { pageActions: { mcp: true } });
    const page = await look();
    const address = /<pre><code>([^<]*)<\/code><\/pre>/.exec(page)?.[1] ?? '';
    await using client = await connectClient('sdk', address, { app: world.server.app });
    expect(await client.listTools()).toHaveLength(3);
    const [, config = ''] = /cursor:[^"]*config=([^"&]*)/.exec(page) ?? [];
    expect(JSON.parse(Buffer.from(decodeURIComponent(config), 'base64').toString())).toEqual({ url: address });
    const [, entry = ''] = /vscode:mcp\/install\?([^"]*)/.exec(page) ?? [];
    expect(JSON.parse(decodeURIComponent(entry))).toEqual({ name: 'Open "book"', type: 'http', url: address });
  });

  it('shows nothing on a site that asks visitors to sign in', async () => {
    const closed = await aPlainSite(world, { visibility: 'visitor-auth' });
    await customize(world, closed.id, { pageActions: { mcp: true } });
    const { body } = await readPublished(world, `${closed.url}/guide?jwt_token=${await closed.tokenFor({})}`);
    expect(body).not.toContain('~/mcp');
  });
});
