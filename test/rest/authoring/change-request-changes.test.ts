import { beforeAll, describe, expect, it } from 'vitest';
import { aMember } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { changed, edit } from './merging-world.ts';
import { approve, aReviewWorld, listed } from './reviews-world.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes', () => {
  it('lists no changes for a change request without commits', async () => {
    const { at, author } = await aReviewWorld(server);
    expect((await author.rest(`GET ${at}/changes`)).body).toEqual({ changes: [] });
  });

  it('lists the differences from the main content the change request is based on, not from newer main content', async () => {
    const { at, author, inRequest, onMain, update, pages } = await aReviewWorld(server);
    await onMain(edit(pages.b, 'Main'));
    await inRequest(
      edit(pages.a, changed('three', 'THREE')),
      { operation: 'delete_page', page: pages.c },
      { operation: 'insert_page', title: 'd', slug: 'd' },
    );
    const read = async () => (await author.rest(`GET ${at}/changes`)).body;
    const expected = async () => {
      const { changes, ...rest } = await read();
      expect(rest).toEqual({});
      return changes.map(({ type, page, fields }: any) => [type, page.title, fields]).toSorted();
    };
    const mine = [
      ['page_created', 'd', []],
      ['page_deleted', 'c', []],
      ['page_edited', 'a', ['document']],
    ];
    expect(await expected()).toEqual(mine);
    const { changes } = await read();
    expect(changes.find(({ type }: any) => type === 'page_edited').hunks[0].lines).toContain('+THREE');
    await update();
    expect(await expected()).toEqual(mine);
  });

  it('lists what the merge changed once the change request is merged', async () => {
    const { at, ada, inRequest, onMain, pages, open } = await aReviewWorld(server);
    await inRequest(edit(pages.a, 'Brought'));
    await open();
    expect((await ada.rest(`POST ${at}/merge`)).body.result).toBe('merge');
    await onMain(edit(pages.b, 'Later'));
    expect((await ada.rest(`GET ${at}/changes`)).body.changes).toMatchObject([
      { type: 'page_edited', page: { id: pages.a } },
    ]);
  });

  it('lists ten changes or up to the limit, counts the others, and continues with them', async () => {
    const { at, author, inRequest } = await aReviewWorld(server);
    const insert = (n: number) => ({ operation: 'insert_page', title: `n${n}`, slug: `n${n}` }) as const;
    await inRequest(...Array.from({ length: 12 }, (_, n) => insert(n)));
    const byDefault = (await author.rest(`GET ${at}/changes`)).body;
    expect([byDefault.changes.length, byDefault.more]).toEqual([10, 2]);
    const all = (await author.rest(`GET ${at}/changes?limit=12`)).body;
    expect([all.changes.length, all.more, all.next]).toEqual([12, undefined, undefined]);
    const rest = (await author.rest(`GET ${at}/changes?page=${byDefault.next.page}`)).body;
    expect([...byDefault.changes, ...rest.changes]).toEqual(all.changes);
    expect([rest.more, rest.next]).toEqual([undefined, undefined]);
    expect((await author.rest(`GET ${at}/changes?page=x`)).body.error.type).toBe('invalid_cursor');
    for (const limit of ['0', '-1', '1001', 'x', '1.5'])
      expect((await author.rest(`GET ${at}/changes?limit=${limit}`)).status).toBe(400);
  });

  it('lists changes only for callers who may read the content of the change request', async () => {
    const { at, ada, reader, stranger, spaceId, open, inRequest, pages } = await aReviewWorld(server);
    await inRequest(edit(pages.a, 'Secret'));
    expect((await reader.rest(`GET ${at}/changes`)).status).toBe(404);
    await open();
    expect((await reader.rest(`GET ${at}/changes`)).status).toBe(200);
    expect((await stranger.rest(`GET ${at}/changes`)).status).toBe(404);
    expect((await ada.rest(`GET /v1/spaces/${spaceId}/change-requests/99/changes`)).status).toBe(404);
    const narrow = await server.as(ada.userId, { scopes: ['space:change-requests:read'] });
    const { status, body } = await narrow.rest(`GET ${at}/changes`);
    expect([status, JSON.stringify(body).includes('Secret')]).toEqual([403, false]);
  });
});

describe('GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors', () => {
  const items = async (caller: Parameters<typeof listed>[0], at: string) =>
    (await listed(caller, `${at}/contributors`)).map(({ user, actionType, count }) => [user.id, actionType, count]);

  it('lists users who edited or commented, most recent contribution first', async () => {
    const { at, author, ada, commenter, reader, inRequest, pages, open } = await aReviewWorld(server);
    expect((await author.rest(`GET ${at}/contributors`)).body).toEqual({ count: 0, items: [] });
    await open();
    await inRequest(edit(pages.a, 'One'));
    await inRequest(edit(pages.a, 'Two'));
    const { body } = await commenter.rest(`POST ${at}/comments`, { body: { markdown: 'Hello' } });
    await author.rest(`POST ${at}/comments/${body.id}/replies`, { body: { markdown: 'Yes' } });
    await commenter.rest(`POST ${at}/comments/${body.id}/replies`, { body: { markdown: 'No' } });
    await approve(ada, at, { comment: { markdown: 'Fine' } });
    await approve(ada, at);
    const comments = [
      [ada.userId, 'comment', 1],
      [commenter.userId, 'comment', 2],
      [author.userId, 'comment', 1],
    ];
    const edits = [[author.userId, 'edit', 2]];
    expect(await items(author, at)).toEqual([...comments, ...edits]);
    // Comments are not counted for callers who may not read them.
    expect(await items(reader, at)).toEqual(edits);
    const narrow = await server.as(author.userId, { scopes: ['space:change-requests:read'] });
    expect(await items(narrow, at)).toEqual(edits);
    const seen: unknown[] = [];
    let more = '';
    do {
      const page = (await author.rest(`GET ${at}/contributors?limit=1${more}`)).body;
      expect(page.count).toBe(4);
      seen.push(...page.items.map(({ user, actionType, count }: any) => [user.id, actionType, count]));
      more = page.next ? `&page=${page.next.page}` : '';
    } while (more !== '');
    expect(seen).toEqual([...comments, ...edits]);
  });

  it('lists contributors only for callers who may see the change request', async () => {
    const { at, reader, stranger, ada, open } = await aReviewWorld(server);
    expect((await reader.rest(`GET ${at}/contributors`)).status).toBe(404);
    await open();
    expect((await stranger.rest(`GET ${at}/contributors`)).status).toBe(404);
    const narrow = await server.as(ada.userId, { scopes: ['space:content:read'] });
    expect((await narrow.rest(`GET ${at}/contributors`)).status).toBe(403);
  });

  it('counts concurrent contributions', async () => {
    const { at, author, commenter, open, inRequest, pages } = await aReviewWorld(server);
    await open();
    const write = (n: number) => inRequest(edit(pages.a, `Text ${n}`));
    const say = (n: number) => commenter.rest(`POST ${at}/comments`, { body: { markdown: `No. ${n}` } });
    await Promise.all([1, 2, 3, 4, 5].flatMap((n): Promise<unknown>[] => [write(n), say(n)]));
    expect((await items(author, at)).toSorted()).toEqual(
      [
        [author.userId, 'edit', 5],
        [commenter.userId, 'comment', 5],
      ].toSorted(),
    );
  });
});

describe('the description of a change request', () => {
  const document = { object: 'document', data: {}, nodes: [] };

  it('is set and removed in every accepted form', async () => {
    const { at, author, request, spaceId } = await aReviewWorld(server);
    expect(await request()).not.toHaveProperty('description');
    const patch = async (description: unknown) => (await author.rest(`PATCH ${at}`, { description })).body;
    const text = JSON.stringify((await patch({ markdown: 'Why **not**?' })).description);
    expect(text).toContain('{"object":"mark","type":"bold"}');
    expect((await request()).description).toEqual(JSON.parse(text));
    // A JSON document as the API returns it, and wrapped in a body.
    expect(JSON.stringify((await patch(JSON.parse(text))).description)).toBe(text);
    expect(JSON.stringify((await patch({ document: JSON.parse(text) })).description)).toBe(text);
    expect(JSON.stringify((await patch({})).description)).toBe(text);
    expect((await listed(author, `/v1/spaces/${spaceId}/change-requests?status=draft`))[0]).not.toHaveProperty(
      'description',
    );
    for (const none of [null, document, { markdown: '' }]) {
      await patch({ markdown: 'Again' });
      expect(await patch(none)).not.toHaveProperty('description');
    }
  });

  it.each([
    ['a string', 'text'],
    ['a number', 7],
    ['a list', []],
    ['Markdown that is not a string', { markdown: 7 }],
    ['more than 10,000 characters', { markdown: 'x'.repeat(10_001) }],
    ['two texts', { markdown: 'x', document }],
    ['another object than a document', { object: 'page' }],
    [
      'blocks of an unknown type',
      { document: { object: 'document', nodes: [{ object: 'block', type: 'unheard-of' }] } },
    ],
  ])('cannot be %s', async (_what, description) => {
    const { at, author, request } = await aReviewWorld(server);
    const { status, body } = await author.rest(`PATCH ${at}`, { description });
    expect([status, body.error.details[0].path]).toEqual([400, expect.stringMatching(/^body\.description/)]);
    expect(await request()).not.toHaveProperty('description');
  });

  it('the description is updated by authors with edit and by other users with review, which increases the version', async () => {
    const { at, author, ada, reader, organizationId, open } = await aReviewWorld(server);
    await open();
    const editor = await aMember(server, organizationId, 'edit');
    expect((await reader.rest(`PATCH ${at}`, { description: { markdown: 'Mine' } })).status).toBe(403);
    expect((await editor.rest(`PATCH ${at}`, { description: { markdown: 'Mine' } })).status).toBe(403);
    const { headers } = await author.rest(`GET ${at}`);
    const known = { headers: { 'if-match': String(headers['etag']) } };
    expect((await ada.rest(`PATCH ${at}`, { description: { markdown: 'Ours' } }, known)).status).toBe(200);
    expect((await ada.rest(`PATCH ${at}`, { description: { markdown: 'Again' } }, known)).status).toBe(412);
  });
});

describe('a merge revision', () => {
  it('names the merged change request for callers who may see it', async () => {
    const { at, id, ada, reader, spaceId, inRequest, pages, open } = await aReviewWorld(server);
    await inRequest(edit(pages.a, 'Brought'));
    await open();
    const { revision } = (await ada.rest(`POST ${at}/merge`)).body;
    const path = `/v1/spaces/${spaceId}/revisions/${revision}`;
    const expected = { object: 'change-request', id, status: 'merged', revisionMerged: revision };
    expect((await reader.rest(`GET ${path}`)).body).toMatchObject({ type: 'merge', mergedFrom: expected });
    expect((await reader.rest(`GET /v1/spaces/${spaceId}/content`)).body.mergedFrom).toMatchObject(expected);
    expect((await reader.rest(`GET ${path}/changes`)).body).toMatchObject({
      changes: [{ type: 'page_edited' }],
      mergedFrom: expected,
    });
    const narrow = await server.as(ada.userId, { scopes: ['space:content:read'] });
    const { status, body } = await narrow.rest(`GET ${path}`);
    expect([status, body.type, body.mergedFrom]).toEqual([200, 'merge', undefined]);
    expect((await narrow.rest(`GET ${path}/changes`)).body.mergedFrom).toBeUndefined();
  });

  it('a revision that is no merge names no change request', async () => {
    const { spaceId, onMain, pages, owner } = await aReviewWorld(server);
    await onMain(edit(pages.a, 'Changed'));
    expect((await owner.rest(`GET /v1/spaces/${spaceId}/content`)).body).not.toHaveProperty('mergedFrom');
  });
});

describe('GET /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document', () => {
  it('returns the text of reusable content as of the revision', async () => {
    const { spaceId, owner } = await aReviewWorld(server);
    const write = async (change: object) =>
      (await owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes: [change] })).body.revision as string;
    const first = await write({
      operation: 'insert_reusable_content',
      title: 'Note',
      document: { markdown: 'First' },
    });
    const [{ id }] = (await owner.rest(`GET /v1/spaces/${spaceId}/content`)).body.reusableContents;
    const second = await write({
      operation: 'update_reusable_content',
      reusableContent: id,
      document: { markdown: 'Second' },
    });
    const read = (revision: string, of = id) =>
      owner.rest(`GET /v1/spaces/${spaceId}/revisions/${revision}/reusable-contents/${of}/document`);
    for (const [revision, text] of [
      [first, 'First'],
      [second, 'Second'],
    ] as const) {
      const { body } = await read(revision);
      expect(body).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] });
      expect(JSON.stringify(body)).toContain(text);
    }
    expect((await read(first, 'rc_absent')).status).toBe(404);
  });
});
