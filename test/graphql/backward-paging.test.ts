import { beforeAll, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller } from '../harness.ts';
import { allOrTenth } from '../setup/size.ts';
import { fc } from '../setup/properties.ts';

let owner: Caller;
let organizationId: string;
let ids: string[];

beforeAll(async () => {
  const server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  for (let index = 0; index < 12; index += 1) await aSpace(server, organizationId);
  ({ ids } = await page({ first: 100 }));
});

interface Arguments {
  readonly first?: number;
  readonly after?: string | null;
  readonly last?: number;
  readonly before?: string | null;
}

const query = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  organization(id: $id) { spaces(first: $first, after: $after, last: $last, before: $before) {
    count pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { id } } } } }`;

async function page(args: Arguments) {
  const { body } = await owner.graphql(query, { id: organizationId, ...args });
  expect(body.errors).toBeUndefined();
  const { edges, pageInfo, count } = body.data.organization.spaces;
  return { ids: edges.map((edge: any) => edge.node.id) as string[], ...pageInfo, count };
}

test('pages of any sizes read backward are the list, in its order, without gaps or repetitions', async () => {
  expect(ids.length).toBeGreaterThanOrEqual(12);
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sizes, async (lengths) => {
      let read: string[] = [];
      let before: string | null = null;
      for (let turn = 0; read.length < ids.length; turn += 1) {
        const found = await page({ last: lengths[turn % lengths.length]!, before });
        expect(found.hasNextPage).toBe(before !== null);
        read = [...found.ids, ...read];
        expect(found.hasPreviousPage).toBe(read.length < ids.length);
        expect(found.count).toBe(ids.length);
        before = found.startCursor;
      }
      expect(read).toEqual(ids);
    }),
    { numRuns: allOrTenth(20) },
  );
});

test('a page back from a page is the one before it, and says that more follow', async () => {
  const first = await page({ first: 4 });
  const second = await page({ first: 4, after: first.endCursor });
  expect([first.hasPreviousPage, second.hasPreviousPage]).toEqual([false, true]);
  const back = await page({ last: 4, before: second.startCursor });
  expect(back).toEqual({ ...first, hasNextPage: true });
});

test('arguments of both directions are refused, and so is a cursor of another list', async () => {
  const refused = async (args: Arguments) => {
    const { body } = await owner.graphql(query, { id: organizationId, ...args });
    return body.errors[0].extensions;
  };
  expect(await refused({ first: 1, last: 1 })).toMatchObject({ type: 'validation_failed' });
  const { endCursor } = await page({ first: 1 });
  expect(await refused({ after: endCursor, before: endCursor })).toMatchObject({ type: 'validation_failed' });
  const foreign = 'bm90IGEgY3Vyc29y';
  for (const [args, path] of [
    [{ last: 1, before: foreign }, 'before'],
    [{ first: 1, after: foreign }, 'after'],
  ] as const)
    expect(await refused(args)).toMatchObject({ type: 'invalid_cursor', details: [{ path }] });
  expect(await refused({ last: 1_001 })).toMatchObject({ type: 'validation_failed' });
});

const measureCost = (args: string, variables: object = {}, declared = '') =>
  costOf(
    `query ${declared} { organization(id: "${organizationId}") { spaces(${args}) { edges { node { id } } } } }`,
    variables,
  );

async function costOf(query: string, variables: object = {}) {
  const { app } = await startServer();
  const reply = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${owner.secret}`, 'content-type': 'application/json' },
    payload: { query, variables },
  });
  return reply.json().extensions.cost.objects as number;
}

test('a backward page costs as much as a forward one', async () => {
  expect(await measureCost('last: 300')).toBe(await measureCost('first: 300'));
});

test('a page costs what it asks for when the variable of the other direction is null or omitted', async () => {
  const [args, declared] = ['first: $first, last: $last', '($first: Int, $last: Int)'] as const;
  const five = await measureCost('first: 5');
  for (const variables of [{ first: 5 }, { first: 5, last: null }, { last: 5 }, { first: null, last: 5 }])
    expect(await measureCost(args, variables, declared)).toBe(five);
  expect(await measureCost(args, {}, declared)).toBe(await measureCost('first: 50'));
});

test('a page whose variable is null costs a page of the default size, not the default of the variable', async () => {
  const declared = '($first: Int = 1)';
  expect(await measureCost('first: $first', {}, declared)).toBe(await measureCost('first: 1'));
  expect(await measureCost('first: $first', { first: null }, declared)).toBe(await measureCost('first: 50'));
});

test('a list of changes costs its limit', async () => {
  const { id } = await aSpace(await startServer(), organizationId);
  const costAt = (limit: string) =>
    costOf(`{ space(id: "${id}") { content { changes${limit} { items { type hunks { lines } } } } } }`);
  const [one, two] = [await costAt('(limit: 1)'), await costAt('(limit: 2)')];
  expect(await costAt('(limit: 1000)')).toBe(one + 999 * (two - one));
  expect(await costAt('')).toBe(await costAt('(limit: 10)'));
});

test('a variable for the other direction does not lower the cost', async () => {
  const nested = `query ($none: Int, $n: Int) { organization(id: "${organizationId}") { spaces(first: $none, last: $n) { edges { node {
    changeRequests(first: $none, last: $n) { edges { node { id } } } } } } } }`;
  const { body } = await owner.graphql(nested, { n: 1000 });
  expect(body.errors[0].extensions.type).toBe('query_too_complex');
});

test('the error of a query that costs too much names the list that most of it comes from', async () => {
  const query = `query ($id: ID!, $users: Int) { organization(id: $id) { spaces(first: 10) { edges { node {
    comments(first: 100) { edges { node { reactions { users(first: $users) { user { id } } } } } } } } } } }`;
  const { body } = await owner.graphql(query, { id: organizationId, users: 100 });
  expect(body.errors[0]).toMatchObject({
    message: expect.stringMatching(
      /up to 2011\d{3} objects, more than \d+, most of them in `\S*comments\.edges\.node\.reactions\.users`/,
    ),
    extensions: { code: 'QUERY_TOO_COMPLEX' },
  });
});
