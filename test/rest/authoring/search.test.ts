import { beforeAll, describe, expect, it } from 'vitest';
import { writePages } from '../../content-pages.ts';
import { aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

const url = (query: string, more = '') => `query=${encodeURIComponent(query)}${more}`;
const search = (query: string, { space = spaceId, caller = owner, more = '' } = {}) =>
  caller.rest(`GET /v1/spaces/${space}/search?${url(query, more)}`);
const searchAll = (query: string, { caller = owner, organization = organizationId, more = '' } = {}) =>
  caller.rest(`GET /v1/orgs/${organization}/search?${url(query, more)}`);
const ids = (reply: { body: { items: { id: string }[] } }) => reply.body.items.map(({ id }) => id);

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  await writePages(owner, spaceId, [
    { id: 'install', title: 'Installation', markdown: 'Get it running.\n\n## With Docker\n\nPull the image & run it.' },
    {
      id: 'deploy',
      title: 'Deployment guide',
      markdown: 'How releases go out.\n\n## Containers\n\nWe use docker for everything: docker, docker, docker.',
      attributes: { description: 'Shipping to production' },
    },
    { id: 'docker', title: 'Docker', parentId: 'deploy', markdown: 'About containers.' },
    {
      id: 'body',
      title: 'Miscellany',
      markdown: 'Words.\n\n# One\n\nNothing.\n\n# One\n\nA docker word and `<b>` here.',
    },
    { id: 'hidden', title: 'Secret docker notes', attributes: { hidden: true } },
    { id: 'unlisted', title: 'Unindexed docker', attributes: { noIndex: true } },
    { id: 'group', title: 'Docker group', type: 'group' },
    { id: 'jp', title: '概要', markdown: '# 東京都庁へ行く\n\n日本語のドキュメントを検索できます。' },
    { id: 'th', title: 'ภาษาไทย', markdown: 'เอกสารภาษาไทยไม่มีช่องว่าง' },
    { id: 'ko', title: '서울에서', markdown: '문서를 검색합니다.' },
    { id: 'ru', title: 'Установка', markdown: 'Всё о НАСТРОЙКЕ сервера. Größe, café, straße.' },
    { id: 'code', title: 'Reference', markdown: '## setTimeoutMs\n\nCall `content_entries` and npm install -g it.' },
  ]);
});

describe('GET /v1/spaces/{spaceId}/search', () => {
  it('matching pages are returned with their matching sections', async () => {
    const reply = await search('releases');
    expect(reply.body).toEqual({
      count: 1,
      items: [
        {
          id: 'deploy',
          title: 'Deployment guide',
          path: 'deploy',
          sections: [
            {
              id: 'deploy',
              title: 'Deployment guide',
              path: 'deploy',
              body: 'How releases go out.',
              highlights: [{ start: 4, end: 12 }],
              urls: { app: `${baseUrl}/spaces/${spaceId}/pages/deploy` },
            },
          ],
          urls: { app: `${baseUrl}/spaces/${spaceId}/pages/deploy` },
        },
      ],
    });
  });

  it('matches in the title rank before headings, headings before the text, and noIndex pages are excluded', async () => {
    const reply = await search('docker');
    expect(ids(reply)).toEqual(['docker', 'hidden', 'install', 'deploy', 'body']);
    expect(reply.body.count).toBe(5);
    expect(reply.body.items[0].path).toBe('deploy/docker');
  });

  it('sections have the anchors of their headings and escaped excerpts', async () => {
    const reply = await search('docker word');
    expect(reply.body.items[0].sections[0]).toEqual({
      id: 'body#one-1',
      title: 'One',
      path: 'body#one-1',
      body: 'A docker word and <b> here.',
      highlights: [
        { start: 2, end: 8 },
        { start: 9, end: 13 },
      ],
      urls: { app: `${baseUrl}/spaces/${spaceId}/pages/body#one-1` },
    });
  });

  it.each([
    ['the beginning of the last word', 'dockerise', []],
    ['the beginning of the last word', 'get runn', ['install']],
    ['words in any case', 'MISCELLANY', ['body']],
    ['English stems', 'container', ['deploy', 'docker']],
    ['English stems', 'deploying guides', ['deploy']],
    ['the description', 'shipping production', ['deploy']],
    ['words in different sections', 'releases containers', ['deploy']],
    ['a phrase', '"docker for everything"', ['deploy']],
    ['a phrase that is not there', '"everything for docker"', []],
    ['words that must not be there', 'docker -containers -secret', ['install', 'body']],
    ['filling words only where there are no others', 'how to install', ['install', 'code']],
    ['flags of commands', 'install -g', ['code']],
    ['a misspelt word', 'instalation', ['install', 'code']],
    ['a misspelt word', 'deploymnet', ['deploy']],
    ['a misspelt word beside a right one', 'instalation image', ['install']],
    ['a word of camel case by its parts', 'timeout', ['code']],
    ['a word of camel case as a whole', 'setTimeoutMs', ['code']],
    ['a word of camel case in small letters', 'settimeoutms', ['code']],
    ['words joined by underscores', 'content_entries', ['code']],
    ['Cyrillic in any case', 'настройке СЕРВЕРА', ['ru']],
    ['misspelt Cyrillic', 'Устоновка', ['ru']],
    ['letters without their accents', 'grosse', ['ru']],
    ['letters without their accents', 'STRASSE', ['ru']],
    ['letters without their accents', 'große cafe', ['ru']],
    ['Chinese characters', '東京都', ['jp']],
    ['Chinese characters in another order', '京東都', []],
    ['one character', '京', ['jp']],
    ['Japanese', 'ドキュメント 検索', ['jp']],
    ['Thai', 'ช่องว่าง', ['th']],
    ['Korean without its particles', '서울 문서', ['ko']],
  ])('pages are found by %s: %s', async (_what, query, expected) => {
    expect(ids(await search(query))).toEqual(expected);
  });

  it('matches in a script without spaces are highlighted', async () => {
    const [item] = (await search('東京都')).body.items;
    expect(item.sections).toMatchObject([{ title: '東京都庁へ行く', path: 'jp#東京都庁へ行く' }]);
    const [other] = (await search('日本語')).body.items;
    expect(other.sections[0].body).toBe('日本語のドキュメントを検索できます。');
  });

  it('every page is returned once across the pages of a result', async () => {
    const { id } = await aSpace(server, organizationId);
    const pages = Array.from({ length: 23 }, (_, index) => ({
      id: `p${index}`,
      title: index % 3 === 0 ? `Otter ${index}` : `Page ${index}`,
      markdown: `An otter. ${'otter '.repeat(index)}`,
    }));
    await writePages(owner, id, pages);
    const whole = ids(await search('otter', { space: id }));
    const seen: string[] = [];
    let more = '&limit=5';
    for (let turn = 0; turn < 6; turn += 1) {
      const { body } = await search('otter', { space: id, more });
      expect(body.count).toBe(23);
      seen.push(...body.items.map((item: { id: string }) => item.id));
      if (!body.next) break;
      more = `&limit=5&page=${body.next.page}`;
    }
    expect(seen).toEqual(whole);
    expect(new Set(seen).size).toBe(23);
    expect((await search('otter', { space: id, more: '&limit=0' })).body).toEqual({ count: 23, items: [] });
  });

  it('every page beyond the ranked ones is returned once, best pages first', async () => {
    const { id } = await aSpace(server, organizationId);
    const pages = Array.from({ length: 350 }, (_, index) => ({
      id: `p${index}`,
      title: index === 349 ? 'Lemur' : `Page ${index}`,
      markdown: index === 100 ? '# A lemur\n\nOf many.' : 'A lemur.',
    }));
    await writePages(owner, id, pages);
    const seen: string[] = [];
    for (let more = '&limit=100'; more !== '';) {
      const { body } = await search('lemur', { space: id, more });
      expect(body.count).toBe(350);
      seen.push(...body.items.map((item: { id: string }) => item.id));
      more = body.next ? `&limit=100&page=${body.next.page}` : '';
    }
    expect(seen.slice(0, 2)).toEqual(['p349', 'p100']);
    expect(seen).toHaveLength(350);
    expect(new Set(seen).size).toBe(350);
    const { body } = await search('lemur', { space: id, more: '&limit=1000' });
    expect([body.items.map((item: { id: string }) => item.id), body.next]).toEqual([seen, undefined]);
    expect(body.items[0].sections).toHaveLength(1);
  });

  it('the sections of a page are the same whatever the limit, at most five', async () => {
    const { id } = await aSpace(server, organizationId);
    const sections = Array.from({ length: 7 }, (_, index) => `# Part ${index}\n\nA marten.`).join('\n\n');
    const pages = Array.from({ length: 12 }, (_, index) => ({ id: `m${index}`, markdown: sections }));
    await writePages(owner, id, pages);
    const of = async (limit: number, space?: string) => {
      const reply = space === undefined ? await searchAll('marten', { more: `&limit=${limit}` }) : null;
      const { body }: any = reply ?? (await search('marten', { space: id, more: `&limit=${limit}` }));
      return body.items[0];
    };
    for (const space of [id, undefined]) {
      const [few, many] = [await of(1, space), await of(1000, space)];
      expect(many).toEqual(few);
      expect((few.pages?.[0] ?? few).sections).toHaveLength(5);
    }
  });

  it('the pages of a corrected query are returned in pages', async () => {
    const { id } = await aSpace(server, organizationId);
    await writePages(
      owner,
      id,
      [1, 2, 3].map((index) => ({ id: `p${index}`, title: `Migration ${index}` })),
    );
    const first = await search('migartion', { space: id, more: '&limit=2' });
    expect(first.body.count).toBe(3);
    const second = await search('migartion', { space: id, more: `&limit=2&page=${first.body.next.page}` });
    expect([...ids(first), ...ids(second)].toSorted()).toEqual(['p1', 'p2', 'p3']);
    expect(second.body.count).toBe(3);
  });

  it.each([
    ['', 'blank'],
    ['   ', 'blank'],
    ['x'.repeat(513), '512'],
  ])('the search query %j is refused with 400', async (query, reason) => {
    const reply = await search(query);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain(reason);
  });

  it('a search without a query and a cursor of another query are refused', async () => {
    expect((await owner.rest(`GET /v1/spaces/${spaceId}/search`)).status).toBe(400);
    const { body } = await search('docker', { more: '&limit=1' });
    expect((await search('docker word', { more: `&page=${body.next.page}` })).status).toBe(400);
  });

  it('a search is for callers who may read the content of the space', async () => {
    const guest = await aMember(server, organizationId, null);
    expect((await search('docker', { caller: guest })).status).toBe(404);
    const scoped = await server.as(owner.userId, { scopes: ['space:read'] });
    expect((await search('docker', { caller: scoped })).status).toBe(403);
  });
});

describe('GET /v1/orgs/{organizationId}/search', () => {
  it('results are grouped by readable space, that with the best page first', async () => {
    const { id: organization, owner: admin } = await anOrganization(server, { defaultRole: null });
    const spaces = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => aSpace(server, organization, { title, defaultLevel: 'none' })),
    );
    const [one = '', two = '', three = ''] = spaces.map(({ id }) => id);
    await writePages(admin, one, [{ id: 'a', markdown: 'A heron.' }]);
    await writePages(admin, two, [
      { id: 'a', title: 'Heron', markdown: '' },
      { id: 'b', markdown: '# Heron' },
    ]);
    await writePages(admin, three, [{ id: 'a', title: 'Crane' }]);
    const { body } = await searchAll('heron', { caller: admin, organization });
    expect(body).toMatchObject({
      count: 2,
      items: [
        {
          id: two,
          title: 'Two',
          pages: [
            { id: 'a', title: 'Heron' },
            { id: 'b', sections: [{ path: 'b#heron' }] },
          ],
        },
        { id: one, title: 'One', pages: [{ id: 'a', urls: { app: `${baseUrl}/spaces/${one}/pages/a` } }] },
      ],
    });
    const guest = await aMember(server, organization, null);
    expect((await searchAll('heron', { caller: guest, organization })).body).toEqual({ count: 0, items: [] });
    await aGrant(server, organization, { on: { spaceId: one }, to: guest, role: 'read' });
    expect(await searchAll('heron', { caller: guest, organization })).toMatchObject({
      body: { count: 1, items: [{ id: one }] },
    });
    // Words of spaces that the caller cannot read are not used to correct a query.
    expect((await searchAll('crone', { caller: guest, organization })).body.count).toBe(0);
    expect(ids(await searchAll('crone', { caller: admin, organization }))).toEqual([three]);
    const first = await searchAll('heron', { caller: admin, organization, more: '&limit=1' });
    const second = await searchAll('heron', {
      caller: admin,
      organization,
      more: `&limit=1&page=${first.body.next.page}`,
    });
    expect([ids(first), ids(second), second.body.count, second.body.next]).toEqual([[two], [one], 2, undefined]);
  });

  it('as many spaces are returned as requested', async () => {
    const { id: organization, owner: admin } = await anOrganization(server);
    const spaces = await Promise.all(Array.from({ length: 60 }, () => aSpace(server, organization)));
    for (const { id } of spaces) await writePages(admin, id, [{ id: 'a', title: 'Bittern' }]);
    const whole = await searchAll('bittern', { caller: admin, organization, more: '&limit=1000' });
    expect([whole.body.items.length, whole.body.count, whole.body.next]).toEqual([60, 60, undefined]);
    const some = await searchAll('bittern', { caller: admin, organization });
    expect([some.body.items.length, some.body.count]).toEqual([50, 60]);
  });

  it('an organization is searched only for its members', async () => {
    const stranger = await server.aUser();
    expect((await searchAll('docker', { caller: stranger })).status).toBe(404);
    expect((await searchAll(' ')).status).toBe(400);
  });
});

describe('Space.search', () => {
  it('excerpts are plain text with the ranges of matches', async () => {
    const { body } = await owner.graphql(
      `query ($id: ID!) { space(id: $id) { search(query: "image", first: 1) { count edges { node {
        id: pageId spaceId sections { anchor text highlights { start end } } } } } } }`,
      { id: spaceId },
    );
    const [section] = body.data.space.search.edges[0].node.sections;
    expect(section).toMatchObject({ anchor: 'with-docker', text: 'Pull the image & run it.' });
    expect(section.highlights.map(({ start, end }: any) => section.text.slice(start, end))).toEqual(['image']);
  });
});
