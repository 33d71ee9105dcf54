import { beforeAll, describe, expect, it } from 'vitest';
import { refreshSearchIndex } from '../../../src/domain/authoring/content/refresh-search-index.ts';
import { indexVersion } from '../../../src/text/search/analyze.ts';
import { searchKey } from '../../../src/text/search/vector.ts';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { allOr } from '../../setup/size.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

const search = (query: string, space = spaceId) =>
  owner.rest(`GET /v1/spaces/${space}/search?query=${encodeURIComponent(query)}`);
const searchAll = (query: string, organization = organizationId) =>
  owner.rest(`GET /v1/orgs/${organization}/search?query=${encodeURIComponent(query)}`);
const ids = (reply: { body: { items: { id: string }[] } }) => reply.body.items.map(({ id }) => id);

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  await writePages(owner, spaceId, [
    { id: 'docker', title: 'Docker', markdown: '# With 東京\n\nA [a-z]+ docker; $1 and 🎉.' },
    { id: 'other', title: '100% of it', markdown: 'Words.' },
  ]);
});

describe('the index', () => {
  it('every change is found as soon as it is committed', async () => {
    const { id } = await aSpace(server, organizationId);
    const found = async (query: string) => ids(await search(query, id));
    await writePages(owner, id, [{ id: 'a', title: 'Walrus', markdown: 'Tusks.' }]);
    expect(await found('walrus tusks')).toEqual(['a']);
    await writePages(owner, id, [{ id: 'a', title: 'Seal', markdown: 'Flippers.' }]);
    expect(await found('walrus')).toEqual([]);
    expect(await found('tusks')).toEqual([]);
    expect(await found('seal flippers')).toEqual(['a']);
    await writePages(owner, id, [{ id: 'a', title: 'Seal', markdown: 'Flippers.', attributes: { noIndex: true } }]);
    expect(await found('seal')).toEqual([]);
    await writePages(owner, id, [{ id: 'a', title: 'Seal', markdown: 'Flippers.' }]);
    expect(await found('seal')).toEqual(['a']);
    await writePages(owner, id, [], ['a']);
    expect(await found('seal')).toEqual([]);
  });

  it('index rows of unchanged pages are not written', async () => {
    const { id } = await aSpace(server, organizationId);
    await writePages(owner, id, [
      { id: 'a', title: 'Puffin', markdown: 'Beak.' },
      { id: 'b', title: 'Gull' },
    ]);
    await server.statements.reset();
    await writePages(owner, id, [{ id: 'a', title: 'Puffin', markdown: 'Beak.', parentId: 'b' }]);
    expect(server.statements.texts.filter((text) => text.includes('insert into search_'))).toEqual([]);
    expect((await search('puffin', id)).body.items).toMatchObject([{ path: 'b/a' }]);
  });

  it('is copied with a space, and hidden and restored with one', async () => {
    const { id: organization } = await anOrganization(server, { owner });
    const { id } = await aSpace(server, organization);
    // The text contains the key of the space, which a copy replaces before words only.
    const key = searchKey(id);
    await writePages(owner, id, [{ id: 'a', title: `Narwhal ${id}`, markdown: `It's a ${key} tusk.` }]);
    const copy = (await owner.rest(`POST /v1/spaces/${id}/duplicate`)).body.id;
    expect(ids(await search('narwhal tusk', copy))).toEqual(['a']);
    // Quoted, because a key may begin with a minus, which would exclude the page.
    expect(ids(await search(`"${key}"`, copy))).toEqual(['a']);
    expect(ids(await search('narwal', copy))).toEqual(['a']);
    await owner.rest(`DELETE /v1/spaces/${id}`);
    expect((await search('narwhal', id)).status).toBe(404);
    expect(ids(await searchAll('narwhal', organization))).toEqual([copy]);
    await owner.rest(`POST /v1/spaces/${id}/restore`);
    expect(ids(await search('narwhal', id))).toEqual(['a']);
    expect(ids(await searchAll('narwhal', organization)).toSorted()).toEqual([id, copy].toSorted());
  });
});

describe('rows of an earlier version', () => {
  it('are written again in the background, those of a deleted space when it is restored', async () => {
    const { id } = await aSpace(server, organizationId);
    const { id: gone } = await aSpace(server, organizationId);
    const pages = Array.from({ length: 45 }, (_, index) => ({ id: `p${index}`, title: `Łoś ${index}` }));
    await writePages(owner, id, pages);
    await writePages(owner, gone, [{ id: 'a', title: 'Łoś' }]);
    const { pool } = server.platform.db;
    const spaces = [id, gone];
    await pool.query(
      `update search_pages set version = 2, source = 'earlier', "titleWords" = null, words = ''::tsvector where "spaceId" = any($1)`,
      [spaces],
    );
    await owner.rest(`DELETE /v1/spaces/${gone}`);
    expect((await search('los', id)).body.count).toBe(0);
    const { signal } = new AbortController();
    expect(await refreshSearchIndex(owner.context(), AbortSignal.abort())).toBe(0);
    expect(await refreshSearchIndex(owner.context(), signal)).toBeGreaterThanOrEqual(46);
    expect((await search('los', id)).body.count).toBe(45);
    const { rows } = await pool.query(`select distinct version from search_pages where "spaceId" = $1`, [id]);
    expect(rows).toEqual([{ version: indexVersion }]);
    // Of a space in the bin, when it has been restored.
    await owner.rest(`POST /v1/spaces/${gone}/restore`);
    await refreshSearchIndex(owner.context(), signal);
    expect((await search('los', gone)).body.count).toBe(1);
  });
});

describe('hostile queries', () => {
  const pieces = [
    'docker',
    '"',
    "'",
    '\\',
    '&',
    '|',
    '!',
    '(',
    ')',
    ':*',
    '<->',
    '<2>',
    '-',
    '%',
    '_',
    '*',
    '?',
    ';--',
    '東京',
    '🎉',
    '\u0301',
    '[a-z]+',
    '$1',
    '§',
    'ﷺ',
    'ﾊﾟ',
    '½',
    '\u202e',
    '~',
    ':A',
    '/*',
    '\t',
    '\n',
    '🏳️‍🌈',
    '�',
  ];
  const queries = Array.from({ length: allOr(200, 20) }, (_, seed) => {
    let state = seed + 1;
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
    let text = pieces[seed % pieces.length] ?? '';
    while (text.length < (seed % 4 === 0 ? 490 : 20))
      text += (pieces[next() % pieces.length] ?? '') + (next() % 3 === 0 ? ' ' : '');
    return Array.from(text).slice(0, 500).join('').slice(0, 512).toWellFormed();
  });

  it('random queries are answered without an error', async () => {
    for (const query of queries) {
      const reply = await search(query);
      expect([query, reply.status]).toEqual([query, query.trim() === '' ? 400 : 200]);
      expect((await searchAll(query)).status).toBe(reply.status);
    }
  });
});
