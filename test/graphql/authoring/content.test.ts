import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../../text/imports-archive.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { sourceServer, type SourceServer } from '../../source-server.ts';

let server: Harness;
let source: SourceServer;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  source = await sourceServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

afterAll(() => source[Symbol.asyncDispose]());

/** A space of folders, each with a page that links to that of the next folder. */
async function aFilledSpace(folders: number): Promise<string> {
  const { id } = await aSpace(server, organizationId);
  const entries = Array.from({ length: folders }, (_, index) => [
    { name: `f${index}/README.md`, body: `# Folder ${index}` },
    { name: `f${index}/page.md`, body: `# Page ${index}\n\n[next](../f${(index + 1) % folders}/page.md) ![x](x.txt)` },
    { name: `f${index}/x.txt`, body: `${index}` },
  ]).flat();
  const url = source.serve(`/${id}.zip`, { body: makeZip(entries) });
  await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: 'zip' });
  return id;
}

const everything = `query ($id: ID!) { space(id: $id) { content {
  revisionId type createdBy { id } files(first: 100) { count edges { node { name size } } }
  tree { title pages { title path markdown links(first: 5) { edges { node { kind page { title pages { id } } file { name } } } } } } } } }`;

describe('Space.content', () => {
  test('gives the page tree with texts, links and files', async () => {
    const id = await aFilledSpace(2);
    const { data, errors } = (await owner.graphql(everything, { id })).body;
    expect(errors).toBeUndefined();
    const link = (next: number) => ({
      edges: [
        { node: { kind: 'PAGE', page: { title: `Page ${next}`, pages: [] }, file: null } },
        { node: { kind: 'FILE', page: null, file: { name: 'x.txt' } } },
      ],
    });
    const folder = (index: number) => ({
      title: `Folder ${index}`,
      pages: [
        {
          title: `Page ${index}`,
          path: `f${index}/page`,
          markdown: expect.stringContaining('[next]'),
          links: link(1 - index),
        },
      ],
    });
    expect(data.space.content).toEqual({
      revisionId: expect.stringMatching(/^rev_/),
      type: 'EDITS',
      createdBy: { id: owner.userId },
      files: { count: 2, edges: [{ node: { name: 'x.txt', size: 1 } }, { node: { name: 'x.txt', size: 1 } }] },
      tree: [folder(0), folder(1)],
    });
  });

  test('takes no statement for each of forty groups of pages', async () => {
    const counts = [];
    for (const folders of [2, 40]) {
      const id = await aFilledSpace(folders);
      await server.statements.reset();
      const { errors } = (await owner.graphql(everything, { id })).body;
      expect(errors).toBeUndefined();
      counts.push(server.statements.texts.length);
    }
    // On a busy machine, a turn of the event loop may end between the groups; those on each side are then read together.
    for (const count of counts) expect(count).toBeLessThan(25);
  });

  test('finds a page by id or path, and a missing page is null beside the rest of the result', async () => {
    const id = await aFilledSpace(2);
    const query = `query ($id: ID!, $path: String, $page: ID) { space(id: $id) { title content {
      page(path: $path, id: $page) { id title parentId body(format: DOCUMENT) { markdown document } descendants { path } } } } }`;
    const found = (await owner.graphql(query, { id, path: 'f0' })).body.data.space.content.page;
    expect(found).toMatchObject({ title: 'Folder 0', parentId: null, descendants: [{ path: 'f0/page' }] });
    expect(found.body).toEqual({ markdown: null, document: expect.objectContaining({ object: 'document' }) });
    const same = await owner.graphql(query, { id, page: found.id });
    expect(same.body.data.space.content.page).toEqual(found);
    const none = (await owner.graphql(query, { id, path: 'nowhere' })).body;
    expect(none.data).toEqual({ space: { title: 'Handbook', content: { page: null } } });
    expect(none.errors[0].extensions).toMatchObject({ status: 404 });
    for (const both of [{}, { path: 'f0', page: found.id }])
      expect((await owner.graphql(query, { id, ...both })).body.errors[0].extensions.status).toBe(400);
  });
});

describe('a revision by its id', () => {
  const byId = 'query ($id: ID!) { node(id: $id) { ... on Revision { id allPages { path } spaceId } } }';

  test('a revision is unchanged by later edits', async () => {
    const space = await aFilledSpace(2);
    const { revision } = (await owner.rest(`GET /v1/spaces/${space}`)).body;
    const url = source.serve('/more.md', { body: '# More' });
    await owner.rest(`POST /v1/spaces/${space}/content/import`, { url, source: 'markdown' });
    const { node } = (await owner.graphql(byId, { id: revision })).body.data;
    expect(node).toEqual({
      id: revision,
      spaceId: space,
      allPages: ['f0', 'f0/page', 'f1', 'f1/page'].map((path) => ({ path })),
    });
  });

  test('a revision is hidden from callers who cannot see its space', async () => {
    const { revisionId } = await aSpace(server, organizationId);
    const outsider = await server.aUser();
    const { data, errors } = (await outsider.graphql(byId, { id: revisionId })).body;
    expect([data.node, errors[0].message]).toEqual([null, `No revision "${revisionId}"`]);
  });
});
