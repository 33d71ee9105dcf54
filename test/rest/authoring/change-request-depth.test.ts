import { beforeAll, expect, it } from 'vitest';
import type { ContentOperation } from '../../../src/domain/authoring/content/edits/operation.ts';
import { anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aMergingWorld } from './merging-world.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const refusal = {
  status: 400,
  body: { error: { type: 'validation_failed', details: [{ path: 'path.changeRequestId', rule: 'tree' }] } },
};

/** Operations that insert a chain of nested pages below an existing page. */
const chain = (under: string, levels: number): ContentOperation[] =>
  Array.from({ length: levels }, (_, index) => ({
    operation: 'insert_page',
    title: `Level ${index}`,
    ref: `level-${index}`,
    into: index === 0 ? under : `level-${index - 1}`,
  }));

/** Creates a world whose main content is 71 levels deep below `a`, down to `low`. */
async function aDeepWorld() {
  const world = await aMergingWorld(server, organizationId, owner);
  const lowest = async (under: string, levels: number, write = world.onMain) => {
    const { pages } = await write(...chain(under, levels));
    return pages.at(-1)?.id ?? '';
  };
  const low = await lowest(await lowest(world.pages.a, 40), 30);
  expect((await world.update()).body.result).toBe('update');
  const state = async () => [await world.request(), await world.history(), await world.paths(world.at)];
  return { ...world, low, lowest, state };
}

it('merges and updates that would make the tree deeper than edits may are refused, and change nothing', async () => {
  const { pages, inRequest, onMain, merge, update, low, lowest, state, at } = await aDeepWorld();
  await inRequest({ operation: 'move_page', page: pages.b, into: low });
  const bottom = await lowest(pages.b, 28);
  const [tooMuch] = (await onMain({ operation: 'insert_page', title: 'One more', into: bottom })).pages;
  const before = await state();
  for (const run of [merge, update]) expect(await run()).toMatchObject(refusal);
  const { body } = await owner.graphql(
    `mutation ($space: ID!, $request: ID!) { mergeChangeRequest(spaceId: $space, changeRequestId: $request) { result } }`,
    { space: at.split('/')[3], request: at.split('/').at(-1) },
  );
  expect(body.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', details: [{ path: 'changeRequestId' }] });
  expect(await state()).toEqual(before);
  await onMain({ operation: 'delete_page', page: tooMuch?.id ?? '' });
  expect((await update()).body.result).toBe('update');
  expect((await merge()).body.result).toBe('merge');
});

it('new pages below pages that the main content moved down are limited in depth', async () => {
  const { pages, inRequest, onMain, merge, low, lowest } = await aDeepWorld();
  const bottom = await lowest(pages.b, 28, inRequest);
  const [tooMuch] = (await inRequest({ operation: 'insert_page', title: 'One more', into: bottom })).pages;
  await onMain({ operation: 'move_page', page: pages.b, into: low });
  expect(await merge()).toMatchObject(refusal);
  await inRequest({ operation: 'delete_page', page: tooMuch?.id ?? '' });
  expect((await merge()).body.result).toBe('merge');
});

it('a page stays in its place when resolving a conflict would put it too deep', async () => {
  const { pages, inRequest, onMain, update, low, lowest, at, paths } = await aDeepWorld();
  await inRequest({ operation: 'move_page', page: pages.b, into: pages.c });
  await lowest(pages.b, 40, inRequest);
  await onMain({ operation: 'move_page', page: pages.b, into: low });
  expect((await update()).body.result).toBe('conflicts');
  expect((await owner.rest(`POST ${at}/conflicts/${pages.b}/resolve`, { choice: 'main' })).status).toBe(200);
  expect(await paths(at)).toContain('c/b');
});
