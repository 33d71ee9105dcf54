import { beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { startServer, type Harness } from '../../harness.ts';
import { sourceServer } from '../../source-server.ts';
import { clock } from '../../setup/clock.ts';
import { until } from '../../until.ts';
import { aReceiver, holdCalls, type ReceivedCall } from '../../webhook-receiver.ts';
import { aHook, aScene, deliveriesOf, deliveriesUntil, rename } from '../../webhook-scene.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
  // Attempts follow in five seconds, which a busy machine may take between two lines of a test.
  return clock.hold();
});

const minuteMs = 60_000;

const verified = (secret: string, { text, headers }: ReceivedCall) =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

describe('a webhook', () => {
  it('is sent what has happened, with the resource, signed by Standard Webhooks', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at, secret } = await aHook(scene, receiver);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await rename(scene, 'New');
    const [delivery] = await deliveriesUntil(scene, at, 'delivered 1');
    const [call] = receiver.calls;
    const { owner, id, space } = scene;
    const event = (await owner.rest(`GET /v1/orgs/${id}/events?types=space.updated`)).body.items[0];
    expect(verified(secret, call!)).toEqual(call?.body);
    expect(call?.headers['webhook-id']).toBe(event.id);
    const { resource, ...sent } = call!.body;
    expect(resource).toMatchObject({ object: 'space', id: space.id, title: 'New' });
    const { email: _, ...actor } = event.actor;
    expect(sent).toEqual({ ...event, actor });
    expect(sent).toMatchObject({
      type: 'space.updated',
      actor: { id: owner.userId, displayName: 'Example user' },
      subject: { id: space.id, title: 'Handbook' },
      data: { changed: ['title'], previous: { title: 'Handbook' } },
    });
    expect(delivery).toMatchObject({ event: event.id, status: 200, response: '{}', request: call?.text });
    expect((await owner.rest(`GET ${at}/deliveries/${delivery.id}`)).body).toEqual(delivery);
    expect((await owner.rest(`GET ${at}/deliveries?state=failed`)).body.items).toEqual([]);
  });

  it('is sent the same bytes again until it accepts them, and later events meanwhile', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at } = await aHook(scene, receiver);
    receiver.answers(500, 200);
    await rename(scene, 'First');
    const [failed] = await deliveriesUntil(scene, at, 'pending 1');
    expect(failed).toMatchObject({ status: 500 });
    const waitMs = Date.parse(failed.nextAttemptAt) - Date.parse(failed.attemptedAt);
    expect(waitMs).toBeGreaterThanOrEqual(4_000);
    expect(waitMs).toBeLessThanOrEqual(6_000);
    await rename(scene, 'Second');
    await deliveriesUntil(scene, at, 'delivered 1', 'pending 1');
    await clock.ahead(minuteMs, async () => {
      await rename(scene, 'Third');
      await deliveriesUntil(scene, at, 'delivered 1', 'delivered 1', 'delivered 2');
    });
    const first = receiver.calls.filter(({ headers }) => headers['webhook-id'] === failed.event);
    expect(first.map(({ text }) => text)).toEqual([failed.request, failed.request]);
    expect(first[0]?.body['resource'].title).toBe('First');
  });

  it('is sent events in their order', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    // One call at a time, so that the order of arrival is the order in which they were sent.
    const { id, at } = await aHook(scene, receiver, { active: false });
    await scene.owner.rest(`PATCH ${at}`, { active: true });
    const titles = Array.from({ length: 12 }, (_none, n) => `Title ${n}`);
    for (const title of titles) await rename(scene, title);
    await deliveriesUntil(scene, at, ...titles.map(() => 'delivered 1'));
    const positions = receiver.calls.map(({ body }) => body['position'] as number);
    // Four are under way at once, so one may overtake three others.
    for (const [n, position] of positions.entries())
      expect(positions.slice(n + 1).filter((later) => later < position).length, `${id} at ${n}`).toBeLessThan(4);
  });

  it('waits as long as the address asks for, up to the next step of the schedule', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at } = await aHook(scene, receiver);
    receiver.answers(
      (response) => response.writeHead(429, { 'retry-after': '60' }).end(),
      (response) => response.writeHead(503, { 'retry-after': '86400' }).end(),
    );
    await rename(scene, 'First');
    await deliveriesUntil(scene, at, 'pending 1');
    await rename(scene, 'Second');
    const items = await deliveriesUntil(scene, at, 'pending 1', 'pending 1');
    const waits = items.map((item: any) => Date.parse(item.nextAttemptAt) - Date.parse(item.attemptedAt));
    expect(waits).toEqual([5 * minuteMs, minuteMs]);
  });

  it('is deactivated at once by 410, and goes on from there when it is active again', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at, id } = await aHook(scene, receiver);
    receiver.answers(200, 410, 200);
    await rename(scene, 'Accepted');
    await deliveriesUntil(scene, at, 'delivered 1');
    await rename(scene, 'Refused');
    await deliveriesUntil(scene, at, 'failed 1', 'delivered 1');
    const { owner } = scene;
    expect((await owner.rest(`GET ${at}`)).body).toMatchObject({ active: false, disabledReason: 'gone' });
    const { body } = await owner.rest(`GET /v1/orgs/${scene.id}/events?types=webhook.disabled`);
    expect(body.items).toMatchObject([{ subject: { id }, data: { reason: 'gone' } }]);
    await rename(scene, 'Missed');
    expect((await owner.rest(`POST ${at}/redeliver`, {})).body.error.type).toBe('invalid_state');
    await owner.rest(`PATCH ${at}`, { active: true, resumeFrom: 'lastDelivered' });
    await deliveriesUntil(scene, at, 'delivered 1', 'delivered 2', 'delivered 1');
    const titles = receiver.calls.map(({ body: { data } }) => data.previous.title);
    expect(titles.toSorted()).toEqual(['Accepted', 'Accepted', 'Handbook', 'Refused'].toSorted());
  });

  it('takes the status of an answer of any length', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at } = await aHook(scene, receiver);
    const long = 'x'.repeat(100_000);
    receiver.answers(
      (response) => response.writeHead(200).end(long),
      (response) => response.writeHead(410).end(long),
    );
    await rename(scene, 'Accepted');
    const [{ response }] = await deliveriesUntil(scene, at, 'delivered 1');
    expect(response).toBe('x'.repeat(1_024));
    await rename(scene, 'Refused');
    await deliveriesUntil(scene, at, 'failed 1', 'delivered 1');
    expect((await scene.owner.rest(`GET ${at}`)).body.disabledReason).toBe('gone');
  });

  it('goes on after the latest event when it is active again without more', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at } = await aHook(scene, receiver);
    receiver.answers(410, 200);
    await rename(scene, 'Refused');
    await deliveriesUntil(scene, at, 'failed 1');
    await rename(scene, 'Missed');
    await scene.owner.rest(`PATCH ${at}`, { active: true });
    await rename(scene, 'Seen');
    await deliveriesUntil(scene, at, 'delivered 1', 'failed 1');
    expect(receiver.calls.map(({ body: { data } }) => data.previous.title)).toEqual(['Handbook', 'Missed']);
  });

  it('is deactivated when every attempt of five days has failed, and there were twenty', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at, id } = await aHook(scene, receiver);
    receiver.answers(500);
    const { prisma } = server.platform.db;
    const fiveDaysAgo = new Date(clock.now().getTime() - 120 * 60 * minuteMs);
    await prisma.webhook.update({ where: { id }, data: { failures: 18, failingSince: fiveDaysAgo } });
    await rename(scene, 'First');
    await deliveriesUntil(scene, at, 'pending 1');
    expect((await scene.owner.rest(`GET ${at}`)).body.active).toBe(true);
    await rename(scene, 'Second');
    await deliveriesUntil(scene, at, 'pending 1', 'pending 1');
    expect((await scene.owner.rest(`GET ${at}`)).body).toMatchObject({ active: false, disabledReason: 'failing' });
  });

  it('is signed by the secret before a rotation as well, for a day', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at, secret } = await aHook(scene, receiver);
    const { body } = await scene.owner.rest(`POST ${at}/rotate-secret`);
    expect(body.secret).not.toBe(secret);
    await rename(scene, 'Both');
    await deliveriesUntil(scene, at, 'delivered 1');
    const [call] = receiver.calls;
    for (const one of [secret, body.secret]) expect(verified(one, call!)).toEqual(call?.body);
    await server.platform.db.prisma.webhook.updateMany({ data: { formerUntil: clock.now() } });
    await rename(scene, 'New alone');
    await deliveriesUntil(scene, at, 'delivered 1', 'delivered 1');
    expect(verified(body.secret, receiver.calls[1]!)).toEqual(receiver.calls[1]?.body);
    expect(() => verified(secret, receiver.calls[1]!)).toThrow('No matching signature found');
  });

  it('is sent an event again when an admin asks for it', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at } = await aHook(scene, receiver);
    await rename(scene, 'Once');
    const [{ id }] = await deliveriesUntil(scene, at, 'delivered 1');
    expect((await scene.owner.rest(`POST ${at}/deliveries/${id}/redeliver`)).status).toBe(200);
    await deliveriesUntil(scene, at, 'delivered 2');
    const redeliver = async (which: object) => {
      const { body } = await scene.owner.rest(`POST ${at}/redeliver`, { state: 'delivered', ...which });
      return body.count ?? body.error.type;
    };
    expect(await redeliver({ from: '2999-01-01T00:00:00Z' })).toBe(0);
    expect(await redeliver({ from: 'yesterday' })).toBe('validation_failed');
    expect(await redeliver({ from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' })).toBe(1);
    await deliveriesUntil(scene, at, 'delivered 3');
    expect(new Set(receiver.calls.map(({ text, headers }) => `${String(headers['webhook-id'])} ${text}`)).size).toBe(1);
  });

  it('is sent events of a time again, by the time of the event and not of its delivery', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at } = await aHook(scene, receiver, { active: false });
    await rename(scene, 'Early');
    const before = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
    const around = { from: before(1_000), to: before(-1_000) };
    await clock.ahead(60 * minuteMs, async () => {
      await scene.owner.rest(`PATCH ${at}`, { active: true, resumeFrom: 'lastDelivered' });
      await deliveriesUntil(scene, at, 'delivered 1');
    });
    const countOf = async (which: object) =>
      (await scene.owner.rest(`POST ${at}/redeliver`, { state: 'delivered', ...which })).body.count;
    expect(await countOf({ from: around.to })).toBe(0);
    expect(await countOf({ to: around.from })).toBe(0);
    expect(await countOf(around)).toBe(1);
  });

  it('can be tried, which tells what came of it and leaves no event', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at, secret } = await aHook(scene, receiver, { active: false });
    receiver.answers(202, (response) => response.writeHead(400).end(`No ${secret} here`));
    expect((await scene.owner.rest(`POST ${at}/test`)).body).toMatchObject({ delivered: true, status: 202 });
    expect(verified(secret, receiver.calls[0]!)).toMatchObject({ type: 'webhook.test', data: {} });
    const refused = (await scene.owner.rest(`POST ${at}/test`)).body;
    expect(refused).toMatchObject({ delivered: false, status: 400, response: 'No [secret] here' });
    expect(await deliveriesOf(scene, at)).toEqual([]);
  });

  it('does not keep others waiting while its address does not answer', async () => {
    const scene = await aScene(server);
    await using dead = await aReceiver();
    await using receiver = await aReceiver();
    const held: (() => void)[] = [];
    dead.answers((response) => void held.push(() => response.writeHead(200).end()));
    const hooks = await Promise.all(Array.from({ length: 4 }, () => aHook(scene, dead)));
    await rename(scene, 'Held');
    await until(
      () => held.length,
      (count) => count === hooks.length,
    );
    const { at } = await aHook(scene, receiver);
    await using source = await sourceServer();
    const page = source.serve('/page.md', { body: '# Imported' });
    const target = `/v1/spaces/${scene.space.id}/content/import`;
    expect((await scene.owner.rest(`POST ${target}`, { url: page, source: 'markdown' })).status).toBe(201);
    await rename(scene, 'Delivered');
    await deliveriesUntil(scene, at, 'delivered 1');
    expect(held.length).toBeLessThanOrEqual(hooks.length * 2);
    dead.answers(200);
    for (const answer of held) answer();
    for (const hook of hooks) await deliveriesUntil(scene, hook.at, 'delivered 1', 'delivered 1');
  });

  it('that fails takes up half of the slots at most, so that it keeps no other waiting', async () => {
    const scene = await aScene(server);
    await using dead = await aReceiver();
    await using receiver = await aReceiver();
    const held: (() => void)[] = [];
    dead.answers((response) => void held.push(() => response.writeHead(500).end()));
    const { WEBHOOK_SLOTS: slots } = server.platform.config;
    const hooks = await Promise.all(Array.from({ length: slots * 2 }, () => aHook(scene, dead)));
    const failing = { failures: 1, failingSince: clock.now() };
    await server.platform.db.prisma.webhook.updateMany({ where: { organizationId: scene.id }, data: failing });
    const { at } = await aHook(scene, receiver);
    await rename(scene, 'Delivered');
    await deliveriesUntil(scene, at, 'delivered 1');
    await until(
      () => held.length,
      (count) => count >= slots / 2,
    );
    await rename(scene, 'Delivered again');
    await deliveriesUntil(scene, at, 'delivered 1', 'delivered 1');
    // Both events for each webhook that has a slot.
    await until(
      () => held.length,
      (count) => count >= slots,
    );
    expect(held).toHaveLength(slots);
    dead.answers(500);
    for (const answer of held) answer();
    for (const hook of hooks) await deliveriesUntil(scene, hook.at, 'pending 1', 'pending 1');
  });

  it('whose address answers late keeps no other organization waiting', async () => {
    const { WEBHOOK_SLOTS: slots } = server.platform.config;
    await using late = await aReceiver();
    const calls = holdCalls(late);
    const scenes = [await aScene(server), await aScene(server)] as const;
    for (const scene of scenes) for (let n = 0; n < slots; n += 1) await aHook(scene, late);
    await rename(scenes[0], 'Late');
    await calls.count(slots - 1);
    await using receiver = await aReceiver();
    const other = await aScene(server);
    const { at } = await aHook(other, receiver);
    await rename(other, 'Sent');
    await deliveriesUntil(other, at, 'delivered 1');
    // All slots are taken, and events are still given to webhooks.
    await rename(scenes[1], 'Late');
    await calls.count(slots);
    await rename(other, 'Given');
    await deliveriesUntil(other, at, 'pending 0', 'delivered 1');
    late.answers(200);
    for (let place = 0; place < slots; place += 1) calls.answer(place);
    await deliveriesUntil(other, at, 'delivered 1', 'delivered 1');
    expect(late.calls.length).toBeGreaterThanOrEqual(slots);
  });
});
