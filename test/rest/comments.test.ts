import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization, aSpace } from '../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const none = 'cmt_AAAAAAAAAAAAAAAAAAAA';
const noReply = 'rpl_AAAAAAAAAAAAAAAAAAAA';
const all = { view: true, edit: true, reply: true, delete: true };

/** A space with one member who may discuss, one who may not, and a stranger. */
async function aDiscussion() {
  const { id: organizationId, owner } = await anOrganization(server);
  const [ada, bob, reader, stranger, space] = await Promise.all([
    aMember(server, organizationId, 'comment'),
    aMember(server, organizationId, 'comment'),
    aMember(server, organizationId, 'read'),
    server.aUser(),
    aSpace(server, organizationId),
  ]);
  return { organizationId, owner, ada, bob, reader, stranger, space, path: `/v1/spaces/${space.id}/comments` };
}

const say = async (caller: Caller, path: string, markdown = 'Hello') =>
  (await caller.rest(`POST ${path}`, { body: { markdown } })).body as { id: string };

const counters = (spaceId: string) =>
  server.platform.db.prisma.space.findUnique({
    where: { id: spaceId },
    select: { comments: true, commentsAll: true },
  });

const ids = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

/** A page tree of one revision: a group, and a page in it. */
async function aPage(spaceId: string, values: { title?: string; slug?: string } = {}) {
  const { services, db } = server.platform;
  const [groupId, pageId] = [services.newId('pg'), services.newId('pg')];
  const now = services.now();
  const entry = { line: spaceId, fromSeq: 1, spaceId, kind: 'page', createdAt: now, updatedAt: now };
  await db.prisma.contentEntry.createMany({
    data: [
      { ...entry, entryId: groupId, type: 'document', title: 'Guides', slug: 'guides', position: 'a0' },
      {
        ...entry,
        entryId: pageId,
        parentId: groupId,
        type: 'document',
        title: values.title ?? 'Setup',
        slug: values.slug ?? 'setup',
        position: 'a0',
        attributes: { emoji: '🔧' },
      },
    ],
  });
  return { groupId, pageId, at: now.toISOString() };
}

describe('POST /v1/spaces/{spaceId}/comments', () => {
  it('starts a thread', async () => {
    const { ada, space, path } = await aDiscussion();
    const user = await server.platform.db.prisma.user.findUniqueOrThrow({ where: { id: ada.userId } });

    const reply = await ada.rest(`POST ${path}`, { body: { markdown: 'Is *this* right?' }, unknown: 1 });

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      object: 'comment',
      id: expect.stringMatching(/^cmt_/),
      postedBy: {
        object: 'user',
        id: ada.userId,
        displayName: user.displayName,
        email: user.email,
        urls: { location: `${baseUrl}/v1/users/${ada.userId}` },
      },
      postedAt: expect.any(String),
      reactions: [],
      replies: 0,
      body: { markdown: 'Is *this* right?' },
      target: { space: space.id, revision: space.revisionId },
      status: 'open',
      urls: { location: `${baseUrl}${path}/${reply.body.id}` },
      permissions: all,
    });
    expect(await counters(space.id)).toEqual({ comments: 1, commentsAll: 1 });
    expect((await ada.rest(`GET ${path}/${reply.body.id}`)).body).toEqual(reply.body);
  });

  it('takes a place in the content and gives it back', async () => {
    const { ada, space, path } = await aDiscussion();
    const { pageId, at } = await aPage(space.id);

    const { body } = await ada.rest(`POST ${path}`, {
      body: { markdown: 'Here' },
      page: pageId,
      node: 'block-1',
      tableCell: { record: 'row-1', definition: 'column-1' },
    });

    expect(body.target).toEqual({
      space: space.id,
      revision: space.revisionId,
      page: {
        id: pageId,
        title: 'Setup',
        emoji: '🔧',
        path: 'guides/setup',
        createdAt: at,
        updatedAt: at,
        outdated: false,
      },
      node: { id: 'block-1' },
      tableCell: { record: 'row-1', definition: 'column-1' },
    });
  });

  it('takes a JSON document as Markdown', async () => {
    const { ada, path } = await aDiscussion();
    const leaf = { object: 'leaf', text: 'bold', marks: [{ object: 'mark', type: 'bold' }] };
    const block = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [leaf] }] };
    const document = { object: 'document', data: { schemaVersion: 8 }, nodes: [block] };
    const { body } = await ada.rest(`POST ${path}`, { body: { document } });
    expect(body.body).toEqual({ markdown: '**bold**' });
  });

  it.each([
    ['no body', {}, 'body'],
    ['an empty body', { body: {} }, 'body.body'],
    ['a blank text', { body: { markdown: ' \n' } }, 'body.body'],
    ['a text that is none', { body: { markdown: 3 } }, 'body.body.markdown'],
    ['a text too long', { body: { markdown: 'a'.repeat(10_001) } }, 'body.body.markdown'],
    ['two texts', { body: { markdown: 'a', document: { object: 'document', nodes: [] } } }, 'body.body'],
    ['an empty document', { body: { document: { object: 'document', nodes: [] } } }, 'body.body'],
    [
      'a block Markdown cannot hold',
      { body: { document: { object: 'document', nodes: [{ object: 'block', type: 'embed' }] } } },
      'body.body.document.nodes.0.type',
    ],
    ['half a cell', { body: { markdown: 'a' }, tableCell: { record: 'r' } }, 'body.tableCell'],
  ])('refuses %s', async (_what, body, path) => {
    const { ada, path: list, space } = await aDiscussion();
    const reply = await ada.rest(`POST ${list}`, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0].path).toBe(path);
    expect(await counters(space.id)).toEqual({ comments: 0, commentsAll: 0 });
  });

  it('says that an empty body is empty', async () => {
    const { ada, path } = await aDiscussion();
    expect((await ada.rest(`POST ${path}`, { body: {} })).body.error.message).toBe('body is empty');
  });

  it('answers 404 for a page that is not in the content, be it of another space', async () => {
    const { ada, path, organizationId } = await aDiscussion();
    const elsewhere = await aPage((await aSpace(server, organizationId)).id);
    for (const page of ['pg_AAAAAAAAAAAAAAAAAAAA', elsewhere.pageId]) {
      const { status, body } = await ada.rest(`POST ${path}`, { body: { markdown: 'a' }, page });
      expect([status, body.error.type, body.error.details[0].path]).toEqual([404, 'reference_not_found', 'body.page']);
    }
  });

  it('answers 403 to a reader and 404 to a stranger', async () => {
    const { reader, stranger, path } = await aDiscussion();
    expect((await reader.rest(`POST ${path}`, { body: { markdown: 'a' } })).status).toBe(403);
    expect((await stranger.rest(`POST ${path}`, { body: { markdown: 'a' } })).status).toBe(404);
  });

  it('does what one key says once', async () => {
    const { ada, path, space } = await aDiscussion();
    const twice = { headers: { 'idempotency-key': 'one' } };
    const first = await ada.rest(`POST ${path}`, { body: { markdown: 'a' } }, twice);
    const second = await ada.rest(`POST ${path}`, { body: { markdown: 'a' } }, twice);
    expect(second.body).toEqual(first.body);
    expect(await counters(space.id)).toEqual({ comments: 1, commentsAll: 1 });
  });
});

describe('GET /v1/spaces/{spaceId}/comments', () => {
  it('lists newest first, counts all and pages through them', async () => {
    const { ada, path } = await aDiscussion();
    const said: string[] = [];
    for (const text of ['a', 'b', 'c', 'd', 'e']) said.unshift((await say(ada, path, text)).id);

    const found: string[] = [];
    let page = '';
    for (let more = true; more;) {
      const { body } = await ada.rest(`GET ${path}?limit=2${page}`);
      expect(body.count).toBe(5);
      found.push(...ids({ body }));
      more = body.next !== undefined;
      page = more ? `&page=${body.next.page}` : '';
    }
    expect(found).toEqual(said);
    expect(ids(await ada.rest(`GET ${path}?order=asc`))).toEqual(said.toReversed());
  });

  it('gives no items for a limit of 0, but the count', async () => {
    const { ada, path } = await aDiscussion();
    await say(ada, path);
    expect((await ada.rest(`GET ${path}?limit=0`)).body).toEqual({ count: 1, items: [] });
  });

  it('filters by status, page and authors', async () => {
    const { ada, bob, owner, space, path } = await aDiscussion();
    const { pageId } = await aPage(space.id);
    const onPage = (await ada.rest(`POST ${path}`, { body: { markdown: 'a' }, page: pageId })).body;
    const settled = await say(bob, path);
    const open = await say(owner, path);
    await bob.rest(`PUT ${path}/${settled.id}`, { resolved: true });
    const list = async (query: string) => {
      const { body } = await ada.rest(`GET ${path}?${query}`);
      expect(body.count).toBe(body.items.length);
      return ids({ body });
    };

    expect(await list('status=all')).toEqual([open.id, settled.id, onPage.id]);
    expect(await list('status=open')).toEqual([open.id, onPage.id]);
    expect(await list('status=resolved')).toEqual([settled.id]);
    expect(await list(`targetPage=${pageId}`)).toEqual([onPage.id]);
    expect(await list('targetPage=nothing')).toEqual([]);
    expect(await list(`authors=${bob.userId}&authors=${ada.userId}`)).toEqual([settled.id, onPage.id]);
    expect(await list(`authors=${bob.userId},${ada.userId}`)).toEqual([settled.id, onPage.id]);
    expect(await list(`authors=${bob.userId}&status=open`)).toEqual([]);
    expect(await list('authors=')).toEqual([]);
  });

  it('gives the text as a JSON document on demand', async () => {
    const { ada, path } = await aDiscussion();
    const { id } = await say(ada, path, '# Hi');
    const leaf = { object: 'leaf', text: 'Hi', marks: [] };
    const body = {
      document: {
        object: 'document',
        data: {},
        nodes: [{ object: 'block', type: 'heading-1', data: {}, nodes: [{ object: 'text', leaves: [leaf] }] }],
      },
    };
    expect((await ada.rest(`GET ${path}?format=document`)).body.items[0].body).toEqual(body);
    expect((await ada.rest(`GET ${path}/${id}?format=document`)).body.body).toEqual(body);
    expect((await ada.rest(`GET ${path}?format=markdown`)).body.items[0].body).toEqual({ markdown: '# Hi' });
  });

  it.each(['limit=1001', 'limit=-1', 'limit=x', 'status=closed', 'order=up', 'format=html', 'page=x'])(
    'refuses %s',
    async (query) => {
      const { ada, path } = await aDiscussion();
      const { status, body } = await ada.rest(`GET ${path}?${query}`);
      expect(status).toBe(400);
      expect(body.error.details[0].path).toBe(`query.${query.split('=')[0]}`);
    },
  );

  it('refuses the cursor of another space and of other filters', async () => {
    const { ada, path, organizationId } = await aDiscussion();
    await say(ada, path);
    await say(ada, path);
    const { page } = (await ada.rest(`GET ${path}?limit=1`)).body.next;
    const other = await aSpace(server, organizationId);
    expect((await ada.rest(`GET /v1/spaces/${other.id}/comments?page=${page}`)).status).toBe(400);
    expect((await ada.rest(`GET ${path}?status=open&page=${page}`)).status).toBe(400);
  });

  it('answers 403 to a reader, 404 to a stranger and for a deleted space', async () => {
    const { reader, stranger, owner, path, space } = await aDiscussion();
    expect((await reader.rest(`GET ${path}`)).status).toBe(403);
    expect((await stranger.rest(`GET ${path}`)).status).toBe(404);
    await server.platform.db.prisma.space.update({ where: { id: space.id }, data: { deletedAt: new Date() } });
    expect((await owner.rest(`GET ${path}`)).status).toBe(404);
  });

  it('answers 403 to a token without the scope', async () => {
    const { ada, path } = await aDiscussion();
    const narrow = await server.as(ada.userId, { scopes: ['space:read', 'space:comments:write'] });
    const { status, body } = await narrow.rest(`GET ${path}`);
    expect([status, body.error.type]).toEqual([403, 'insufficient_scope']);
  });

  it('shows addresses to those who create content in a common organization, and to their owners', async () => {
    const { ada, bob, owner, path, organizationId } = await aDiscussion();
    await say(ada, path);
    const emailsFor = async (caller: Caller) => {
      const { body } = await caller.rest(`GET ${path}`);
      return body.items.map(({ postedBy }: { postedBy: { email?: string } }) => postedBy.email !== undefined);
    };
    expect([await emailsFor(ada), await emailsFor(bob), await emailsFor(owner)]).toEqual([[true], [false], [true]]);
    await server.platform.db.prisma.member.deleteMany({ where: { organizationId, userId: ada.userId } });
    expect(await emailsFor(owner)).toEqual([false]);
  });
});

describe('GET /v1/spaces/{spaceId}/comments/{commentId}', () => {
  it('tells when the page has changed since, or is gone', async () => {
    const { ada, space, path } = await aDiscussion();
    const { pageId, groupId } = await aPage(space.id);
    const { id } = (await ada.rest(`POST ${path}`, { body: { markdown: 'a' }, page: pageId })).body;
    const pageNow = async () => (await ada.rest(`GET ${path}/${id}`)).body.target.page;
    const { prisma } = server.platform.db;
    const close = (entryId: string, seq: number) =>
      prisma.contentEntry.updateMany({ where: { line: space.id, entryId, toSeq: null }, data: { toSeq: seq } });

    await close(groupId, 2);
    const group = await prisma.contentEntry.findFirstOrThrow({ where: { entryId: groupId } });
    await prisma.contentEntry.create({
      data: { ...group, attributes: {}, fromSeq: 2, toSeq: null, slug: 'manual' },
    });
    expect(await pageNow()).toMatchObject({ path: 'manual/setup', outdated: false });

    await close(pageId, 3);
    const page = await prisma.contentEntry.findFirstOrThrow({ where: { entryId: pageId } });
    await prisma.contentEntry.create({ data: { ...page, attributes: {}, fromSeq: 3, toSeq: null, title: 'Set-up' } });
    expect(await pageNow()).toMatchObject({ title: 'Set-up', path: 'manual/setup', outdated: true });

    await close(pageId, 4);
    expect(await pageNow()).toMatchObject({ title: 'Set-up', path: 'manual/setup', outdated: true });
  });

  it('answers 404 for an unknown one, a reply, and one of another space', async () => {
    const { ada, path, organizationId } = await aDiscussion();
    const { id } = await say(ada, path);
    const reply = await say(ada, `${path}/${id}/replies`);
    const other = await aSpace(server, organizationId);
    expect((await ada.rest(`GET ${path}/${none}`)).status).toBe(404);
    expect((await ada.rest(`GET ${path}/${reply.id}`)).status).toBe(404);
    expect((await ada.rest(`GET /v1/spaces/${other.id}/comments/${id}`)).status).toBe(404);
  });

  it('answers 403 to a reader and 404 to a stranger', async () => {
    const { ada, reader, stranger, path } = await aDiscussion();
    const { id } = await say(ada, path);
    expect((await reader.rest(`GET ${path}/${id}`)).status).toBe(403);
    expect((await stranger.rest(`GET ${path}/${id}`)).status).toBe(404);
  });

  it('answers 400 for an unknown format', async () => {
    const { ada, path } = await aDiscussion();
    const { id } = await say(ada, path);
    expect((await ada.rest(`GET ${path}/${id}?format=html`)).status).toBe(400);
  });
});

describe('PUT /v1/spaces/{spaceId}/comments/{commentId}', () => {
  it('settles a thread, reopens it, and changes nothing the second time', async () => {
    const { ada, owner, space, path } = await aDiscussion();
    const { id } = await say(ada, path);
    const put = async (caller: Caller, resolved: boolean) =>
      (await caller.rest(`PUT ${path}/${id}`, { resolved })).body;

    const settled = await put(owner, true);
    expect(settled).toMatchObject({ status: 'resolved', resolvedBy: { id: owner.userId } });
    expect(settled.resolvedAt).toEqual(expect.any(String));
    expect(await put(ada, true)).toEqual({
      ...settled,
      postedBy: expect.anything(),
      resolvedBy: expect.objectContaining({ id: owner.userId }),
      permissions: all,
    });
    expect(await counters(space.id)).toEqual({ comments: 0, commentsAll: 1 });

    const open = await put(ada, false);
    expect(open.status).toBe('open');
    expect(Object.keys(open)).not.toContain('resolvedAt');
    expect(Object.keys(open)).not.toContain('resolvedBy');
    await put(ada, false);
    expect(await counters(space.id)).toEqual({ comments: 1, commentsAll: 1 });
  });

  it('changes the text for its author alone', async () => {
    const { ada, owner, path } = await aDiscussion();
    const { id } = await say(ada, path);
    expect((await owner.rest(`PUT ${path}/${id}`, { body: { markdown: 'b' } })).status).toBe(403);
    const { body } = await ada.rest(`PUT ${path}/${id}`, { body: { markdown: 'b' } });
    expect(body).toMatchObject({ body: { markdown: 'b' }, editedAt: expect.any(String) });
  });

  it('lets anybody say nothing: an empty body changes nothing', async () => {
    const { ada, bob, path } = await aDiscussion();
    const { id } = await say(ada, path);
    const before = (await ada.rest(`GET ${path}/${id}`)).body;
    for (const change of [{}, { body: {} }, { body: { markdown: 'Hello' } }])
      expect((await ada.rest(`PUT ${path}/${id}`, change)).body).toEqual(before);
    expect((await bob.rest(`PUT ${path}/${id}`, { body: {} })).status).toBe(200);
  });

  it('lets its author and editors settle it, nobody else', async () => {
    const { ada, bob, organizationId, path } = await aDiscussion();
    const editor = await aMember(server, organizationId, 'edit');
    const { id } = await say(ada, path);
    expect((await bob.rest(`PUT ${path}/${id}`, { resolved: true })).status).toBe(403);
    expect((await editor.rest(`PUT ${path}/${id}`, { resolved: true })).status).toBe(200);
  });

  it('adds and removes the reactions of the caller', async () => {
    const { ada, bob, path } = await aDiscussion();
    const { id } = await say(ada, path);
    const react = async (caller: Caller, change: object) => {
      const { body } = await caller.rest(`PUT ${path}/${id}`, change);
      return body.reactions.map((one: { emoji: string; count: number; users: { user: { id: string } }[] }) => [
        one.emoji,
        one.count,
        one.users.map(({ user }) => user.id),
      ]);
    };

    await react(ada, { addedReactions: ['👍', '🎉'] });
    await react(ada, { addedReactions: ['👍'] });
    expect(await react(bob, { addedReactions: ['1f44d'] })).toEqual(
      [
        ['🎉', 1, [ada.userId]],
        ['👍', 2, [ada.userId, bob.userId]],
      ].toSorted((a, b) => ((a[0] as string) < (b[0] as string) ? -1 : 1)),
    );
    expect(await react(bob, { removedReactions: ['👍', '🎉'] })).toEqual(
      expect.arrayContaining([
        ['👍', 1, [ada.userId]],
        ['🎉', 1, [ada.userId]],
      ]),
    );
    expect(await react(ada, { removedReactions: ['🎉'], addedReactions: ['🎉'] })).toEqual([['👍', 1, [ada.userId]]]);
    expect((await ada.rest(`GET ${path}/${id}`)).body.reactions[0].users[0]).toMatchObject({
      user: { object: 'user', id: ada.userId },
      reactedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it.each([
    [{ addedReactions: ['x'] }, 'body.addedReactions.0'],
    [{ removedReactions: [3] }, 'body.removedReactions.0'],
    [{ resolved: 'yes' }, 'body.resolved'],
    [{ resolved: null }, 'body.resolved'],
    [{ body: null }, 'body.body'],
    [{ body: { markdown: '' } }, 'body.body'],
  ])('refuses %j', async (change, place) => {
    const { ada, path } = await aDiscussion();
    const { id } = await say(ada, path);
    const { status, body } = await ada.rest(`PUT ${path}/${id}`, change);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe(place);
  });

  it('refuses a change of a version the caller does not know', async () => {
    const { ada, path } = await aDiscussion();
    const { id } = await say(ada, path);
    const { headers } = await ada.rest(`GET ${path}/${id}`);
    const known = { headers: { 'if-match': String(headers['etag']) } };
    expect((await ada.rest(`PUT ${path}/${id}`, { body: { markdown: 'b' } }, known)).status).toBe(200);
    expect((await ada.rest(`PUT ${path}/${id}`, { body: { markdown: 'c' } }, known)).status).toBe(412);
    expect((await ada.rest(`DELETE ${path}/${id}`, undefined, known)).status).toBe(412);
  });

  it('answers 403 to a reader, 404 to a stranger and for an unknown one', async () => {
    const { ada, reader, stranger, path } = await aDiscussion();
    const { id } = await say(ada, path);
    expect((await reader.rest(`PUT ${path}/${id}`, { resolved: true })).status).toBe(403);
    expect((await stranger.rest(`PUT ${path}/${id}`, { resolved: true })).status).toBe(404);
    expect((await ada.rest(`PUT ${path}/${none}`, { resolved: true })).status).toBe(404);
  });
});

describe('DELETE /v1/spaces/{spaceId}/comments/{commentId}', () => {
  it('takes the replies along, and counts one less', async () => {
    const { ada, owner, space, path } = await aDiscussion();
    const [kept, gone] = [await say(ada, path), await say(ada, path)];
    const reply = await say(owner, `${path}/${gone.id}/replies`);
    await ada.rest(`PUT ${path}/${gone.id}`, { resolved: true });

    expect((await ada.rest(`DELETE ${path}/${gone.id}`)).status).toBe(205);
    expect((await ada.rest(`GET ${path}/${gone.id}`)).status).toBe(404);
    expect(ids(await ada.rest(`GET ${path}`))).toEqual([kept.id]);
    expect(await counters(space.id)).toEqual({ comments: 1, commentsAll: 1 });
    expect(await server.platform.db.prisma.comment.findUnique({ where: { id: reply.id } })).toBeNull();
  });

  it('is for its author and admins', async () => {
    const { ada, bob, owner, reader, stranger, organizationId, path } = await aDiscussion();
    const creator = await aMember(server, organizationId, 'create');
    const { id } = await say(ada, path);
    const statuses = [];
    for (const caller of [bob, creator, reader, stranger, owner])
      statuses.push((await caller.rest(`DELETE ${path}/${id}`)).status);
    expect(statuses).toEqual([403, 403, 403, 404, 205]);
    expect((await owner.rest(`DELETE ${path}/${id}`)).status).toBe(404);
  });
});

describe('/v1/spaces/{spaceId}/comments/{commentId}/replies', () => {
  it('POST replies, and the thread counts it', async () => {
    const { ada, bob, path, space } = await aDiscussion();
    const { id } = await say(ada, path);
    const reply = await bob.rest(`POST ${path}/${id}/replies`, { body: { markdown: 'Yes' } });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      object: 'comment-reply',
      id: expect.stringMatching(/^rpl_/),
      postedBy: expect.objectContaining({ object: 'user', id: bob.userId }),
      postedAt: expect.any(String),
      reactions: [],
      body: { markdown: 'Yes' },
      urls: { location: `${baseUrl}${path}/${id}/replies/${reply.body.id}` },
      permissions: all,
    });
    expect((await ada.rest(`GET ${path}/${id}`)).body.replies).toBe(1);
    expect(await counters(space.id)).toEqual({ comments: 1, commentsAll: 1 });
    expect((await ada.rest(`GET ${path}/${id}/replies/${reply.body.id}`)).body).toMatchObject({
      id: reply.body.id,
      permissions: { ...all, edit: false, delete: false },
    });
  });

  it('GET lists them, newest first, in pages', async () => {
    const { ada, path } = await aDiscussion();
    const { id } = await say(ada, path);
    const said = [await say(ada, `${path}/${id}/replies`), await say(ada, `${path}/${id}/replies`, '**b**')];
    const first = await ada.rest(`GET ${path}/${id}/replies?limit=1&format=document`);
    expect(first.body).toMatchObject({
      count: 2,
      items: [{ id: said[1]?.id, body: { document: { object: 'document' } } }],
    });
    const second = await ada.rest(`GET ${path}/${id}/replies?limit=1&page=${first.body.next.page}`);
    expect(ids(second)).toEqual([said[0]?.id]);
    expect(second.body.next).toBeUndefined();
    expect(ids(await ada.rest(`GET ${path}/${id}/replies?order=asc`))).toEqual(said.map((one) => one.id));
    expect((await ada.rest(`GET ${path}/${id}/replies?limit=1001`)).status).toBe(400);
  });

  it('PUT changes the text for its author, and reactions for anybody', async () => {
    const { ada, bob, owner, path } = await aDiscussion();
    const { id } = await say(ada, path);
    const { id: replyId } = await say(bob, `${path}/${id}/replies`);
    const reply = `${path}/${id}/replies/${replyId}`;
    expect((await owner.rest(`PUT ${reply}`, { body: { markdown: 'b' } })).status).toBe(403);
    expect((await bob.rest(`PUT ${reply}`, { body: { markdown: 'b' } })).body.body).toEqual({ markdown: 'b' });
    expect((await ada.rest(`PUT ${reply}`, { addedReactions: ['❤️'] })).body.reactions).toMatchObject([
      { emoji: '❤️', count: 1 },
    ]);
    expect((await ada.rest(`PUT ${reply}`, { addedReactions: ['no'] })).status).toBe(400);
    expect((await bob.rest(`PUT ${reply}`, { resolved: true })).status).toBe(200);
    expect((await ada.rest(`GET ${path}/${id}`)).body.status).toBe('open');
  });

  it('DELETE is for its author and admins, and the thread counts one less', async () => {
    const { ada, bob, owner, path } = await aDiscussion();
    const { id } = await say(ada, path);
    const [first, second] = [await say(bob, `${path}/${id}/replies`), await say(bob, `${path}/${id}/replies`)];
    expect((await ada.rest(`DELETE ${path}/${id}/replies/${first.id}`)).status).toBe(403);
    expect((await bob.rest(`DELETE ${path}/${id}/replies/${first.id}`)).status).toBe(205);
    expect((await owner.rest(`DELETE ${path}/${id}/replies/${second.id}`)).status).toBe(205);
    expect((await owner.rest(`DELETE ${path}/${id}/replies/${second.id}`)).status).toBe(404);
    expect((await ada.rest(`GET ${path}/${id}`)).body.replies).toBe(0);
  });

  it('answer 403 to a reader and 404 to a stranger', async () => {
    const { ada, reader, stranger, path } = await aDiscussion();
    const { id } = await say(ada, path);
    const { id: replyId } = await say(ada, `${path}/${id}/replies`);
    for (const [signature, body] of [
      [`GET ${path}/${id}/replies`],
      [`POST ${path}/${id}/replies`, { body: { markdown: 'a' } }],
      [`GET ${path}/${id}/replies/${replyId}`],
      [`PUT ${path}/${id}/replies/${replyId}`, {}],
      [`DELETE ${path}/${id}/replies/${replyId}`],
    ] as const) {
      expect((await reader.rest(signature, body)).status, signature).toBe(403);
      expect((await stranger.rest(signature, body)).status, signature).toBe(404);
    }
  });

  it('answer 404 under the wrong thread or space, and 400 without a text', async () => {
    const { ada, path, organizationId } = await aDiscussion();
    const [one, other] = [await say(ada, path), await say(ada, path)];
    const { id: replyId } = await say(ada, `${path}/${one.id}/replies`);
    const space = await aSpace(server, organizationId);
    for (const [signature, body] of [
      [`GET ${path}/${other.id}/replies/${replyId}`],
      [`PUT ${path}/${other.id}/replies/${replyId}`, {}],
      [`DELETE ${path}/${other.id}/replies/${replyId}`],
      [`GET /v1/spaces/${space.id}/comments/${one.id}/replies/${replyId}`],
      [`DELETE /v1/spaces/${space.id}/comments/${one.id}/replies/${replyId}`],
      [`GET ${path}/${one.id}/replies/${noReply}`],
      [`GET ${path}/${replyId}/replies`],
      [`POST ${path}/${none}/replies`, { body: { markdown: 'a' } }],
      [`POST ${path}/${replyId}/replies`, { body: { markdown: 'a' } }],
    ] as const)
      expect((await ada.rest(signature, body)).status, signature).toBe(404);
    expect((await ada.rest(`POST ${path}/${one.id}/replies`, { body: {} })).status).toBe(400);
    expect((await ada.rest(`GET ${path}/${one.id}/replies/${replyId}?format=html`)).status).toBe(400);
  });
});
