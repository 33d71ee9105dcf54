import { beforeAll, describe, expect, it } from 'vitest';
import { notifyPeople } from '../../../src/domain/authoring/notifications/notify.ts';
import { findNextEvents } from '../../../src/domain/authoring/notifications/queries/rows.ts';
import { purgeNotifications } from '../../../src/domain/authoring/notifications/purge.ts';
import { aChangeRequest, aGrant, aMember, anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { insert } from '../../insert.ts';
import { clock } from '../../setup/clock.ts';
import { until } from '../../until.ts';
import {
  aPage,
  aTeamAtWork,
  edit,
  errorOf,
  mark,
  mutate,
  say,
  notificationsOf,
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

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

describe('access', () => {
  it('is asked for when something happens: who may not read it then is never notified of it', async () => {
    const { ada, bob, cyd, organizationId, spaceId } = await aTeamAtWork(server);
    for (const person of [bob, cyd]) await watched(person, spaceId);
    // Readers do not see comments.
    await say(ada, spaceId);
    expect(await brief(cyd)).toEqual([]);
    const none = await aGrant(server, organizationId, { on: { spaceId }, to: { userId: cyd.userId }, role: 'none' });
    await server.platform.db.prisma.member.updateMany({ where: { userId: bob.userId }, data: { disabled: true } });
    await aPage(ada, spaceId);
    await server.statements.settled();
    await server.platform.db.prisma.grant.delete({ where: { id: none.id } });
    await server.platform.db.prisma.member.updateMany({ where: { userId: bob.userId }, data: { disabled: false } });
    expect(await brief(cyd)).toEqual([]);
    expect(await brief(bob)).toEqual(['COMMENT_CREATED WATCHING']);
  });

  it('is asked for again when notifications are read, with the scopes of the token', async () => {
    const { ada, bob, organizationId, spaceId } = await aTeamAtWork(server);
    await watched(bob, spaceId);
    await say(ada, spaceId);
    await aPage(ada, spaceId);
    const { items } = await notified(bob);
    expect(items.map(({ type }) => type)).toEqual(['CONTENT_UPDATED', 'COMMENT_CREATED']);
    const node = async (caller: Caller, id: string) =>
      errorOf(await caller.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }));
    expect(await node(bob, items[0].id)).toBeUndefined();
    expect(await node(ada, items[0].id)).toBe('not_found');
    const limited = await server.as(bob.userId, { scopes: ['user:read', 'space:comments:read'] });
    expect(await brief(limited)).toEqual(['COMMENT_CREATED WATCHING']);
    expect((await notified(limited)).unread).toBe(1);
    expect(await node(limited, items[0].id)).toBe('not_found');
    const elsewhere = await server.as(bob.userId, { organizationId: (await anOrganization(server)).id });
    expect(await brief(elsewhere)).toEqual([]);
    await server.platform.db.prisma.member.updateMany({ where: { userId: bob.userId }, data: { role: 'read' } });
    expect(await brief(bob)).toEqual(['CONTENT_UPDATED WATCHING']);
    expect(await node(bob, items[1].id)).toBe('not_found');
    await aGrant(server, organizationId, { on: { spaceId }, to: { userId: bob.userId }, role: 'none' });
    expect(await notified(bob)).toMatchObject({ items: [], count: 0, unread: 0 });
    expect(await node(bob, items[0].id)).toBe('not_found');
  });

  it('to a draft is for its author and those who edit', async () => {
    const { ada, bob, owner, organizationId, spaceId } = await aTeamAtWork(server);
    const editor = await aMember(server, organizationId, 'edit');
    const { id } = await aChangeRequest(server, spaceId, { createdById: ada.userId, status: 'open' });
    for (const person of [bob, editor]) await watched(person, id);
    await server.platform.db.prisma.changeRequest.update({ where: { id }, data: { status: 'draft' } });
    const said = { body: { markdown: 'Not yet' } };
    expect((await owner.rest(`POST /v1/spaces/${spaceId}/change-requests/${id}/comments`, said)).status).toBe(200);
    expect(await brief(ada)).toEqual(['COMMENT_CREATED AUTHOR']);
    expect(await brief(editor)).toEqual(['COMMENT_CREATED WATCHING']);
    await server.platform.db.prisma.changeRequest.update({ where: { id }, data: { status: 'open' } });
    expect(await brief(bob)).toEqual([]);
  });

  it('hides what belongs to a change request that is a draft again', async () => {
    const { ada, bob, spaceId } = await aTeamAtWork(server);
    const { id } = await aChangeRequest(server, spaceId, { createdById: ada.userId });
    await watched(bob, spaceId);
    await mutate(ada, 'updateChangeRequest(changeRequestId: $id, input: { status: OPEN }) { changeRequest { id } }', {
      id,
    });
    expect(await brief(bob)).toEqual(['CHANGE_REQUEST_OPENED WATCHING']);
    await mutate(ada, 'updateChangeRequest(changeRequestId: $id, input: { status: DRAFT }) { changeRequest { id } }', {
      id,
    });
    expect(await brief(bob)).toEqual([]);
  });
});

describe('what happened before anybody watched', () => {
  it('is passed over at once', async () => {
    const { ada, bob, organizationId, spaceId } = await aTeamAtWork(server);
    for (let n = 0; n < 3; n += 1) await aPage(ada, spaceId, `Before ${n}`);
    const { sql } = server.platform.db;
    expect(await findNextEvents(sql, organizationId, 0, 2)).toEqual({ count: 0, last: 3 });
    await watched(bob, spaceId);
    await aPage(ada, spaceId, 'After');
    expect(await brief(bob)).toEqual(['CONTENT_UPDATED WATCHING']);
    expect(await findNextEvents(sql, organizationId, 0, 2)).toEqual({ count: 1, last: 4 });
    expect(await findNextEvents(sql, organizationId, 4, 2)).toEqual({ count: 0, last: null });
  });
});

describe('edits', () => {
  it('of a page within an hour are one notification, until it is read', async () => {
    const { ada, bob, owner, spaceId } = await aTeamAtWork(server);
    const pageId = await aPage(ada, spaceId);
    await watched(bob, spaceId);
    for (const text of ['One', 'Two', 'Three']) {
      await edit(ada, spaceId, pageId, text);
      await server.statements.settled();
    }
    await edit(owner, spaceId, pageId, 'Four');
    const [first, ...rest] = (await notified(bob)).items;
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ count: 4, actorId: owner.userId, subjectId: pageId });
    expect(Date.parse(first.updatedAt)).toBeGreaterThanOrEqual(Date.parse(first.createdAt));
    await clock.ahead(61 * minuteMs, async () => {
      await edit(ada, spaceId, pageId, 'Later');
      expect((await notified(bob)).items.map(({ count }) => count)).toEqual([1, 4]);
      await mark(bob, { ids: [(await notified(bob)).items[0].id] });
      await edit(ada, spaceId, pageId, 'After reading');
      expect((await notified(bob)).items.map(({ count, readAt }) => [count, readAt !== null])).toEqual([
        [1, false],
        [1, true],
        [4, false],
      ]);
    });
  });
});

describe('reading', () => {
  it('is by pages, by state, and marks by ids or up to a time', async () => {
    const { ada, bob, cyd, spaceId } = await aTeamAtWork(server);
    for (const person of [bob, cyd]) await watched(person, spaceId);
    for (let n = 0; n < 5; n += 1) await say(ada, spaceId);
    for (let n = 0; n < 2; n += 1) await aPage(ada, spaceId, `Page ${n}`);
    const all = (await notified(bob)).items.map(({ id }) => id);
    expect(all).toHaveLength(7);
    const pages: string[] = [];
    let after: string | undefined;
    do {
      const page = await notified(bob, { first: 3, after });
      pages.push(...page.items.map(({ id }) => id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
    } while (after !== undefined);
    expect(pages).toEqual(all);
    const one = await mark(bob, { ids: [all[6], (await notified(cyd)).items[0].id, 'ntf_AAAAAAAAAAAAAAAAAAAA'] });
    expect(one.body.data.markNotificationsRead).toEqual({ count: 1, viewer: { unreadNotifications: 6 } });
    expect((await notified(cyd)).unread).toBe(2);
    expect((await notified(bob, { unread: true })).items.map(({ id }) => id)).toEqual(all.slice(0, 6));
    expect((await notified(bob, { unread: false })).items.map(({ id }) => id)).toEqual([all[6]]);
    const { updatedAt } = (await notified(bob)).items[0];
    const rest = await mark(bob, { seenAt: updatedAt });
    expect(rest.body.data.markNotificationsRead).toEqual({ count: 6, viewer: { unreadNotifications: 0 } });
  });

  it('marks what the caller may read with the token, and nothing else', async () => {
    const { ada, bob, spaceId } = await aTeamAtWork(server);
    await watched(bob, spaceId);
    await say(ada, spaceId);
    await aPage(ada, spaceId);
    const { items } = await notified(bob);
    const [seenAt, ids] = [items[0].updatedAt, items.map(({ id }) => id)];
    const elsewhere = await server.as(bob.userId, { organizationId: (await anOrganization(server)).id });
    const content = await server.as(bob.userId, { scopes: ['user:read', 'user:write', 'space:content:read'] });
    const none = { count: 0, viewer: { unreadNotifications: 0 } };
    for (const input of [{ seenAt }, { ids }])
      expect((await mark(elsewhere, input)).body.data.markNotificationsRead).toEqual(none);
    expect((await mark(content, { seenAt })).body.data.markNotificationsRead).toEqual({ ...none, count: 1 });
    expect((await notified(bob, { unread: true })).items.map(({ type }) => type)).toEqual(['COMMENT_CREATED']);
  });

  // The embedded database has one connection, so nobody waits for another.
  it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
    'marks in the order in which edits are put together, so that neither waits for the other',
    async () => {
      const { bob, organizationId, spaceId } = await aTeamAtWork(server);
      const { services, db } = server.platform;
      const [first, second] = [services.newId('ntf'), services.newId('ntf')].toSorted();
      const at = clock.now();
      const about = { userId: bob.userId, organizationId, type: 'content.updated', subjectId: spaceId, spaceId };
      const common = { ...about, reason: 'watching', createdAt: at, updatedAt: at };
      for (const [nth, id] of [second, first].entries())
        await db.prisma.notification.create({ data: { ...common, id: id ?? '', position: nth + 1 } });
      const editor = await db.pool.connect();
      const lock = (id: string | undefined) => editor.query('select from notifications where id = $1 for update', [id]);
      const { rows: own } = await editor.query('select pg_backend_pid() as pid');
      const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
      await editor.query('begin');
      await lock(first);
      const marking = mark(bob, { seenAt: at.toISOString() });
      await until(
        async () => (await db.pool.query(waiting, [own[0].pid])).rows.length,
        (count) => count > 0,
      );
      // It would be a deadlock if the second were marked first.
      await lock(second);
      await editor.query('commit');
      editor.release();
      expect((await marking).body.data.markNotificationsRead.count).toBe(2);
    },
  );

  it('refuses what is no choice of notifications', async () => {
    const caller = await server.aUser();
    const read = await server.as(caller.userId, { scopes: ['user:read'] });
    for (const input of [{}, { ids: ['ntf_1'], seenAt: clock.now().toISOString() }, { ids: [] }])
      expect(errorOf(await mark(caller, input)), JSON.stringify(input)).toBe('validation_failed');
    expect(errorOf(await mark(read, { ids: ['ntf_1'] }))).toBe('insufficient_scope');
    for (const seenAt of ['+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z', '0000-01-01T00:00:00Z'])
      expect(errorOf(await mark(caller, { seenAt })), seenAt).toBe('validation_failed');
    expect((await mark(caller, { seenAt: '0001-01-01T00:00:00Z' })).body.data.markNotificationsRead.count).toBe(0);
  });

  it('counts unread ones up to a hundred, and several processes notify of each event once', async () => {
    const { ada, bob, organizationId, spaceId } = await aTeamAtWork(server);
    await watched(bob, spaceId);
    const { services, db } = server.platform;
    const at = new Date(clock.now().getTime() + 1_000);
    const event = { organizationId, type: 'space.created', subjectId: spaceId, spaceId, actorId: ada.userId };
    const rows = Array.from({ length: 230 }, (_none, n) => ({ ...event, id: services.newId('evt'), position: n + 1 }));
    const values = { requestId: 'none', source: 'rest', data: {}, createdAt: at };
    await insert(server.platform, 'events', ...rows.map((row) => ({ ...row, ...values })));
    await Promise.all([ada, bob, ada].map((person) => notifyPeople(person.context(), organizationId)));
    const positions = await db.prisma.notification.findMany({
      where: { userId: bob.userId },
      select: { position: true },
      orderBy: { position: 'asc' },
    });
    expect(positions.map(({ position }) => Number(position))).toEqual(rows.map(({ position }) => position));
    expect((await notified(bob)).unread).toBe(100);
    await notifyPeople(ada.context(), organizationId);
    expect((await notified(bob)).count).toBe(230);
  });

  it('is possible for 90 days', async () => {
    const { ada, bob, spaceId } = await aTeamAtWork(server);
    await watched(bob, spaceId);
    await aPage(ada, spaceId);
    expect(await brief(bob)).toHaveLength(1);
    const purge = (days: number) => clock.ahead(days * dayMs, () => purgeNotifications(ada.context()));
    await purge(89);
    expect(await brief(bob)).toHaveLength(1);
    expect(await purge(91)).toBeGreaterThanOrEqual(1);
    expect(await brief(bob)).toHaveLength(0);
  });
});

describe('a mention', () => {
  const add = (caller: Caller, spaceId: string, markdown: string) =>
    caller.rest(`POST /v1/spaces/${spaceId}/comments`, { body: { markdown } });
  const addressed = (caller: Caller) => async () => {
    await server.statements.settled();
    const { body } = await caller.graphql(
      '{ viewer { to: notifications(addressed: true) { count } rest: notifications(addressed: false) { count } } }',
    );
    return [body.data.viewer.to.count, body.data.viewer.rest.count];
  };

  it('notifies those whose page the comment links to, if they may read it, and replies say it as well', async () => {
    const { ada, bob, cyd, organizationId, spaceId } = await aTeamAtWork(server);
    const elsewhere = (await anOrganization(server)).id;
    const link = (userId: string, of = organizationId) => `[@x](https://docs.example/orgs/${of}/members/${userId})`;
    const { body: thread } = await add(
      ada,
      spaceId,
      `See ${link(bob.userId)}, ${link(cyd.userId)} and ${link(ada.userId)}`,
    );
    await add(ada, spaceId, `${link(bob.userId, elsewhere)} /orgs/${organizationId}/members/${bob.userId}`);
    expect(await brief(bob)).toEqual(['COMMENT_CREATED MENTIONED']);
    // Readers do not see comments, and nobody is told of what they have said themselves.
    expect(await brief(cyd)).toEqual([]);
    expect(await brief(ada)).toEqual([]);
    await clock.tick();
    await ada.rest(`POST /v1/spaces/${spaceId}/comments/${thread.id}/replies`, {
      body: { markdown: link(bob.userId) },
    });
    expect(await brief(bob)).toEqual(['COMMENT_REPLY_CREATED MENTIONED', 'COMMENT_CREATED MENTIONED']);
    await watched(bob, spaceId);
    await aPage(ada, spaceId);
    await say(ada, spaceId);
    await expect.poll(addressed(bob)).toEqual([2, 2]);
  });

  it('of nobody, or of somebody outside, holds back no other', async () => {
    const { ada, bob, organizationId, spaceId } = await aTeamAtWork(server);
    const outside = await server.aUser();
    const link = (userId: string) => `[@x](/orgs/${organizationId}/members/${userId})`;
    await add(ada, spaceId, `${link('usr_nobody')} ${link(outside.userId)} ${link(bob.userId)}`);
    expect(await brief(bob)).toEqual(['COMMENT_CREATED MENTIONED']);
    expect(await brief(outside)).toEqual([]);
  });
});
