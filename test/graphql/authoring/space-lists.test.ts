import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let owner: Caller;
let member: Caller;
let organizationId: string;
let shelf: string;

const at = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);

/** Titles, minutes since the creation and since the last change. */
const items = [
  ['beta', 40, 1],
  ['Alpha', 30, 2],
  ['Gamma 100%', 20, 20],
  ['alpha two', 10, 5],
] as const;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  member = await aMember(server, organizationId, 'read');
  shelf = (await aCollection(server, organizationId, { title: 'Shelf', createdAt: at(90), updatedAt: at(90) })).id;
  for (const [title, created, updated] of items) {
    const values = { title, createdAt: at(created), updatedAt: at(updated) };
    await aSpace(server, organizationId, { ...values, visibility: title === 'beta' ? 'public' : 'private' });
    await aSpace(server, organizationId, { ...values, parentId: shelf, title: `in ${title}` });
    await aCollection(server, organizationId, values);
  }
  await aSpace(server, organizationId, { title: 'alpha secret', defaultLevel: 'none', createdAt: at(1) });
});

const places = {
  'spaces of an organization': ['Organization', 'spaces', ''],
  'spaces of a collection': ['Collection', 'spaces', 'in '],
  'collections of an organization': ['Organization', 'collections', ''],
} as const;
type Place = keyof typeof places;

/** The titles of a page of a list without those of the other place, its count and its last cursor. */
async function list(place: Place, args: string, caller: Caller = member) {
  const [type, field, prefix] = places[place];
  const { body } = await caller.graphql(
    `query ($id: ID!) { node(id: $id) { ... on ${type} {
      ${field}${args} { count edges { node { title } } pageInfo { endCursor hasNextPage } } } } }`,
    { id: type === 'Collection' ? shelf : organizationId },
  );
  if (body.errors) return { type: body.errors[0].extensions.type as string, titles: [], endCursor: '', count: 0 };
  const { count, edges, pageInfo } = body.data.node[field];
  const all = edges.map(({ node }: { node: { title: string } }) => node.title) as string[];
  const own = type === 'Collection' ? all : all.filter((title) => !title.startsWith('in ') && title !== 'Shelf');
  const titles = own.map((title) => title.slice(prefix.length));
  return { type: null, titles, all, count: count as number, endCursor: pageInfo.endCursor as string };
}

describe.each(Object.keys(places) as Place[])('%s', (place) => {
  it.each([
    ['newest first', '', ['alpha two', 'Gamma 100%', 'Alpha', 'beta']],
    ['oldest first', '(orderBy: { direction: ASC })', ['beta', 'Alpha', 'Gamma 100%', 'alpha two']],
    ['last changed first', '(orderBy: { field: UPDATED_AT })', ['beta', 'Alpha', 'alpha two', 'Gamma 100%']],
    [
      'by title, ignoring case',
      '(orderBy: { field: TITLE, direction: ASC })',
      ['Alpha', 'alpha two', 'beta', 'Gamma 100%'],
    ],
    ['by title backward', '(orderBy: { field: TITLE })', ['Gamma 100%', 'beta', 'alpha two', 'Alpha']],
    ['those whose title contains a text', '(title: "ALPHA")', ['alpha two', 'Alpha']],
    ['those whose title contains a sign', '(title: "%")', ['Gamma 100%']],
    ['all for an empty text', '(title: "")', ['alpha two', 'Gamma 100%', 'Alpha', 'beta']],
  ])('are listed %s', async (_name, args, titles) => {
    expect(await list(place, args)).toMatchObject({ type: null, titles });
  });

  it.each([
    'orderBy: { field: TITLE, direction: ASC }',
    'orderBy: { field: TITLE, direction: DESC }',
    'orderBy: { field: UPDATED_AT }',
  ])('are paged by %s', async (order) => {
    const whole = await list(place, `(${order})`);
    const titles: string[] = [];
    let after = '';
    do {
      const page = await list(place, `(first: 2, ${after} ${order})`);
      expect(page.type).toBeNull();
      titles.push(...page.titles);
      after = page.endCursor ? `after: "${page.endCursor}",` : '';
    } while (after !== '');
    expect(titles).toEqual(whole.titles);
    const { all = [] } = whole;
    const last = await list(place, `(last: 2, ${order})`);
    expect(last.all).toEqual(all.slice(-2));
  });

  it('refuse a cursor of another order', async () => {
    const { endCursor } = await list(place, '(first: 1, orderBy: { field: TITLE })');
    expect(await list(place, `(first: 1, after: "${endCursor}")`)).toMatchObject({ type: 'invalid_cursor' });
    expect(await list(place, `(first: 1, title: "a", after: "${endCursor}", orderBy: { field: TITLE })`)).toMatchObject(
      {
        type: 'invalid_cursor',
      },
    );
  });

  it('refuse what is no text of a title', async () => {
    expect(await list(place, `(title: "${'a'.repeat(513)}")`)).toMatchObject({ type: 'validation_failed' });
    expect((await list(place, String.raw`(title: "\u0000")`)).type).not.toBe('internal');
  });
});

describe('a filter', () => {
  it('counts what it lists, without what the caller may not see', async () => {
    const filter = '(title: "alpha")';
    expect(await list('spaces of an organization', filter)).toMatchObject({ count: 4 });
    expect(await list('spaces of an organization', filter, owner)).toMatchObject({ count: 5 });
  });

  it('selects visibilities', async () => {
    expect(await list('spaces of an organization', '(visibility: [PUBLIC])')).toMatchObject({
      titles: ['beta'],
      count: 1,
    });
    // An empty list is no filter.
    const { titles, count } = await list('spaces of an organization', '');
    expect(await list('spaces of an organization', '(visibility: [])')).toMatchObject({ titles, count });
  });
});
