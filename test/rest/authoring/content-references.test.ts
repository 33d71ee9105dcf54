import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const write = async (spaceId: string, ...changes: unknown[]) => {
  const { status, body } = await owner.rest(`POST /v1/spaces/${spaceId}/content?compat=false`, { changes });
  expect([status, body]).toMatchObject([200, {}]);
  return body;
};

const bodyAt = async (spaceId: string, path: string, format: 'markdown' | 'document') =>
  (await owner.rest(`GET /v1/spaces/${spaceId}/content/path/${path}?format=${format}`)).body[format];

/** The references in a document, in order. */
function refsIn(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => (key === 'ref' ? [value] : refsIn(value)));
}

const insert = (title: string, markdown: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
});
const aFile = { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'aGVsbG8=', ref: 'a' }] };

describe('what links in a text lead to', () => {
  test('links to refs of the request are replaced by URLs with the new ids', async () => {
    const { id } = await aSpace(server, organizationId);
    const markdown =
      'é [one](./start#top), ![two](./a "t") <a href="./start">three</a>, [no](./gone), [ref][r]\n\n[r]: ./a\n';
    const body = await write(id, insert('Guide', markdown), insert('Start', 'x', { ref: 'start' }), aFile);
    const page = `/pages/${body.changes[1].page.id}`;
    const file = `/files/${body.insertedFiles[0].id}`;
    expect(await bodyAt(id, 'guide', 'markdown')).toBe(
      `é [one](${page}#top), ![two](${file} "t") <a href="${page}">three</a>, [no](./gone), [ref][r]\n\n[r]: ${file}\n`,
    );
    const links = await owner.rest(`GET /v1/spaces/${id}/content/page/${body.changes[0].page.id}/links`);
    const statuses = links.body.items.map(({ status, targetReference }: any) => [status, targetReference?.kind]);
    expect(statuses).toEqual([
      ['ok', 'page'],
      ['ok', 'file'],
      ['ok', 'page'],
      ['broken', undefined],
      ['ok', 'file'],
    ]);
  });

  test('JSON documents refer to pages, anchors and files and can be sent back unchanged', async () => {
    const { id } = await aSpace(server, organizationId);
    const made = await write(id, insert('Start', '# Top'), aFile);
    const [page, file] = [made.changes[0].page.id, made.insertedFiles[0].id];
    await write(
      id,
      insert('Guide', 'A [page](start), [place](start.md#top), [away](https://a.test/x) ![i](a.txt) [no](gone)'),
    );
    const refs = [
      { kind: 'page', page },
      { kind: 'anchor', page, anchor: 'top' },
      { kind: 'url', url: 'https://a.test/x' },
      { kind: 'file', file },
      { kind: 'url', url: 'gone' },
    ];
    const document = await bodyAt(id, 'guide', 'document');
    expect(refsIn(document)).toEqual(refs);
    await write(id, { operation: 'insert_page', title: 'Copy', document: { document } });
    expect(refsIn(await bodyAt(id, 'copy', 'document'))).toEqual(refs);
    expect(await bodyAt(id, 'copy', 'markdown')).toContain(`[page](/pages/${page})`);
  });

  test.each([
    { kind: 'page', page: 'x' },
    { kind: 'space', space: 'spc_x' },
    { kind: 'file' },
    { kind: 'anchor', page: 'pg_a' },
  ])('a JSON document with the reference %j is refused', async (ref) => {
    const { id } = await aSpace(server, organizationId);
    const link = { object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: [] };
    const document = {
      object: 'document',
      data: {},
      nodes: [{ object: 'block', type: 'paragraph', data: {}, nodes: [link] }],
    };
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content`, {
      changes: [{ operation: 'insert_page', title: 'A', document: { document } }],
    });
    const path = 'body.changes.0.document.document.nodes.0.nodes.0.data.ref';
    expect([status, body.error.details[0].path]).toEqual([400, path]);
  });
});
