import { beforeAll, describe, expect, test } from 'vitest';
import { aChangeRequest, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const insert = (title: string, more: object = {}) => ({ operation: 'insert_page', title, ...more });

describe('POST /v1/spaces/{spaceId}/content', () => {
  test('applies operations in order and lists the changed pages', async () => {
    const { id } = await aSpace(server, organizationId);
    const { status, body, headers } = await owner.rest(`POST /v1/spaces/${id}/content`, {
      changes: [
        insert('Guide', { ref: 'guide', document: { markdown: 'To [the start](./start)' } }),
        insert('Start', { ref: 'start', into: 'guide', emoji: '🚀', layout: { coverSize: 'full' } }),
        { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'aGVsbG8=', ref: 'a' }] },
        { operation: 'set_variables', variables: { product: 'Octavo' } },
      ],
    });
    expect([status, headers['etag']]).toEqual([200, expect.stringMatching(/^"rev_[\w-]+\.[\w-]+"$/)]);
    const created = (ref: string) => ({
      type: 'created_page',
      ref,
      page: {
        object: 'page',
        id: expect.stringMatching(/^pg_/),
        urls: { location: expect.stringContaining(`/v1/spaces/${id}/content/page/pg_`) },
      },
    });
    expect(body).toEqual({
      revision: expect.stringMatching(/^rev_/),
      changes: [created('guide'), created('start')],
      insertedFiles: [{ ref: 'a', id: expect.stringMatching(/^file_/) }],
      warnings: [],
    });
    const content = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(content.body).toMatchObject({
      id: body.revision,
      variables: { product: 'Octavo' },
      files: [{ name: 'a.txt', contentType: 'text/plain', size: 5 }],
      pages: [
        {
          path: 'guide',
          pages: [{ path: 'guide/start', emoji: '1f680', layout: { coverSize: 'full', width: 'default' } }],
        },
      ],
    });
  });

  test('refuses an expected revision that is not active and lists what changed', async () => {
    const { id } = await aSpace(server, organizationId);
    await owner.rest(`POST /v1/spaces/${id}/content`, { changes: [insert('A')] });
    const read = await owner.rest(`GET /v1/spaces/${id}/content/path/a`);
    const change = (markdown: string) => ({
      changes: [{ operation: 'update_page', page: read.body.id, document: { markdown } }],
    });
    const options = { headers: { 'if-match': String(read.headers['etag']) } };
    const first = await owner.rest(`POST /v1/spaces/${id}/content`, change('Mine'), options);
    expect(first.status).toBe(200);
    const second = await owner.rest(`POST /v1/spaces/${id}/content`, change('Yours'), options);
    expect([second.status, second.body.error]).toMatchObject([
      412,
      { type: 'precondition_failed', details: [{ rule: 'page_edited', message: `${read.body.id} "A": document` }] },
    ]);
    const next = { headers: { 'if-match': `W/${String(first.headers['etag'])}` } };
    expect((await owner.rest(`POST /v1/spaces/${id}/content`, change('Ours'), next)).status).toBe(200);
    for (const tag of ['"3.abc"', '"x"', 'W/"rev_1.x"']) {
      const foreign = { headers: { 'if-match': tag } };
      expect((await owner.rest(`POST /v1/spaces/${id}/content`, change('X'), foreign)).status).toBe(412);
    }
  });

  test.each<[string, object, number, string]>([
    ['no operations', { changes: [] }, 400, 'body.changes'],
    ['too many', { changes: Array.from({ length: 51 }, () => insert('A')) }, 400, 'body.changes'],
    ['an unknown operation', { changes: [{ operation: 'explode' }] }, 400, 'body.changes.0.operation'],
    ['what an operation lacks', { changes: [{ operation: 'update_page' }] }, 400, 'body.changes.0.page'],
    ['an absent page', { changes: [{ operation: 'delete_page', page: 'x' }] }, 404, 'body.changes.0.page'],
    ['a slug with a slash', { changes: [insert('A', { slug: 'a/b' })] }, 400, 'body.changes.0.slug'],
    ['an empty title', { changes: [insert(' ')] }, 400, 'body.changes.0.title'],
    ['no emoji', { changes: [insert('A', { emoji: 'no' })] }, 400, 'body.changes.0.emoji'],
    ['odd variables', { changes: [insert('A', { variables: { 'a b': 'c' } })] }, 400, 'body.changes.0.variables.a b'],
    [
      'a block that Markdown cannot hold',
      {
        changes: [
          insert('A', { document: { document: { object: 'document', nodes: [{ object: 'block', type: 'x' }] } } }),
        ],
      },
      400,
      'body.changes.0.document.document.nodes.0.type',
    ],
    [
      'a text twice',
      { changes: [insert('A', { document: { markdown: 'x', document: {} } })] },
      400,
      'body.changes.0.document',
    ],
    [
      'a file of nothing',
      { changes: [{ operation: 'insert_files', files: [{ name: 'a' }] }] },
      400,
      'body.changes.0.files.0',
    ],
  ])('refuses %s', async (_name, body, status, path) => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const reply = await owner.rest(`POST /v1/spaces/${id}/content`, body);
    expect([reply.status, reply.body.error.details?.[0].path]).toEqual([status, path]);
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.revision).toBe(revisionId);
  });

  test('refuses to fetch a file from a private address', async () => {
    const { id } = await aSpace(server, organizationId);
    const files = [{ name: 'a', url: 'http://169.254.169.254/latest' }];
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content`, {
      changes: [{ operation: 'insert_files', files }],
    });
    expect([status, body.error.type]).toEqual([400, 'fetch_refused']);
    expect(body.error.details[0].path).toBe('body.changes.0.files.0.url');
  });

  test('returns 403 for a locked space and to readers, 404 to outsiders', async () => {
    const { id } = await aSpace(server, organizationId, { editMode: 'locked', defaultLevel: 'read' });
    const body = { changes: [insert('A')] };
    const reader = await aMember(server, organizationId, 'read');
    const stranger = await server.aUser();
    const errors = await Promise.all(
      [owner, reader, stranger].map(
        async (caller) => (await caller.rest(`POST /v1/spaces/${id}/content`, body)).body.error,
      ),
    );
    expect(errors).toMatchObject([
      { code: 403, type: 'space_locked' },
      { code: 403, type: 'forbidden' },
      { code: 404, type: 'not_found' },
    ]);
  });
});

describe('POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', () => {
  test('returns the change request to callers who may read it, otherwise the changed pages', async () => {
    const { id } = await aSpace(server, organizationId, { editMode: 'locked' });
    const { id: requestId, number } = await aChangeRequest(server, id, { createdById: owner.userId });
    const path = `POST /v1/spaces/${id}/change-requests/${number}/content`;
    const first = await owner.rest(path, { changes: [insert('A')] });
    expect([first.status, first.body]).toMatchObject([200, { object: 'change-request', id: requestId }]);
    const second = await owner.rest(`${path}?compat=false`, { changes: [insert('B', { ref: 'b' })] });
    expect(second.body).toMatchObject({
      changeRequest: { id: requestId, revisionInitial: first.body.revisionInitial },
      changes: [{ type: 'created_page', ref: 'b' }],
      insertedFiles: [],
      warnings: [],
    });
    const content = await owner.rest(`GET /v1/spaces/${id}/change-requests/${number}/content`);
    expect(content.body.pages.map((page: { path: string }) => page.path)).toEqual(['a', 'b']);
    expect((await owner.rest(`GET /v1/spaces/${id}/content`)).body.pages).toEqual([]);
    const stale = { headers: { 'if-match': `"${first.body.revision}.x"` } };
    expect((await owner.rest(path, { changes: [insert('C')] }, stale)).status).toBe(412);
  });

  test.each(['archived', 'merged'])('returns 409 for a change request that is %s', async (state) => {
    const { id } = await aSpace(server, organizationId);
    const { number } = await aChangeRequest(server, id, { status: state, createdById: owner.userId });
    const reply = await owner.rest(`POST /v1/spaces/${id}/change-requests/${number}/content`, {
      changes: [insert('A')],
    });
    expect([reply.status, reply.body.error.type]).toEqual([409, 'invalid_state']);
  });
});
