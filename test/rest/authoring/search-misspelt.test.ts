import { beforeAll, describe, expect, it } from 'vitest';
import { writePages } from '../../content-pages.ts';
import { aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

const search = async (query: string, { face = `spaces/${spaceId}`, caller = owner, more = '' } = {}) =>
  (await caller.rest(`GET /v1/${face}/search?query=${encodeURIComponent(query)}${more}`)).body;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server, { defaultRole: null }));
  ({ id: spaceId } = await aSpace(server, organizationId, { defaultLevel: 'none' }));
  await writePages(owner, spaceId, [
    { id: 'install', title: 'Installation', markdown: 'Get it running with kubernetes.' },
    { id: 'theme', title: 'Themes', markdown: '# Colours\n\nOf anything.' },
    { id: 'ru', title: 'Установка', markdown: 'Всё о настройке сервера.' },
    { id: 'el', title: 'Εγκατάσταση', markdown: 'Λόγος.' },
    { id: 'ar', title: 'التكوين', markdown: 'قاموس' },
    { id: 'pl', title: 'Tłumaczenie', markdown: 'Słownik.' },
    { id: 'code', title: 'useAsyncData', markdown: 'A composable.' },
  ]);
});

describe('a misspelt word', () => {
  it.each([
    ['a letter too few', 'intallation', 'install', 'installation'],
    ['a letter exchanged in a stem', 'composbale', 'code', 'composable'],
    ['a letter too many', 'installlation', 'install', 'installation'],
    ['another letter', 'imstallation', 'install', 'installation'],
    ['two letters exchanged', 'isntallation', 'install', 'installation'],
    ['the first letter exchanged', 'hteme', 'theme', 'theme'],
    ['a word of a heading', 'colurs', 'theme', 'colours'],
    ['a word of the text alone', 'kubernates', 'install', 'kubernetes'],
    ['a word of the text alone, with two letters exchanged', 'kubrenetes', 'install', 'kubernetes'],
    ['a Cyrillic word', 'Устоновка', 'ru', 'установка'],
    ['a Cyrillic word of the text', 'насторйке', 'ru', 'настроике'],
    ['a Greek word', 'εγκαταστση', 'el', 'εγκατασταση'],
    ['an Arabic word', 'التكوبن', 'ar', 'التكوين'],
    ['a word with a letter that does not decompose', 'tłumacznie', 'pl', 'tlumaczenie'],
    ['a word of camel case', 'useAsyncDta', 'code', 'useasyncdata'],
  ])('finds its page, and the answer says as what it was read: %s', async (_what, query, page, readAs) => {
    for (const face of [`spaces/${spaceId}`, `orgs/${organizationId}`]) {
      const { items, corrections } = await search(query, { face });
      expect((items[0]?.pages ?? items).map(({ id }: { id: string }) => id)).toEqual([page]);
      expect(corrections).toHaveLength(1);
      expect(corrections[0].readAs).toContain(readAs);
    }
  });

  it('the words that occur are not read as others', async () => {
    const body = await search('intallation running');
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['install']);
    expect(body.corrections).toEqual([{ word: 'intallation', readAs: ['installation'] }]);
  });

  it('nothing is said when the query matches as it is, or not at all', async () => {
    expect(await search('installation')).not.toHaveProperty('corrections');
    expect(await search('qqqqzzzz')).toEqual({ count: 0, items: [] });
  });

  it('each page of the results says so', async () => {
    const { id } = await aSpace(server, organizationId);
    await writePages(
      owner,
      id,
      [1, 2, 3].map((index) => ({ id: `p${index}`, title: `Migration ${index}` })),
    );
    const face = `spaces/${id}`;
    const first = await search('migartion', { face, more: '&limit=2' });
    const second = await search('migartion', { face, more: `&limit=2&page=${first.next.page}` });
    for (const body of [first, second]) {
      expect(body.count).toBe(3);
      expect(body.corrections).toEqual([{ word: 'migartion', readAs: ['migration'] }]);
    }
  });

  it('the words of spaces that the caller cannot read are not told', async () => {
    const guest = await aMember(server, organizationId, null);
    const { id } = await aSpace(server, organizationId, { defaultLevel: 'none' });
    await aGrant(server, organizationId, { on: { spaceId: id }, to: guest, role: 'read' });
    const face = `orgs/${organizationId}`;
    expect(await search('kubernates', { face, caller: guest })).toEqual({ count: 0, items: [] });
    expect(await search('intallation', { face, caller: guest })).toEqual({ count: 0, items: [] });
  });

  it('GraphQL says so as well', async () => {
    const text = `query ($id: ID!, $query: String!) { space(id: $id) { search(query: $query) { count corrections { word readAs } } } }`;
    const asked = async (query: string) => (await owner.graphql(text, { id: spaceId, query })).body.data.space.search;
    expect(await asked('intallation')).toEqual({
      count: 1,
      corrections: [{ word: 'intallation', readAs: ['installation'] }],
    });
    expect(await asked('installation')).toEqual({ count: 1, corrections: null });
  });
});
