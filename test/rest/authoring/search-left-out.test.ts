import { beforeAll, describe, expect, it } from 'vitest';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

const search = async (query: string, face = `spaces/${spaceId}`, more = '') =>
  (await owner.rest(`GET /v1/${face}/search?query=${encodeURIComponent(query)}${more}`)).body;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  await writePages(owner, spaceId, [
    { id: 'slice', title: 'createSlice', markdown: 'Create a slice of the state. Redux.' },
    { id: 'store', title: 'Stores', markdown: 'A store has reducers.' },
    { id: 'zh', title: '创建切片', markdown: '切片是状态的一部分。' },
    { id: 'debug', title: '调试 Intlayer 命令', markdown: '文档。' },
    { id: 'test', title: '测试命令', markdown: '文档。' },
    { id: 'wide', title: 'Configuration', markdown: 'Of the store.' },
  ]);
});

describe('A word that no page has', () => {
  it.each([
    ['at the end', 'create slice in kubernetes', ['slice'], ['kubernetes']],
    ['beside a name', 'createSlice xyzzy', ['slice'], ['xyzzy']],
    ['at the start, in its own spelling', 'XYZZY createSlice', ['slice'], ['XYZZY']],
    ['several', 'xyzzy store plugh reducers', ['store'], ['xyzzy', 'plugh']],
    ['a short one', 'createSlice qq', ['slice'], ['qq']],
    ['beside a phrase', '"a slice of" xyzzy', ['slice'], ['xyzzy']],
    ['beside an excluded word', 'store xyzzy -reducers', ['wide'], ['xyzzy']],
    ['a script without spaces', '切片库伯', ['zh'], ['库伯']],
    ['another word after it', '创建切片 xyzzy', ['zh'], ['xyzzy']],
    ['a sign that no page spells', 'createSlice xyzzy++', ['slice'], ['xyzzy']],
  ])('is left out, and the answer names it: %s', async (_what, query, pages, leftOut) => {
    for (const face of [`spaces/${spaceId}`, `orgs/${organizationId}`]) {
      const body = await search(query, face);
      const found = body.items.flatMap((item: { id: string; pages?: { id: string }[] }) => item.pages ?? [item]);
      expect(found.map(({ id }: { id: string }) => id)).toEqual(pages);
      expect(body.leftOut).toEqual(leftOut);
      expect(body).not.toHaveProperty('corrections');
    }
  });

  it.each([
    ['all words are found', 'create slice'],
    ['all words are nowhere', 'xyzzy plugh'],
    ['all words are somewhere, but on no page together', 'redux reducers'],
    ['a phrase is nowhere', 'createSlice "xyzzy plugh"'],
    ['the rest is nowhere together', 'redux reducers xyzzy'],
  ])('nothing is left out when %s', async (_what, query) => {
    expect(await search(query)).not.toHaveProperty('leftOut');
  });

  it('is none where words of a script without spaces stand apart on a page', async () => {
    const body = await search('调试命令');
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['debug']);
    expect(body).not.toHaveProperty('leftOut');
  });

  it('stands beside a misspelt one, which is read as it is spelled', async () => {
    const body = await search('reducrs xyzzy');
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['store']);
    expect(body.corrections).toEqual([{ word: 'reducrs', readAs: ['reducers'] }]);
    expect(body.leftOut).toEqual(['xyzzy']);
  });

  it('is left out as well when it resembles only a word that stands elsewhere', async () => {
    const body = await search('createSlice of reducrs');
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['slice']);
    expect(body.leftOut).toEqual(['reducrs']);
  });

  it('is named on each page of the results, and over GraphQL', async () => {
    const first = await search('store xyzzy', undefined, '&limit=1');
    const second = await search('store xyzzy', undefined, `&limit=1&page=${first.next.page}`);
    expect([first.count, first.leftOut, second.count, second.leftOut]).toEqual([2, ['xyzzy'], 2, ['xyzzy']]);
    const text = `query ($id: ID!, $query: String!) { space(id: $id) { search(query: $query) { count leftOut } } }`;
    const asked = async (query: string) => (await owner.graphql(text, { id: spaceId, query })).body.data.space.search;
    expect(await asked('store xyzzy')).toEqual({ count: 2, leftOut: ['xyzzy'] });
    expect(await asked('store')).toEqual({ count: 2, leftOut: null });
  });
});
