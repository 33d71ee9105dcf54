import { beforeAll, describe, expect, it } from 'vitest';
import { maxWatches } from '../../../src/domain/authoring/notifications/fields.ts';
import { notifyPeople } from '../../../src/domain/authoring/notifications/notify.ts';
import { ofSpec } from '../../../src/domain/authoring/openapi-specs/events.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { aChangeRequest, aMember, anOpenApiSpec, anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { insert } from '../../insert.ts';
import {
  aPage,
  aTeamAtWork,
  edit,
  errorOf,
  mutate,
  say,
  notificationsOf,
  unwatch,
  watch,
  watched,
} from './notification-scene.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const notified = (caller: Caller, variables: Record<string, unknown> = {}) =>
  notificationsOf(server, caller, variables);

/** The same in short: `TYPE REASON`. */
const brief = async (caller: Caller) => (await notified(caller)).items.map(({ type, reason }) => `${type} ${reason}`);

describe('watching', () => {
  it('tells of new content of a page, a space and the collections around it, but not who has made it', async () => {
    const { ada, bob, cyd, owner, spaceId, outer } = await aTeamAtWork(server);
    const pageId = await aPage(ada, spaceId);
    await watched(ada, spaceId);
    await watched(bob, pageId);
    await watched(cyd, outer.id);
    await watched(owner, spaceId, 'NOTHING');
    await edit(ada, spaceId, pageId, 'More');
    const page = { type: 'CONTENT_UPDATED', reason: 'WATCHING', subjectId: pageId, subjectTitle: 'Guide', count: 1 };
    for (const person of [bob, cyd]) {
      const { items, count, unread } = await notified(person);
      expect(items).toMatchObject([
        { ...page, actorId: ada.userId, spaceId, readAt: null, subject: { __typename: 'Page', id: pageId } },
      ]);
      expect([count, unread]).toEqual([1, 1]);
    }
    expect(await brief(ada)).toEqual([]);
    expect(await brief(owner)).toEqual([]);
    const otherPage = await aPage(ada, spaceId, 'Other');
    expect(await brief(bob)).toHaveLength(1);
    expect((await notified(cyd)).items[0]).toMatchObject({ subjectId: otherPage, subjectTitle: 'Other' });
  });

  it('tells of a revision of many pages once: of the page that is watched, or of the space', async () => {
    const { ada, bob, cyd, spaceId } = await aTeamAtWork(server);
    const pages = [await aPage(ada, spaceId, 'One'), await aPage(ada, spaceId, 'Two')];
    await watched(bob, pages[1]!);
    await watched(cyd, spaceId);
    await watched(cyd, pages[0]!, 'NOTHING');
    const changes = pages.map((pageId) => ({ operation: 'UPDATE_PAGE', pageId, document: { markdown: 'Both' } }));
    const { body } = await ada.graphql(
      'mutation ($spaceId: ID!, $changes: [ContentChangeInput!]!) { updateContent(spaceId: $spaceId, input: { changes: $changes }) { revision { id } } }',
      { spaceId, changes },
    );
    expect(body.errors).toBeUndefined();
    expect((await notified(bob)).items).toMatchObject([{ subjectId: pages[1], subjectTitle: 'Two' }]);
    expect((await notified(cyd)).items).toMatchObject([{ subjectId: spaceId, subjectTitle: 'Handbook' }]);
    await edit(ada, spaceId, pages[0]!, 'Muted');
    expect(await brief(cyd)).toHaveLength(1);
  });

  it('tells of comments unless new content alone is wanted, and of new spaces in a collection', async () => {
    const { ada, bob, owner, organizationId, spaceId, collection } = await aTeamAtWork(server);
    await watched(owner, spaceId);
    await watched(bob, spaceId, 'CONTENT');
    await watched(ada, collection.id);
    const threadId = await say(ada, spaceId);
    expect((await notified(owner)).items).toMatchObject([
      { type: 'COMMENT_CREATED', reason: 'WATCHING', subjectId: threadId, subject: { __typename: 'Comment' } },
    ]);
    expect(await brief(bob)).toEqual([]);
    const made = await owner.rest(`POST /v1/orgs/${organizationId}/spaces`, { parent: collection.id, title: 'New' });
    expect(made.status).toBe(201);
    expect((await notified(ada)).items).toMatchObject([
      { type: 'SPACE_CREATED', subjectTitle: 'New', subject: { id: made.body.id } },
    ]);
  });

  it('tells of change requests when they are opened, and those who watch one of what happens there', async () => {
    const { ada, bob, cyd, spaceId } = await aTeamAtWork(server);
    await watched(bob, spaceId);
    const { id } = await aChangeRequest(server, spaceId, { createdById: ada.userId, subject: 'Better words' });
    expect(errorOf(await watch(cyd, id))).toBe('not_found');
    await mutate(ada, 'updateChangeRequest(changeRequestId: $id, input: { status: OPEN }) { changeRequest { id } }', {
      id,
    });
    await watched(cyd, id);
    await mutate(
      ada,
      'updateChangeRequest(changeRequestId: $id, input: { status: ARCHIVED }) { changeRequest { id } }',
      { id },
    );
    expect(await brief(bob)).toEqual(['CHANGE_REQUEST_OPENED WATCHING']);
    expect((await notified(cyd)).items).toMatchObject([
      { type: 'CHANGE_REQUEST_ARCHIVED', subjectId: id, subjectTitle: 'Better words', changeRequestId: id },
    ]);
  });

  it('tells of versions of a specification', async () => {
    const { ada, cyd, organizationId } = await aTeamAtWork(server);
    const spec = await anOpenApiSpec(server, organizationId, { slug: 'pets', createdById: ada.userId });
    await watched(cyd, spec.id, 'CONTENT');
    await transact(ada.context(), async (ctx) =>
      ctx.emit('openapi_spec.version_created', ofSpec({ ...spec, organizationId, slug: 'pets' }), {
        version: spec.versionId,
      }),
    );
    expect((await notified(cyd)).items).toMatchObject([
      {
        type: 'OPENAPI_SPEC_VERSION_CREATED',
        subjectTitle: 'pets',
        subject: { __typename: 'OpenApiSpec', id: spec.id },
      },
    ]);
  });

  it('goes on in another organization when a space moves there', async () => {
    const { owner, bob, spaceId } = await aTeamAtWork(server);
    const there = await anOrganization(server, { owner });
    await insert(server.platform, 'members', { organizationId: there.id, userId: bob.userId, role: 'read' });
    await watched(bob, spaceId);
    expect((await owner.rest(`POST /v1/spaces/${spaceId}/transfer`, { organization: there.id })).status).toBe(200);
    await aPage(owner, spaceId);
    expect((await notified(bob)).items).toMatchObject([{ type: 'CONTENT_UPDATED', spaceId }]);
  });

  it('is listed, changed and ended, also when the caller may not read the thing any more', async () => {
    const { ada, bob, spaceId } = await aTeamAtWork(server);
    const query = '{ viewer { watching { count edges { node { id nodeId level node { id } } } } } }';
    const first = await watched(ada, spaceId);
    expect(first).toMatchObject({ nodeId: spaceId, level: 'EVERYTHING', userId: ada.userId, node: { id: spaceId } });
    const second = await watched(ada, spaceId, 'CONTENT');
    expect(second).toEqual({ ...first, level: 'CONTENT' });
    expect((await ada.graphql(query)).body.data.viewer.watching).toEqual({
      count: 1,
      edges: [{ node: { id: first.id, nodeId: spaceId, level: 'CONTENT', node: { id: spaceId } } }],
    });
    const others = `query ($id: ID!) { user(id: $id) { watching { count } notifications { count } unreadNotifications } }`;
    expect((await bob.graphql(others, { id: ada.userId })).body.data.user).toEqual({
      watching: { count: 0 },
      notifications: { count: 0 },
      unreadNotifications: 0,
    });
    await server.platform.db.prisma.member.deleteMany({ where: { userId: ada.userId } });
    expect((await ada.graphql(query)).body.data.viewer.watching.edges[0].node.node).toBeNull();
    expect((await unwatch(ada, spaceId)).body.data.unwatch).toEqual({ deletedId: first.id, user: { id: ada.userId } });
    expect(errorOf(await unwatch(ada, spaceId))).toBe('not_found');
  });

  it('in other organizations is hidden from a token that is limited to one', async () => {
    const { bob, spaceId } = await aTeamAtWork(server);
    const { id } = await watched(bob, spaceId);
    const query = '{ viewer { watching { count } } }';
    const limited = await server.as(bob.userId, { organizationId: (await anOrganization(server)).id });
    expect((await limited.graphql(query)).body.data.viewer.watching.count).toBe(0);
    expect(errorOf(await limited.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }))).toBe('not_found');
    expect(errorOf(await unwatch(limited, spaceId))).toBe('not_found');
    expect((await bob.graphql(query)).body.data.viewer.watching.count).toBe(1);
  });

  it('is for what the caller may read, of certain types, and limited in number', async () => {
    const { ada, organizationId, spaceId } = await aTeamAtWork(server);
    const stranger = await server.aUser();
    expect(errorOf(await watch(stranger, spaceId))).toBe('not_found');
    expect(errorOf(await watch(ada, 'spc_AAAAAAAAAAAAAAAAAAAA'))).toBe('not_found');
    expect(errorOf(await watch(ada, 'nothing'))).toBe('not_found');
    expect(errorOf(await watch(ada, organizationId))).toBe('validation_failed');
    const pageId = await aPage(ada, spaceId);
    expect(errorOf(await watch(ada, `${pageId}.uncomputed`))).toBe('validation_failed');
    const reader = await server.as(ada.userId, { scopes: ['user:read', 'space:read'] });
    expect(errorOf(await watch(reader, spaceId))).toBe('insufficient_scope');
    await server.platform.db.pool.query(
      `insert into watches (id, "userId", "nodeId", "organizationId", "spaceId", level, "createdAt")
       select $1 || n, $1, $1 || n, $2, $3, 'content', now() from generate_series(1, $4::int) n`,
      [ada.userId, organizationId, spaceId, maxWatches],
    );
    expect(errorOf(await watch(ada, spaceId))).toBe('invalid_state');
  });

  it('is set for others by admins, if those may read it', async () => {
    const { ada, bob, cyd, owner, spaceId } = await aTeamAtWork(server);
    const { id: organizationId } = await anOrganization(server, { owner });
    const guest = await aMember(server, organizationId, null);
    expect(errorOf(await watch(ada, spaceId, 'EVERYTHING', bob.userId))).toBe('forbidden');
    expect(errorOf(await watch(owner, spaceId, 'EVERYTHING', guest.userId))).toBe('reference_not_found');
    expect(await watched(owner, spaceId, 'CONTENT', cyd.userId)).toMatchObject({ userId: cyd.userId });
    await aPage(ada, spaceId);
    expect(await brief(cyd)).toEqual(['CONTENT_UPDATED WATCHING']);
    expect(errorOf(await unwatch(ada, spaceId, cyd.userId))).toBe('forbidden');
    expect((await unwatch(owner, spaceId, cyd.userId)).body.data.unwatch.user.id).toBe(cyd.userId);
  });
});

describe('taking part', () => {
  it('tells the author of a thread and those who have replied, by the strongest reason', async () => {
    const { ada, bob, cyd, owner, spaceId } = await aTeamAtWork(server);
    await watched(bob, spaceId);
    const threadId = await say(bob, spaceId);
    const reply = (who: Caller) =>
      who.rest(`POST /v1/spaces/${spaceId}/comments/${threadId}/replies`, { body: { markdown: 'Yes' } });
    expect((await reply(ada)).status).toBe(200);
    expect((await reply(owner)).status).toBe(200);
    expect(await brief(bob)).toEqual(['COMMENT_REPLY_CREATED AUTHOR', 'COMMENT_REPLY_CREATED AUTHOR']);
    expect(await brief(ada)).toEqual(['COMMENT_REPLY_CREATED PARTICIPANT']);
    expect((await notified(ada)).items[0].subject.__typename).toBe('CommentReply');
    expect(await brief(owner)).toEqual([]);
    expect(await brief(cyd)).toEqual([]);
    await unwatch(bob, spaceId);
    await watched(bob, spaceId, 'NOTHING');
    await reply(owner);
    expect(await brief(bob)).toHaveLength(2);
    expect(await brief(ada)).toHaveLength(2);
  });

  it('is what people did before the event, however late they are notified of it', async () => {
    const { ada, bob, owner, organizationId, spaceId } = await aTeamAtWork(server);
    // What tells people of events waits while statements are kept.
    await server.statements.reset();
    const threadId = await say(bob, spaceId);
    const replies = `POST /v1/spaces/${spaceId}/comments/${threadId}/replies`;
    for (const person of [owner, ada, owner]) await person.rest(replies, { body: { markdown: 'Yes' } });
    server.statements.forget();
    await notifyPeople(owner.context(), organizationId);
    expect(await brief(ada)).toEqual(['COMMENT_REPLY_CREATED PARTICIPANT']);
    expect(await brief(owner)).toEqual(['COMMENT_REPLY_CREATED PARTICIPANT']);
    expect(await brief(bob)).toHaveLength(3);
  });

  it('tells reviewers of requests, authors of reviews, and both of the merge', async () => {
    const { ada, owner, organizationId, spaceId } = await aTeamAtWork(server);
    const reviewer = await aMember(server, organizationId, 'review');
    const other = await aMember(server, organizationId, 'review');
    const { id } = await aChangeRequest(server, spaceId, { createdById: ada.userId, subject: 'Better words' });
    const asked =
      'mutation ($id: ID!, $users: [ID!]!) { requestReview(changeRequestId: $id, input: { userIds: $users }) { changeRequest { id } } }';
    expect((await ada.graphql(asked, { id, users: [reviewer.userId] })).body.errors).toBeUndefined();
    expect(await brief(reviewer)).toEqual(['REVIEW_REQUESTED REVIEW_REQUESTED']);
    expect(await brief(other)).toEqual([]);
    await mutate(reviewer, 'submitReview(changeRequestId: $id, input: { status: APPROVED }) { review { id } }', { id });
    expect(await brief(ada)).toEqual(['REVIEW_SUBMITTED AUTHOR']);
    await mutate(
      ada,
      'createPage(spaceId: $spaceId, changeRequestId: $id, input: { title: "New", document: { markdown: "Text" } }) { page { id } }',
      { spaceId, id },
    );
    await mutate(owner, 'mergeChangeRequest(changeRequestId: $id) { changeRequest { id } }', { id });
    expect(await brief(ada)).toEqual(['CHANGE_REQUEST_MERGED AUTHOR', 'REVIEW_SUBMITTED AUTHOR']);
    expect(await brief(reviewer)).toEqual([
      'CHANGE_REQUEST_MERGED PARTICIPANT',
      'CHANGE_REQUEST_CONTENT_UPDATED PARTICIPANT',
      'REVIEW_REQUESTED REVIEW_REQUESTED',
    ]);
  });
});
