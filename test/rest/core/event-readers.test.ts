import { beforeAll, describe, expect, it } from 'vitest';
import { eventTypes, type EventType } from '../../../src/domain/core/events/catalogue.ts';
import type { EventSubject } from '../../../src/domain/core/events/emit.ts';
import { getEvent } from '../../../src/domain/core/events/events.ts';
import { readers } from '../../../src/domain/core/events/readers.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { DomainError } from '../../../src/lib/errors.ts';
import { scopes } from '../../../src/access/scopes.ts';
import {
  aCollection,
  aGrant,
  aMember,
  anOrganization,
  aSpace,
  aWebhook,
  type AnOrganization,
} from '../../factories.ts';
import { aSite } from '../../site-factories.ts';
import { openSse, type SseStream } from '../../sse.ts';
import { allOrEvery } from '../../setup/size.ts';
import { until } from '../../until.ts';
import { clock } from '../../setup/clock.ts';
import { randomNumber } from '../../setup/seed.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { feedOf, type Told } from './feed.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

function placeAt(id: string): Parameters<typeof aGrant>[2]['on'] {
  if (id.startsWith('spc_')) return { spaceId: id };
  return id.startsWith('col_') ? { collectionId: id } : { siteId: id };
}

const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(randomNumber() * values.length)]!;

/** What an event is told of that names nobody: enough for the form of each type. */
const sample: Readonly<Record<string, unknown>> = { changed: ['title'], previous: { title: 'Old' } };

describe('an event is read by those who may read what it is about', () => {
  let organization: AnOrganization;
  const resources: Record<string, Partial<EventSubject>> = {};
  const callers = new Map<string, Caller>();
  beforeAll(async () => {
    organization = await anOrganization(server);
    const { id, owner } = organization;
    const collection = await aCollection(server, id);
    const hidden = await aCollection(server, id, { defaultLevel: 'none' });
    const spaces = {
      open: await aSpace(server, id),
      granted: await aSpace(server, id, { defaultLevel: 'none' }),
      inCollection: await aSpace(server, id, { parentId: hidden.id }),
      deleted: await aSpace(server, id, { deletedAt: clock.now() }),
      // It cannot be restored any more, and waits to be purged.
      expired: await aSpace(server, id, { deletedAt: new Date(clock.now().getTime() - 200 * 3_600_000) }),
    };
    const site = await aSite(server, id);
    Object.assign(resources, {
      organization: {},
      collection: { collectionId: collection.id },
      hidden: { collectionId: hidden.id },
      ...Object.fromEntries(Object.entries(spaces).map(([name, { id: spaceId }]) => [name, { spaceId }])),
      site: { siteId: site.id },
      goneSpace: { spaceId: 'spc_gone' },
      goneSite: { siteId: 'site_gone' },
    });
    callers.set('admin', owner);
    for (const role of ['read', 'comment', 'create', null] as const)
      callers.set(role ?? 'guest', await aMember(server, id, role));
    const grant = async (name: string, role: 'read' | 'comment' | 'admin', on: Parameters<typeof aGrant>[2]['on']) => {
      const caller = await aMember(server, id, null);
      await aGrant(server, id, { on, to: caller, role });
      callers.set(name, caller);
    };
    await grant('reader of a space', 'read', { spaceId: spaces.granted.id });
    await grant('commenter of a space', 'comment', { spaceId: spaces.granted.id });
    await grant('admin of a deleted space', 'admin', { spaceId: spaces.deleted.id });
    await grant('admin of an expired space', 'admin', { spaceId: spaces.expired.id });
    await grant('reader of a collection', 'read', { collectionId: hidden.id });
    await grant('admin of a collection', 'admin', { collectionId: hidden.id });
    await grant('reader of a site', 'read', { siteId: site.id });
    await grant('admin of a site', 'admin', { siteId: site.id });
    // Other grants with each seed, also several of one person, and a token with some of the scopes.
    for (let number = 0; number < 4; number += 1) {
      const caller = await aMember(server, id, pick(['read', 'comment', null]));
      const places = [...Object.values(spaces), collection, hidden, site].filter(() => randomNumber() < 0.5);
      for (const { id: placeId } of places) {
        await aGrant(server, id, {
          on: placeAt(placeId),
          to: caller,
          role: pick(['read', 'comment', 'edit', 'admin']),
        });
      }
      callers.set(`somebody ${number}`, caller);
      const some = scopes.filter((scope) => scope === 'org:read' || randomNumber() < 0.5);
      callers.set(`somebody ${number} with some scopes`, await server.as(caller.userId, { scopes: some }));
    }
    callers.set(
      'admin without comments',
      await server.as(owner.userId, { scopes: scopes.filter((scope) => scope !== 'space:comments:read') }),
    );
    await transact(owner.context(), async (ctx) => {
      for (const type of representatives)
        for (const [name, place] of Object.entries(resources))
          ctx.emit(
            ...([type, { organizationId: id, id: `${type} ${name}`, ...place }, sample] as unknown as Parameters<
              typeof ctx.emit
            >),
          );
    });
  });

  it('in a list as one by one', async () => {
    const all = await server.platform.db.prisma.event.findMany({ where: { organizationId: organization.id } });
    for (const [name, caller] of callers) {
      const listed = new Set((await listAll(caller)).map(({ id }) => id));
      const ctx = caller.context();
      const alone = await Promise.all(all.map(({ id }) => getEvent(ctx, id).then(() => true, isRefusal)));
      expect(
        all.map(({ id }) => listed.has(id)),
        name,
      ).toEqual(alone);
    }
  });

  it('and by nobody else', async () => {
    const seen = async (name: string) => {
      const events = await listAll(callers.get(name)!);
      return [...new Set(events.map(({ subject }) => subject.id.split(' ')[1]))].toSorted();
    };
    const everything = Object.keys(resources).toSorted();
    expect(await seen('admin')).toEqual(everything);
    expect(await seen('guest')).toEqual(everything); // Types about the organization itself.
    const resourceTypes = async (name: string) =>
      (await listAll(callers.get(name)!))
        .filter(({ type }) =>
          ['space.created', 'comment.created', 'site.created', 'collection.created', 'access.granted'].includes(type),
        )
        .map(({ subject }) => subject.id)
        .toSorted();
    expect(await resourceTypes('guest')).toEqual([]);
    expect(await resourceTypes('reader of a space')).toEqual([
      'collection.created granted',
      'site.created granted',
      'space.created granted',
    ]);
    expect(await resourceTypes('commenter of a space')).toContain('comment.created granted');
    expect(await resourceTypes('reader of a site')).toContain('site.created site');
    expect(await resourceTypes('admin of a site')).toContain('access.granted site');
    expect(await resourceTypes('admin of a deleted space')).toContain('space.created deleted');
    expect(await resourceTypes('create')).not.toContain('space.created deleted');
    expect(await resourceTypes('admin')).toContain('space.created goneSpace');
    expect(await resourceTypes('admin without comments')).not.toContain('comment.created open');
  });

  it('by streams and subscriptions as by lists', async () => {
    const base = await server.listen();
    const { id, owner } = organization;
    // Everybody may read the last event, so a stream has told everything before it.
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'The end' });
    const query = 'subscription ($id: ID!) { organizationEvents(organizationId: $id, since: 0) { id } }';
    const post = { method: 'POST', body: JSON.stringify({ query, variables: { id } }) };
    for (const [name, caller] of allOrEvery(2, [...callers], 0)) {
      const expected = (await listAll(caller)).map((event) => event.id);
      const headers = { authorization: `Bearer ${caller.secret}` };
      const stream = await openSse(`${base}/v1/orgs/${id}/events/stream?since=0`, { headers });
      expect(await takeUntil(stream, expected.at(-1), ({ id: told }) => told), name).toEqual(expected);
      const accept = { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' };
      const subscription = await openSse(`${base}/graphql`, { ...post, headers: accept });
      const told = await takeUntil(subscription, expected.at(-1), ({ data }) => data.organizationEvents.id);
      expect(told, name).toEqual(expected);
    }
  });

  it('by webhooks as by the admins of their places', async () => {
    const { id, owner } = organization;
    const { prisma } = server.platform.db;
    const places = {
      admin: {},
      'admin of a deleted space': resources['deleted'],
      'admin of a collection': resources['hidden'],
      'admin of a site': resources['site'],
    } as const;
    const hooks = new Map<string, string>();
    for (const [name, place] of Object.entries(places))
      hooks.set(name, (await aWebhook(server, id, { ...place, catchesUp: true })).id);
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'Told' });
    const { position } = await prisma.eventStream.findUniqueOrThrow({ where: { organizationId: id } });
    await until(
      () => prisma.eventTask.count({ where: { key: id } }),
      (count) => count === 0,
    );
    for (const [name, webhookId] of hooks) {
      const deliveries = await prisma.webhookDelivery.findMany({ where: { webhookId, position: { lte: position } } });
      const feed = (await listAll(callers.get(name)!)).filter(({ position: at }) => at <= Number(position));
      const expected = feed.filter(({ type }) => name === 'admin' || onResource(type as EventType));
      expect([name, deliveries.map(({ eventId }) => eventId).toSorted()]).toEqual([
        name,
        expected.map((event) => event.id).toSorted(),
      ]);
    }
  });

  const onResource = (type: EventType) => readers[eventTypes[type].readers].on === 'resource';

  /** The ids that a stream tells until one of them, which then ends. */
  async function takeUntil({ next, close }: SseStream, last: string | undefined, idIn: (message: any) => string) {
    const ids: string[] = [];
    while (ids.at(-1) !== last) {
      const message = await next();
      if (message === null) throw new Error(`The stream has ended after ${ids.length} events`);
      ids.push(idIn(JSON.parse(message.data ?? '')));
    }
    close();
    return ids;
  }

  const isRefusal = (error: unknown) => {
    if (error instanceof DomainError && ['not_found', 'insufficient_scope'].includes(error.type)) return false;
    throw error;
  };

  const listAll = async (caller: Caller): Promise<Told[]> => {
    const items: Told[] = [];
    for (let since = 0; ; since = items.at(-1)!.position) {
      const page = await feedOf(caller, organization.id, `&since=${since}`);
      items.push(...page);
      if (page.length === 0) return items;
    }
  };

  /** The first type of each group of readers, which stands for the others. */
  const representatives = new Set(
    Object.entries(eventTypes).flatMap(([type, { readers }], at, all) =>
      all.findIndex(([, kind]) => kind.readers === readers) === at ? [type as EventType] : [],
    ),
  );

  it('but not by a token without the scope of a type that it asks for', async () => {
    const caller = callers.get('admin without comments')!;
    const { status, body } = await caller.rest(`GET /v1/orgs/${organization.id}/events?types=comment.created`);
    expect([status, body.error.type]).toEqual([403, 'insufficient_scope']);
  });
});
