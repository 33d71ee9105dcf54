import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { ask, startServerProcess, type ServerProcess } from './server-process.ts';

describe('a start with the demo', () => {
  let server: ServerProcess;
  let database: MigratedDatabase;
  let addresses: string[];
  let whileLoading: Awaited<ReturnType<typeof askWhileLoading>>;

  /** Asks as soon as there is a token, which the server writes before it loads the demo. */
  async function askWhileLoading(port: number, tokenFile: string) {
    const isWritten = () => existsSync(tokenFile) && readFileSync(tokenFile, 'utf8').endsWith('\n');
    await until(isWritten, Boolean);
    const url = `http://127.0.0.1:${port}`;
    const { status } = await fetch(`${url}/healthz`);
    const token = readFileSync(tokenFile, 'utf8').trim();
    const { body } = await ask({ url, token }, 'POST /graphql', { query: '{ viewer { displayName } }' });
    // A load that has not ended now has not ended before either.
    return { status, body, readiness: await (await fetch(`${url}/readyz`)).json() };
  }

  beforeAll(async () => {
    database = await aMigratedDatabase();
    const [port, tokenFile] = [await freePort(), join(database.path, 'token')];
    const settings = { ...database.settings, PORT: String(port), BOOTSTRAP_TOKEN_FILE: tokenFile };
    [server, whileLoading] = await Promise.all([
      startServerProcess(settings, [], { options: ['--demo'] }),
      askWhileLoading(port, tokenFile),
    ]);
    const { out } = server.output;
    addresses = [...out.slice(out.indexOf('Demo site')).matchAll(/https?:\/\/\S+/g)].slice(0, 3).map(([url]) => url);
  });
  afterAll(async () => {
    await server.stop();
    await database.remove();
  });

  const open = async (url = '', path = '') => {
    const address = new URL(url);
    address.pathname += path;
    const first = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const [cookie] = first.headers.getSetCookie();
    if (first.status !== 303 || cookie === undefined) return { status: first.status, text: await first.text() };
    // The claims of the token in the address become a cookie.
    const next = new URL(first.headers.get('location') ?? '', address);
    const reply = await fetch(next, { headers: { accept: 'text/html', cookie: cookie.split(';')[0] ?? '' } });
    return { status: reply.status, text: await reply.text() };
  };

  it('answers while it loads, and says that it is not ready', () => {
    expect(whileLoading).toMatchObject({
      status: 200,
      body: { data: { viewer: { displayName: 'Administrator' } } },
      readiness: { status: 'unavailable', reasons: ['starting'] },
    });
  });

  it('prints the site for readers, which has two sections, a variant and the manual', async () => {
    const { status, text } = await open(addresses[0]);
    expect(status).toBe(200);
    for (const words of ['Welcome', 'Manual', 'Decisions', 'hreflang="de"', 'Example API'])
      expect(text).toContain(words);
    expect(text).not.toContain('For partners');
    expect((await open(addresses[0], 'for-partners')).status).toBe(404);
  });

  it('prints the site for a visitor with claims, who sees one page more', async () => {
    const { status, text } = await open(addresses[1]);
    expect(status).toBe(200);
    expect(text).toContain('For partners');
  });

  it('prints the preview of the change request, which shows a page of it and what it changes', async () => {
    const { status, text } = await open(addresses[2]);
    expect(status).toBe(200);
    expect(text).toContain('change request #1 Say how long a start takes');
    expect(text).toContain('Stop it');
    expect((await open(addresses[2], 'start/run')).text).toContain('The first start takes some seconds.');
  });

  const read = async (query: string, member: string) => {
    const reply = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await reply.json()) as any;
    expect(errors).toBeUndefined();
    return data[member];
  };
  const readDemo = async (query: string) => {
    const { organizations } = await read(query, 'viewer');
    return organizations.edges.map(({ node }: any) => node).find(({ title }: any) => title === 'Octavo demo');
  };

  it('has an open change request with a conflict, a review and threads', async () => {
    const { changeRequests } =
      await readDemo(`{ viewer { organizations(first: 2) { edges { node { title changeRequests(first: 2) { edges { node {
      status outdated mergePreview { conflicts { title } } reviews(first: 2) { edges { node { status } } }
      requestedReviewers { count } comments { count } } } } } } } } }`);
    expect(changeRequests.edges).toHaveLength(1);
    expect(changeRequests.edges[0].node).toMatchObject({
      status: 'OPEN',
      outdated: true,
      mergePreview: { conflicts: [{}] },
      reviews: { edges: [{ node: { status: 'CHANGES_REQUESTED' } }] },
      requestedReviewers: { count: 1 },
      comments: { count: 2 },
    });
  });

  it('has a translation that is behind, and a specification', async () => {
    const { translations, openApiSpecs } = await readDemo(`{ viewer { organizations(first: 2) { edges { node { title
      openApiSpecs(first: 2) { edges { node { slug } } }
      translations(first: 2) { edges { node { spaces(first: 2) { edges { node { id } } } } } } } } } } }`);
    expect(openApiSpecs.edges).toEqual([{ node: { slug: 'visits' } }]);
    const [{ node }] = translations.edges[0].node.spaces.edges;
    const { pages } = await read(
      `{ node(id: "${node.id}") { ... on TranslatedSpace { pages(first: 100) { edges { node { state } } } } } }`,
      'node',
    );
    const states = new Set(pages.edges.map(({ node: page }: any) => page.state));
    expect([...states].toSorted()).toEqual(['OUTDATED', 'TRANSLATED', 'UNTRANSLATED']);
  });
});
