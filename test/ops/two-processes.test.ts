import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../cli/run-here.ts';
import { createThrowawayDatabase } from '../db/throwaway-database.ts';
import { connectClient, mcpClients } from '../mcp-clients.ts';
import { allOr } from '../setup/size.ts';
import { until } from '../until.ts';
import { expectNoFindings } from './expect-no-findings.ts';
import { aWatchedSite, mergeText, readPage } from './read-elsewhere.ts';
import { aDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

const database = await createThrowawayDatabase();
const starters = allOr(10, 2);

describe.skipIf(database === null)('processes over one PostgreSQL', () => {
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let settings: Record<string, string>;
  let first: ServerProcess;
  let second: ServerProcess;
  let token: string;

  beforeAll(async () => {
    directory = await aDirectory();
    settings = {
      DATABASE_URL: database?.url ?? '',
      DATA_DIR: directory.path,
      POOL_SIZE: '4',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
    };
    const all = await Promise.all(Array.from({ length: starters }, () => startServerProcess(settings)));
    const begun = all.filter((server) => server.token !== '');
    expect(begun).toHaveLength(1);
    token = begun[0]?.token ?? '';
    const [a, b, ...others] = all;
    if (!a || !b) throw new Error('Two servers are needed');
    [first, second] = [
      { ...a, token },
      { ...b, token },
    ];
    expect(await Promise.all(others.map((server) => server.stop()))).toEqual(others.map(() => 0));
  });

  afterAll(async () => {
    await Promise.all([first, second].map((server) => server.stop()));
    await directory.remove();
    await database?.drop();
  });

  test('processes that start together create one installation', async () => {
    const organizations = await ask(first, 'GET /v1/orgs');
    expect(organizations.body.count).toBe(1);
    await expectNoFindings(settings);
  });

  test('one process reads at once what another has written', async () => {
    const organizationId = (await ask(first, 'GET /v1/orgs')).body.items[0].id as string;
    for (let turn = 0; turn < 10; turn += 1) {
      const [writer, reader] = turn % 2 ? [first, second] : [second, first];
      const { body } = await ask(writer, `POST /v1/orgs/${organizationId}/spaces`, { title: `Space ${turn}` });
      expect((await ask(reader, `GET /v1/spaces/${body.id}`)).body).toMatchObject({ title: `Space ${turn}` });
      await ask(writer, `PATCH /v1/spaces/${body.id}`, { title: 'Renamed' });
      expect((await ask(reader, `GET /v1/spaces/${body.id}`)).body).toMatchObject({ title: 'Renamed' });
    }
  });

  test('an assistant is answered by the processes in turn, as behind a proxy, because neither keeps a session', async () => {
    const organization = (await ask(first, 'GET /v1/orgs')).body.items[0].id as string;
    const urls = [first.url, second.url];
    let turn = 0;
    const fetchInTurn = (input: string | URL, init: RequestInit = {}) => {
      turn += 1;
      return fetch(new URL(new URL(input).pathname, urls[turn % 2]), init);
    };
    for (const kind of mcpClients) {
      const headers = { authorization: `Bearer ${token}` };
      await using client = await connectClient(kind, `${first.url}/mcp`, { fetch: fetchInTurn, headers });
      for (let call = 0; call < allOr(3_334, 10); call += 1)
        expect((await client.call('list_spaces', { organization })).isError).toBe(false);
    }
    expect(turn).toBeGreaterThan(3 * allOr(3_334, 10));
  });

  test('a published site that one process remembers is read as another has changed it, and ends when that unpublishes it', async () => {
    const organizationId = (await ask(first, 'GET /v1/orgs')).body.items[0].id as string;
    const { body: space } = await ask(first, `POST /v1/orgs/${organizationId}/spaces`, { title: 'Before' });
    const content = { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Old text' } }] };
    const { body: made } = await ask(first, `POST /v1/spaces/${space.id}/content`, content);
    const sites = `/v1/orgs/${organizationId}/sites`;
    const { body: site } = await ask(first, `POST ${sites}`, { title: 'Docs', spaces: [space.id] });
    await ask(first, `PATCH ${sites}/${site.id}`, { visibility: 'public' });
    await ask(first, `POST ${sites}/${site.id}/publish`);
    const { body: published } = await ask(first, `GET ${sites}/${site.id}`);
    const look = { url: published.urls.published, visitor: { unsignedClaims: {} }, redirectOnError: false };
    const visitor = { url: second.url, token: (await ask(second, 'POST /v1/urls/published', look)).body.apiToken };
    const revisionOf = async () => (await ask(first, `GET /v1/spaces/${space.id}`)).body.revision as string;
    const documentOf = async () =>
      `GET /v1/spaces/${space.id}/revisions/${await revisionOf()}/page/${made.changes[0].page.id}/document`;
    const shown = `GET ${sites}/${site.id}/published`;
    const texts = async () => [
      (await ask(visitor, shown)).body?.structure?.structure?.[0]?.space?.title,
      /(Old|New) text/.exec(JSON.stringify((await ask(visitor, await documentOf())).body))?.[0],
    ];
    expect([await texts(), await texts()]).toEqual([
      ['Before', 'Old text'],
      ['Before', 'Old text'],
    ]);
    await ask(first, `PATCH /v1/spaces/${space.id}`, { title: 'After' });
    const change = { operation: 'update_page', page: made.changes[0].page.id, document: { markdown: 'New text' } };
    await ask(first, `POST /v1/spaces/${space.id}/content`, { changes: [change] });
    expect(await texts()).toEqual(['After', 'New text']);
    await ask(first, `POST ${sites}/${site.id}/unpublish`);
    expect((await ask(visitor, shown)).status).toBe(404);
    expect((await ask(visitor, await documentOf())).status).toBe(404);
  });

  test('the pages of a site change and end in one process with the write of another', async () => {
    const { at, url, spaceId, pages, signIn } = await aWatchedSite(first);
    const shows = async (text: string, address = url, cookie = '') => {
      const { status, body } = await readPage(second, address, cookie);
      return [status, body.includes(text)];
    };
    /** Asks twice, so that the second process keeps the page. */
    const keeps = async (...asked: Parameters<typeof shows>) =>
      expect([await shows(...asked), await shows(...asked)]).toEqual([
        [200, true],
        [200, true],
      ]);
    const write = async (signature: string, body?: unknown) => {
      const answer = await ask(first, signature, body);
      expect([signature, answer.status < 300]).toEqual([signature, true]);
      return answer.body;
    };

    await keeps('Old text');
    expect(await mergeText(first, spaceId, pages[0], 'New text')).toBe('merge');
    expect(await shows('New text')).toEqual([200, true]);

    const { cookie } = await readPage(second, `${url}?jwt_token=${await signIn({ plan: 'pro' })}`);
    await keeps('Words for pros', `${url}secret`, cookie);
    await keeps('/secret"', url, cookie);
    const hide = { operation: 'update_page', page: pages[1], condition: "visitor.claims.plan == 'team'" };
    await write(`POST /v1/spaces/${spaceId}/content`, { changes: [hide] });
    expect(await shows('Words for pros', `${url}secret`, cookie)).toEqual([404, false]);
    expect(await shows('/secret"', url, cookie)).toEqual([200, false]);

    await keeps('For pros');
    const { items } = await write(`GET ${at}/site-spaces`);
    const part = (items as { id: string; title: string }[]).find(({ title }) => title === 'For pros');
    await write(`PATCH ${at}/site-spaces/${part?.id}`, { condition: "visitor.claims.plan == 'team'" });
    expect(await shows('For pros')).toEqual([200, false]);

    await write(`PATCH ${at}`, { visibility: 'visitor-auth' });
    expect((await readPage(second, url)).status).toBe(404);
    await keeps('New text', url, cookie);
    await write(`POST ${at}/publishing/auth/regenerate`);
    expect((await readPage(second, url, cookie)).status).toBe(404);

    await write(`PATCH ${at}`, { visibility: 'share-link' });
    const link = await write(`POST ${at}/share-links`, { name: 'Partners' });
    await keeps('New text', link.urls.published);
    await write(`PATCH ${at}/share-links/${link.id}`, { active: false });
    expect((await readPage(second, link.urls.published)).status).toBe(404);

    await write(`PATCH ${at}`, { visibility: 'public' });
    await keeps('New text');
    await write(`POST ${at}/unpublish`);
    expect((await readPage(second, url)).status).toBe(404);
  });

  test('a page cursor of one process continues the list in another', async () => {
    const organizationId = (await ask(first, 'GET /v1/orgs')).body.items[0].id as string;
    for (const title of ['A', 'B']) await ask(first, `POST /v1/orgs/${organizationId}/spaces`, { title });
    const page = await ask(first, `GET /v1/orgs/${organizationId}/spaces?limit=1`);
    const next = await ask(second, `GET /v1/orgs/${organizationId}/spaces?limit=1&page=${page.body.next.page}`);
    expect(next.status).toBe(200);
    expect(next.body.items[0].id).not.toBe(page.body.items[0].id);
  });

  test('a request repeated in another process gets the answer kept for its Idempotency-Key', async () => {
    const organizationId = (await ask(first, 'GET /v1/orgs')).body.items[0].id as string;
    const post = (server: ServerProcess) =>
      fetch(`${server.url}/v1/orgs/${organizationId}/spaces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ title: 'Once' }),
      });
    const answers = await Promise.all([post(first), post(second), post(first), post(second)]);
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { id?: string }[];
    const ids = new Set(bodies.flatMap(({ id }) => (id === undefined ? [] : [id])));
    expect(ids.size).toBe(1);
  });

  test('a token revoked in one process is refused by another', async () => {
    const { body } = await ask(first, 'GET /v1/user');
    const created = await runHere(['token', 'create', '--user', body.id as string], settings);
    const victim = created.out.trim();
    const tokenId = /tok_\S+/.exec(created.err)?.[0] ?? '';
    const status = async (server: ServerProcess) =>
      (await ask({ url: server.url, token: victim }, 'GET /v1/user')).status;
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    const revoked = await ask(first, 'POST /graphql', {
      query: 'mutation ($id: ID!) { revokeApiToken(tokenId: $id) { __typename } }',
      variables: { id: tokenId },
    });
    expect(revoked.body.errors).toBeUndefined();
    expect(await status(first)).toBe(401);
    // Within a second, by the clock of the process: test/graphql/people/tokens.test.ts.
    await until(
      () => status(second),
      (answered) => answered === 401,
    );
  });

  // The last one, since it ends a process.
  test('what a process has counted is stored when it ends', async () => {
    const { at, url } = await aWatchedSite(first);
    await readPage(second, url);
    expect(await second.stop()).toBe(0);
    const { body } = await ask(first, 'POST /graphql', {
      query: 'query ($id: ID!) { site(id: $id) { pageViews { edges { node { viewCount } } } } }',
      variables: { id: at.split('/').at(-1) },
    });
    expect(body.data.site.pageViews.edges).toEqual([{ node: { viewCount: 1 } }]);
  });
});
