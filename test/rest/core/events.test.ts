import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventTypes, type EventType } from '../../../src/domain/core/events/catalogue.ts';
import { ofSpace } from '../../../src/domain/core/events/emit.ts';
import { purgeOldEvents } from '../../../src/domain/core/events/purge.ts';
import { writeEvents } from '../../../src/domain/core/events/write-events.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { aCollection, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { feedOf, type Told } from './feed.ts';
import { startServer, type Harness } from '../../harness.ts';
import { gate } from '../../jobs.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('the feed of an organization', () => {
  let organization: AnOrganization;
  let space: { id: string };
  beforeAll(async () => {
    organization = await anOrganization(server);
    space = await aSpace(server, organization.id);
    const { owner } = organization;
    for (const title of ['One', 'Two', 'Three']) await owner.rest(`PATCH /v1/spaces/${space.id}`, { title });
  });

  it('tells what has changed, and what it was before', async () => {
    const [first, second] = await feedOf(organization.owner, organization.id);
    expect(first).toMatchObject({
      object: 'event',
      type: 'space.updated',
      position: 1,
      organization: organization.id,
      subject: { id: space.id, title: 'Handbook' },
      space: space.id,
      actor: { id: organization.owner.userId },
      data: { changed: ['title'], previous: { title: 'Handbook' } },
    });
    expect(second).toMatchObject({ position: 2, data: { previous: { title: 'One' } } });
  });

  it('continues after a position, in either order, and by pages', async () => {
    const { owner, id } = organization;
    const positions = async (query: string) => (await feedOf(owner, id, query)).map(({ position }) => position);
    expect(await positions('&since=1')).toEqual([2, 3]);
    expect(await positions('&since=3')).toEqual([]);
    expect(await positions('&order=desc')).toEqual([3, 2, 1]);
    const { body } = await owner.rest(`GET /v1/orgs/${id}/events?limit=2`);
    expect(body.count).toBe(3);
    const next = await owner.rest(`GET /v1/orgs/${id}/events?limit=2&page=${body.next.page}`);
    expect(next.body.items.map(({ position }: Told) => position)).toEqual([3]);
  });

  it('tells nothing of requests that change nothing or are refused', async () => {
    const { owner, id } = organization;
    expect((await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'Three' })).status).toBe(200);
    expect((await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: '' })).status).toBe(400);
    const stale = { headers: { 'if-match': '"1"' } };
    expect((await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'Late' }, stale)).status).toBe(412);
    expect(await feedOf(owner, id)).toHaveLength(3);
  });

  it('lists the types and the space that are asked for', async () => {
    const { owner, id } = organization;
    const other = await anOrganization(server, { owner });
    const there = await aSpace(server, other.id);
    await owner.rest(`POST /v1/spaces/${there.id}/comments`, { body: { markdown: 'Hello' } });
    await owner.rest(`PATCH /v1/spaces/${there.id}`, { title: 'There' });
    const types = async (query: string) => (await feedOf(owner, other.id, query)).map(({ type }) => type);
    expect(await types('')).toEqual(['comment.created', 'space.updated']);
    expect(await types('&types=comment.created')).toEqual(['comment.created']);
    expect(await types(`&space=${space.id}`)).toEqual([]);
    expect((await owner.rest(`GET /v1/orgs/${id}/events?types=space.painted`)).status).toBe(400);
    expect((await owner.rest(`GET /v1/orgs/${id}/events?since=-1`)).status).toBe(400);
    expect((await owner.rest(`GET /v1/orgs/${id}/events?since=1.5`)).status).toBe(400);
  });

  it('tells of each collection and space that is deleted with a collection, the innermost first', async () => {
    const { id: org, owner } = await anOrganization(server);
    const around = await aCollection(server, org);
    const outer = await aCollection(server, org, { parentId: around.id });
    const inner = await aCollection(server, org, { parentId: outer.id });
    const closed = await aCollection(server, org, { parentId: inner.id, defaultLevel: 'read' });
    const [first, second] = [
      await aSpace(server, org, { parentId: outer.id, title: 'First' }),
      await aSpace(server, org, { parentId: closed.id }),
    ];
    const [earlier, gone] = [
      await aSpace(server, org, { parentId: inner.id }),
      await aSpace(server, org, { parentId: inner.id, deletedAt: clock.now() }),
    ];
    await owner.rest(`DELETE /v1/spaces/${earlier.id}`);
    await owner.rest(`DELETE /v1/collections/${outer.id}`);
    const told = await feedOf(owner, org);
    expect(told.map(({ type, subject, data }) => [type, subject.id, data['within']])).toEqual([
      ['space.deleted', earlier.id, [inner.id, outer.id, around.id]],
      ['space.deleted', first.id, [outer.id, around.id]],
      ['space.deleted', second.id, [closed.id]],
      ['collection.deleted', closed.id, []],
      ['collection.deleted', inner.id, [outer.id, around.id]],
      ['collection.deleted', outer.id, [around.id]],
    ]);
    expect(told[1]?.subject.title).toBe('First');
    expect(told.map(({ subject }) => subject.id)).not.toContain(gone.id);
  });

  it('tells both organizations of each collection and space that is transferred with a collection', async () => {
    const from = await anOrganization(server);
    const to = await anOrganization(server, { owner: from.owner });
    const outer = await aCollection(server, from.id);
    const inner = await aCollection(server, from.id, { parentId: outer.id });
    const space = await aSpace(server, from.id, { parentId: inner.id });
    await from.owner.rest(`POST /v1/collections/${outer.id}/transfer`, { organization: to.id });
    const told = [space.id, inner.id, outer.id];
    const around = [[inner.id, outer.id], [outer.id], []];
    for (const [{ id }, other] of [
      [from, to.id],
      [to, from.id],
    ] as const) {
      const events = await feedOf(from.owner, id);
      expect(events.map(({ type, subject, data }) => [type, subject.id, data])).toEqual(
        told.map((item, nth) => [
          `${item === space.id ? 'space' : 'collection'}.transferred`,
          item,
          { organization: other, ...(id === from.id ? { within: around[nth] } : {}) },
        ]),
      );
    }
  });

  it('says when the events after a position are no longer kept', async () => {
    const { owner, id } = await anOrganization(server);
    const { platform } = server;
    const created = await owner.rest(`POST /v1/orgs/${id}/collections`, { title: 'Old' });
    expect(created.status).toBe(201);
    await platform.db.prisma.event.updateMany({ where: { organizationId: id }, data: { createdAt: new Date(0) } });
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'New' });
    await purgeOldEvents({ ...platform.services, sql: platform.db.sql });
    expect((await feedOf(owner, id)).map(({ type }) => type)).toEqual(['organization.updated']);
    const { status, body } = await owner.rest(`GET /v1/orgs/${id}/events?since=0`);
    expect([status, body.error.type]).toEqual([410, 'cursor_expired']);
    expect(await feedOf(owner, id, '&since=1')).toHaveLength(1);
  });

  it('is read over GraphQL, with what an event is about', async () => {
    const query = `query ($id: ID!) { organization(id: $id) { events(orderBy: { direction: DESC }, first: 1) {
      nodes: edges { node { id type position subjectId subjectTitle data space { title } actor { id } } } } } }`;
    const { body } = await organization.owner.graphql(query, { id: organization.id });
    const [{ node }] = body.data.organization.events.nodes;
    expect(node).toMatchObject({ type: 'SPACE_UPDATED', position: 3, space: { title: 'Three' }, subjectTitle: 'Two' });
    const again = await organization.owner.graphql('query ($id: ID!) { node(id: $id) { id __typename } }', {
      id: node.id,
    });
    expect(again.body.data.node).toEqual({ id: node.id, __typename: 'Event' });
  });
});

// The embedded database has one connection, so one transaction at a time.
it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a transaction that has emitted and goes on holds up no other writer of its organization, and comes after them',
  async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    // Of these, people may have to be told, by one job for all of them.
    const event = (comment: string) => ({
      type: 'comment.created' as const,
      subject: { ...ofSpace({ ...space, organizationId: id }), id: comment },
      data: { page: null, author: owner.userId },
    });
    const [written, end] = [gate(), gate()];
    const waiting = transact(owner.context(), async (ctx) => {
      await writeEvents(ctx, [event('com_first')]);
      written.open();
      await end.opened;
    });
    await written.opened;
    await transact(owner.context(), (ctx) => writeEvents(ctx, [event('com_second')]));
    const told = async () => (await feedOf(owner, id)).map(({ subject, position }) => [subject.id, position]);
    expect(await told()).toEqual([['com_second', 1]]);
    end.open();
    await waiting;
    expect(await told()).toEqual([
      ['com_second', 1],
      ['com_first', 2],
    ]);
  },
);

it('events of concurrent writers are seen in the order of their positions, and none is skipped', async () => {
  const { id, owner } = await anOrganization(server);
  const spaces = await Promise.all(Array.from({ length: 8 }, () => aSpace(server, id)));
  const seen: Told[] = [];
  let writing = true;
  const read = async () => {
    for (let done = false; !done;) {
      done = !writing;
      seen.push(...(await feedOf(owner, id, `&since=${seen.at(-1)?.position ?? 0}`)));
    }
  };
  const write = async ({ id: spaceId }: { id: string }, writer: number) => {
    for (let turn = 0; turn < 12; turn += 1)
      await owner.rest(`PATCH /v1/spaces/${spaceId}`, { title: turn % 4 === 3 ? '' : `${writer} ${turn}` });
  };
  const reading = read();
  await Promise.all(spaces.map(write));
  writing = false;
  await reading;
  expect(seen.map(({ position }) => position)).toEqual(Array.from({ length: 72 }, (_none, at) => at + 1));
});

it('every type is told with the schema of what its events say', async () => {
  const { owner } = await anOrganization(server);
  const { body } = await owner.rest('GET /v1/event-types');
  expect(body.items.map(({ type }: { type: string }) => type)).toEqual(Object.keys(eventTypes));
  const ajv = new Ajv2020({ allowUnionTypes: true });
  for (const { type, dataSchema } of body.items) {
    const check = ajv.compile(dataSchema);
    expect([type, check({ a: 1, reviewer: 1, changed: 1, user: 1 })]).toEqual([
      type,
      eventTypes[type as EventType].data.safeParse({ a: 1, reviewer: 1, changed: 1, user: 1 }).success,
    ]);
  }
  const known = body.items.find(({ type }: { type: string }) => type === 'job.finished');
  expect(known).toMatchObject({ scope: 'space:content:read', auditOnly: false });
  const narrow = await server.as(owner.userId, { scopes: ['user:read'] });
  expect((await narrow.rest('GET /v1/event-types')).status).toBe(403);
});
