import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importContent } from '../../../src/domain/exchange/imports/pipeline.ts';
import { storageUnavailable } from '../../../src/infra/storage/storage-errors.ts';
import { makeZip } from '../../text/imports-archive.ts';
import { aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { fastifyDocs, onePixel, sourceServer, type SourceServer } from '../../source-server.ts';
import { clock } from '../../setup/clock.ts';

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

const importInto = (spaceId: string, body: object, caller = owner) =>
  caller.rest(`POST /v1/spaces/${spaceId}/content/import`, body);

describe('POST /v1/spaces/{spaceId}/content/import', () => {
  const bomb = makeZip([{ name: 'bomb.md', body: Buffer.alloc(30_000_000) }]);
  const hostile: readonly (readonly [
    string,
    () => { body: string | Buffer; type?: string; status?: number },
    string,
    string,
  ])[] = [
    [
      'a path out of the archive',
      () => ({
        body: makeZip([
          { name: 'ok.md', body: '# Ok' },
          { name: '../out.md', body: 'x' },
        ]),
      }),
      'zip',
      'import_refused',
    ],
    ['a bomb', () => ({ body: bomb }), 'zip', 'import_refused'],
    ['a damaged archive', () => ({ body: fastifyDocs.subarray(0, 100_000) }), 'zip', 'import_refused'],
    [
      'an archive without a page',
      () => ({ body: makeZip([{ name: 'a.png', body: onePixel }]) }),
      'zip',
      'import_refused',
    ],
    [
      'folders as deep as no tree may be',
      () => ({
        body: makeZip([
          { name: 'top.md', body: '# Top' },
          { name: `${'d/'.repeat(100)}a.md`, body: '# Deep' },
        ]),
      }),
      'zip',
      'import_refused',
    ],
    ['a picture called Markdown', () => ({ body: onePixel, type: 'text/markdown' }), 'markdown', 'import_refused'],
    ['a text with NUL', () => ({ body: 'a\0b', type: 'text/plain' }), 'markdown', 'import_refused'],
    ['an HTML page called an archive', () => ({ body: '<p>x', type: 'text/html' }), 'zip', 'import_refused'],
    ['an answer that is no page', () => ({ body: 'no', status: 503 }), 'markdown', 'fetch_failed'],
  ];

  test.each(hostile)('an import of %s is refused and imports nothing', async (_, served, kind, type) => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const reply = await importInto(id, { url: source.serve('/hostile', served()), source: kind });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { type, details: [{ path: 'body.url', rule: type }] } },
    });
    const { body } = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(body).toMatchObject({ id: revisionId, pages: [], files: [] });
    expect(await server.platform.db.prisma.contentEntry.count({ where: { spaceId: id } })).toBe(0);
  });

  test('an import of which a file cannot be stored imports nothing', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const files = Array.from({ length: 6 }, (_, index) => ({
      name: `${index}.png`,
      body: Buffer.concat([onePixel, Buffer.from([index])]),
    }));
    const page = { name: 'a.md', body: files.map(({ name }) => `![x](${name})`).join('\n') };
    const url = source.serve('/files.zip', { body: makeZip([page, ...files]) });
    const { storage } = server.platform.services;
    let kept = 0;
    const failing = {
      ...storage,
      put: async () => {
        if ((kept += 1) > 3) throw storageUnavailable(new Error('full'));
      },
    };
    await expect(
      importContent({ ...owner.context(), storage: failing }, { spaceId: id, url, source: 'zip' }),
    ).rejects.toMatchObject({ type: 'storage_unavailable', status: 503 });
    expect(kept).toBeGreaterThan(3);
    const { body } = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(body).toMatchObject({ id: revisionId, pages: [], files: [] });
    expect((await importInto(id, { url, source: 'zip' })).body).toMatchObject({ importedResources: 7 });
  });

  test.each([
    [{ url: 'ftp://example.org/a.zip', source: 'zip' }, 'body.url'],
    [{ url: 'not a URL', source: 'zip' }, 'body.url'],
    [{ url: 'http://example.org/', source: 'gopher' }, 'body.source'],
    [{ source: 'zip' }, 'body.url'],
  ])('the refusal of %j names the invalid field', async (body, path) => {
    const { id } = await aSpace(server, organizationId);
    const reply = await importInto(id, body);
    expect(reply).toMatchObject({ status: 400, body: { error: { type: 'validation_failed' } } });
    expect(reply.body.error.details.map((detail: any) => detail.path)).toContain(path);
  });

  test('an import does not fetch private addresses unless the operator allows them', async () => {
    const { id } = await aSpace(server, organizationId);
    const reply = await importInto(id, { url: 'http://10.0.0.1/docs.zip', source: 'zip' });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { type: 'fetch_refused', details: [{ path: 'body.url', rule: 'fetch_refused' }] } },
    });
    expect(reply.body.error.message).toContain('IMPORT_ALLOW_HOSTS');
  });

  test('an import requires permission to edit a space that is neither locked nor deleted', async () => {
    const { id } = await aSpace(server, organizationId);
    const body = { url: source.serve('/a.md', { body: '# A' }), source: 'markdown' };
    const reader = await aMember(server, organizationId, 'read');
    expect(await importInto(id, body, reader)).toMatchObject({ status: 403, body: { error: { type: 'forbidden' } } });
    const guest = await aMember(server, organizationId, null);
    expect((await importInto(id, body, guest)).status).toBe(404);
    await aGrant(server, organizationId, { on: { spaceId: id }, to: guest, role: 'edit' });
    expect((await importInto(id, body, guest)).status).toBe(201);
    const narrow = await server.as(owner.userId, { scopes: ['space:read', 'space:content:read'] });
    expect(await importInto(id, body, narrow)).toMatchObject({
      status: 403,
      body: { error: { type: 'insufficient_scope' } },
    });
    await server.platform.db.prisma.space.update({ where: { id }, data: { editMode: 'locked' } });
    expect(await importInto(id, body)).toMatchObject({ status: 403, body: { error: { type: 'space_locked' } } });
    expect((await importInto(id, body, reader)).status).toBe(403);
    await server.platform.db.prisma.space.update({ where: { id }, data: { editMode: 'live', deletedAt: clock.now() } });
    expect((await importInto(id, body)).status).toBe(404);
  });
});
