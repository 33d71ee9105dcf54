import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const write = (spaceId: string, ...changes: object[]) => owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes });
const insert = (title: string, more: object = {}) => ({ operation: 'insert_page', title, ...more });
const linksOf = async (spaceId: string) => {
  const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/links`);
  return (body.items as { status: string }[]).map(({ status }) => status);
};

describe('texts that once held up the whole process, or broke it', () => {
  const dashes = '-'.repeat(2_000);
  test.each([
    ['a line of dashes with words between', `a ${dashes} b ${dashes}`],
    [
      'headings with links, and long definitions',
      `${`[d]: /${'x'.repeat(1_900)}\n`.repeat(100)}\n${'# [a]\n\n'.repeat(2_000)}`,
    ],
    [
      'an address in the application with an endless id',
      `[a](http://127.0.0.1/spaces/x/${'w'.repeat(5_000)}_${'a'.repeat(20)})`,
    ],
    ['an address that is longer as bytes than an index takes', `[a](${'漢'.repeat(1_000)})`],
  ])('a text of %s neither blocks nor breaks the process', async (_name, markdown) => {
    const { id } = await aSpace(server, organizationId);
    expect((await write(id, insert('A', { document: { markdown } }))).status).toBe(200);
    expect((await owner.rest(`GET /v1/spaces/${id}/search?query=a`)).status).toBe(200);
    expect((await owner.rest(`GET /v1/spaces/${id}/links`)).status).toBe(200);
  });
});

test('a page may have the name that the variables of the space use internally', async () => {
  const { id } = await aSpace(server, organizationId);
  expect((await write(id, insert('Variables'))).status).toBe(200);
  expect((await write(id, { operation: 'set_variables', variables: { product: 'Octavo' } })).status).toBe(200);
  const { body } = await owner.rest(`GET /v1/spaces/${id}/content`);
  expect(body).toMatchObject({ variables: { product: 'Octavo' }, pages: [{ path: 'variables' }] });
});

test('a reverted page is restored although its parent no longer exists', async () => {
  const { id } = await aSpace(server, organizationId);
  const made = await write(id, insert('Above', { ref: 'above' }), insert('Below', { into: 'above' }));
  const [above, below] = made.body.changes.map(({ page }: { page: { id: string } }) => page.id);
  await write(id, { operation: 'delete_page', page: above });
  const back = await write(id, { operation: 'revert_page', page: below, revision: made.body.revision });
  expect([back.status, back.body.error]).toEqual([200, undefined]);
  expect((await owner.rest(`GET /v1/spaces/${id}/content/path/below`)).status).toBe(200);
});

test('a link by path resolves to the page that now has the path of a deleted one', async () => {
  const { id } = await aSpace(server, organizationId);
  const text = (words: string) => ({ document: { markdown: `${words} [b](./b)` } });
  const made = await write(id, insert('B'), insert('A', text('To')));
  const [first, page] = made.body.changes.map((change: { page: { id: string } }) => change.page.id);
  expect(await linksOf(id)).toEqual(['ok']);
  await write(id, { operation: 'delete_page', page: first });
  expect(await linksOf(id)).toEqual(['broken']);
  await write(id, insert('B'));
  await write(id, { operation: 'update_page', page, ...text('Again to') });
  expect(await linksOf(id)).toEqual(['ok']);
});
