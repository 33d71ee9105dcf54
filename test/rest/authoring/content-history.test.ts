import { beforeAll, describe, expect, test } from 'vitest';
import { aChangeRequest, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;
/** The revisions in their order; the first is empty. */
let revisions: string[];
let pageId: string;
let noteId: string;

const text = Array.from({ length: 20 }, (_, line) => `Line ${line}`).join('\n');

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  const space = await aSpace(server, organizationId);
  spaceId = space.id;
  const write = async (...changes: object[]) =>
    (await owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes })).body as {
      revision: string;
      changes: { page: { id: string } }[];
    };
  const first = await write(
    { operation: 'insert_page', title: 'A', document: { markdown: text } },
    { operation: 'insert_page', title: 'B' },
    { operation: 'insert_reusable_content', title: 'Note' },
  );
  pageId = first.changes[0]?.page.id ?? '';
  const second = await write({
    operation: 'update_page',
    page: pageId,
    title: 'Alpha',
    at: 1,
    document: { markdown: text.replace('Line 10', 'Other 10') },
  });
  const third = await write({ operation: 'delete_page', page: pageId });
  revisions = [space.revisionId, first.revision, second.revision, third.revision];
  noteId = (await owner.rest(`GET /v1/spaces/${spaceId}/content`)).body.reusableContents[0].id;
});

const at = (index: number, path = '') => `GET /v1/spaces/${spaceId}/revisions/${revisions[index]}${path}`;
const titles = (body: { pages: { title: string }[] }) => body.pages.map(({ title }) => title);

describe('GET /v1/spaces/{spaceId}/revisions/{revisionId}', () => {
  test('an earlier revision gives the content as it was', async () => {
    const trees = await Promise.all([0, 1, 2, 3].map(async (index) => titles((await owner.rest(at(index))).body)));
    expect(trees).toEqual([[], ['A', 'B'], ['B', 'Alpha'], ['B']]);
    expect((await owner.rest(at(2, '/pages'))).body.pages.map((page: { path: string }) => page.path)).toEqual([
      'b',
      'a',
    ]);
    const page = await owner.rest(at(1, `/page/${pageId}?format=markdown`));
    expect(page.body).toMatchObject({ title: 'A', markdown: text });
    expect((await owner.rest(at(2, '/path/a'))).body.title).toBe('Alpha');
    expect((await owner.rest(at(1, `/page/${pageId}/document`))).body).toMatchObject({ object: 'document' });
    expect((await owner.rest(at(3, `/page/${pageId}`))).status).toBe(404);
    expect((await owner.rest(at(1, '/files'))).body).toEqual({ count: 0, items: [] });
    expect((await owner.rest(at(1, `/reusable-contents/${noteId}`))).body).toEqual({ id: noteId, title: 'Note' });
  });

  test('lists the changes of a revision line by line', async () => {
    const { body } = await owner.rest(at(2, '/changes'));
    const page = { id: pageId, title: 'Alpha' };
    expect(body).toEqual({
      changes: [
        {
          type: 'page_edited',
          page,
          titleBefore: 'A',
          fields: ['title', 'document'],
          hunks: [
            {
              oldStart: 8,
              oldLines: 7,
              newStart: 8,
              newLines: 7,
              lines: [' Line 7', ' Line 8', ' Line 9', '-Line 10', '+Other 10', ' Line 11', ' Line 12', ' Line 13'],
            },
          ],
        },
        { type: 'page_moved', page, titleBefore: 'A', fields: ['position'], hunks: [] },
      ],
    });
    expect((await owner.rest(at(1, '/changes?limit=1'))).body).toMatchObject({ changes: [{}], more: 2 });
    expect((await owner.rest(at(3, '/changes'))).body.changes).toMatchObject([{ type: 'page_deleted', page }]);
    expect((await owner.rest(at(1, '/changes?limit=0'))).status).toBe(400);
  });

  test('a revision is found only in its space, and a revision of a draft only by callers who see the draft', async () => {
    const other = await aSpace(server, organizationId);
    expect((await owner.rest(`GET /v1/spaces/${other.id}/revisions/${revisions[1]}`)).status).toBe(404);
    const { number } = await aChangeRequest(server, spaceId, { createdById: owner.userId });
    const body = { changes: [{ operation: 'insert_page', title: 'Secret', document: { markdown: 'Secret text' } }] };
    const request = (await owner.rest(`POST /v1/spaces/${spaceId}/change-requests/${number}/content`, body)).body;
    const path = `/v1/spaces/${spaceId}/revisions/${request.revision}`;
    const { pages } = (await owner.rest(`GET ${path}`)).body;
    expect(pages.map((page: { title: string }) => page.title)).toEqual(['B', 'Secret']);
    await server.platform.db.prisma.space.update({ where: { id: spaceId }, data: { defaultLevel: 'read' } });
    const reader = await aMember(server, organizationId, 'read');
    const document = `GET /v1/spaces/${spaceId}/documents/${pages[1].documentId}`;
    expect((await reader.rest(at(1))).status).toBe(200);
    expect([(await reader.rest(`GET ${path}`)).status, (await reader.rest(document)).status]).toEqual([404, 404]);
    expect((await owner.rest(document)).body).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] });
  });
});

describe('over GraphQL', () => {
  test('the revisions of a space are listed, newest first', async () => {
    const query = `query ($id: ID!, $after: String) { space(id: $id) { revisions(first: 3, after: $after) {
      count pageInfo { hasNextPage endCursor } edges { node { id type } } } } }`;
    const first = (await owner.graphql(query, { id: spaceId })).body.data.space.revisions;
    expect([first.count, first.pageInfo.hasNextPage]).toEqual([4, true]);
    const next = (await owner.graphql(query, { id: spaceId, after: first.pageInfo.endCursor })).body.data.space
      .revisions;
    const ids = [...first.edges, ...next.edges].map((edge: { node: { id: string } }) => edge.node.id);
    expect(ids).toEqual(revisions.toReversed());
  });

  test('two revisions are compared, in either direction', async () => {
    const query = `query ($id: ID!, $revision: ID!, $since: ID) { space(id: $id) { revision(id: $revision) {
      changes(sinceRevisionId: $since) { more items { type title } } } } }`;
    const compare = async (revision: string | undefined, since: string | undefined) =>
      (await owner.graphql(query, { id: spaceId, revision, since })).body.data.space.revision.changes.items
        .map(({ type, title }: { type: string; title: string }) => `${type} ${title}`)
        .toSorted();
    expect(await compare(revisions[3], revisions[0])).toEqual(['PAGE_CREATED B', 'REUSABLE_CONTENT_CREATED Note']);
    expect(await compare(revisions[0], revisions[3])).toEqual(['PAGE_DELETED B', 'REUSABLE_CONTENT_DELETED Note']);
    expect(await compare(revisions[1], revisions[3])).toEqual(['PAGE_CREATED A']);
  });

  test('a rollback writes a new revision with the earlier content, one row per difference', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const write = async (...changes: object[]) =>
      (await owner.rest(`POST /v1/spaces/${id}/content`, { changes })).body.revision as string;
    const many = Array.from({ length: 40 }, (_, index) => ({ operation: 'insert_page', title: `P ${index}` }));
    const then = await write(...many);
    const tree = (await owner.rest(`GET /v1/spaces/${id}/content/pages`)).body;
    await write(
      { operation: 'update_page', page: tree.pages[3].id, title: 'Other', into: tree.pages[4].id },
      { operation: 'delete_page', page: tree.pages[5].id },
      { operation: 'insert_page', title: 'New' },
    );
    const rows = () => server.platform.db.prisma.contentEntry.count({ where: { line: id } });
    const before = await rows();
    const mutation = `mutation ($id: ID!, $revision: ID!, $expected: ID) {
      rollbackSpace(spaceId: $id, revisionId: $revision, expectedRevision: $expected) { revision { id: revisionId type } } }`;
    const past = await owner.graphql(mutation, { id, revision: then, expected: then });
    expect(past.body.errors[0].extensions.type).toBe('precondition_failed');
    const { body } = await owner.graphql(mutation, { id, revision: then });
    expect(body.data.rollbackSpace.revision.type).toBe('ROLLBACK');
    expect((await rows()) - before).toBe(2);
    const timeless = (value: unknown) => JSON.stringify(value).replaceAll(/"(created|updated)At":"[^"]+"/g, '');
    expect(timeless((await owner.rest(`GET /v1/spaces/${id}/content/pages`)).body)).toBe(timeless(tree));
    const foreign = await owner.graphql(mutation, { id, revision: revisions[1] });
    expect(foreign.body.errors[0].extensions.type).toBe('reference_not_found');
    const reader = await aMember(server, organizationId, 'read');
    await server.platform.db.prisma.space.update({ where: { id }, data: { defaultLevel: 'read' } });
    const refused = await reader.graphql(mutation, { id, revision: revisionId });
    expect(refused.body.errors[0].extensions.type).toBe('forbidden');
    await server.platform.db.prisma.space.update({ where: { id }, data: { editMode: 'locked' } });
    const locked = await owner.graphql(mutation, { id, revision: revisionId });
    expect(locked.body.errors[0].extensions).toMatchObject({ type: 'space_locked', status: 403 });
  });

  test('GET …/revisions lists the revisions of a space in pages, newest first, and POST …/rollback restores one of them', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const write = async (...changes: object[]) => (await owner.rest(`POST /v1/spaces/${id}/content`, { changes })).body;
    const first = await write({ operation: 'insert_page', title: 'Kept' });
    const second = await write({ operation: 'delete_page', page: first.changes[0].page.id });
    const list = async (more = '') => (await owner.rest(`GET /v1/spaces/${id}/revisions?limit=2${more}`)).body;
    const newest = await list();
    const oldest = await list(`&page=${newest.next.page}`);
    const ids = [...newest.items, ...oldest.items].map((item: { id: string }) => item.id);
    expect([ids, newest.count, oldest.next]).toEqual([[second.revision, first.revision, revisionId], 3, undefined]);
    expect(newest.items[0]).toMatchObject({ object: 'revision', type: 'edits', createdBy: { id: owner.userId } });

    const rollback = (revision: string, tag: string, caller = owner) =>
      caller.rest(`POST /v1/spaces/${id}/revisions/${revision}/rollback`, undefined, { headers: { 'if-match': tag } });
    const stale = await rollback(first.revision, `"${first.revision}.x"`);
    expect([stale.status, stale.body.error.type]).toEqual([412, 'precondition_failed']);
    const done = await rollback(first.revision, `"${second.revision}.x"`);
    expect([done.status, done.body.type, done.body.parents]).toEqual([200, 'rollback', [second.revision]]);
    const { body } = await owner.rest(`GET /v1/spaces/${id}/content/pages`);
    expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(['Kept']);
    expect((await list()).items[0].id).toBe(done.body.id);
    const outsider = await server.aUser();
    expect((await rollback(first.revision, '*', outsider)).status).toBe(404);
    expect((await outsider.rest(`GET /v1/spaces/${id}/revisions`)).status).toBe(404);
  });
});
