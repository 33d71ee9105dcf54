import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../../../src/app/http/server.ts';
import { drain } from '../../../src/app/process/shutdown.ts';
import { purgeOldEvents } from '../../../src/domain/core/events/purge.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { ofSpace, type EventSubject } from '../../../src/domain/core/events/emit.ts';
import { hashSecret } from '../../../src/lib/secret-token.ts';
import { aMember, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { listBlocks } from '../../docs/blocks.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { openSse, type Message, type SseStream } from '../../sse.ts';
import { until } from '../../until.ts';

let server: Harness;
let base: string;
let organization: AnOrganization;
let space: { id: string };
beforeAll(async () => {
  server = await startServer();
  base = await server.listen();
  organization = await anOrganization(server);
  space = await aSpace(server, organization.id);
});

const opened: SseStream[] = [];
const closed = async (app: FastifyInstance) => {
  for (const stream of opened.splice(0)) stream.close();
  await until(
    () => app.streams.count,
    (count) => count === 0,
  );
};
afterEach(() => closed(server.app));

interface Asked {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly at?: string;
}

async function follow(caller: Pick<Caller, 'secret'>, id: string, { query = '', headers = {}, at = base }: Asked = {}) {
  const stream = await openSse(`${at}/v1/orgs/${id}/events/stream${query}`, {
    headers: { authorization: `Bearer ${caller.secret}`, ...headers },
  });
  opened.push(stream);
  return stream;
}

const told = (message: Message | null) => JSON.parse(message?.data ?? 'null');

/** Emits events in one transaction. Those of one subject with the same data would be one event. */
const emitMany = (caller: Caller, count: number, subjectOf: (number: number) => EventSubject) =>
  transact(caller.context(), async (ctx) => {
    for (let number = 0; number < count; number += 1)
      ctx.emit('comment.created', { ...subjectOf(number), id: `com_${number}` }, { page: null, author: caller.userId });
  });

const rename = (title: string) => organization.owner.rest(`PATCH /v1/spaces/${space.id}`, { title });

describe('GET /v1/orgs/{organizationId}/events/stream', () => {
  it('sends what happens from then on, as the feed shows it', async () => {
    await rename('Before');
    const { owner, id } = organization;
    const { response, next } = await follow(owner, id, { headers: { 'accept-encoding': 'gzip' } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    await rename('After');
    const message = await next();
    const { body } = await owner.rest(`GET /v1/orgs/${id}/events?order=desc&limit=1`);
    expect(told(message)).toEqual(body.items[0]);
    expect(message).toMatchObject({ id: String(body.items[0].position), event: 'space.updated' });
  });

  it('begins with the position after which it tells, and when to come back', async () => {
    const { response } = await follow(organization.owner, organization.id, { query: '?since=0' });
    const { value } = await response.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toMatch(/^retry: 3000\nid: 0\n\n/);
  });

  it('continues after a position, or after the last event that was received', async () => {
    const { owner, id } = await anOrganization(server);
    const other = await aSpace(server, id);
    // More than a page of what a stream reads at once.
    await emitMany(owner, 250, (number) => ofSpace({ ...other, organizationId: id, title: String(number) }));
    const all = await follow(owner, id, { query: '?since=0' });
    for (let position = 1; position <= 250; position += 1) expect(told(await all.next()).position).toBe(position);
    const late = await follow(owner, id, { query: '?since=3', headers: { 'last-event-id': '248' } });
    expect(told(await late.next()).position).toBe(249);
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'Renamed' });
    const some = await follow(owner, id, { query: '?since=0&types=organization.updated' });
    expect(told(await some.next()).position).toBe(251);
    const there = await follow(owner, id, { query: `?since=250&space=${other.id}` });
    await owner.rest(`PATCH /v1/spaces/${other.id}`, { title: 'There' });
    expect(told(await there.next()).position).toBe(252);
  });

  it('ends when an older backup is restored under it', async () => {
    const { owner, id } = await anOrganization(server);
    for (const title of ['One', 'Two', 'Three']) await owner.rest(`PATCH /v1/orgs/${id}`, { title });
    const { next } = await follow(owner, id, { query: '?since=0' });
    for (let position = 1; position <= 3; position += 1) expect(told(await next()).position).toBe(position);
    await server.platform.db.prisma.eventStream.update({ where: { organizationId: id }, data: { position: 1 } });
    const message = await next();
    expect(message?.event).toBe('error');
    expect(told(message).error).toMatchObject({
      type: 'validation_failed',
      message: expect.stringContaining('position 1'),
    });
  });

  it('refuses as the feed does', async () => {
    const { owner, id } = await anOrganization(server);
    const refusal = async (caller: Pick<Caller, 'secret'>, at: string, asked?: Asked) => {
      const { response } = await follow(caller, at, asked);
      const { error } = await response.json();
      return [response.status, error.type];
    };
    expect(await refusal(owner, 'org_nothing')).toEqual([404, 'not_found']);
    expect(await refusal({ secret: 'nobody' }, id)).toEqual([401, 'unauthenticated']);
    expect(await refusal(owner, id, { query: '?since=-1' })).toEqual([400, 'validation_failed']);
    expect(await refusal(owner, id, { query: '?since=1000' })).toEqual([400, 'validation_failed']);
    expect(await refusal(owner, id, { headers: { 'last-event-id': '1000' } })).toEqual([400, 'validation_failed']);
    expect(await refusal(owner, id, { query: '?types=space.painted' })).toEqual([400, 'validation_failed']);
    expect(await refusal(owner, id, { query: '?space=%00' })).toEqual([400, 'invalid_text']);
    expect(await refusal(owner, id, { headers: { 'last-event-id': 'x' } })).toEqual([400, 'validation_failed']);
    const narrow = await server.as(owner.userId, { scopes: ['org:read'] });
    expect(await refusal(narrow, id, { query: '?types=comment.created' })).toEqual([403, 'insufficient_scope']);
    const { prisma, sql } = server.platform.db;
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'Old' });
    await prisma.event.updateMany({ where: { organizationId: id }, data: { createdAt: new Date(0) } });
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'New' });
    await purgeOldEvents({ ...server.platform.services, sql });
    expect(await refusal(owner, id, { query: '?since=0' })).toEqual([410, 'cursor_expired']);
    expect(told(await (await follow(owner, id, { query: '?since=1' })).next()).position).toBe(2);
  });

  it('sends a caller what they may read, and ends with an error when the token does', async () => {
    const member = await aMember(server, organization.id, null);
    const { next } = await follow(member, organization.id);
    await rename('Hidden');
    await organization.owner.rest(`PATCH /v1/orgs/${organization.id}`, { title: 'Shown' });
    expect(told(await next()).type).toBe('organization.updated');
    await server.platform.db.prisma.apiToken.delete({ where: { hash: hashSecret(member.secret) } });
    await organization.owner.rest(`PATCH /v1/orgs/${organization.id}`, { title: 'No longer' });
    const last = await next();
    expect([last?.event, told(last).error.type]).toEqual(['error', 'unauthenticated']);
    expect(await next()).toBeNull();
  });

  it('tells what other processes write', async () => {
    const { next } = await follow(organization.owner, organization.id);
    // As another process does, which cannot wake the streams of this one.
    const ctx = organization.owner.context();
    const elsewhere = { ...ctx, watches: { ...ctx.watches, events: { ...ctx.watches.events, look: () => undefined } } };
    await transact(elsewhere, async (tx) => {
      tx.emit('space.restored', ofSpace({ ...space, organizationId: organization.id }));
    });
    expect(told(await next()).type).toBe('space.restored');
  });
});

it('the code of the manual follows a stream', async () => {
  const [code] = listBlocks('docs/manual/use/events.md').filter(({ language }) => language === 'js');
  const { owner, id } = organization;
  await rename('Received before');
  const { body } = await owner.rest(`GET /v1/orgs/${id}/events?order=desc&limit=1`);
  const last = String(body.items[0].position);
  const stop = new AbortController();
  const names = ['octavo', 'organization', 'token', 'last', 'show', 'fetch'];
  const source = `export default async (${names.join(', ')}) => {${code?.text}}`;
  const { default: run } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  const shown = await new Promise((resolve) => {
    const show = (event: unknown) => {
      stop.abort();
      resolve(event);
    };
    const send = (url: string, init: RequestInit) => fetch(url, { ...init, signal: stop.signal });
    run(base, id, owner.secret, last, show, send).catch(() => undefined);
    void rename('By the manual');
  });
  expect(shown).toMatchObject({ type: 'space.updated', position: Number(last) + 1 });
});

describe('streams are limited', () => {
  let app: FastifyInstance;
  let at: string;
  beforeAll(async () => {
    const { platform } = server;
    const config = {
      ...platform.config,
      MAX_STREAMS: 3,
      MAX_STREAMS_PER_USER: 2,
      STREAM_TIMEOUT_MS: 200,
      MAX_IN_FLIGHT: 4,
    };
    app = await createServer({ ...platform, config });
    at = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => closed(app));
  afterAll(async () => {
    // A client keeps connections that it has not used yet, which count as requests on their way.
    const closing = app.close();
    app.server.closeAllConnections();
    await closing;
  });

  it('for each user and for the process, and do not count as requests in progress', async () => {
    const { owner, id } = organization;
    const other = await aMember(server, id, 'read');
    const third = await aMember(server, id, 'read');
    for (const caller of [owner, owner, other]) expect((await follow(caller, id, { at })).response.status).toBe(200);
    expect(app.inFlight.count).toBe(0);
    const refused = await follow(third, id, { at });
    expect([refused.response.status, (await refused.response.json()).error.type]).toEqual([503, 'overloaded']);
    opened[2]!.close();
    await until(
      () => app.streams.count,
      (count) => count === 2,
    );
    const own = await follow(owner, id, { at });
    expect([own.response.status, (await own.response.json()).error.type]).toEqual([429, 'rate_limited']);
    expect(own.response.headers.get('retry-after')).toBe('5');
  });

  it('and one whose client takes nothing is closed', async () => {
    const { owner, id } = await anOrganization(server);
    const { id: spaceId } = await aSpace(server, id);
    const socket = await unread(at, `/v1/orgs/${id}/events/stream?since=0`, owner.secret);
    const label = 'x'.repeat(400_000);
    const open = async () => {
      await emitMany(owner, 10, () => ({ organizationId: id, id: spaceId, spaceId, label }));
      return app.streams.count;
    };
    await expect.poll(open).toBe(0);
    socket.destroy();
  });
});

it('the stream of a client that has gone before it began is none', async () => {
  const { authenticate } = server.platform;
  let socket: Socket | undefined;
  const app = await createServer({
    ...server.platform,
    authenticate: Object.assign(async (...given: Parameters<typeof authenticate>) => {
      socket?.destroy();
      await until(
        () => promisify(app.server.getConnections.bind(app.server))(),
        (count) => count === 0,
      );
      return authenticate(...given);
    }, authenticate),
  });
  const at = await app.listen({ host: '127.0.0.1', port: 0 });
  const { owner, id } = organization;
  const open = vi.spyOn(app.streams, 'open');
  socket = await unread(at, `/v1/orgs/${id}/events/stream`, owner.secret);
  await expect.poll(() => open.mock.results.length).toBe(1);
  expect(app.streams.count).toBe(0);
  await app.close();
});

it('a server that stops ends its streams first, and opens no more', async () => {
  const app = await createServer(server.platform);
  const at = await app.listen({ host: '127.0.0.1', port: 0 });
  const stream = await follow(organization.owner, organization.id, { at });
  const stopping = drain(app, { delayMs: 0, timeoutMs: 1_000 });
  expect(await stream.next()).toBeNull();
  await stopping;
  expect(app.streams.count).toBe(0);
});

it('a server that stops does not wait for a client that takes nothing', async () => {
  const app = await createServer(server.platform);
  const at = await app.listen({ host: '127.0.0.1', port: 0 });
  const { owner, id } = await anOrganization(server);
  const { id: spaceId } = await aSpace(server, id);
  await emitMany(owner, 60, () => ({ organizationId: id, id: spaceId, spaceId, label: 'x'.repeat(400_000) }));
  const socket = await unread(at, `/v1/orgs/${id}/events/stream?since=0`, owner.secret);
  await expect.poll(() => app.streams.count).toBe(1);
  // Longer than a test may take, so it would not end if this were waited for.
  await drain(app, { delayMs: 0, timeoutMs: 600_000 });
  await until(
    () => app.streams.count,
    (count) => count === 0,
  );
  socket.destroy();
});

/** A client that asks and does not read. */
async function unread(at: string, path: string, secret: string): Promise<Socket> {
  const { hostname, port } = new URL(at);
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: { buffer: Buffer.alloc(1), callback: () => false },
  });
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${secret}\r\n\r\n`);
  socket.pause();
  return socket;
}
