import { beforeAll, describe, expect, it } from 'vitest';
import { staleIndex } from '../../../src/domain/authoring/search/stale-index.ts';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { isWhole } from '../../setup/size.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

const found = async (query: string, faces: readonly string[] = [`spaces/${spaceId}`, `orgs/${organizationId}`]) => {
  const answers = await Promise.all(
    faces.map((face) => owner.rest(`GET /v1/${face}/search?query=${encodeURIComponent(query)}&limit=100`)),
  );
  const [inSpace, inOrganization] = answers.map(({ body }) => body);
  const ids = inSpace.items.map(({ id }: { id: string }) => id);
  expect(inSpace.count).toBe(ids.length);
  // A search in an organization shows the first five pages of a space.
  const pages = (inOrganization?.items ?? []).flatMap((space: { pages: { id: string }[] }) => space.pages);
  if (inOrganization) expect(pages.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 5));
  return ids;
};

const pages = [
  { id: 'title', title: 'The grey heron', markdown: 'Grey. Heron.' },
  { id: 'heading', title: 'Heron, grey', markdown: '# A grey heron\n\nHeron grey.' },
  { id: 'text', title: 'Birds', markdown: 'One GREY-heron stands.' },
  { id: 'between', title: 'Grey', markdown: '# Heron\n\nGrey\n\n# Grey\n\nHeron grey' },
  { id: 'apart', title: 'Apart', markdown: 'Grey and heron. Heron, grey.', attributes: { description: 'Of grey' } },
  { id: 'often', title: 'Endless', markdown: `${'grey '.repeat(150)}owl` },
  { id: 'long', title: 'Long', markdown: `${'filling words '.repeat(9_000)} blue tit at last` },
  { id: 'mixed', title: 'Mixed', markdown: '東京都 docker を使う' },
  { id: 'code', title: 'Code', markdown: 'Call setTimeout handlers.' },
];

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  await writePages(owner, spaceId, pages);
});

const everywhere = [
  ['a phrase, in the title before headings before texts', '"grey heron"', ['title', 'heading', 'text']],
  ['a phrase of many words', '"one grey heron stands"', ['text']],
  ['two phrases', '"grey heron" "heron grey"', ['heading']],
  ['a phrase and a word', '"grey heron" stands', ['text']],
  ['a phrase that the title is', '"Heron, grey"', ['heading', 'between', 'apart']],
  ['words without a phrase', 'grey heron -"grey heron"', ['between', 'apart']],
  ['a phrase without another', '"heron grey" -"grey heron"', ['between', 'apart']],
  ['a phrase of characters without spaces', '"東京都"', ['mixed']],
  ['no phrase that is not there', '"heron stands grey"', []],
] as const;

const exactly = [
  ['a phrase after a hundred of its first word', '"grey owl"', ['often']],
  ['a phrase after seventeen thousand words', '"blue tit at"', ['long']],
  ['a phrase with and without spaces', '"東京都 docker を使"', ['mixed']],
  ['a phrase that begins and ends within a run of characters', '"京都 docker を"', ['mixed']],
  ['no phrase of another last character', '"東京 docker"', []],
  ['words as they are', '"setTimeout handlers"', ['code']],
  ['no parts of words', '"timeout handlers"', []],
] as const;

describe('a search for phrases', () => {
  it.each([...everywhere, ...exactly])('the phrase for %s is found: %s', async (_what, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('phrases are found in the copy of a space', async () => {
    const { body } = await owner.rest(`POST /v1/spaces/${spaceId}/duplicate`);
    expect(await found('"grey heron" -"one grey"', [`spaces/${body.id}`])).toEqual(['title', 'heading']);
    await owner.rest(`DELETE /v1/spaces/${body.id}`);
  });
});

describe('pages without stored sequences', () => {
  beforeAll(async () => {
    await server.platform.db.pool.query(`update search_pages set run = null where "spaceId" = $1`, [spaceId]);
  });

  it.each(everywhere)('are found by %s: %s', async (_what, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  // The doctor examines the pages of all spaces in the database, also those of other test files.
  it.runIf(isWhole)('missing sequences are stored when the doctor fixes the index', async () => {
    const examined = async (fix: boolean) => {
      const stale: string[] = [];
      for await (const { id } of staleIndex(server.platform.db, { fix })) stale.push(id);
      return stale.filter((stalePage) => pages.some(({ id }) => id === stalePage)).toSorted();
    };
    expect(await examined(false)).toEqual([]);
    expect(await examined(true)).toEqual(pages.map(({ id }) => id).toSorted());
    expect(await examined(true)).toEqual([]);
    expect(await found('"grey owl"')).toEqual(['often']);
  });
});
