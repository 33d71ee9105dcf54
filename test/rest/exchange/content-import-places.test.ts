import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confluenceSpace, notionMarkdown, wikiArchive, wordDocument } from '../../text/imports-exports.ts';
import { makeZip } from '../../text/imports-archive.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';
import { onePixel, sourceServer, type SourceServer } from '../../source-server.ts';

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

const titles = async (path: string, caller = owner) =>
  (await caller.rest(`GET /v1/spaces/${path}/content/pages`)).body.pages.map(({ title }: { title: string }) => title);

const aChangeRequest = async (spaceId: string, caller = owner) =>
  (await caller.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'Import' })).body;

describe('POST /v1/spaces/{spaceId}/content/import', () => {
  test.each([
    ['docx', wordDocument, ['Handbook'], 4],
    ['confluence', confluenceSpace, ['Team Home', 'Stray'], 7],
    ['notion', notionMarkdown, ['Handbook'], 7],
    ['github-wiki', wikiArchive, ['Welcome', 'Guide', 'Orphan'], 5],
  ] as const)('an import brings an export as %s', async (kind, make, expected, count) => {
    const { id } = await aSpace(server, organizationId);
    const url = source.serve(`/export-${kind}`, { body: make(), type: 'application/octet-stream' });
    const reply = await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: kind });
    expect(reply).toMatchObject({ status: 201, body: { importedResources: count } });
    expect(await titles(id)).toEqual(expected);
  });
});

describe('POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import', () => {
  test('an import into a change request, by number or id, does not write to the space', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const url = source.serve('/one.md', { body: '# One', type: 'text/markdown' });
    await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: 'markdown' });
    const request = await aChangeRequest(id);
    const two = source.serve('/two.md', { body: '# Two', type: 'text/markdown' });
    const reply = await owner.rest(`POST /v1/spaces/${id}/change-requests/${request.number}/content/import`, {
      url: two,
      source: 'markdown',
    });
    expect(reply).toMatchObject({
      status: 201,
      headers: { location: `${baseUrl}/v1/spaces/${id}/change-requests/${request.id}/content` },
    });
    expect(reply.body).toEqual({
      revision: expect.stringMatching(/^rev_/),
      importedResources: 1,
      totalResources: 1,
      skipped: [],
      warnings: [],
    });
    expect(await titles(`${id}/change-requests/${request.id}`)).toEqual(['One', 'Two']);
    expect(await titles(id)).toEqual(['One']);
    const after = await owner.rest(`GET /v1/spaces/${id}/change-requests/${request.id}`);
    expect(after.body.revision).toBe(reply.body.revision);
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.revision).not.toBe(reply.body.revision);
    expect(revisionId).not.toBe(reply.body.revision);
  });

  test('an import into a change request is accepted on a locked space, but not for a closed change request', async () => {
    const { id } = await aSpace(server, organizationId);
    const request = await aChangeRequest(id);
    const open = await aChangeRequest(id);
    await server.platform.db.prisma.space.update({ where: { id }, data: { editMode: 'locked' } });
    const body = { url: source.serve('/three.md', { body: '# Three' }), source: 'markdown' };
    const path = `POST /v1/spaces/${id}/change-requests/${request.id}/content/import`;
    expect((await owner.rest(path, body)).status).toBe(201);
    await owner.rest(`PATCH /v1/spaces/${id}/change-requests/${request.id}`, { status: 'archived' });
    expect(await owner.rest(path, body)).toMatchObject({ status: 409, body: { error: { type: 'invalid_state' } } });
    const editor = await aMember(server, organizationId, 'edit');
    expect(await editor.rest(path.replace(request.id, open.id), body)).toMatchObject({ status: 403 });
    expect((await owner.rest(path.replace(request.id, 'cr_none'), body)).status).toBe(404);
    expect((await owner.rest(path.replace(request.id, '99'), { ...body, url: 'nowhere' })).status).toBe(400);
  });
});

describe('POST /v1/spaces/{spaceId}/content/import/preview', () => {
  const archive = makeZip([
    { name: 'README.md', body: '# Home\n\n[a](b/a.md) [gone](gone.md) ![dot](dot.png)' },
    { name: 'b/a.md', body: '---\n- no mapping\n---\n# A' },
    { name: 'dot.png', body: onePixel },
    { name: 'stray.bin', body: 'x' },
  ]);
  const report = {
    pages: [
      { title: 'Home', path: 'home', key: 'README.md', size: 51, links: 3, brokenLinks: 1 },
      { title: 'B', path: 'b', key: 'b/', size: 0, links: 0, brokenLinks: 0 },
      { title: 'A', path: 'b/a', key: 'b/a.md', size: 24, links: 0, brokenLinks: 0 },
    ],
    files: [{ name: 'dot.png', key: 'dot.png', contentType: 'image/png', size: onePixel.length }],
    importedResources: 3,
    totalResources: 4,
    isPartial: false,
    variants: [],
    skipped: [{ key: 'stray.bin', reason: 'It is not a page, and no page refers to it' }],
    warnings: [
      { key: 'b/a.md', reason: 'The front matter is not a YAML mapping' },
      { key: 'README.md', reason: '1 link has no target: gone.md (line 3)' },
    ],
  };

  test('a preview lists what would be imported and skipped, and writes nothing', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const url = source.serve('/preview.zip', { body: archive });
    const count = () => server.platform.db.prisma.document.count();
    const before = await count();
    const reply = await owner.rest(`POST /v1/spaces/${id}/content/import/preview`, { url, source: 'zip' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(report);
    expect(await count()).toBe(before);
    const { body } = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(body).toMatchObject({ id: revisionId, pages: [], files: [] });
    const real = await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: 'zip' });
    expect(real.body).toMatchObject({ importedResources: 3, totalResources: 4 });
  });

  test('a preview of an import into a change request writes nothing', async () => {
    const { id } = await aSpace(server, organizationId);
    const request = await aChangeRequest(id);
    const url = source.serve('/preview.zip', { body: archive });
    const path = `POST /v1/spaces/${id}/change-requests/${request.id}/content/import/preview`;
    expect((await owner.rest(path, { url, source: 'zip' })).body).toEqual(report);
    const { body } = await owner.rest(`GET /v1/spaces/${id}/change-requests/${request.id}`);
    expect(body.revision).toBe(request.revision);
  });

  test('a preview is refused for the same reasons as the import', async () => {
    const { id } = await aSpace(server, organizationId);
    const path = `POST /v1/spaces/${id}/content/import/preview`;
    const url = source.serve('/no.zip', { body: 'no archive' });
    expect(await owner.rest(path, { url, source: 'zip' })).toMatchObject({
      status: 400,
      body: { error: { type: 'import_refused' } },
    });
    await server.platform.db.prisma.space.update({ where: { id }, data: { editMode: 'locked' } });
    expect(await owner.rest(path, { url, source: 'zip' })).toMatchObject({
      status: 403,
      body: { error: { type: 'space_locked' } },
    });
  });
});
