import { beforeAll, describe, expect, test } from 'vitest';
import { storedTextOf, type ContentChanges, type EntryState } from '../../../src/text/content/changes.ts';
import { commitContent, type ContentOwner } from '../../../src/domain/authoring/content/commit.ts';
import { listEntries } from '../../../src/domain/authoring/content/queries/entries.ts';
import { candidatePaths, classifyUrl } from '../../../src/domain/authoring/content/link-meaning.ts';
import { listPageLinks } from '../../../src/domain/authoring/content/links.ts';
import { getPage } from '../../../src/domain/authoring/content/pages.ts';
import type { Revision } from '../../../src/domain/authoring/content/revisions.ts';
import { duplicateSpace } from '../../../src/domain/authoring/spaces/duplicate.ts';
import { findWrongLinks } from '../../../src/domain/operations/doctor/links.ts';
import { aChangeRequest, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { isWhole } from '../../setup/size.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const urls = { base: 'https://api.test', app: 'https://app.test/docs', sites: 'sites.test' };
const id = 'a'.repeat(20);

const file = { kind: 'file', targetId: `file_${id}`, anchor: null };

describe('classifyUrl(place, url)', () => {
  test.each([
    ['', { kind: 'here', anchor: null }],
    ['#a%20b', { kind: 'here', anchor: 'a b' }],
    [`pg_${id}#x`, { kind: 'page', targetId: `pg_${id}`, anchor: 'x' }],
    [`file_${id}`, { kind: 'file', targetId: `file_${id}`, anchor: null }],
    ['https://app.test/docs', { kind: 'app', spaceId: null, targetId: null, anchor: null }],
    ['https://app.test/docsx', { kind: 'url' }],
    ['https://app.test.evil.test/docs/', { kind: 'url' }],
    [`HTTPS://APP.TEST/docs/spaces/spc_${id}/pages/pg_${id}#x`, place(`spc_${id}`, `pg_${id}`, 'x')],
    [`https://api.test/v1/spaces/spc_${id}/content/page/pg_${id}`, place(`spc_${id}`, `pg_${id}`)],
    [`/spaces/spc_${id}`, place(`spc_${id}`, null)],
    ['//x.test/a', { kind: 'url' }],
    [`https://api.test/files/spc_${id}/file_${id}/a%20b.png?expires=1&signature=x`, file],
    [`http://former.test:8080/base/files/spc_${id}/file_${id}/a.png`, file],
    [`HTTPS://FORMER.TEST/%66iles/spc_${id}/file_${id}/a.png?x`, file],
    [`//former.test/files/spc_${id}/file_${id}/a.png`, file],
    [`/files/spc_${id}/file_${id}/a.png?expires=1`, file],
    [`files/spc_${id}/file_${id}`, file],
    [`https://api.test/files/spc_${'b'.repeat(20)}/file_${id}/a.png`, place(`spc_${'b'.repeat(20)}`, `file_${id}`)],
    [`https://former.test/files/spc_${'b'.repeat(20)}/file_${id}/a.png`, { kind: 'url' }],
    [`https://x.test/files/spc_${id}/file_${id}x/a.png`, { kind: 'url' }],
    [`javascript:/files/spc_${id}/file_${id}/a.png`, { kind: 'nowhere' }],
    ['mailto:a@x.test', { kind: 'url' }],
    ['JavaScript:alert(1)', { kind: 'nowhere' }],
    ['a/b.md?x#c', { kind: 'relative', path: 'a/b.md', anchor: 'c' }],
    ['%00#%00', { kind: 'relative', path: '%00', anchor: '\uFFFD' }],
  ])('the URL %s is classified', (url, meaning) => {
    expect(classifyUrl({ urls, spaceId: `spc_${id}` }, url)).toEqual(meaning);
  });
});

function place(spaceId: string, targetId: string | null, anchor: string | null = null) {
  return { kind: 'app', spaceId, targetId, anchor };
}

test.each([
  ['guide/intro', 'setup.md', ['guide/setup', 'guide/intro/setup']],
  ['guide/intro', '../other/', ['other', 'guide/other']],
  ['guide', '/a/README.md', ['a']],
  [null, 'a b%20c.html', ['a b c']],
  ['x', '../../../..', []],
  ['x', '%00', ['\uFFFD', 'x/\uFFFD']],
  ['x', `${'a'.repeat(2_000)}`, []],
  ['x', String.raw`\\evil\a`, ['evil/a']],
])('the page %s may refer by the relative URL %s to %j', (from, path, candidates) => {
  expect(candidatePaths(from, path)).toEqual(candidates);
});

const aPage = (entryId: string, values: Partial<EntryState> = {}): EntryState => ({
  id: entryId,
  kind: 'page',
  parentId: null,
  position: 'a0',
  type: 'document',
  title: entryId,
  slug: entryId,
  documentId: null,
  blobHash: null,
  attributes: {},
  ...values,
});

/** Writes pages with texts, as an editor does. Their links are read from the texts. */
const write = (at: ContentOwner, texts: Readonly<Record<string, string>>, more: Partial<ContentChanges> = {}) =>
  commitContent(owner.context(), at, async (ctx, head) => {
    const known = new Map((await listEntries(ctx.sql, head, Object.keys(texts))).map((entry) => [entry.id, entry]));
    const put = Object.entries(texts).map(([entryId, markdown]) => ({
      ...(known.get(entryId) ?? aPage(entryId)),
      documentId: storedTextOf(markdown)?.id ?? null,
    }));
    const stored = Object.values(texts).flatMap((markdown) => storedTextOf(markdown) ?? []);
    return { remove: [], links: [], texts: stored, ...more, put: [...put, ...(more.put ?? [])] };
  });

/** Returns the target pages of links, by URL. */
async function leads(revision: Revision, pageId: string) {
  const ctx = owner.context();
  const { items: links } = await listPageLinks(ctx, await getPage(ctx, revision, pageId), { after: null, first: 100 });
  return Object.fromEntries(links.map(({ url, status, page }) => [url, page?.id ?? status]));
}

describe('the links of a text', () => {
  test('links in a text lead to pages and follow pages that move', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    const texts = { a: '[b](b.md) [c](b/c) [self](#x) [out](https://x.test) [gone](gone.md)', b: 'B', c: 'C' };
    const first = await write({ spaceId }, texts, { put: [] });
    expect(await leads(first, 'a')).toEqual({
      'b.md': 'b',
      'b/c': 'broken',
      '#x': 'a',
      'https://x.test': 'ok',
      'gone.md': 'broken',
    });
    const moved = await write({ spaceId }, {}, { put: [aPage('b', { slug: 'new' }), aPage('c', { parentId: 'b' })] });
    expect(await leads(moved, 'a')).toMatchObject({ 'b.md': 'b', 'b/c': 'broken' });
    const edited = await write({ spaceId }, { a: '# More\n\n[b](b.md) [c](new/c) [d](b/d)' });
    expect(await leads(edited, 'a')).toEqual({ 'b.md': 'b', 'new/c': 'c', 'b/d': 'broken' });
    expect(await leads(first, 'a')).toMatchObject({ 'b.md': 'b', 'b/c': 'broken' });
  });

  test('links break when their page is deleted and work again when a page gets that path', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    await write({ spaceId }, { a: '[b](b) [late](guide/late.md#x)', b: 'B' });
    const gone = await write({ spaceId }, {}, { remove: ['b'] });
    expect(await leads(gone, 'a')).toEqual({ b: 'broken', 'guide/late.md#x': 'broken' });
    const come = await write({ spaceId }, {}, { put: [aPage('guide'), aPage('late', { parentId: 'guide' })] });
    expect(await leads(come, 'a')).toEqual({ b: 'broken', 'guide/late.md#x': 'late' });
    expect(await leads(gone, 'a')).toEqual({ b: 'broken', 'guide/late.md#x': 'broken' });
  });

  test('links resolve to the same pages whether a text has few or many', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    const put = [aPage('guide'), aPage('deep', { parentId: 'guide' }), aPage('other', { position: 'a1' })];
    const urls = ['guide/deep.md', 'deep', 'guide/other', 'other', 'guide', 'other/deep'];
    const many = Array.from({ length: 60 }, (_, index) => `none-${index}`);
    const text = (all: readonly string[]) => all.map((url) => `[x](${url})`).join('\n');
    const revision = await write({ spaceId }, { few: text(urls), many: text([...urls, ...many]) }, { put });
    const alone = await write({ spaceId }, { few: `Again\n${text(urls)}` });
    const expected = {
      'guide/deep.md': 'deep',
      deep: 'broken',
      'guide/other': 'broken',
      other: 'other',
      guide: 'guide',
      'other/deep': 'broken',
    };
    expect(await leads(alone, 'few')).toEqual(expected);
    expect(await leads(revision, 'many')).toEqual({
      ...expected,
      ...Object.fromEntries(many.map((url) => [url, 'broken'])),
    });
  });

  test('links of a space are independent of the links of its copy', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    await write({ spaceId }, { a: '[b](b)', b: 'B' });
    const copy = await duplicateSpace(owner.context(), spaceId);
    await write({ spaceId: copy.id }, {}, { put: [aPage('b', { slug: 'other' }), aPage('b2', { slug: 'b' })] });
    const same = await write({ spaceId: copy.id }, { a: 'New [b](b)' });
    const back = await write({ spaceId: copy.id }, { a: '[b](b)' });
    expect([await leads(same, 'a'), await leads(back, 'a')]).toEqual([{ b: 'b' }, { b: 'b' }]);
    const source = await write({ spaceId }, { c: 'C' });
    expect(await leads(source, 'a')).toEqual({ b: 'b' });
  });

  test('links of a change request do not appear in its space before the merge', async () => {
    const space = await aSpace(server, organizationId);
    const spaceId = space.id;
    const main = await write({ spaceId }, { a: '[b](b)', b: 'B' });
    const request = await aChangeRequest(server, spaceId);
    const inside = { spaceId, changeRequestId: request.id };
    const draft = await write(inside, { a: '[b](b) [n](n)', n: 'N' }, { remove: ['b'] });
    expect([await leads(draft, 'a'), await leads(main, 'a')]).toEqual([{ b: 'broken', n: 'n' }, { b: 'b' }]);
    const renamed = await write(
      inside,
      {},
      { put: [aPage('a', { documentId: documentId('[b](b) [n](n)'), title: 'R' })] },
    );
    expect(await leads(renamed, 'a')).toEqual({ b: 'broken', n: 'n' });
    // Like a merge: adds an entry with a text that the space did not have.
    const merged = await write(
      { spaceId },
      {},
      { put: [aPage('n', { documentId: documentId('N') }), aPage('a', { documentId: documentId('[b](b) [n](n)') })] },
    );
    expect(await leads(merged, 'a')).toEqual({ b: 'b', n: 'n' });
  });

  // The doctor reads the texts of all spaces in the database, also those of other test files.
  // The doctor reads the links of the whole database, which has those of other files as well.
  test.runIf(isWhole)('stored links equal the links that the doctor reads from the texts', async () => {
    const spaces = await server.platform.db.prisma.space.findMany({
      where: { organizationId },
      select: { id: true, requests: { select: { id: true } } },
    });
    const lines = spaces.flatMap((space) => [space, ...space.requests].map(({ id: line }) => line));
    const wrong: string[] = [];
    for await (const { detail } of findWrongLinks(server.platform.db.sql))
      if (lines.some((line) => detail.includes(line))) wrong.push(detail);
    expect(wrong).toEqual([]);
  });
});

const documentId = (markdown: string) => storedTextOf(markdown)?.id ?? null;
