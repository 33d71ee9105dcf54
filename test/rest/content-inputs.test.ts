import { beforeAll, describe, expect, test } from 'vitest';
import { aChangeRequest, anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const write = (place: string, ...changes: unknown[]) => owner.rest(`POST /v1/spaces/${place}/content`, { changes });

describe('what an operation on content is given', () => {
  test('numbers and booleans are variables too, and kept as texts', async () => {
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

  test('an empty body is an empty text of a new page, and leaves another as it is', async () => {
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

  test('one thing is no list of it', async () => {
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

  test('a page comes back whole or not at all, and the name of a file is one line', async () => {
    const { id } = await aSpace(server, organizationId);
    const blocks = await write(id, { operation: 'revert_page', page: 'pg_a', block: ['b1'] });
    expect([blocks.status, blocks.body.error.details[0].path]).toEqual([400, 'body.changes.0.block']);
    const file = { name: 'a\r\nX: y.html', base64: 'aGVsbG8=' };
    const lines = await write(id, { operation: 'insert_files', files: [file] });
    expect([lines.status, lines.body.error.details[0].path]).toEqual([400, 'body.changes.0.files.0.name']);
  });
});

test('the first heading of a text is its title, as far as one may be', async () => {
  const { id } = await aSpace(server, organizationId);
  const texts = [`# ${'x'.repeat(100_000)}`, '#', '# A *title*'];
  const changes = texts.map((markdown) => ({ operation: 'insert_page', document: { markdown } }));
  expect((await write(id, ...changes)).status).toBe(200);
  const { body } = await owner.rest(`GET /v1/spaces/${id}/content/pages`);
  const [long, ...others] = body.pages.map(({ title }: any) => title);
  expect([long.length, long.slice(0, 200), ...others]).toEqual([256, 'x'.repeat(200), 'Untitled', 'A title']);
});

test('a download is called as its space calls it, whatever a change request says', async () => {
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

test('the address of a page that was written in a change request is in the change request', async () => {
  const { id } = await aSpace(server, organizationId);
  const { number } = await aChangeRequest(server, id);
  const place = `POST /v1/spaces/${id}/change-requests/${number}/content?compat=false`;
  const { body } = await owner.rest(place, { changes: [{ operation: 'insert_page', title: 'New' }] });
  const { pathname } = new URL(body.changes[0].page.urls.location);
  expect(await owner.rest(`GET ${pathname}`)).toMatchObject({ status: 200, body: { title: 'New' } });
});

test('a missing parameter of the query is named as missing', async () => {
  const { id } = await aSpace(server, organizationId);
  const { status, body } = await owner.rest(`GET /v1/spaces/${id}/search`);
  expect([status, body.error.details]).toEqual([
    400,
    [{ path: 'query.query', rule: 'required', message: '"query" is required' }],
  ]);
});
