import { afterAll, beforeAll, expect, test } from 'vitest';
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

const same = '# First steps\n\nText\n\n## Then\n\n### After that\n';
const other = '---\ntitle: Reference\n---\n\n# All functions\n\n## One\n';

test('a heading that is the title of an imported page is shown once, and the text keeps its words', async () => {
  const { id } = await aSpace(server, organizationId);
  const body = makeZip([
    { name: 'first.md', body: same },
    { name: 'reference.md', body: other },
  ]);
  const url = source.serve('/repository.zip', { body, type: 'application/zip' });
  expect((await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: 'zip' })).status).toBe(201);
  const show = async (path: string) => {
    const page = (await owner.rest(`GET /v1/spaces/${id}/content/path/${path}?format=document`)).body;
    // What the renderer reads.
    const text = (await owner.rest(`GET /v1/spaces/${id}/documents/${page.documentId}`)).body;
    const types = ({ nodes }: { nodes: { type: string }[] }) => nodes.map(({ type }) => type);
    const { markdown } = (await owner.rest(`GET /v1/spaces/${id}/content/path/${path}`)).body;
    return { id: page.id, document: page.document, title: page.title, page: types(page.document), text, markdown };
  };
  const first = await show('first');
  expect(first).toMatchObject({
    title: 'First steps',
    page: ['paragraph', 'heading-1', 'heading-2'],
    text: { nodes: [{ type: 'paragraph' }, { type: 'heading-1' }, { type: 'heading-2' }] },
    markdown: same,
  });
  expect(await show('reference')).toMatchObject({
    title: 'Reference',
    page: ['heading-1', 'heading-2'],
    text: { nodes: [{ type: 'heading-1' }, { type: 'heading-2' }] },
    markdown: other,
  });

  first.document.nodes[1].nodes[0].leaves[0].text = 'And then';
  const changes = [{ operation: 'update_page', page: first.id, document: { document: first.document } }];
  expect((await owner.rest(`POST /v1/spaces/${id}/content`, { changes })).status).toBe(200);
  expect((await show('first')).markdown).toBe(same.replace('## Then', '## And then'));

  // A new title is not that of the text, which then shows its heading.
  const renamed = [{ operation: 'update_page', page: first.id, title: 'Start here', slug: 'first' }];
  expect((await owner.rest(`POST /v1/spaces/${id}/content`, { changes: renamed })).status).toBe(200);
  expect(await show('first')).toMatchObject({ page: ['heading-1', 'paragraph', 'heading-2', 'heading-3'] });
});
