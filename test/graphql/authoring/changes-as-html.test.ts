import { beforeAll, expect, it } from 'vitest';
import { anOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { aMergingWorld, changed, edit } from '../../rest/authoring/merging-world.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const query = `query ($id: ID!) { node(id: $id) { ... on ChangeRequest {
  changes { items { type subjectId html } } } } }`;

it('a change of a page is HTML that marks what was added and removed, also once it is merged', async () => {
  const { id: organizationId, owner } = await anOrganization(server);
  const world = await aMergingWorld(server, organizationId, owner);
  const { a, b, c } = world.pages;
  await world.inRequest(
    edit(a, changed('two', '[second](javascript:alert(1)) <script>alert(1)</script>')),
    { operation: 'delete_page', page: b },
    { operation: 'move_page', page: c, into: a },
    { operation: 'insert_page', title: 'd', document: { markdown: 'New' } },
  );
  const read = async () => {
    const { body } = await owner.graphql(query, { id: world.id });
    return body.data.node.changes.items as { type: string; subjectId: string; html: string | null }[];
  };
  const items = await read();
  const htmlOf = (type: string) => items.find((one) => one.type === type)?.html;
  expect(htmlOf('PAGE_EDITED')).toMatch(/<del class="change">.*two ?<\/del>.*<ins class="change">.*second.*<\/ins>/s);
  expect(htmlOf('PAGE_EDITED')).not.toMatch(/<script|javascript:/);
  expect(htmlOf('PAGE_CREATED')).toContain('New');
  expect([htmlOf('PAGE_DELETED'), htmlOf('PAGE_MOVED')]).toEqual([null, null]);
  await world.merge();
  expect(await read()).toEqual(items);
});
