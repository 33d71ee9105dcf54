import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventTypes, type EventType } from '../../../src/domain/core/events/catalogue.ts';
import { readers } from '../../../src/domain/core/events/readers.ts';
import { sql } from '../../../src/db/sql.ts';
import { getEvent } from '../../../src/domain/core/events/events.ts';
import { actingAs } from '../../../src/domain/core/acting.ts';
import { sentTypes } from '../../../src/domain/exchange/webhooks/patterns.ts';
import { receives, viewOf } from '../../../src/domain/exchange/webhooks/places.ts';
import { listRanksInside } from '../../../src/domain/exchange/webhooks/queries/dispatch.ts';
import type { EventRow } from '../../../src/loaders/events.ts';
import { purgeWebhooks } from '../../../src/domain/exchange/webhooks/purge.ts';
import { roleOfRank } from '../../../src/access/roles.ts';
import {
  aCollection,
  aGrant,
  aMember,
  anOrganization,
  aSpace,
  aWebhook,
  type AnOrganization,
} from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aSite } from '../../site-factories.ts';
import { clock } from '../../setup/clock.ts';
import { until } from '../../until.ts';
import { aReceiver } from '../../webhook-receiver.ts';

let server: Harness;
let organization: AnOrganization;
let owner: Caller;
let path: string;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ owner } = organization);
  path = `/v1/orgs/${organization.id}/webhooks`;
});

const url = 'https://hooks.example.org/octavo?key=1';
const clear = () => server.platform.db.prisma.webhook.deleteMany({ where: { organizationId: organization.id } });
beforeEach(async () => void (await clear()));

describe('a webhook of a place', () => {
  it('belongs to the admins of the place, and to those of the organization', async () => {
    const { id } = organization;
    const collection = await aCollection(server, id);
    const places = {
      spaceId: (await aSpace(server, id)).id,
      collectionId: collection.id,
      siteId: (await aSite(server, id)).id,
    };
    for (const name of ['spaceId', 'collectionId', 'siteId'] as const) {
      const place = { [name]: places[name] } as { readonly spaceId: string };
      const admin = await aMember(server, id, null);
      await aGrant(server, id, { on: place, to: { userId: admin.userId }, role: 'admin' });
      const editor = await aMember(server, id, 'create');
      const made = await admin.rest(`POST ${path}`, { url, types: ['*'], active: false, ...place });
      expect([name, made.status]).toEqual([name, 201]);
      const one = `${path}/${made.body.webhook.id}`;
      for (const [caller, status, count] of [
        [admin, 200, 1],
        [owner, 200, 1],
        [editor, 404, 0],
      ] as const) {
        expect([name, (await caller.rest(`GET ${one}`)).status]).toEqual([name, status]);
        expect([name, (await caller.rest(`GET ${path}`)).body.count]).toEqual([name, count]);
      }
      expect((await editor.rest(`POST ${path}`, { url, types: ['*'], ...place })).status).toBe(403);
      expect((await admin.rest(`POST ${path}`, { url, types: ['*'] })).status).toBe(403);
      await clear();
    }
  });

  it('is told of exactly those events of its place that an admin of it may read', async () => {
    const { id: organizationId } = await anOrganization(server);
    const collection = await aCollection(server, organizationId, { defaultLevel: 'none' });
    const inside = await aSpace(server, organizationId, { parentId: collection.id, defaultLevel: 'none' });
    const site = await aSite(server, organizationId);
    const elsewhere = await aSpace(server, organizationId, { defaultLevel: 'none' });
    const inherits = await aSpace(server, organizationId, { parentId: collection.id });
    const shared = await aSpace(server, organizationId, { parentId: collection.id, defaultLevel: 'read' });
    const gone = await aSpace(server, organizationId, { parentId: collection.id, deletedAt: clock.now() });
    const [spaceId, collectionId, siteId] = [inside.id, collection.id, site.id];
    const spaces = [inside, inherits, shared, gone, elsewhere].map(({ id }) => ({ spaceId: id }));
    const subjects = [{}, ...spaces, { collectionId }, { siteId }];
    const { prisma, sql: reader } = server.platform.db;
    const ids = [collectionId, ...spaces.map(({ spaceId: id }) => id)];
    const listed = await listRanksInside(reader, ids, [collectionId]);
    const inCollection = new Map(listed.map(({ id, rank }) => [id, roleOfRank(rank)]));
    const spacesInside = new Set([inside, inherits, shared, gone].map(({ id }) => id));
    // Events that are read in the organization belong to no place in it.
    const subjectsOf = (type: EventType) => (readers[eventTypes[type].readers].on === 'organization' ? [{}] : subjects);
    const rows = sentTypes.flatMap((type) => subjectsOf(type).map((subject) => ({ type, ...subject })));
    await prisma.event.createMany({
      data: rows.map((row, at) => ({
        ...row,
        id: server.platform.services.newId('evt'),
        organizationId,
        position: at + 1,
        subjectId: organizationId,
        requestId: 'none',
        source: 'rest',
        data: {},
        createdAt: server.platform.services.now(),
      })),
    });
    const events = await reader.rows<EventRow>(
      sql`select * from events where "organizationId" = ${organizationId} order by position`,
    );
    const none = { spaceId: null, collectionId: null, siteId: null };
    for (const [place, belongs] of [
      [none, () => true],
      [{ ...none, spaceId }, (event) => event.spaceId === spaceId],
      [
        { ...none, collectionId },
        (event) => event.collectionId === collectionId || spacesInside.has(event.spaceId ?? ''),
      ],
      [{ ...none, siteId }, (event) => event.siteId === siteId],
    ] as readonly (readonly [typeof none, (event: EventRow) => boolean])[]) {
      const webhook = { id: 'whk_1', organizationId, ...place };
      const ctx = actingAs(owner.context(), viewOf(webhook));
      const mayRead = async ({ id }: EventRow) =>
        getEvent(ctx, id).then(
          () => true,
          () => false,
        );
      const readable = await Promise.all(events.map(mayRead));
      const told = events.map((event) =>
        receives({ ...webhook, types: ['*'], pageId: null, cursor: 0 }, event, inCollection),
      );
      expect([place, told]).toEqual([place, events.map((event, at) => readable[at] === true && belongs(event))]);
      expect(told.filter(Boolean).length).toBeGreaterThan(10);
    }
  });

  it('is told of what is in its collection, and of the end of its site, and goes with it', async () => {
    const { id } = organization;
    await using receiver = await aReceiver();
    const outer = await aCollection(server, id);
    const inner = await aCollection(server, id, { parentId: outer.id });
    const space = await aSpace(server, id, { parentId: inner.id });
    const other = await aSpace(server, id);
    const site = await aSite(server, id);
    const input = { url: receiver.url, types: ['space.*', 'collection.*', 'site.*'] };
    const [first, second] = [
      (await owner.rest(`POST ${path}`, { ...input, collectionId: outer.id })).body.webhook,
      (await owner.rest(`POST ${path}`, { ...input, siteId: site.id })).body.webhook,
    ];
    await owner.rest(`PATCH /v1/spaces/${other.id}`, { title: 'Elsewhere' });
    await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'Inside' });
    await owner.rest(`PATCH /v1/collections/${inner.id}`, { title: 'Inside' });
    await owner.rest(`DELETE /v1/orgs/${id}/sites/${site.id}`);
    await until(
      () => receiver.calls.map(({ body }) => `${body['type']} ${body['subject'].id}`).toSorted(),
      (told) => told.length === 3 && told.includes(`site.deleted ${site.id}`),
    );
    const sizes = Object.fromEntries(receiver.calls.map(({ body }) => [body['type'], body['resource']?.title]));
    expect(sizes).toEqual({ 'space.updated': 'Inside', 'collection.updated': 'Inside', 'site.deleted': undefined });
    await until(
      async () => (await owner.rest(`GET ${path}/${second.id}/deliveries?state=delivered`)).body.count,
      (count) => count === 1,
    );
    await purgeWebhooks({ ...server.platform.services, sql: server.platform.db.sql });
    expect((await owner.rest(`GET ${path}`)).body.items.map((item: any) => item.id)).toEqual([first.id]);
  });

  it('goes on after the one has left who has added it, whom the audit log names', async () => {
    const { id } = organization;
    const { id: spaceId } = await aSpace(server, id);
    const maker = await aMember(server, id, null);
    await aGrant(server, id, { on: { spaceId }, to: { userId: maker.userId }, role: 'admin' });
    const { webhook } = (await maker.rest(`POST ${path}`, { url, types: ['space.*'], spaceId })).body;
    expect((await owner.rest(`DELETE /v1/orgs/${id}/members/${maker.userId}`)).status).toBe(204);
    await owner.rest(`PATCH /v1/spaces/${spaceId}`, { title: 'Anew' });
    await server.statements.settled();
    expect((await owner.rest(`GET ${path}/${webhook.id}`)).body).toMatchObject({ active: true });
    const sent = await server.platform.db.prisma.webhookDelivery.findMany({ where: { webhookId: webhook.id } });
    expect(sent.map(({ type }) => type)).toEqual(['space.updated']);
    const audit = `/v1/orgs/${id}/audit-events?action=webhook.created&actor=${maker.userId}`;
    expect((await owner.rest(`GET ${audit}`)).body.items).toMatchObject([{ subject: { id: webhook.id } }]);
  });

  it('is not active while its place is deleted or elsewhere, and goes on when it is back', async () => {
    const { id } = organization;
    const { id: spaceId } = await aSpace(server, id);
    const { webhook } = (await owner.rest(`POST ${path}`, { url, types: ['space.updated'], spaceId })).body;
    const other = await anOrganization(server, { owner });
    const state = async () => {
      const { body } = await owner.rest(`GET ${path}/${webhook.id}`);
      const { items } = (await owner.rest(`GET ${path}`)).body;
      expect(items).toEqual([body]);
      return [body.active, body.disabledReason ?? null];
    };
    const steps = [
      [`DELETE /v1/spaces/${spaceId}`, undefined, [false, 'place_deleted']],
      [`POST /v1/spaces/${spaceId}/restore`, undefined, [true, null]],
      [`POST /v1/spaces/${spaceId}/transfer`, { organization: other.id }, [false, 'place_transferred']],
      [`PATCH ${path}/${webhook.id}`, { description: 'Kept' }, [false, 'place_transferred']],
      [`PATCH /v1/spaces/${spaceId}`, { title: 'Elsewhere' }, [false, 'place_transferred']],
      [`POST /v1/spaces/${spaceId}/transfer`, { organization: id }, [true, null]],
      [`PATCH /v1/spaces/${spaceId}`, { title: 'Back' }, [true, null]],
    ] as const;
    for (const [request, body, expected] of steps) {
      const { status } = await owner.rest(request, body);
      expect([request, status < 300, await state()]).toEqual([request, true, expected]);
    }
    await server.statements.settled();
    const sent = await server.platform.db.prisma.webhookDelivery.findMany({ where: { webhookId: webhook.id } });
    expect(sent).toHaveLength(1);
  });

  it('that is a page is told of threads on it and of their replies', async () => {
    const { id, owner: admin } = await anOrganization(server);
    const { id: spaceId } = await aSpace(server, id);
    const inSpace = `/v1/spaces/${spaceId}`;
    const insert = { operation: 'insert_page', title: 'Guide', document: { markdown: 'Text' } };
    expect((await admin.rest(`POST ${inSpace}/content`, { changes: [insert] })).status).toBe(200);
    const pageId: string = (await admin.rest(`GET ${inSpace}/content`)).body.pages.at(-1).id;
    await server.statements.settled();
    const { body: hook } = await admin.rest(`POST /v1/orgs/${id}/webhooks`, {
      url,
      types: ['comment.*', 'comment_reply.*'],
      spaceId,
      pageId,
    });
    for (const page of [pageId, undefined]) {
      const thread = (await admin.rest(`POST ${inSpace}/comments`, { body: { markdown: 'Hi' }, page })).body;
      const reply = (await admin.rest(`POST ${inSpace}/comments/${thread.id}/replies`, { body: { markdown: 'Yes' } }))
        .body;
      const at = `${inSpace}/comments/${thread.id}/replies/${reply.id}`;
      expect((await admin.rest(`PUT ${at}`, { body: { markdown: 'No' } })).status).toBe(200);
      expect((await admin.rest(`DELETE ${at}`)).status).toBe(205);
    }
    await server.statements.settled();
    const sent = await server.platform.db.prisma.webhookDelivery.findMany({
      where: { webhookId: hook.webhook.id },
      orderBy: { position: 'asc' },
    });
    expect(sent.map(({ type }) => type)).toEqual([
      'comment.created',
      'comment_reply.created',
      'comment_reply.updated',
      'comment_reply.deleted',
    ]);
  });

  it('is told of its end and of what ends in its collection, however deep, unless that is closed to its admins', async () => {
    const { id, owner: admin } = await anOrganization(server);
    const outer = await aCollection(server, id);
    const inner = await aCollection(server, id, { parentId: outer.id });
    const innermost = await aCollection(server, id, { parentId: inner.id });
    const closed = await aCollection(server, id, { parentId: inner.id, defaultLevel: 'none' });
    const space = await aSpace(server, id, { parentId: innermost.id });
    const hidden = await aSpace(server, id, { parentId: closed.id });
    const ended = [space, innermost, inner];
    const expected = [
      [{ collectionId: outer.id }, ended],
      [{ collectionId: inner.id }, ended],
      [{ collectionId: closed.id }, [hidden, closed]],
      [{ spaceId: hidden.id }, [hidden]],
    ] as const;
    const hooks: string[] = [];
    for (const [place] of expected) hooks.push((await aWebhook(server, id, { ...place })).id);
    expect((await admin.rest(`DELETE /v1/collections/${inner.id}`)).status).toBe(205);
    await server.statements.settled();
    const { prisma } = server.platform.db;
    const events = await prisma.event.findMany({ where: { organizationId: id } });
    const subjects = new Map(events.map((event) => [event.id, event.subjectId]));
    for (const [at, webhookId] of hooks.entries()) {
      const sent = await prisma.webhookDelivery.findMany({ where: { webhookId }, orderBy: { position: 'asc' } });
      const told = sent.flatMap(({ eventId }) => subjects.get(eventId) ?? []);
      expect([expected[at]?.[0], told.toSorted()]).toEqual([
        expected[at]?.[0],
        expected[at]?.[1].map((one) => one.id).toSorted(),
      ]);
    }
  });
});
