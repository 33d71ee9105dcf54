import { beforeAll, describe, expect, it } from 'vitest';
import { pagesInScope, type FoundSpaceRow } from '../../../src/domain/authoring/search/queries/organization.ts';
import { pageKey, tsQueriesOf } from '../../../src/domain/authoring/search/ts-queries.ts';
import { analyze } from '../../../src/text/search/analyze.ts';
import { parseQuery } from '../../../src/text/search/parse-query.ts';
import { writePages } from '../../content-pages.ts';
import { aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aSite, aSiteSpace } from '../../site-factories.ts';

// More than those that are asked one by one.
const count = 45;

let server: Harness;
let owner: Caller;
let organizationId: string;
/** In the order of creation. */
let spaceIds: string[];

const search = (query: string, { caller = owner, organization = organizationId, more = '' } = {}) =>
  caller.rest(`GET /v1/orgs/${organization}/search?query=${encodeURIComponent(query)}${more}`);
const ids = (reply: { body: { items: { id: string }[] } }) => reply.body.items.map(({ id }) => id);
const spaceAt = (index: number) => spaceIds[index] ?? '';

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  const spaces = await Promise.all(Array.from({ length: count }, () => aSpace(server, organizationId)));
  spaceIds = spaces.map(({ id }) => id).toSorted();
  for (const [index, id] of spaceIds.entries())
    await writePages(owner, id, [
      {
        id: 'bird',
        title: index === 7 ? 'Bittern' : `Bird ${index}`,
        markdown: `${index === 3 ? '## A bittern' : ''}\n\nThe bittern booms in reed ${index === 11 ? 'and sedge warbler' : ''}.`,
      },
    ]);
});

describe('A search of more spaces than are asked one by one', () => {
  it('finds each space once, those with the word in titles and headings first, across pages of results', async () => {
    const first = await search('bittern', { more: '&limit=30' });
    const second = await search('bittern', { more: `&limit=30&page=${first.body.next?.page}` });
    expect([first.body.count, second.body.count, second.body.next]).toEqual([count, count, undefined]);
    expect(ids(first).slice(0, 2)).toEqual([spaceAt(7), spaceAt(3)]);
    expect([...ids(first), ...ids(second)].toSorted()).toEqual(spaceIds);
  });

  it.each([
    ['a word of one page', 'sedge', [11]],
    ['the beginning of a word', 'warb', [11]],
    ['a phrase', '"sedge warbler"', [11]],
    ['a phrase in another order', '"warbler sedge"', []],
    ['words of which one is excluded', 'sedge -warbler', []],
    ['words of different pages', 'sedge "bird 3"', []],
    ['a word that no page has', 'zebra', []],
  ])('answers %s', async (_what, query, found) => {
    const reply = await search(query);
    expect([ids(reply), reply.body.count]).toEqual([found.map(spaceAt), found.length]);
  });

  it('reads a misspelt word of a heading, and one of a text, as it is spelled', async () => {
    for (const [misspelt, readAs, found] of [
      ['bittenr', 'bittern', count],
      ['warbeler', 'warbler', 1],
    ] as const) {
      const reply = await search(misspelt);
      expect(reply.body.corrections).toEqual([{ word: misspelt, readAs: [readAs] }]);
      expect(reply.body.count).toBe(found);
    }
  });

  it('finds nothing in spaces that the caller may not read, whatever the number of them', async () => {
    const guest = await aMember(server, organizationId, null);
    await aGrant(server, organizationId, { on: { spaceId: spaceAt(0) }, to: { userId: guest.userId }, role: 'read' });
    expect(ids(await search('bittern', { caller: guest }))).toEqual([spaceAt(0)]);
    for (const spaceId of spaceIds.slice(1, 43))
      await aGrant(server, organizationId, { on: { spaceId }, to: { userId: guest.userId }, role: 'read' });
    expect((await search('bittern', { caller: guest })).body.count).toBe(43);
    expect((await search('sedge', { caller: guest })).body.count).toBe(1);
    const { owner: stranger, id } = await anOrganization(server);
    expect((await search('bittern', { caller: stranger, organization: id })).body.count).toBe(0);
  });

  it('is answered in the same way for the spaces of a site', async () => {
    const { id: siteId } = await aSite(server, organizationId);
    for (const spaceId of spaceIds.slice(2)) await aSiteSpace(server, { siteId, spaceId });
    const ask = (query: string) => owner.rest(`POST /v1/orgs/${organizationId}/sites/${siteId}/search`, { query });
    expect((await ask('bittern')).body.count).toBe(43);
    expect(ids(await ask('sedge'))).toEqual([spaceAt(11)]);
    expect((await ask('zebra')).body.count).toBe(0);
    expect((await ask('warbeler')).body.corrections).toEqual([{ word: 'warbeler', readAs: ['warbler'] }]);
  });

  it('sees the pages of a visitor and not those that they replace', async () => {
    const other = analyze(spaceAt(20), { id: 'bird', title: 'Bird', documentId: null, description: '' }, 'A heron.');
    const view = {
      hiddenPages: [pageKey(spaceAt(7), 'bird')],
      analyses: [other],
      located: [{ key: pageKey(spaceAt(20), 'bird'), title: 'Bird', path: 'bird' }],
    };
    const ask = async (query: string) => {
      const queries = { ...tsQueriesOf(parseQuery(query)), view };
      const window = { after: null, first: 100, backward: false };
      const { sql } = server.platform.db;
      const rows = await sql.rows<FoundSpaceRow>(pagesInScope({ organizationId, spaceIds }, queries, window));
      return rows.map(({ spaceId }) => spaceId);
    };
    expect(await ask('heron')).toEqual([spaceAt(20)]);
    expect((await ask('bittern')).toSorted()).toEqual(spaceIds.filter((_id, index) => index !== 7 && index !== 20));
  });

  it('follows a change, a copy, a deletion and a transfer', async () => {
    const { id: copyId } = (await owner.rest(`POST /v1/spaces/${spaceAt(11)}/duplicate`)).body;
    expect(ids(await search('sedge')).toSorted()).toEqual([spaceAt(11), copyId].toSorted());
    const { id: to } = (await owner.rest('POST /v1/orgs', { title: 'Reeds' })).body;
    for (let nth = 0; nth < count; nth += 1) await aSpace(server, to);
    expect((await owner.rest(`POST /v1/spaces/${copyId}/transfer`, { organization: to })).status).toBe(200);
    expect(ids(await search('sedge'))).toEqual([spaceAt(11)]);
    expect(ids(await search('sedge', { organization: to }))).toEqual([copyId]);
    await writePages(owner, spaceAt(11), [{ id: 'bird', title: 'Bird', markdown: 'A plover.' }]);
    expect((await search('sedge')).body.count).toBe(0);
    expect(ids(await search('plover'))).toEqual([spaceAt(11)]);
    await writePages(owner, spaceAt(0), [{ id: 'bird', title: 'Plover' }]);
    expect(ids(await search('plover'))).toEqual([spaceAt(0), spaceAt(11)]);
    expect((await owner.rest(`DELETE /v1/spaces/${spaceAt(0)}`)).status).toBe(205);
    expect(ids(await search('plover'))).toEqual([spaceAt(11)]);
  });
});
