import { beforeAll, describe, expect, test } from 'vitest';
import { contentKey } from '../../../src/infra/storage/content-key.ts';
import { aChangeRequest, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const write = (place: string, ...changes: unknown[]) => owner.rest(`POST /v1/spaces/${place}/content`, { changes });

describe('what an operation on content is given', () => {
  test('numbers and booleans are accepted as variables and stored as strings', async () => {
    const { id } = await aSpace(server, organizationId);
    const variables = { version: 5, stable: true, name: 'Octavo' };
    const texts = { version: '5', stable: 'true', name: 'Octavo' };
    const { status } = await write(
      id,
      { operation: 'set_variables', variables },
      { operation: 'insert_page', title: 'A', variables },
    );
    expect(status).toBe(200);
    const content = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(content.body.variables).toEqual(texts);
    const page = await owner.rest(`GET /v1/spaces/${id}/content/path/a`);
    expect(page.body.variables).toEqual(texts);
    expect((await write(id, { operation: 'set_variables', variables: { a: [1] } })).status).toBe(400);
  });

  test('an empty body creates a page with an empty text and leaves the text of an existing page unchanged', async () => {
    const { id } = await aSpace(server, organizationId);
    const made = await write(
      id,
      { operation: 'insert_page', title: 'Empty', document: {} },
      { operation: 'insert_page', title: 'Full', document: { markdown: 'Kept' } },
    );
    expect(made.status).toBe(200);
    const full = await owner.rest(`GET /v1/spaces/${id}/content/path/full`);
    const renamed = { operation: 'update_page', page: full.body.id, title: 'Fuller', document: {} };
    expect((await write(id, renamed)).status).toBe(200);
    const read = (path: string) => owner.rest(`GET /v1/spaces/${id}/content/path/${path}?format=markdown`);
    expect((await read('full')).body).toMatchObject({ title: 'Fuller', markdown: 'Kept' });
    expect((await read('empty')).body.markdown).toBe('');
    const both = { markdown: 'a', document: { nodes: [] } };
    const refused = await write(id, { operation: 'insert_page', title: 'B', document: both });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.changes.0.document']);
  });

  test('a member that an operation does not have is refused, and an unknown operation is told those there are', async () => {
    const { id } = await aSpace(server, organizationId);
    const given = [
      [{ operation: 'insert_page', title: 'A', markdown: 'lost' }, 'markdown', 'insert_page does not accept markdown'],
      [
        { operation: 'insert_page', title: 'A', visibility: 'nonsense' },
        'visibility',
        'insert_page does not accept visibility',
      ],
      [
        { operation: 'insert_page', title: 'A', document: { text: 'a' } },
        'document.text',
        'document does not accept text',
      ],
      [
        { operation: 'paint_page' },
        'operation',
        expect.stringMatching(/^"paint_page" is not one of the values: .*insert_page, /),
      ],
    ] as const;
    for (const [change, path, message] of given) {
      const { status, body } = await write(id, change);
      expect([status, body.error.details[0]]).toMatchObject([400, { path: `body.changes.0.${path}`, message }]);
    }
  });

  test('a single value in place of a list is refused', async () => {
    const { id } = await aSpace(server, organizationId);
    const given = [
      { changes: { operation: 'insert_page', title: 'A' } },
      { changes: 'insert_page' },
      { changes: [{ operation: 'insert_files', files: { name: 'a', base64: '' } }] },
    ];
    for (const body of given) {
      const { status, body: answer } = await owner.rest(`POST /v1/spaces/${id}/content`, body);
      expect([status, answer.error.details[0]]).toMatchObject([400, { rule: 'type', message: 'must be a list' }]);
    }
    expect((await owner.rest(`GET /v1/spaces/${id}/content/pages`)).body.pages).toEqual([]);
  });

  test('restoring single blocks is refused, and so is a file name with a line break', async () => {
    const { id } = await aSpace(server, organizationId);
    const blocks = await write(id, { operation: 'revert_page', page: 'pg_a', block: ['b1'] });
    expect([blocks.status, blocks.body.error.details[0].path]).toEqual([400, 'body.changes.0.block']);
    const file = { name: 'a\r\nX: y.html', base64: 'aGVsbG8=' };
    const lines = await write(id, { operation: 'insert_files', files: [file] });
    expect([lines.status, lines.body.error.details[0].path]).toEqual([400, 'body.changes.0.files.0.name']);
  });
});

test('a new page without a title takes the first heading, cut to the maximum length', async () => {
  const { id } = await aSpace(server, organizationId);
  const texts = [`# ${'x'.repeat(100_000)}`, '#', '# A *title*'];
  const changes = texts.map((markdown) => ({ operation: 'insert_page', document: { markdown } }));
  expect((await write(id, ...changes)).status).toBe(200);
  const { body } = await owner.rest(`GET /v1/spaces/${id}/content/pages`);
  const [long, ...others] = body.pages.map(({ title }: any) => title);
  expect([long.length, long.slice(0, 200), ...others]).toEqual([256, 'x'.repeat(200), 'Untitled', 'A title']);
});

test('a download has the file name of the main content even when a change request renames the file', async () => {
  const { id } = await aSpace(server, organizationId);
  const file = { operation: 'insert_files', files: [{ name: 'public.txt', base64: 'aGVsbG8=' }] };
  const { body } = await owner.rest(`POST /v1/spaces/${id}/content`, { changes: [file] });
  const { number } = await aChangeRequest(server, id);
  const rename = (name: string) => ({ operation: 'rename_file', file: body.insertedFiles[0].id, name });
  for (const name of ['secret-1.txt', 'secret-2.txt', 'secret-3.txt'])
    expect((await write(`${id}/change-requests/${number}`, rename(name))).status).toBe(200);
  const { body: read } = await owner.rest(`GET /v1/spaces/${id}/content/files/${body.insertedFiles[0].id}`);
  const { pathname, search } = new URL(read.downloadURL);
  const { headers } = await owner.rest(`GET ${pathname}${search}`);
  expect(headers['content-disposition']).toContain('public.txt');
});

test('a file that the storage has lost is 404', async () => {
  const { id } = await aSpace(server, organizationId);
  const content = Buffer.from(`Lost ${id}`);
  const file = { operation: 'insert_files', files: [{ name: 'lost.txt', base64: content.toString('base64') }] };
  const { body } = await owner.rest(`POST /v1/spaces/${id}/content`, { changes: [file] });
  const { body: read } = await owner.rest(`GET /v1/spaces/${id}/content/files/${body.insertedFiles[0].id}`);
  await server.platform.services.storage.delete(contentKey(content));
  const { pathname, search } = new URL(read.downloadURL);
  expect((await owner.rest(`GET ${pathname}${search}`)).status).toBe(404);
});

test('the location of a page edited in a change request is within the change request', async () => {
  const { id } = await aSpace(server, organizationId);
  const { number } = await aChangeRequest(server, id);
  const place = `POST /v1/spaces/${id}/change-requests/${number}/content?compat=false`;
  const { body } = await owner.rest(place, { changes: [{ operation: 'insert_page', title: 'New' }] });
  const { pathname } = new URL(body.changes[0].page.urls.location);
  expect(await owner.rest(`GET ${pathname}`)).toMatchObject({ status: 200, body: { title: 'New' } });
});

test('a missing query parameter is reported as missing', async () => {
  const { id } = await aSpace(server, organizationId);
  const { status, body } = await owner.rest(`GET /v1/spaces/${id}/search`);
  expect([status, body.error.details]).toEqual([
    400,
    [{ path: 'query.query', rule: 'required', message: '"query" is required' }],
  ]);
});
