import { beforeAll, describe, expect, test } from 'vitest';
import { storeBytes } from '../../../src/domain/authoring/content/store-bytes.ts';
import { storedTextOf, fileDefaults, type EntryState } from '../../../src/text/content/changes.ts';
import { commitContent, type ContentOwner } from '../../../src/domain/authoring/content/commit.ts';
import { aChangeRequest, aMember, anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let reader: Caller;
let organizationId: string;
let spaceId: string;
let other: string;
let hidden: string;
let blobHash: string;
const fileId = `file_${'f'.repeat(20)}`;
const pageId = (name: string) => `pg_${name.padEnd(20, '0')}`;

const aPage = (name: string, markdown = '', values: Partial<EntryState> = {}): EntryState => ({
  id: pageId(name),
  kind: 'page',
  parentId: null,
  position: `a${name}`,
  type: 'document',
  title: `Title of ${name}`,
  slug: name,
  documentId: storedTextOf(markdown)?.id ?? null,
  blobHash: null,
  attributes: {},
  ...values,
});

const write = (
  place: ContentOwner,
  texts: Readonly<Record<string, string>>,
  more: { readonly put?: readonly EntryState[]; readonly remove?: readonly string[] } = {},
) =>
  commitContent(owner.context(), place, async () => ({
    put: [...Object.entries(texts).map(([name, markdown]) => aPage(name, markdown)), ...(more.put ?? [])],
    remove: more.remove ?? [],
    texts: Object.values(texts).flatMap((markdown) => storedTextOf(markdown) ?? []),
    links: [],
  }));

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  reader = await aMember(server, organizationId, 'read');
  const [space, seen, unseen] = await Promise.all([
    aSpace(server, organizationId, { title: 'Here' }),
    aSpace(server, organizationId, { title: 'Seen' }),
    aSpace(server, organizationId, { title: 'Unseen', defaultLevel: 'none' }),
  ]);
  [spaceId, other, hidden] = [space.id, seen.id, unseen.id];
  const [kept] = await storeBytes(owner.context(), [{ name: 'f.txt', body: Buffer.from('f') }]);
  blobHash = kept?.hash ?? '';
  await write({ spaceId: other }, { there: 'There', under: 'U' });
  await write({ spaceId: hidden }, { secret: 'Secret' });
  const file: EntryState = { ...fileDefaults, id: fileId, type: 'text/plain', title: 'f.txt', blobHash };
  const cover = { ref: { kind: 'file', file: fileId }, yPos: 0 } as const;
  await write(
    { spaceId },
    {
      a: [
        '[b](b#part) ![f](f.txt) [gone](gone) [out](https://x.test/y)',
        `[there](${baseUrl}/spaces/${other}/pages/${pageId('there')}#x) [never](${baseUrl}/spaces/${other}/pages/${pageId('never')})`,
        `[space](/spaces/${other}) [secret](${baseUrl}/spaces/${hidden}/pages/${pageId('secret')}) [app](${baseUrl}/settings)`,
        `[b again](${baseUrl}/spaces/${spaceId}/pages/${pageId('b')})`,
      ].join('\n\n'),
      b: '[a](a) [self](#x) [late](late)\n\n# Part\n\n# X\n\n# Z',
    },
    {
      put: [
        file,
        aPage('c', '', { attributes: { cover } }),
        aPage('d', '', {
          type: 'link',
          slug: null,
          attributes: { target: { kind: 'anchor', page: pageId('b'), anchor: 'z' } },
        }),
      ],
    },
  );
});

const links = (path: string) => `GET /v1/spaces/${spaceId}${path}`;
const get = async (path: string, caller = owner) => (await caller.rest(links(path))).body;

const urlsOf = (id: string) => ({ location: `${baseUrl}/v1/${id}`, app: `${baseUrl}/${id}` });
const organization = () => ({
  object: 'organization',
  id: organizationId,
  title: 'Example',
  createdAt: expect.any(String),
  urls: urlsOf(`orgs/${organizationId}`),
});
const space = (id: string, title: string) => ({ object: 'space', id, title, urls: urlsOf(`spaces/${id}`) });
const revision = {
  type: 'revision',
  revision: {
    object: 'revision',
    id: expect.stringMatching(/^rev_/),
    parents: [expect.stringMatching(/^rev_/)],
    pages: [],
    files: [],
    reusableContents: [],
    createdAt: expect.any(String),
    type: 'edits',
    urls: { app: expect.any(String) },
  },
};
const page = (name: string, at = spaceId, title = 'Here') => ({
  kind: 'page',
  organization: organization(),
  space: space(at, title),
  versionContext: revision,
  page: {
    id: pageId(name),
    type: 'document',
    kind: 'sheet',
    title: `Title of ${name}`,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    hidden: false,
    slug: name,
    path: name,
    pages: [],
    urls: { app: `${baseUrl}/spaces/${at}/pages/${pageId(name)}` },
  },
});
const anchored = (anchor: string, location: object) => ({ ...location, internalLocation: { type: 'anchor', anchor } });

describe('GET /v1/spaces/{spaceId}/content/page/{pageId}/links', () => {
  test('each link of a page is listed with its page, its status and its target', async () => {
    const { items, ...envelope } = await get(`/content/page/${pageId('a')}/links`);
    expect(envelope).toEqual({ count: 10, stats: { total: 10, broken: { total: 1 } } });
    const file = { id: fileId, name: 'f.txt', contentType: 'text/plain', size: 1, downloadURL: expect.any(String) };
    const expected: [string, object?][] = [
      ['ok', anchored('part', page('b'))],
      [
        'ok',
        { kind: 'file', organization: organization(), space: space(spaceId, 'Here'), versionContext: revision, file },
      ],
      ['broken'],
      ['ok', { kind: 'url', url: 'https://x.test/y' }],
      ['in-app', anchored('x', page('there', other, 'Seen'))],
      ['in-app'],
      ['in-app', { kind: 'space', organization: organization(), space: space(other, 'Seen') }],
      ['in-app', page('secret', hidden, 'Unseen')],
      ['in-app'],
      ['in-app', page('b')],
    ];
    expect(items).toEqual(
      expected.map(([status, targetReference]) => ({
        status,
        relation: 'reference',
        startsAt: expect.any(Number),
        endsAt: expect.any(Number),
        ...(targetReference && { targetReference }),
        locationReferences: [page('a')],
      })),
    );
  });

  test('the links of a page reveal nothing about a target space that the caller may not see', async () => {
    const answers = await Promise.all(
      ['/links?limit=1000', `/content/page/${pageId('a')}/links`, `/content/page/${pageId('b')}/backlinks`].map(
        (path) => reader.rest(links(path)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const text = JSON.stringify(answers.map(({ body }) => body));
    expect(text).toContain(other);
    for (const secret of [hidden, pageId('secret'), 'Unseen', 'Title of secret']) expect(text).not.toContain(secret);
    const ofOwner = JSON.stringify(await get('/links?limit=1000'));
    for (const secret of [hidden, pageId('secret'), 'Unseen', 'Title of secret']) expect(ofOwner).toContain(secret);
  });

  test('the links of a page require no scope besides the one for content', async () => {
    const caller = await server.as(owner.userId, { scopes: ['space:content:read'] });
    expect((await caller.rest(links(`/content/page/${pageId('a')}/links`))).status).toBe(200);
    const without = await server.as(owner.userId, { scopes: ['space:read'] });
    expect((await without.rest(links(`/content/page/${pageId('a')}/links`))).status).toBe(403);
  });

  test.each([
    [`/content/page/${pageId('x')}/links`, 404],
    [`/content/page/${pageId('there')}/links`, 404],
    [`/content/page/${pageId('x')}/backlinks`, 404],
    [`/content/files/${pageId('a')}/backlinks`, 404],
    ['/links?status=fine', 400],
    ['/links?limit=1001', 400],
    ['/links?page=x', 400],
  ])('GET %s is refused with %i', async (path, status) => {
    expect((await owner.rest(links(path))).status).toBe(status);
  });
});

describe('GET /v1/spaces/{spaceId}/links', () => {
  const count = async (status: string) => (await get(`/links?status=${status}`)).count as number;

  test('links of texts, covers and link pages are listed by status, and all of them counted whatever the filter', async () => {
    const { stats, count: all, items } = await get('/links');
    expect([all, items.length, stats]).toEqual([15, 15, { total: 15, broken: { total: 2 } }]);
    expect(await Promise.all(['ok', 'broken', 'in-app'].map(count))).toEqual([7, 2, 6]);
    expect((await get('/links?status=broken')).stats).toEqual(stats);
    const from = (name: string) =>
      items.find((item: any) => item.locationReferences[0].page.id === pageId(name)).targetReference;
    expect(from('c')).toMatchObject({ kind: 'file', file: { id: fileId } });
    expect(from('d')).toMatchObject(anchored('z', page('b')));
  });

  test('paging through the links returns each of them once', async () => {
    const seen: unknown[] = [];
    let next = '';
    do {
      const body: any = await get(`/links?limit=4${next}`);
      expect(body.count).toBe(15);
      seen.push(...body.items);
      next = body.next ? `&page=${body.next.page}` : '';
    } while (next !== '');
    expect(seen).toEqual((await get('/links')).items);
  });
});

describe('backlinks', () => {
  test('the backlinks of a page are the other pages that link to it, each once', async () => {
    expect(await get(`/content/page/${pageId('b')}/backlinks`)).toEqual({
      count: 2,
      items: [
        page('a'),
        {
          ...page('d'),
          page: { ...page('d').page, type: 'link', kind: 'link', slug: undefined, path: undefined, pages: undefined },
        },
      ],
    });
    const first = await get(`/content/page/${pageId('b')}/backlinks?limit=1`);
    const second = await get(`/content/page/${pageId('b')}/backlinks?limit=1&page=${first.next.page}`);
    expect([first.count, first.items[0], second]).toMatchObject([
      2,
      page('a'),
      { count: 2, items: [{ page: { id: pageId('d') } }] },
    ]);
  });

  test('the backlinks of a file are the pages that show it in their text or as their cover', async () => {
    expect(await get(`/content/files/${fileId}/backlinks`)).toEqual({ count: 2, items: [page('a'), page('c')] });
  });
});

describe('a change request', () => {
  test('lists its own links and which of them it broke', async () => {
    const { id } = await aSpace(server, organizationId, { title: 'Here' });
    const file: EntryState = { ...fileDefaults, id: fileId, type: 'text/plain', title: 'f.txt', blobHash };
    await write({ spaceId: id }, { a: '[b](b) [late](late) [gone](gone)', b: '![f](f.txt)' }, { put: [file] });
    const request = await aChangeRequest(server, id, { createdById: owner.userId });
    await write(
      { spaceId: id, changeRequestId: request.id },
      { late: '[more](more) [a](a)' },
      { remove: [pageId('b')] },
    );
    const of = async (path: string) =>
      (await owner.rest(`GET /v1/spaces/${id}/change-requests/${request.number}${path}`)).body;
    const { stats, count, items } = await of('/links');
    expect([count, stats]).toEqual([5, { total: 5, broken: { total: 3, changeRequest: 2 } }]);
    const context = {
      type: 'changeRequest',
      changeRequest: {
        object: 'change-request',
        id: request.id,
        number: request.number,
        status: 'draft',
        subject: '',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        revision: expect.stringMatching(/^rev_/),
        revisionInitial: expect.stringMatching(/^rev_/),
        comments: 0,
        outdated: false,
        urls: urlsOf(`spaces/${id}/change-requests/${request.id}`),
      },
    };
    const scoped = await server.as(owner.userId, { scopes: ['space:content:read'] });
    const bare = await scoped.rest(`GET /v1/spaces/${id}/change-requests/${request.id}/links?limit=1`);
    expect(bare.body.items[0].locationReferences[0].versionContext.changeRequest).toEqual({
      object: 'change-request',
      id: request.id,
      urls: context.changeRequest.urls,
    });
    expect(items[0].locationReferences).toEqual([{ ...page('a', id), versionContext: context }]);
    const broken = async (where: string) =>
      (await of(`/links?brokenContext=${where}`)).items.map((item: any) => item.locationReferences[0].page.id);
    expect(await broken('change-request')).toEqual([pageId('a'), pageId('late')]);
    expect(await broken('space')).toEqual([pageId('a')]);
    expect((await of(`/content/page/${pageId('a')}/links`)).stats).toEqual({
      total: 3,
      broken: { total: 2, changeRequest: 1 },
    });
    expect((await of(`/content/files/${fileId}/backlinks`)).items).toEqual([]);
    expect((await of(`/content/page/${pageId('late')}/backlinks`)).items).toMatchObject([
      { page: { id: pageId('a') } },
    ]);
    const main = await owner.rest(`GET /v1/spaces/${id}/content/files/${fileId}/backlinks`);
    expect(main.body.items).toMatchObject([{ page: { id: pageId('b') } }]);
  });
});
