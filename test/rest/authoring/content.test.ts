import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signPath } from '../../../src/infra/storage/signed-url.ts';
import { makeZip } from '../../text/imports-archive.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';
import { sourceServer, type SourceServer } from '../../source-server.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let source: SourceServer;
let owner: Caller;
let organizationId: string;
let spaceId: string;
let revisionId: string;

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const content = (path = '') => `GET /v1/spaces/${spaceId}/content${path}`;

const home = '---\ntitle: Home\n---\n\n# Home\n\nTo [two](two/deep.md).\n';

beforeAll(async () => {
  server = await startServer();
  source = await sourceServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  ({ id: spaceId, revisionId } = await aSpace(server, organizationId));
  const archive = makeZip([
    {
      name: 'SUMMARY.md',
      body: '* [Home](README.md)\n* [Two](two.md)\n  * [Deep](two/deep.md)\n* [Away](https://example.org/away)\n\n## More\n\n* [Last](last.md)\n',
    },
    { name: 'README.md', body: home },
    { name: 'two.md', body: '# Two\n\n![a](a.txt)\n![b](b.txt)\n![c](c.txt)\n' },
    { name: 'two/deep.md', body: '# Deep\n' },
    { name: 'last.md', body: '# Last\n\n* one\n* two\n' },
    ...['c', 'a', 'b'].map((name) => ({ name: `${name}.txt`, body: `The file ${name}` })),
  ]);
  const url = source.serve('/site.zip', { body: archive });
  await owner.rest(`POST /v1/spaces/${spaceId}/content/import`, { url, source: 'zip' });
});

afterAll(() => source[Symbol.asyncDispose]());

const layout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};

const aDocument = (title: string, path: string, pages: unknown[] = []) => ({
  id: expect.stringMatching(/^pg_[\w-]{20}$/),
  type: 'document',
  kind: 'sheet',
  title,
  slug: path.split('/').at(-1),
  path,
  createdAt: instant,
  updatedAt: instant,
  documentId: expect.stringMatching(/^doc_[\w-]{27}$/),
  hidden: false,
  noIndex: false,
  noRobotsIndex: false,
  layout,
  urls: { app: expect.stringMatching(new RegExp(`^${baseUrl}/spaces/${spaceId}/pages/pg_`)) },
  pages,
});

const tree = () => [
  aDocument('Home', 'home'),
  aDocument('Two', 'two', [aDocument('Deep', 'two/deep')]),
  {
    id: expect.stringMatching(/^pg_/),
    type: 'link',
    kind: 'link',
    title: 'Away',
    createdAt: instant,
    updatedAt: instant,
    hidden: false,
    target: { kind: 'url', url: 'https://example.org/away' },
    href: 'https://example.org/away',
  },
  {
    id: expect.stringMatching(/^pg_/),
    type: 'group',
    kind: 'group',
    title: 'More',
    slug: 'more',
    path: 'more',
    createdAt: instant,
    updatedAt: instant,
    hidden: false,
    noIndex: false,
    noRobotsIndex: false,
    pages: [aDocument('Last', 'more/last')],
  },
];

const aFile = (name: string) => ({
  id: expect.stringMatching(/^file_[\w-]{20}$/),
  name,
  contentType: 'text/plain',
  size: 10,
  downloadURL: expect.stringMatching(
    new RegExp(`^${baseUrl}/files/${spaceId}/file_[\\w-]{20}/${name}\\?expires=\\d+&signature=`),
  ),
});

const files = () => ['a.txt', 'b.txt', 'c.txt'].map(aFile);

const pageId = async (path: string) => (await owner.rest(content(`/path/${path}`))).body.id as string;

describe('GET /v1/spaces/{spaceId}/content', () => {
  test('returns the active revision with its page tree and files', async () => {
    const { body, headers } = await owner.rest(content());
    expect(body).toEqual({
      object: 'revision',
      id: expect.stringMatching(/^rev_/),
      parents: [revisionId],
      type: 'edits',
      createdAt: instant,
      pages: tree(),
      files: files(),
      reusableContents: [],
      variables: {},
      urls: { app: `${baseUrl}/spaces/${spaceId}/revisions/${body.id}` },
    });
    const tagged = { headers: { 'if-none-match': String(headers['etag']) } };
    for (const url of [content(), content().replace('GET', 'HEAD')])
      expect((await owner.rest(url, undefined, tagged)).status).toBe(304);
  });

  test('accepts only booleans for metadata and computed', async () => {
    expect((await owner.rest(content('?metadata=false&computed=0'))).body.pages).toEqual(tree());
    const { status, body } = await owner.rest(content('?metadata=perhaps'));
    expect([status, body.error.details[0].path]).toEqual([400, 'query.metadata']);
  });
});

test('GET /v1/spaces/{spaceId}/content/pages returns the whole tree in order, without texts', async () => {
  expect((await owner.rest(content('/pages'))).body).toEqual({ pages: tree() });
});

describe('GET /v1/spaces/{spaceId}/content/files', () => {
  test('lists files by name, page by page', async () => {
    const first = (await owner.rest(content('/files?limit=2'))).body;
    expect(first).toEqual({ next: { page: expect.any(String) }, count: 3, items: files().slice(0, 2) });
    const rest = (await owner.rest(content(`/files?limit=2&page=${first.next.page}`))).body;
    expect(rest).toEqual({ count: 3, items: files().slice(2) });
  });

  test('keeps cursors valid across edits and refuses the cursor of another space', async () => {
    const [space, other] = [await aSpace(server, organizationId), await aSpace(server, organizationId)];
    const texts = ['b', 'c'].map((name) => ({ name: `${name}.txt`, body: name }));
    const url = source.serve('/two.zip', {
      body: makeZip([{ name: 'a.md', body: '![b](b.txt) ![c](c.txt)' }, ...texts]),
    });
    await owner.rest(`POST /v1/spaces/${space.id}/content/import`, { url, source: 'zip' });
    const { next } = (await owner.rest(`GET /v1/spaces/${space.id}/content/files?limit=1`)).body;
    const page = source.serve('/page.md', { body: '# New' });
    await owner.rest(`POST /v1/spaces/${space.id}/content/import`, { url: page, source: 'markdown' });
    const second = await owner.rest(`GET /v1/spaces/${space.id}/content/files?page=${next.page}`);
    expect(second.body).toMatchObject({ count: 2, items: [{ name: 'c.txt' }] });
    const refused = await owner.rest(`GET /v1/spaces/${other.id}/content/files?page=${next.page}`);
    expect(refused).toMatchObject({ status: 400, body: { error: { type: 'invalid_cursor' } } });
    expect((await owner.rest(content('/files?limit=1001'))).status).toBe(400);
  });
});

test('GET /v1/spaces/{spaceId}/content/files/{fileId} returns a file, and 404 for a file of another space or an unknown id', async () => {
  const [{ id }] = (await owner.rest(content('/files'))).body.items;
  expect((await owner.rest(content(`/files/${id}`))).body).toEqual(aFile('a.txt'));
  expect((await owner.rest(content(`/files/file_no`))).status).toBe(404);
  expect((await owner.rest(content(`/files/${await pageId('home')}`))).status).toBe(404);
  const other = await aSpace(server, organizationId);
  expect((await owner.rest(`GET /v1/spaces/${other.id}/content/files/${id}`)).status).toBe(404);
});

describe('GET /v1/spaces/{spaceId}/content/page/{pageId}', () => {
  test('returns the page with its text byte for byte and the tree below it', async () => {
    const one = await owner.rest(content(`/page/${await pageId('home')}`));
    expect(one.body).toEqual({ ...aDocument('Home', 'home'), markdown: home });
    const { body } = await owner.rest(content(`/page/${await pageId('two')}?format=markdown`));
    expect(body.pages).toEqual([aDocument('Deep', 'two/deep')]);
    expect(body.markdown).toMatch(/^# Two\n/);
  });

  test('returns the text as a JSON document without front matter', async () => {
    const { body } = await owner.rest(content(`/page/${await pageId('home')}?format=document`));
    expect(body.markdown).toBeUndefined();
    expect(body.document).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] });
  });

  test('accepts only the documented values of format and evaluated', async () => {
    const path = `/page/${await pageId('home')}`;
    for (const query of ['evaluated=true', 'evaluated=false', 'evaluated=deterministic-only', 'metadata=false'])
      expect([query, (await owner.rest(content(`${path}?${query}`))).body.markdown]).toEqual([query, home]);
    for (const query of ['format=html', 'evaluated=yes'])
      expect([query, (await owner.rest(content(`${path}?${query}`))).status]).toEqual([query, 400]);
  });

  test('returns 404 for an unknown page id and for a page of another space', async () => {
    expect((await owner.rest(content('/page/pg_no'))).status).toBe(404);
    const other = await aSpace(server, organizationId);
    expect((await owner.rest(`GET /v1/spaces/${other.id}/content/page/${await pageId('home')}`)).status).toBe(404);
  });
});

describe('GET /v1/spaces/{spaceId}/content/path/{pagePath}', () => {
  test('returns pages and groups by their path of slugs', async () => {
    expect((await owner.rest(content('/path/two/deep'))).body).toEqual({
      ...aDocument('Deep', 'two/deep'),
      markdown: '# Deep\n',
    });
    expect((await owner.rest(content('/path/more'))).body).toMatchObject({
      type: 'group',
      pages: [{ path: 'more/last' }],
    });
  });

  test('returns 404 for a path without a page', async () => {
    for (const path of ['deep', 'two/no', 'two/deep/no', 'TWO', 'away', await pageId('home'), 'a/'.repeat(501)])
      expect([path, (await owner.rest(content(`/path/${path}`))).status]).toEqual([path, 404]);
    expect((await owner.rest(content('/path/two%00'))).status).toBe(400);
  });
});

describe('every read of content', () => {
  const paths = ['', '/pages', '/files', '/files/file_x', '/page/pg_x', '/path/home'];

  test.each(paths)('reading %s is hidden from outsiders and guests and requires the content scope', async (path) => {
    const [outsider, guest] = [await server.aUser(), await aMember(server, organizationId, null)];
    expect((await outsider.rest(content(path))).status).toBe(404);
    expect((await guest.rest(content(path))).status).toBe(404);
    const narrow = await server.as(owner.userId, { scopes: ['space:read'] });
    expect(await narrow.rest(content(path))).toMatchObject({
      status: 403,
      body: { error: { type: 'insufficient_scope' } },
    });
  });

  test.each(paths)('reading %s of a deleted space returns 404, also to its admin', async (path) => {
    const { id } = await aSpace(server, organizationId, { deletedAt: clock.now() });
    expect((await owner.rest(`GET /v1/spaces/${id}/content${path}`)).status).toBe(404);
  });

  test('reading content takes as many statements for a hundred pages as for five', async () => {
    const { id } = await aSpace(server, organizationId);
    const pages = Array.from({ length: 100 }, (_, index) => ({ name: `p${index}.md`, body: `# ${index}` }));
    const url = source.serve('/hundred.zip', { body: makeZip(pages) });
    await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: 'zip' });
    await server.statements.settled();
    for (const [path, most] of [
      ['', 9],
      ['/pages', 4],
      ['/files', 5],
    ] as const) {
      const counts = [];
      for (const space of [spaceId, id]) {
        await server.statements.reset();
        await owner.rest(`GET /v1/spaces/${space}/content${path}`);
        counts.push(server.statements.texts.length);
      }
      for (const count of counts) expect([path, count <= most]).toEqual([path, true]);
    }
  });
});

describe('GET /files/{spaceId}/{fileId}/{name}', () => {
  const download = async () =>
    (await owner.rest(content('/files'))).body.items[0].downloadURL.slice(baseUrl.length) as string;

  test('sends the bytes without a token, with headers that keep browsers from executing them', async () => {
    const url = await download();
    const { statusCode, headers, body } = await server.app.inject({ url });
    expect([statusCode, body]).toEqual([200, 'The file a']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    const unchanged = await server.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
    expect(await server.app.inject({ url, method: 'HEAD' })).toMatchObject({ statusCode: 200, body: '' });
  });

  test('the download URL stays the same for half an hour, so that responses keep their ETag', async () => {
    expect(await download()).toBe(await download());
  });

  test.each([
    ['another file', (url: string) => url.replace(/file_[^/]+/, 'file_other')],
    ['another name', (url: string) => url.replace('a.txt', 'b.txt')],
    ['another signature', (url: string) => `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`],
    ['a later end', (url: string) => url.replace(/expires=\d/, 'expires=9')],
    ['no signature', (url: string) => url.split('?')[0] ?? ''],
  ])('refuses a download URL with %s', async (_, change) => {
    expect((await server.app.inject({ url: change(await download()) })).statusCode).toBe(403);
  });

  test('refuses a download URL that has expired', async () => {
    const [path = ''] = (await download()).split('?');
    const expired = signPath(server.platform.services.downloadKey, path, Math.floor(clock.now().getTime() / 1_000) - 1);
    const { statusCode, body } = await server.app.inject({ url: expired });
    expect([statusCode, JSON.parse(body).error.message]).toEqual([403, expect.stringContaining('expired')]);
  });

  test('refuses the download when the space is deleted', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = source.serve('/one.zip', {
      body: makeZip([
        { name: 'a.md', body: '![x](x.txt)' },
        { name: 'x.txt', body: 'x' },
      ]),
    });
    await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: 'zip' });
    const [file] = (await owner.rest(`GET /v1/spaces/${id}/content/files`)).body.items;
    const address = file.downloadURL.slice(baseUrl.length);
    expect((await server.app.inject({ url: address })).statusCode).toBe(200);
    await server.platform.db.prisma.space.update({ where: { id }, data: { deletedAt: clock.now() } });
    expect((await server.app.inject({ url: address })).statusCode).toBe(404);
  });
});
