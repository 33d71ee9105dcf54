import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventTypes, type EventType } from '../../../src/domain/core/events/catalogue.ts';
import { readers } from '../../../src/domain/core/events/readers.ts';
import { getEvent } from '../../../src/domain/core/events/events.ts';
import { actingAs } from '../../../src/domain/core/acting.ts';
import { sentTypes } from '../../../src/domain/exchange/webhooks/patterns.ts';
import { isTold, viewOf } from '../../../src/domain/exchange/webhooks/places.ts';
import { listEventsAfter, listInCollections } from '../../../src/domain/exchange/webhooks/queries/dispatch.ts';
import type { EventRow } from '../../../src/loaders/events.ts';
import { deliveryRetentionDays, maxWebhooks } from '../../../src/domain/exchange/webhooks/fields.ts';
import { purgeWebhooks } from '../../../src/domain/exchange/webhooks/purge.ts';
import { createGuardedFetch } from '../../../src/infra/fetch/guarded-fetch.ts';
import { roleOfRank } from '../../../src/access/roles.ts';
import { raw } from '../../../src/db/sql.ts';
import { decrypt } from '../../../src/lib/encryption.ts';
import { secretOwner } from '../../../src/domain/exchange/webhooks/webhooks.ts';
import { testWebhook } from '../../../src/domain/exchange/webhooks/test-webhook.ts';
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
import { hostileUrls } from '../../infra/hostile-urls.ts';
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

describe('webhooks', () => {
  it('are added, listed, updated and removed, and show their secret once', async () => {
    const { status, body } = await owner.rest(`POST ${path}`, {
      url,
      types: ['space.*', 'space.*'],
      description: 'Chat',
    });
    expect(status).toBe(201);
    const { webhook, secret } = body;
    expect(webhook).toMatchObject({
      object: 'webhook',
      organization: organization.id,
      url,
      types: ['space.*'],
      active: true,
    });
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    const one = `${path}/${webhook.id}`;
    expect((await owner.rest(`GET ${path}`)).body.items).toEqual([webhook]);
    expect((await owner.rest(`GET ${one}`)).body).toEqual(webhook);
    const stored = await server.platform.db.prisma.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
    expect(decrypt(server.platform.services.encryptionKey, stored.sealedSecret, secretOwner(webhook.id))).toBe(secret);
    const types = ['*'];
    expect((await owner.rest(`PATCH ${one}`, { types, description: null })).body).toMatchObject({ types });
    const events = await owner.rest(`GET /v1/orgs/${organization.id}/events?types=webhook.updated`);
    expect(events.body.items[0]).toMatchObject({
      subject: { id: webhook.id, title: 'hooks.example.org' },
      data: { changed: ['types', 'description'] },
    });
    expect((await owner.rest(`DELETE ${one}`)).status).toBe(205);
    expect((await owner.rest(`GET ${one}`)).status).toBe(404);
  });

  it.each([
    ['no TLS', { url: 'http://hooks.example.org/', types: ['*'] }, 'body.url', 'must begin with https'],
    ['a password in the URL', { url: 'https://a:b@c.example.org', types: ['*'] }, 'body.url', 'password'],
    ['no URL', { url: 'hooks', types: ['*'] }, 'body.url', 'URL'],
    ['no types', { url, types: [] }, 'body.types', ''],
    ['an unknown type', { url, types: ['space.painted'] }, 'body.types.0', '"space.painted" is no type of event'],
    ['a type of the audit log', { url, types: ['api_token.created'] }, 'body.types.0', 'is no type of event'],
    ['two places', { url, types: ['*'], spaceId: 'spc_1', siteId: 'site_1' }, 'body.siteId', 'another place'],
    ['a page without a space', { url, types: ['*'], pageId: 'pg_1' }, 'body.pageId', 'needs the space'],
    ['an id of something else', { url, types: ['*'], spaceId: 'site_1' }, 'body.spaceId', 'must name a space'],
  ])('are refused with %s', async (_name, input, place, message) => {
    const { status, body } = await owner.rest(`POST ${path}`, input);
    expect([status, body.error.type]).toEqual([400, 'validation_failed']);
    expect(body.error.details[0]).toMatchObject({ path: place, message: expect.stringContaining(message) });
  });

  it('are limited to 20 for an organization, and 10 for a space', async () => {
    const { id: spaceId } = await aSpace(server, organization.id);
    for (const [most, place] of [
      [maxWebhooks.organization, {}],
      [maxWebhooks.place, { spaceId }],
    ] as const) {
      await Promise.all(
        Array.from({ length: most }, () => aWebhook(server, organization.id, { active: false, ...place })),
      );
      const { body } = await owner.rest(`POST ${path}`, { url, types: ['*'], ...place });
      expect(body.error.type).toBe('invalid_state');
    }
  });

  it('need a token with the scopes of what they send', async () => {
    const narrow = await server.as(owner.userId, { scopes: ['org:read', 'org:write', 'space:read'] });
    expect((await narrow.rest(`POST ${path}`, { url, types: ['space.*'] })).status).toBe(201);
    const { body } = await narrow.rest(`POST ${path}`, { url, types: ['space.*', 'comment.created'] });
    expect(body.error.type).toBe('insufficient_scope');
    const { id } = await aWebhook(server, organization.id, { active: false });
    expect((await narrow.rest(`PATCH ${path}/${id}`, { url })).body.error.type).toBe('insufficient_scope');
    expect((await narrow.rest(`POST ${path}/${id}/rotate-secret`)).body.error.type).toBe('insufficient_scope');
    await server.platform.db.prisma.webhookDelivery.updateMany({
      where: { webhookId: id },
      data: { body: '{}', type: 'comment.created' },
    });
    const [seen, hidden] = await Promise.all(
      [owner, narrow].map((caller) => caller.rest(`GET ${path}/${id}/deliveries`)),
    );
    expect([seen?.body.items[0].request, hidden?.body.items[0].request]).toEqual(['{}', undefined]);
  });
});

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
    const { prisma, sql } = server.platform.db;
    const { id: collectionHook } = await aWebhook(server, organizationId, { collectionId, active: false });
    const listed = await listInCollections(sql, [collectionHook]);
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
    const events = await listEventsAfter(sql, organizationId, 0, rows.length);
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
        isTold({ ...webhook, types: ['*'], pageId: null, cursor: 0 }, event, inCollection),
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
    const sizes = Object.fromEntries(receiver.calls.map(({ body }) => [body['type'], body['data'].object?.title]));
    expect(sizes).toEqual({ 'space.updated': 'Inside', 'collection.updated': 'Inside', 'site.deleted': undefined });
    await until(
      async () => (await owner.rest(`GET ${path}/${second.id}/deliveries?state=delivered`)).body.count,
      (count) => count === 1,
    );
    await purgeWebhooks({ ...server.platform.services, sql: server.platform.db.sql });
    expect((await owner.rest(`GET ${path}`)).body.items.map((item: any) => item.id)).toEqual([first.id]);
  });
});

describe('what a webhook keeps', () => {
  it('has no secret, in no row of any table', async () => {
    await using receiver = await aReceiver();
    const { body } = await owner.rest(`POST ${path}`, { url: receiver.url, types: ['*'] });
    const at = `${path}/${body.webhook.id}`;
    const rotated = (await owner.rest(`POST ${at}/rotate-secret`)).body.secret;
    const site = await aSite(server, organization.id);
    const link = await owner.rest(`POST /v1/orgs/${organization.id}/sites/${site.id}/share-links`, {
      name: 'Partners',
    });
    const shareKey = new URL(link.body.urls?.published ?? link.body.url ?? 'http://x/none').pathname.split('/').at(-1);
    const others = ['a secret of the renderer x'];
    await owner.rest(`POST /v1/orgs/${organization.id}/renderers`, { url: 'https://r.example.org', secret: others[0] });
    const count = async () => (await owner.rest(`GET ${at}/deliveries?state=delivered`)).body.count;
    await until(count, (delivered) => delivered >= 4);
    const texts = await tableTexts(['events', 'webhooks', 'webhook_deliveries', 'jobs']);
    for (const secret of [body.secret, rotated, ...others]) {
      expect(texts.filter((text) => text.includes(secret.replace('whsec_', '')))).toEqual([]);
      expect(receiver.calls.filter(({ text }) => text.includes(secret))).toEqual([]);
    }
    expect(shareKey).toBeDefined();
    expect(receiver.calls.filter(({ body: { type, data } }) => type.startsWith('share_link') && data.object)).toEqual(
      [],
    );
  });

  it('is its log of 30 days', async () => {
    const { id, deliveryId } = await aWebhook(server, organization.id, { active: false });
    const { prisma, sql } = server.platform.db;
    const age = (days: number) => new Date(server.platform.services.now().getTime() - days * 86_400_000);
    const purge = () => purgeWebhooks({ ...server.platform.services, sql });
    const count = () => prisma.webhookDelivery.count({ where: { webhookId: id } });
    await prisma.webhookDelivery.update({
      where: { id: deliveryId },
      data: { createdAt: age(deliveryRetentionDays - 1) },
    });
    await purge();
    expect(await count()).toBe(1);
    await prisma.webhookDelivery.update({
      where: { id: deliveryId },
      data: { createdAt: age(deliveryRetentionDays + 1) },
    });
    await purge();
    expect(await count()).toBe(0);
  });
});

/** Every row of these tables as a text. */
async function tableTexts(tables: readonly string[]): Promise<string[]> {
  const rows = await Promise.all(
    tables.map((table) => server.platform.db.sql.rows<{ text: string }>(raw(`select t::text as text from ${table} t`))),
  );
  return rows.flat().map(({ text }) => text);
}

describe('the network of the service', () => {
  it('gets no call from a webhook, in no spelling of its addresses', async () => {
    await using receiver = await aReceiver();
    const { port } = new URL(receiver.url);
    const { id } = await aWebhook(server, organization.id, { active: false });
    const { prisma } = server.platform.db;
    const ctx = owner.context();
    const fetch = createGuardedFetch({
      allowHosts: [],
      connectTimeoutMs: 1_000,
      totalTimeoutMs: 2_000,
      maxRedirects: 0,
      maxBodyBytes: 1_000,
      maxHeaderBytes: 1_000,
      userAgent: 'test',
      resolve: async () => ['127.0.0.1'],
    });
    const accepted = [];
    for (const hostile of hostileUrls(Number(port))) {
      const { status } = await owner.rest(`POST ${path}`, { url: hostile, types: ['*'], active: false });
      expect([201, 400]).toContain(status);
      if (status !== 201) continue;
      await prisma.webhook.update({ where: { id }, data: { url: hostile } });
      // The harness allows this machine, so the guard of an installation without a list stands in.
      const strict = {
        ...ctx,
        fetch,
        config: { ...ctx.config, IMPORT_ALLOW_HOSTS: [] },
        loaders: owner.context().loaders,
      };
      const attempt = await testWebhook(strict, { webhookId: id });
      accepted.push(hostile);
      expect([hostile, attempt.status]).toEqual([hostile, null]);
      await prisma.webhook.deleteMany({ where: { organizationId: organization.id, id: { not: id } } });
    }
    expect(accepted.length).toBeGreaterThan(5);
    expect(receiver.calls).toEqual([]);
  });
});

it('every type of the feed can be asked for', async () => {
  const types = Object.entries(eventTypes).flatMap(([type, kind]) => (kind.readers === 'audit' ? [] : type));
  const results = [];
  for (let from = 0; from < types.length; from += 100)
    results.push(
      (await owner.rest(`POST ${path}`, { url, types: types.slice(from, from + 100), active: false })).status,
    );
  expect(new Set(results)).toEqual(new Set([201]));
});
