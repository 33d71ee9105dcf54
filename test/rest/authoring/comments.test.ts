import { beforeAll, describe, expect, it } from 'vitest';
import { aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';
import { aDiscussion, aPage, all, counters, ids, none, say } from './discussion.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('POST /v1/spaces/{spaceId}/comments', () => {
  it('creates a comment that starts a thread', async () => {
    const { ada, space, path } = await aDiscussion(server);
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
    expect(await counters(server, space.id)).toEqual({ comments: 1, commentsAll: 1 });
    expect((await ada.rest(`GET ${path}/${reply.body.id}`)).body).toEqual(reply.body);
  });

  it('stores and returns the page, block and table cell a comment is on', async () => {
    const { ada, space, path } = await aDiscussion(server);
    const { pageId, at } = await aPage(server, space.id);

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
        emoji: '1f527',
        path: 'guides/setup',
        createdAt: at,
        updatedAt: at,
        outdated: false,
      },
      node: { id: 'block-1' },
      tableCell: { record: 'row-1', definition: 'column-1' },
    });
  });

  it('stores the JSON document of a comment as Markdown', async () => {
    const { ada, path } = await aDiscussion(server);
    const leaf = { object: 'leaf', text: 'bold', marks: [{ object: 'mark', type: 'bold' }] };
    const block = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [leaf] }] };
    const document = { object: 'document', data: { schemaVersion: 8 }, nodes: [block] };
    const { body } = await ada.rest(`POST ${path}`, { body: { document } });
    expect(body.body).toEqual({ markdown: '**bold**' });
  });

  it.each([
    ['no body', {}, 'body.body'],
    ['an empty body', { body: {} }, 'body.body'],
    ['a blank text', { body: { markdown: ' \n' } }, 'body.body'],
    ['a text that is none', { body: { markdown: 3 } }, 'body.body.markdown'],
    ['a text too long', { body: { markdown: 'a'.repeat(10_001) } }, 'body.body.markdown'],
    ['two texts', { body: { markdown: 'a', document: { object: 'document', nodes: [] } } }, 'body.body'],
    ['an empty document', { body: { document: { object: 'document', nodes: [] } } }, 'body.body'],
    [
      'a block Markdown cannot hold',
      { body: { document: { object: 'document', nodes: [{ object: 'block', type: 'film' }] } } },
      'body.body.document.nodes.0.type',
    ],
    ['half a cell', { body: { markdown: 'a' }, tableCell: { record: 'r' } }, 'body.tableCell.definition'],
  ])('refuses to create a comment with %s', async (_what, body, path) => {
    const { ada, path: list, space } = await aDiscussion(server);
    const reply = await ada.rest(`POST ${list}`, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0].path).toBe(path);
    expect(await counters(server, space.id)).toEqual({ comments: 0, commentsAll: 0 });
  });

  it('names an empty comment body in the error message', async () => {
    const { ada, path } = await aDiscussion(server);
    expect((await ada.rest(`POST ${path}`, { body: {} })).body.error.message).toBe('body is empty');
  });

  it('answers 404 for a comment on a page that is not in the content of the space', async () => {
    const { ada, path, organizationId } = await aDiscussion(server);
    const elsewhere = await aPage(server, (await aSpace(server, organizationId)).id);
    for (const page of ['pg_AAAAAAAAAAAAAAAAAAAA', elsewhere.pageId]) {
      const { status, body } = await ada.rest(`POST ${path}`, { body: { markdown: 'a' }, page });
      expect([status, body.error.type, body.error.details[0].path]).toEqual([404, 'reference_not_found', 'body.page']);
    }
  });

  it('answers the creation of a comment with 403 to readers and with 404 to users outside the organization', async () => {
    const { reader, stranger, path } = await aDiscussion(server);
    expect((await reader.rest(`POST ${path}`, { body: { markdown: 'a' } })).status).toBe(403);
    expect((await stranger.rest(`POST ${path}`, { body: { markdown: 'a' } })).status).toBe(404);
  });

  it('creates one comment for repeated requests with the same idempotency key', async () => {
    const { ada, path, space } = await aDiscussion(server);
    const twice = { headers: { 'idempotency-key': 'one' } };
    const first = await ada.rest(`POST ${path}`, { body: { markdown: 'a' } }, twice);
    const second = await ada.rest(`POST ${path}`, { body: { markdown: 'a' } }, twice);
    expect(second.body).toEqual(first.body);
    expect(await counters(server, space.id)).toEqual({ comments: 1, commentsAll: 1 });
  });
});

describe('GET /v1/spaces/{spaceId}/comments', () => {
  it('lists comments newest first with their count, in pages', async () => {
    const { ada, path } = await aDiscussion(server);
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

  it('returns the count but no comments for a limit of 0', async () => {
    const { ada, path } = await aDiscussion(server);
    await say(ada, path);
    expect((await ada.rest(`GET ${path}?limit=0`)).body).toEqual({ count: 1, items: [] });
  });

  it('filters comments by status, page and authors', async () => {
    const { ada, bob, owner, space, path } = await aDiscussion(server);
    const { pageId } = await aPage(server, space.id);
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
    expect(await list('authors=')).toEqual([open.id, settled.id, onPage.id]);
  });

  it('returns the texts of comments as JSON documents on request', async () => {
    const { ada, path } = await aDiscussion(server);
    const { id } = await say(ada, path, '# Hi');
    const leaf = { object: 'leaf', text: 'Hi', marks: [] };
    const key = expect.any(String);
    const source = { text: '# Hi', at: 0, digest: key };
    const text = { object: 'text', key, leaves: [leaf] };
    const heading = { object: 'block', type: 'heading-1', key, data: { source }, meta: { id: 'hi' }, nodes: [text] };
    const body = { document: { object: 'document', data: { schemaVersion: 1 }, nodes: [heading] } };
    expect((await ada.rest(`GET ${path}?format=document`)).body.items[0].body).toEqual(body);
    expect((await ada.rest(`GET ${path}/${id}?format=document`)).body.body).toEqual(body);
    expect((await ada.rest(`GET ${path}?format=markdown`)).body.items[0].body).toEqual({ markdown: '# Hi' });
  });

  it('a written comment or reply is answered with its text as a JSON document on request', async () => {
    const { ada, path } = await aDiscussion(server);
    const text = { body: { markdown: 'Hi' } };
    const posted = await ada.rest(`POST ${path}?format=document`, text);
    const comment = `${path}/${posted.body.id}`;
    const reply = await ada.rest(`POST ${comment}/replies?format=document`, text);
    const answers = [
      posted,
      reply,
      await ada.rest(`PUT ${comment}?format=document`, text),
      await ada.rest(`PUT ${comment}/replies/${reply.body.id}?format=document`, text),
    ];
    for (const { body } of answers) expect(body.body).toMatchObject({ document: { object: 'document' } });
    expect((await ada.rest(`PUT ${comment}`, text)).body.body).toEqual({ markdown: 'Hi' });
    expect((await ada.rest(`POST ${path}?format=html`, text)).body.error.details[0].path).toBe('query.format');
  });

  it.each(['limit=1001', 'limit=-1', 'limit=x', 'status=closed', 'order=up', 'format=html', 'page=x'])(
    'refuses the list of comments with the query %s',
    async (query) => {
      const { ada, path } = await aDiscussion(server);
      const { status, body } = await ada.rest(`GET ${path}?${query}`);
      expect(status).toBe(400);
      expect(body.error.details[0].path).toBe(`query.${query.split('=')[0]}`);
    },
  );

  it('refuses a cursor from the comments of another space or with other filters', async () => {
    const { ada, path, organizationId } = await aDiscussion(server);
    await say(ada, path);
    await say(ada, path);
    const { page } = (await ada.rest(`GET ${path}?limit=1`)).body.next;
    const other = await aSpace(server, organizationId);
    expect((await ada.rest(`GET /v1/spaces/${other.id}/comments?page=${page}`)).status).toBe(400);
    expect((await ada.rest(`GET ${path}?status=open&page=${page}`)).status).toBe(400);
  });

  it('answers the list of comments with 403 to readers, and with 404 to users outside the organization and for a deleted space', async () => {
    const { reader, stranger, owner, path, space } = await aDiscussion(server);
    expect((await reader.rest(`GET ${path}`)).status).toBe(403);
    expect((await stranger.rest(`GET ${path}`)).status).toBe(404);
    await server.platform.db.prisma.space.update({ where: { id: space.id }, data: { deletedAt: clock.now() } });
    expect((await owner.rest(`GET ${path}`)).status).toBe(404);
  });

  it('answers the list of comments with 403 to a token without the scope', async () => {
    const { ada, path } = await aDiscussion(server);
    const narrow = await server.as(ada.userId, { scopes: ['space:read', 'space:comments:write'] });
    const { status, body } = await narrow.rest(`GET ${path}`);
    expect([status, body.error.type]).toEqual([403, 'insufficient_scope']);
  });

  it('shows email addresses of authors to their owners and to members who may create content in a common organization', async () => {
    const { ada, bob, owner, path, organizationId } = await aDiscussion(server);
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
  it('the page of a comment is marked as outdated once it has changed or was deleted', async () => {
    const { ada, space, path } = await aDiscussion(server);
    const { pageId, groupId } = await aPage(server, space.id);
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

  it('answers 404 for an unknown comment, for a reply and for a comment of another space', async () => {
    const { ada, path, organizationId } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const reply = await say(ada, `${path}/${id}/replies`);
    const other = await aSpace(server, organizationId);
    expect((await ada.rest(`GET ${path}/${none}`)).status).toBe(404);
    expect((await ada.rest(`GET ${path}/${reply.id}`)).status).toBe(404);
    expect((await ada.rest(`GET /v1/spaces/${other.id}/comments/${id}`)).status).toBe(404);
  });

  it('answers a comment with 403 to readers and with 404 to users outside the organization', async () => {
    const { ada, reader, stranger, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    expect((await reader.rest(`GET ${path}/${id}`)).status).toBe(403);
    expect((await stranger.rest(`GET ${path}/${id}`)).status).toBe(404);
  });

  it('answers a comment with 400 for an unknown format', async () => {
    const { ada, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    expect((await ada.rest(`GET ${path}/${id}?format=html`)).status).toBe(400);
  });
});
