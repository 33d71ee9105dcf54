import { beforeAll, describe, expect, it } from 'vitest';
import { memberTools } from '../../src/mcp/table.ts';
import { scopes } from '../../src/access/scopes.ts';
import { aChangeRequest, aMember, anOrganization, aSpace } from '../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../harness.ts';
import { clientInfo, connectClient, mcpClients } from '../mcp-clients.ts';
import { aProcessedSpec } from '../openapi-specs.ts';
import { callTool, listTools, sendMessage } from '../tool-calls.ts';
import { toolNames } from '../contract/authz-tools.ts';
import { write } from '../visitors-world.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  pages = await write(owner, spaceId, [
    { operation: 'insert_page', ref: 'guide', title: 'Guide', document: { markdown: guide } },
    {
      operation: 'insert_page',
      ref: 'deep',
      title: 'Deep',
      into: 'guide',
      document: { markdown: 'See [the guide](/guide).' },
    },
  ]);
});

const guide = 'Words of zebras.\n\n## First\n\nOne [lost](/nowhere)\n\n```\n## Not a heading\n```\n\n## Second\n\nTwo';

const reading = scopes.filter((scope) => scope.endsWith(':read'));

describe('a token', () => {
  it('sees the tools that its scopes allow, all of which take at most 10 kB', async () => {
    const { body } = await sendMessage(owner, 'tools/list');
    expect(body.result.tools).toHaveLength(memberTools.length);
    expect(Buffer.byteLength(JSON.stringify(body.result.tools))).toBeLessThanOrEqual(10_000);
    expect(await listTools(await server.as(owner.userId, { scopes: [] }))).toEqual([]);
    const readers = await listTools(await server.as(owner.userId, { scopes: reading }));
    const writing = memberTools
      .filter(({ listed }) => !listed.annotations.readOnlyHint)
      .map(({ listed }) => listed.name);
    expect(writing).toEqual(['create_change_request', 'request_review', 'edit_pages', 'comment']);
    expect(readers.filter((name) => writing.includes(name))).toEqual([]);
  });

  it.each(memberTools.flatMap(({ listed, scopes: needed }) => needed.map((scope) => [listed.name, scope] as const)))(
    'cannot call %s without the scope %s, and is told so by 403',
    async (name, scope) => {
      const narrow = await server.as(owner.userId, { scopes: scopes.filter((one) => one !== scope) });
      expect(await listTools(narrow)).not.toContain(name);
      const { status, headers } = await callTool(narrow, name, exampleOf(name));
      expect([status, headers['www-authenticate']]).toEqual([403, expect.stringContaining(`scope="${scope}"`)]);
    },
  );

  it('is needed, and what kind is said to clients where they look for it', async () => {
    const { status, headers } = await server.call('POST /mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(status).toBe(401);
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(String(headers['www-authenticate'])) ?? [];
    expect(url).toBe(`${baseUrl}/.well-known/oauth-protected-resource/mcp`);
    const metadata = await server.call(`GET ${new URL(url).pathname}`);
    expect(metadata.body).toMatchObject({ resource: `${baseUrl}/mcp`, bearer_methods_supported: ['header'] });
  });
});

/** Arguments that have their form, for a call that is refused before it looks at them. */
const exampleOf = (name: string): Record<string, unknown> => {
  const all: Record<string, unknown> = {
    space: spaceId,
    page: 'pg_x',
    changeRequest: 'cr_x',
    query: 'x',
    subject: 'x',
    reviewers: ['usr_x'],
    revision: 'rev_x',
    changes: [{ operation: 'delete', page: 'pg_x' }],
    text: 'x',
    organization: organizationId,
  };
  const schema = memberTools.find(({ listed }) => listed.name === name)?.listed.inputSchema;
  const { properties } = schema as { readonly properties: object };
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in properties));
};

it('every tool has a row in the access matrix', () => {
  expect([...toolNames].toSorted()).toEqual(memberTools.map(({ listed }) => listed.name).toSorted());
});

describe.each(mcpClients)('the published client "%s"', (kind) => {
  it('lists and calls the tools of members, and is named in the audit log', async () => {
    const headers = { authorization: `Bearer ${owner.secret}` };
    await using client = await connectClient(kind, `${baseUrl}/mcp`, { app: server.app, headers });
    expect(await client.listTools()).toHaveLength(memberTools.length);
    const found = await client.call('search', { query: 'zebras', space: spaceId });
    expect(found.texts[0]).toContain(pages.get('guide'));
    const without = await client.call('search', { query: 'zebras xyzzyplugh', space: spaceId });
    expect(without.texts[0]).toBe(`"xyzzyplugh" is on no page and was left out\n${found.texts[0]}`);
    const { texts, isError } = await client.call('create_change_request', { space: spaceId, subject: kind });
    expect(isError).toBe(false);
    const [id = ''] = texts[0]?.split(' ') ?? [];
    const [event] = await server.platform.db.prisma.event.findMany({ where: { subjectId: id } });
    expect([event?.source, event?.userAgent]).toEqual(['mcp', `${clientInfo.name}/${clientInfo.version}`]);
  });
});

describe('the tools of members', () => {
  it('read a page by id or path, whole or below a heading', async () => {
    const read = async (given: object) => callTool(owner, 'read_page', { space: spaceId, ...given });
    const whole = await read({ page: pages.get('guide') });
    expect(whole.texts[0]).toContain(`Page ${pages.get('guide')}: Guide (guide)`);
    expect(whole.texts[1]?.trim()).toBe(guide);
    expect((await read({ page: '/guide/deep' })).texts[1]).toContain('the guide');
    expect((await read({ page: 'guide', heading: 'first' })).texts[1]).toContain('## Not a heading');
    expect((await read({ page: 'guide', heading: '## Second' })).texts[1]?.trim()).toBe('## Second\n\nTwo');
    expect((await read({ page: 'guide', heading: 'Not a heading' })).isError).toBe(true);
    expect((await read({ page: 'missing' })).isError).toBe(true);
  });

  it('list spaces, events, members, the outline, references and broken links', async () => {
    const tell = async (name: string, given: object = {}) => {
      const { texts, isError } = await callTool(owner, name, { ...given });
      expect([name, isError, texts[0]]).toEqual([name, false, expect.any(String)]);
      return texts.join('\n');
    };
    expect(await tell('list_spaces')).toContain(spaceId);
    expect(await tell('recent_changes', { space: spaceId })).toContain(spaceId);
    expect(await tell('list_members', { organization: organizationId })).toContain(owner.userId);
    const outline = await tell('read_outline', { space: spaceId });
    expect(outline).toContain(`- ${pages.get('guide')} Guide (guide)\n  - ${pages.get('deep')} Deep (guide/deep)`);
    expect(await tell('find_references', { space: spaceId, page: 'guide' })).toContain('Deep (guide/deep)');
    expect(await tell('check_links', { space: spaceId })).toContain('/nowhere on');
  });

  it('read the operations of a specification one at a time', async () => {
    await aProcessedSpec(owner, organizationId, 'pets');
    const tell = async (given: object) =>
      (await callTool(owner, 'read_api', { organization: organizationId, ...given })).texts.join('\n');
    expect(await tell({})).toContain('- pets');
    expect(await tell({ spec: 'pets' })).toBe('1 operations\n\n- PUT /pets/{id} Replace a pet');
    const operation = await tell({ spec: 'pets', operation: 'PUT /pets/{id}' });
    for (const words of [
      '### Replace a pet',
      '`PUT /pets/{id}`',
      '`id` (path, required)',
      '`kind`',
      '`404` No such pet',
    ])
      expect(operation).toContain(words);
    expect(await tell({ spec: 'pets', operation: 'GET /pets/{id}' })).toContain(
      'not_found: No operation "GET /pets/{id}"',
    );
    expect(await tell({ spec: 'cats' })).toContain('not_found');
    expect(await tell({ spec: 'pets', operation: 'pets' })).toContain('must be a method and a path');
  });

  it('say what is wrong with arguments, and refuse pages of other origins', async () => {
    const wrong = await callTool(owner, 'search', { query: '' });
    expect([wrong.isError, wrong.texts[0]]).toEqual([true, expect.stringContaining('query')]);
    const many = await callTool(owner, 'list_change_requests', { space: spaceId, after: 'nonsense' });
    expect([many.isError, many.texts[0]]).toEqual([true, expect.stringContaining('invalid_cursor')]);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const send = (origin: string) => owner.rest('POST /mcp', message, { headers: { origin } });
    expect((await send('https://example.org')).status).toBe(403);
    expect((await send(baseUrl)).status).toBe(200);
    expect((await owner.rest('GET /mcp')).status).toBe(405);
  });
});

describe('a change request of an assistant', () => {
  it('is proposed, checked and sent for a review in eight calls, with the main content as it was', async () => {
    const reviewer = await aMember(server, organizationId, 'review');
    const main = async () =>
      (await owner.rest(`GET /v1/spaces/${spaceId}/content/page/${pages.get('guide')}?format=markdown`)).body.markdown;
    const before = await main();
    const call = async (name: string, given: object) => {
      const { texts, isError } = await callTool(owner, name, { space: spaceId, ...given });
      expect([name, isError, texts]).toEqual([name, false, expect.any(Array)]);
      return texts.join('\n');
    };
    const broken = await call('check_links', {});
    expect(broken).toContain('/nowhere on ' + pages.get('guide'));
    await call('read_page', { page: pages.get('guide'), heading: 'First' });
    const created = await call('create_change_request', { subject: 'Mend a link' });
    const [changeRequest = ''] = created.split(' ');
    const [, revision = ''] = /Revision (\S+)/.exec(created) ?? [];
    const replace = [{ find: '[lost](/nowhere)', with: '[found](/guide/deep)' }];
    const changes = [{ operation: 'update', page: pages.get('guide'), replace }];
    expect(await call('edit_pages', { changeRequest, revision, changes })).toContain(pages.get('guide'));
    const stale = await callTool(owner, 'edit_pages', { space: spaceId, changeRequest, revision, changes });
    expect([stale.isError, stale.texts[0]]).toEqual([
      true,
      expect.stringMatching(/stands nowhere|precondition_failed/),
    ]);
    const checked = await call('check_change_request', { changeRequest });
    expect(checked).toMatch(/edits 1,[^]*No conflicts[^]*No broken links/);
    expect(await call('read_change_request', { changeRequest })).toContain('[found](/guide/deep)');
    await call('comment', { changeRequest, text: 'Ready' });
    expect(await call('list_comments', { changeRequest })).toContain('Ready');
    expect(
      await call('request_review', { changeRequest, reviewers: [reviewer.userId], description: 'A **link**' }),
    ).toContain('[open]');
    expect(await call('list_change_requests', {})).toContain(changeRequest);
    expect(await main()).toBe(before);
    const events = await server.platform.db.prisma.event.findMany({ where: { changeRequestId: changeRequest } });
    expect(events.length).toBeGreaterThan(2);
    expect(new Set(events.map(({ source }) => source))).toEqual(new Set(['mcp']));
  });

  it('refuses edits at another revision, of the main content, and with what is no page', async () => {
    const { id: changeRequest } = await aChangeRequest(server, spaceId, { createdById: owner.userId });
    const { revision } = (await owner.rest(`GET /v1/spaces/${spaceId}/change-requests/${changeRequest}`)).body;
    const edit = (given: object) =>
      callTool(owner, 'edit_pages', { space: spaceId, changeRequest, revision, ...given });
    const insert = { operation: 'insert', title: 'New' };
    const texts = await Promise.all([
      edit({ revision: 'rev_other', changes: [insert] }),
      edit({ changeRequest: undefined, changes: [insert] }),
      edit({ changes: Array.from({ length: 21 }, () => insert) }),
      edit({ changes: [{ operation: 'insert_files', files: [{ name: 'a', url: 'https://example.org' }] }] }),
      edit({ changes: [{ operation: 'update', page: pages.get('deep'), replace: [{ find: 'absent', with: '' }] }] }),
      edit({ changes: [{ operation: 'move', page: pages.get('deep'), title: 'Moved' }] }),
    ]);
    expect(texts.map(({ isError }) => isError)).toEqual(texts.map(() => true));
    expect(texts[0]?.texts[0]).toContain('precondition_failed');
  });
});
