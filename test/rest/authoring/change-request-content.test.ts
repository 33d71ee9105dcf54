import { beforeAll, describe, expect, it } from 'vitest';
import { aBlob, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let owner: Caller;
let reader: Caller;
let spaceId: string;
let draft: { id: string; number: number };
let file: string;

const main = (path: string) => `GET /v1/spaces/${spaceId}/content${path}`;
const content = (path = '', id: string | number = draft.id) =>
  `GET /v1/spaces/${spaceId}/change-requests/${id}/content${path}`;

/** A content entry of a line, active since the first revision of the line. */
const anEntry = (line: string, entryId: string, values: Record<string, unknown> = {}) =>
  server.platform.db.prisma.contentEntry.create({
    data: {
      line,
      entryId,
      fromSeq: 1,
      spaceId,
      kind: 'page',
      position: 'a0',
      type: 'document',
      title: entryId,
      slug: entryId,
      createdAt: clock.now(),
      updatedAt: clock.now(),
      ...values,
    },
  });

/** Creates main content, and a change request that changes, deletes and adds entries. */
beforeAll(async () => {
  server = await startServer();
  const { owner: admin, id: organizationId } = await anOrganization(server);
  owner = admin;
  reader = await aMember(server, organizationId, 'read');
  ({ id: spaceId } = await aSpace(server, organizationId));
  const { db, services } = server.platform;
  file = services.newId('file');
  await anEntry(spaceId, file, {
    kind: 'file',
    type: 'text/plain',
    title: 'a.txt',
    slug: null,
    blobHash: await aBlob(server),
  });
  for (const [index, id] of ['kept', 'changed', 'removed'].entries())
    await anEntry(spaceId, id, { position: `a${index}` });
  draft = (await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, {})).body;
  const revision = {
    id: services.newId('rev'),
    spaceId,
    line: draft.id,
    seq: 1,
    baseSeq: 1,
    parents: [],
    type: 'edits',
  };
  await db.prisma.revision.create({ data: { ...revision, createdById: owner.userId } });
  await db.prisma.changeRequest.update({ where: { id: draft.id }, data: { revisionId: revision.id } });
  await anEntry(draft.id, 'changed', { position: 'a1', title: 'Changed', slug: 'other' });
  await anEntry(draft.id, 'removed', { position: 'a2', deleted: true });
  await anEntry(draft.id, 'added', { parentId: 'kept' });
});

describe('the content of a change request', () => {
  it('is the main content with its changes', async () => {
    const { status, body } = await owner.rest(content());
    expect(status).toBe(200);
    expect(body.pages.map(({ path }: { path: string }) => path)).toEqual(['kept', 'other']);
    expect(body.pages[0].pages[0]).toMatchObject({ id: 'added', path: 'kept/added' });
    expect(body.files).toHaveLength(1);
    expect((await owner.rest(content('/pages', draft.number))).body.pages).toEqual(body.pages);
    expect((await owner.rest(main('/pages'))).body.pages.map(({ id }: { id: string }) => id)).toEqual([
      'kept',
      'changed',
      'removed',
    ]);
  });

  it('before its first change is that of the space', async () => {
    const { body: fresh } = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, {});
    expect((await owner.rest(content('', fresh.id))).body).toEqual((await owner.rest(main(''))).body);
  });

  it('pages of a change request are returned by id and by path', async () => {
    expect((await owner.rest(content('/page/changed'))).body).toMatchObject({ title: 'Changed', path: 'other' });
    expect((await owner.rest(content('/path/kept/added'))).body.id).toBe('added');
    expect((await owner.rest(content('/page/removed'))).status).toBe(404);
    expect((await owner.rest(content('/path/changed'))).status).toBe(404);
    expect((await owner.rest(content('/page/kept'))).body.title).toBe('kept');
  });

  it('files of a change request are returned', async () => {
    const { body } = await owner.rest(content('/files'));
    expect([body.count, body.items[0].id]).toEqual([1, file]);
    expect((await owner.rest(content(`/files/${file}`))).body.name).toBe('a.txt');
    expect((await owner.rest(content('/files/file_absent'))).status).toBe(404);
  });

  it('the content of a draft is hidden from readers, also by the id of its revision', async () => {
    for (const path of ['', '/pages', '/files', `/files/${file}`, '/page/kept', '/path/kept'])
      expect((await reader.rest(content(path))).status).toBe(404);
    const { body } = await owner.rest(content());
    const query = 'query ($id: ID!) { node(id: $id) { id } }';
    expect((await owner.graphql(query, { id: body.id })).body.data.node).toEqual({ id: body.id });
    expect((await reader.graphql(query, { id: body.id })).body.errors[0].extensions.type).toBe('not_found');
    await owner.rest(`PATCH /v1/spaces/${spaceId}/change-requests/${draft.id}`, { status: 'open' });
    expect((await reader.rest(content())).status).toBe(200);
    expect((await reader.graphql(query, { id: body.id })).body.data.node).toEqual({ id: body.id });
  });
});
