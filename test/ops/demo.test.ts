import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDirectory, startServerProcess, type ServerProcess } from './server-process.ts';

describe('a start with the demo', () => {
  let server: ServerProcess;
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let addresses: string[];

  beforeAll(async () => {
    directory = await aDirectory();
    server = await startServerProcess({ DATA_DIR: join(directory.path, 'data') }, [], { options: ['--demo'] });
    const { out } = server.output;
    addresses = [...out.slice(out.indexOf('Demo site')).matchAll(/https?:\/\/\S+/g)].slice(0, 2).map(([url]) => url);
  });
  afterAll(async () => {
    await server.stop();
    await directory.remove();
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
  const ask = async (query: string) => {
    const { organizations } = await read(query, 'viewer');
    return organizations.edges.map(({ node }: any) => node).find(({ title }: any) => title === 'Octavo demo');
  };

  it('has an open change request with a conflict, a review and threads', async () => {
    const { changeRequests } =
      await ask(`{ viewer { organizations(first: 2) { edges { node { title changeRequests(first: 2) { edges { node {
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
    const { translations, openApiSpecs } = await ask(`{ viewer { organizations(first: 2) { edges { node { title
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
