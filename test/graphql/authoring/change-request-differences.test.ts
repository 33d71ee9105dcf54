import { beforeAll, describe, expect, it } from 'vitest';
import { commitContent } from '../../../src/domain/authoring/content/commit.ts';
import { changesTo, type EntryState } from '../../../src/text/content/changes.ts';
import { aBlob, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let spaceId: string;
let blobHash: string;

const page = (id: string, values: Partial<EntryState> = {}): EntryState => ({
  id,
  kind: 'page',
  parentId: null,
  position: `a${id}`,
  type: 'document',
  title: id,
  slug: id,
  documentId: null,
  blobHash: null,
  attributes: {},
  ...values,
});
const file = (id: string, title = `${id}.png`): EntryState =>
  page(id, { kind: 'file', type: 'image/png', title, slug: null, position: '', blobHash });

/** Writes entries to the main content, or to a change request; those of `remove` are removed. */
const write = (put: readonly EntryState[], remove: readonly string[] = [], changeRequestId?: string) =>
  commitContent(owner.context(), { spaceId, ...(changeRequestId === undefined ? {} : { changeRequestId }) }, async () =>
    changesTo([...put.map((entry) => [entry.id, entry] as const), ...remove.map((id) => [id, null] as const)]),
  );

/** A change request of the owner that writes entries. */
async function aChange(put: readonly EntryState[], remove: readonly string[] = []): Promise<string> {
  const { body } = await owner.graphql(
    'mutation ($id: ID!) { createChangeRequest(spaceId: $id, input: {}) { changeRequest { id } } }',
    { id: spaceId },
  );
  const { id } = body.data.createChangeRequest.changeRequest;
  if (put.length > 0 || remove.length > 0) await write(put, remove, id);
  return id;
}

const read = async (id: string, fields: string) => {
  const { body } = await owner.graphql(`query ($id: ID!) { node(id: $id) { ... on ChangeRequest { ${fields} } } }`, {
    id,
  });
  expect(body.errors).toBeUndefined();
  return body.data.node;
};

const difference = 'difference { pages { added updated removed } files { added updated removed } hasMore }';
const none = { added: 0, updated: 0, removed: 0 };

beforeAll(async () => {
  server = await startServer();
  const organization = await anOrganization(server);
  ({ owner } = organization);
  blobHash = await aBlob(server);
  ({ id: spaceId } = await aSpace(server, organization.id));
  await write([
    page('guides'),
    page('start', { parentId: 'guides' }),
    page('old'),
    page('edited'),
    page('kept'),
    file('logo'),
    file('photo'),
  ]);
});

describe('a change of the content', () => {
  it('has its page or file, and from where to where a page went', async () => {
    const id = await aChange(
      [
        page('new', { parentId: 'guides', title: 'New' }),
        page('start', { title: 'Begin', slug: 'begin' }),
        file('logo', 'mark.png'),
        page('link', { type: 'link', slug: null }),
      ],
      ['old', 'photo'],
    );
    const { changes } = await read(
      id,
      `changes(limit: 50) { items { type subjectId title previousTitle path previousPath
        page { pageId title path revisionId } file { fileId name } } }`,
    );
    const of = (subjectId: string) => changes.items.filter((one: { subjectId: string }) => one.subjectId === subjectId);
    expect(of('new')).toMatchObject([
      {
        type: 'PAGE_CREATED',
        path: 'guides/new',
        previousPath: null,
        page: { pageId: 'new', title: 'New', path: 'guides/new' },
        file: null,
      },
    ]);
    const moved = { path: 'begin', previousPath: 'guides/start', title: 'Begin', previousTitle: 'start' };
    expect(of('start')).toMatchObject([
      { ...moved, type: 'PAGE_EDITED', page: { title: 'Begin', path: 'begin' } },
      { ...moved, type: 'PAGE_MOVED', page: { title: 'Begin', path: 'begin' } },
    ]);
    expect(of('old')).toMatchObject([
      { type: 'PAGE_DELETED', title: 'old', path: null, previousPath: 'old', page: null, file: null },
    ]);
    expect(of('logo')).toMatchObject([
      { type: 'FILE_EDITED', path: null, previousPath: null, page: null, file: { fileId: 'logo', name: 'mark.png' } },
    ]);
    expect(of('photo')).toMatchObject([{ type: 'FILE_DELETED', file: null, previousTitle: 'photo.png' }]);
    expect(of('link')).toMatchObject([{ path: null, page: { pageId: 'link', path: null } }]);
  });

  it('is reached by the cursor of those before it, and both changes of a page come together', async () => {
    const id = await aChange(
      [page('start', { title: 'Begin' }), ...['one', 'two', 'three'].map((name) => page(name)), file('logo', 'a.png')],
      ['old'],
    );
    const whole = (await read(id, 'changes(limit: 50) { items { subjectId type } more endCursor }')).changes;
    expect(whole).toMatchObject({ more: 0, endCursor: null });
    const parts: { items: object[]; more: number; endCursor: string | null }[] = [];
    do {
      const after = JSON.stringify(parts.at(-1)?.endCursor ?? null);
      const { changes } = await read(
        id,
        `changes(limit: 2, after: ${after}) { items { subjectId type } more endCursor }`,
      );
      parts.push(changes);
    } while (parts.at(-1)?.endCursor);
    expect(parts.flatMap(({ items }) => items)).toEqual(whole.items);
    expect(parts.map(({ more }) => more)).toEqual([4, 2, 0]);
    const other = await aChange([page('other')]);
    const foreign = await owner.graphql(
      `{ node(id: "${other}") { ... on ChangeRequest { changes(after: "${parts[0]?.endCursor}") { more } } } }`,
    );
    expect(foreign.body.errors[0].extensions).toMatchObject({ type: 'invalid_cursor', status: 400 });
  });

  it('takes as many statements for many as for one', async () => {
    const fields = 'changes(limit: 50) { items { path previousPath page { title } file { name } } }';
    const statements = async (id: string) => {
      await server.statements.reset();
      const { changes } = await read(id, fields);
      await server.statements.settled();
      return { items: changes.items.length, count: server.statements.texts.length };
    };
    const few = await aChange([page('edited', { title: 'E' }), file('logo', 'a.png')]);
    const names = ['one', 'two', 'three', 'four'];
    const many = await aChange([
      page('edited', { title: 'E' }),
      ...names.map((name) => page(name)),
      ...names.map((name) => file(`file-${name}`)),
      file('logo', 'a.png'),
    ]);
    await read(few, fields);
    const [first, second] = [await statements(few), await statements(many)];
    expect([first.items, second.items]).toEqual([2, 10]);
    expect(second.count).toBe(first.count);
  });
});

describe('the difference of a change request', () => {
  it('counts pages and files that are added, updated and removed', async () => {
    const id = await aChange(
      [
        page('fresh'),
        page('edited', { title: 'Edited' }),
        page('start', { parentId: null }),
        // Written, but as it is in the main content.
        page('kept'),
        file('badge'),
        file('logo', 'other.png'),
      ],
      ['old', 'photo'],
    );
    expect(await read(id, difference)).toEqual({
      difference: {
        pages: { added: 1, updated: 2, removed: 1 },
        files: { added: 1, updated: 1, removed: 1 },
        hasMore: false,
      },
    });
  });

  it('is nothing before the first change, and for what was added and removed again', async () => {
    const untouched = await aChange([]);
    expect(await read(untouched, difference)).toEqual({ difference: { pages: none, files: none, hasMore: false } });
    const id = await aChange([page('brief')]);
    await write([], ['brief'], id);
    expect(await read(id, difference)).toEqual({ difference: { pages: none, files: none, hasMore: false } });
  });

  it('stays after the merge, and after later changes of the main content', async () => {
    const id = await aChange([page('merged')], ['kept']);
    const { body } = await owner.graphql(
      'mutation ($id: ID!) { mergeChangeRequest(changeRequestId: $id) { result } }',
      {
        id,
      },
    );
    expect(body.errors).toBeUndefined();
    await write([page('later'), page('merged', { title: 'Changed later' })]);
    expect(await read(id, `status ${difference}`)).toEqual({
      status: 'MERGED',
      difference: { pages: { added: 1, updated: 0, removed: 1 }, files: none, hasMore: false },
    });
  });

  it('says when not all is counted', async () => {
    const id = await aChange(Array.from({ length: 1_001 }, (_, index) => page(`many-${index}`)));
    const { difference: counts } = await read(id, difference);
    expect(counts).toMatchObject({ hasMore: true, pages: { updated: 0, removed: 0 } });
    expect(counts.pages.added).toBeGreaterThanOrEqual(1_000);
  });

  it('is counted in one statement for all of a list', async () => {
    await aChange([page('listed')]);
    const query = `query ($id: ID!, $first: Int) { space(id: $id) {
      changeRequests(first: $first, status: null) { edges { node { ${difference} } } } } }`;
    const statements = async (first: number) => {
      await server.statements.reset();
      const { body } = await owner.graphql(query, { id: spaceId, first });
      await server.statements.settled();
      expect(body.errors).toBeUndefined();
      return { edges: body.data.space.changeRequests.edges.length, count: server.statements.texts.length };
    };
    const [one, many] = [await statements(1), await statements(5)];
    expect([one.edges, many.edges]).toEqual([1, 5]);
    expect(many.count).toBe(one.count);
  });

  it('is refused, and only it, to a token that may not read content', async () => {
    const id = await aChange([page('secret')]);
    const caller = await server.as(owner.userId, { scopes: ['space:change-requests:read'] });
    const { body } = await caller.graphql(
      `query ($id: ID!) { node(id: $id) { ... on ChangeRequest { number ${difference} } } }`,
      { id },
    );
    expect(body.data.node).toEqual({ number: expect.any(Number), difference: null });
    expect(body.errors).toMatchObject([{ extensions: { type: 'insufficient_scope' } }]);
  });
});
