import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aMergingWorld, changed, edit } from './merging-world.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const aWorld = () => aMergingWorld(server, organizationId, owner);

describe('GET …/conflicts', () => {
  it('lists the conflicts of each page with their lines', async () => {
    const { pages, inRequest, onMain, conflicts } = await aWorld();
    await inRequest({ ...edit(pages.a, changed('three', 'request')), title: 'Request' }, edit(pages.b, 'Changed'), {
      operation: 'move_page',
      page: pages.c,
      into: pages.b,
    });
    await onMain(
      { ...edit(pages.a, changed('three', 'main\nmore')), title: 'Main' },
      { operation: 'delete_page', page: pages.b },
      { operation: 'move_page', page: pages.c, into: pages.a },
    );
    const found = (await conflicts()) as { id: string }[];
    const of = (id: string) => found.find((one) => one.id === id);
    const none = { base: null, main: null, changeRequest: null, hunks: [] };
    expect(of(pages.a)).toEqual({
      id: pages.a,
      title: 'Request',
      conflicts: [
        {
          ...none,
          kind: 'text',
          hunks: [
            {
              base: { start: 3, lines: ['three'] },
              main: { start: 3, lines: ['main', 'more'] },
              changeRequest: { start: 3, lines: ['request'] },
            },
          ],
        },
        { ...none, kind: 'attribute', field: 'title', base: 'a', main: 'Main', changeRequest: 'Request' },
      ],
    });
    expect(of(pages.b)).toMatchObject({
      conflicts: [{ kind: 'delete-edit', base: 'b', main: null, changeRequest: 'b' }],
    });
    expect(of(pages.c)).toMatchObject({ conflicts: [{ kind: 'move', main: pages.a, changeRequest: pages.b }] });
  });

  it('shows values of every type as they are, and GraphQL as the member of their type', async () => {
    const { spaceId, id, pages, inRequest, onMain, conflicts } = await aWorld();
    const url = (path: string) => ({ kind: 'url', url: `https://images.test/${path}` }) as const;
    const variablesOf = (one: boolean) => ({ variables: { one: String(one) } });
    await onMain({ operation: 'insert_page', title: 'L', type: 'link', target: url('base') });
    const [link] = (await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`)).body.pages.slice(-1);
    await owner.rest(`POST /v1/spaces/${spaceId}/change-requests/${id}/update`);
    const written = (side: string, one: boolean) =>
      [
        { operation: 'update_page', page: pages.a, cover: { ref: url(side), yPos: 2 }, ...variablesOf(one) },
        { operation: 'update_page', page: link.id, target: url(side) },
      ] as const;
    await inRequest(...written('request', true));
    await onMain(...written('main', false));
    const found = (await conflicts()) as { id: string; conflicts: object[] }[];
    const byField = (entries: readonly { conflicts: object[] }[]) =>
      new Map(entries.flatMap((entry) => entry.conflicts.map((one) => [(one as { field: string }).field, one])));
    const all = byField(found);
    const cover = (side: string) => ({ yPos: 2, ref: url(side) });
    const sides = (base: unknown, main: unknown, changeRequest: unknown) => ({ base, main, changeRequest, hunks: [] });
    expect(Object.fromEntries(all)).toEqual({
      cover: { kind: 'attribute', field: 'cover', ...sides(null, cover('main'), cover('request')) },
      'variables.one': { kind: 'attribute', field: 'variables.one', ...sides(null, 'false', 'true') },
      target: { kind: 'attribute', field: 'target', ...sides(url('base'), url('main'), url('request')) },
    });
    const { body } = await owner.graphql(
      `query ($space: ID!, $id: ID!) { space(id: $space) { changeRequest(id: $id) { conflicts { conflicts {
        field base { target { url } } main { text flag cover { ref { url } } target { url } computed { type } } } } } } }`,
      { space: spaceId, id },
    );
    const none = { text: null, flag: null, cover: null, target: null, computed: null };
    expect(Object.fromEntries(byField(body.data.space.changeRequest.conflicts))).toEqual({
      cover: { field: 'cover', base: null, main: { ...none, cover: { ref: { url: url('main').url } } } },
      'variables.one': { field: 'variables.one', base: null, main: { ...none, text: 'false' } },
      target: {
        field: 'target',
        base: { target: { url: url('base').url } },
        main: { ...none, target: { url: url('main').url } },
      },
    });
  });

  it('hides the conflicts of a draft from readers, and lists none for a merged change request', async () => {
    const { at, merge, conflicts } = await aWorld();
    const reader = await aMember(server, organizationId, 'read');
    expect((await reader.rest(`GET ${at}/conflicts`)).status).toBe(404);
    await merge();
    expect(await conflicts()).toEqual([]);
    expect((await reader.rest(`GET ${at}/conflicts`)).status).toBe(200);
  });
});

describe('GET …/merge-preview', () => {
  it('previews a merge without writing anything', async () => {
    const { pages, inRequest, onMain, at, history, merge } = await aWorld();
    await inRequest(
      edit(pages.a, 'Edited'),
      { operation: 'move_page', page: pages.b, into: pages.a },
      { operation: 'delete_page', page: pages.c },
      { operation: 'insert_page', title: 'New' },
    );
    await onMain({ operation: 'insert_page', title: 'Of main' });
    const before = await history();
    const { body } = await owner.rest(`GET ${at}/merge-preview`);
    expect(body).toMatchObject({ result: 'merge', added: 1, edited: 1, moved: 1, deleted: 1, conflicts: [] });
    expect(body.changes).toContainEqual({ id: pages.a, type: 'page_edited', title: 'a', fields: ['document'] });
    expect(await history()).toEqual(before);
    await merge();
  });
});

describe('POST …/conflicts/{pageId}/resolve', () => {
  const conflicted = async () => {
    const world = await aWorld();
    await world.inRequest(edit(world.pages.a, changed('three', 'request').replace('five', 'FIVE')));
    await world.onMain(edit(world.pages.a, changed('three', 'main').replace('one', 'ONE')));
    const resolve = (page: string, body: unknown) => owner.rest(`POST ${world.at}/conflicts/${page}/resolve`, body);
    return { ...world, resolve };
  };

  it.each([
    ['main', 'ONE\ntwo\nmain\nfour\nFIVE\n'],
    ['base', 'ONE\ntwo\nthree\nfour\nFIVE\n'],
    ['change-request', 'ONE\ntwo\nrequest\nfour\nFIVE\n'],
  ])('resolves a conflict with the values of %s, after which the merge succeeds', async (choice, result) => {
    const { resolve, pages, merge, textOf, conflicts } = await conflicted();
    const { status, body } = await resolve(pages.a, { choice });
    expect([status, body.outdated]).toEqual([200, false]);
    expect(await conflicts()).toEqual([]);
    expect((await merge()).body.result).toBe('merge');
    expect(await textOf(pages.a)).toBe(result);
  });

  it('resolves a conflict with a text', async () => {
    const { resolve, pages, merge, textOf } = await conflicted();
    const tooDeep = `{% if ${'('.repeat(40)}1${')'.repeat(40)} %}A{% endif %}`;
    const refused = await resolve(pages.a, { markdown: tooDeep });
    expect([refused.status, refused.body.error.details]).toMatchObject([
      400,
      [{ path: 'body.markdown', rule: 'too_big' }],
    ]);
    expect((await resolve(pages.a, { markdown: 'Agreed.\n' })).status).toBe(200);
    expect((await merge()).body.result).toBe('merge');
    expect(await textOf(pages.a)).toBe('Agreed.\n');
  });

  it('resolves the conflicts of one page and leaves those of others open', async () => {
    const { resolve, pages, inRequest, onMain, merge, conflicts } = await conflicted();
    await inRequest({ operation: 'update_page', page: pages.b, title: 'Request' });
    await onMain({ operation: 'update_page', page: pages.b, title: 'Main' });
    await resolve(pages.a, { choice: 'main' });
    expect((await conflicts()).map(({ id }: any) => id)).toEqual([pages.b]);
    expect((await merge()).body.result).toBe('conflicts');
    await resolve(pages.b, { choice: 'main' });
    expect((await merge()).body.result).toBe('merge');
  });

  it.each([
    ['main', ['a', 'c']],
    ['change-request', ['a', 'b', 'b/below', 'c']],
  ])('resolves the conflict of a deleted page with the side %s', async (choice, paths) => {
    const { pages, inRequest, onMain, at, merge, paths: pathsNow } = await aWorld();
    await inRequest(edit(pages.b, 'Changed'), {
      operation: 'insert_page',
      title: 'below',
      slug: 'below',
      into: pages.b,
    });
    await onMain({ operation: 'delete_page', page: pages.b });
    expect((await owner.rest(`POST ${at}/conflicts/${pages.b}/resolve`, { choice })).status).toBe(200);
    expect((await merge()).body.result).toBe('merge');
    expect(await pathsNow()).toEqual(paths);
  });

  it('refuses resolutions with neither or both fields, for a page without conflicts, and of a merged change request', async () => {
    const { resolve, pages, merge, request } = await conflicted();
    expect((await resolve(pages.a, {})).status).toBe(400);
    expect((await resolve(pages.a, { choice: 'main', markdown: 'x' })).status).toBe(400);
    expect((await resolve(pages.a, { choice: 'mine' })).status).toBe(400);
    const before = await request();
    expect((await resolve(pages.c, { choice: 'main' })).status).toBe(404);
    expect(await request()).toEqual(before);
    await resolve(pages.a, { choice: 'main' });
    await merge();
    expect((await resolve(pages.a, { choice: 'main' })).status).toBe(409);
  });
});

describe('hasConflicts', () => {
  it('says so while both sides differ, also after an update has left them, and no more when they are resolved', async () => {
    const { id, at, pages, inRequest, onMain } = await aWorld();
    const isConflicting = async () =>
      (
        await owner.graphql('query ($id: ID!) { node(id: $id) { ... on ChangeRequest { hasConflicts outdated } } }', {
          id,
        })
      ).body.data.node;
    expect(await isConflicting()).toEqual({ hasConflicts: false, outdated: false });
    await inRequest(edit(pages.a, changed('three', 'request')));
    await onMain(edit(pages.b, 'Elsewhere'));
    expect(await isConflicting()).toEqual({ hasConflicts: false, outdated: true });
    await onMain(edit(pages.a, changed('three', 'main')));
    expect(await isConflicting()).toEqual({ hasConflicts: true, outdated: true });
    await owner.rest(`POST ${at}/update`);
    expect(await isConflicting()).toEqual({ hasConflicts: true, outdated: false });
    await owner.graphql(
      'mutation ($id: ID!, $page: ID!) { resolveConflict(changeRequestId: $id, pageId: $page, input: { choice: MAIN }) { changeRequest { id } } }',
      { id, page: pages.a },
    );
    expect(await isConflicting()).toEqual({ hasConflicts: false, outdated: false });
    await owner.rest(`PATCH ${at}`, { status: 'archived' });
    expect((await isConflicting()).hasConflicts).toBe(false);
  });

  it('is compared once for the same states, so that a list which is asked for again costs no plans', async () => {
    const { spaceId, pages, onMain } = await aWorld();
    const begin = async () => {
      const { body } = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'One more' });
      const path = `/v1/spaces/${spaceId}/change-requests/${body.id}/content`;
      await owner.rest(`POST ${path}`, { changes: [edit(pages.a, changed('three', 'request'))] });
    };
    const ask = async () => {
      await server.statements.reset();
      const { data } = (
        await owner.graphql(
          'query ($id: ID!) { space(id: $id) { changeRequests(first: 10, status: [DRAFT, OPEN]) { edges { node { hasConflicts } } } } }',
          { id: spaceId },
        )
      ).body;
      const { length } = server.statements.texts;
      server.statements.forget();
      const found = data.space.changeRequests.edges.map(
        ({ node }: { node: { hasConflicts: boolean } }) => node.hasConflicts,
      );
      return { found, length };
    };
    await begin();
    await begin();
    await onMain(edit(pages.a, changed('three', 'main')));
    const first = await ask();
    const [again] = [await ask()];
    await begin();
    await begin();
    await onMain(edit(pages.b, 'Elsewhere'));
    await ask();
    const more = await ask();
    expect(first.found.filter(Boolean)).toHaveLength(2);
    expect(again.found).toEqual(first.found);
    expect(again.length).toBeLessThan(first.length);
    // The requests that were begun since do not conflict, and are more rows of the same statements.
    expect(more.found.filter(Boolean)).toHaveLength(2);
    expect(more.length).toBe(again.length);
  });
});
