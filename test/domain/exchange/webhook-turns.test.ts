import { beforeAll, describe, expect, it } from 'vitest';
import { contextOf, originOf } from '../../../src/app/process/context.ts';
import { sql } from '../../../src/db/sql.ts';
import { asOperator } from '../../../src/domain/core/acting.ts';
import { deliverDue } from '../../../src/domain/exchange/webhooks/deliver.ts';
import { dispatchEvents } from '../../../src/domain/exchange/webhooks/dispatch.ts';
import { eventReader } from '../../../src/rest/exchange/webhooks/event-reader.ts';
import { startServer, type Harness } from '../../harness.ts';
import { aReceiver, holdCalls, type Receiver } from '../../webhook-receiver.ts';
import { aHook, aScene, rename, type Scene } from '../../webhook-scene.ts';

let server: Harness;
beforeAll(async () => void (server = await startServer()));

/** Number of calls at once for one webhook. */
const atOnce = 4;
const waiting = 6;

/** Adds a webhook with events that wait for it, and that only the test sends. */
async function aBacklog(scene: Scene, receiver: Receiver) {
  const { id, at } = await aHook(scene, receiver, { active: false });
  for (let n = 0; n < waiting; n += 1) await rename(scene, `Title ${n}`);
  await server.statements.settled();
  await server.platform.db.prisma.webhook.update({ where: { id }, data: { active: true } });
  const { services, db } = server.platform;
  const jobSignals = { ...services.jobSignals, wakeDeliveries: () => undefined };
  const origin = originOf('service');
  const ctx = contextOf({ ...services, jobSignals }, db, asOperator('nobody'), { requestId: 'test', origin });
  await dispatchEvents(ctx, scene.id);
  await ctx.sql.rows(sql`delete from graphile_worker._private_jobs where key = ${id} returning id::text`);
  const send = (more: { budgetMs?: number; isFailing?: boolean } = {}) =>
    deliverDue(ctx, id, { reader: eventReader, budgetMs: 3_600_000, isFailing: false, ...more });
  const jobs = async () =>
    (await ctx.sql.rows<{ key: string }>(sql`select key from graphile_worker.jobs where queue_name = ${id}`)).map(
      ({ key }) => key.replace(id, 'job'),
    );
  return { id, at, send, jobs };
}

describe('a turn of a webhook', () => {
  it('begins no attempt after the first that fails, and leaves the others to the next turn', async () => {
    await using receiver = await aReceiver();
    const { send, jobs } = await aBacklog(await aScene(server), receiver);
    receiver.answers(500);
    await send();
    expect(receiver.calls).toHaveLength(atOnce);
    expect(await jobs()).toEqual(['job']);
  });

  it('of an address that fails goes on after an attempt that fails', async () => {
    await using receiver = await aReceiver();
    const { send, jobs } = await aBacklog(await aScene(server), receiver);
    receiver.answers(500);
    await send({ isFailing: true });
    expect(receiver.calls).toHaveLength(waiting);
    expect(await jobs()).toEqual(['job retry']);
  });

  it('begins no attempt when its time is over', async () => {
    await using receiver = await aReceiver();
    const { send, jobs } = await aBacklog(await aScene(server), receiver);
    await send({ budgetMs: 0 });
    expect(receiver.calls).toHaveLength(atOnce);
    expect(await jobs()).toEqual(['job']);
  });

  it('ends with 410', async () => {
    await using receiver = await aReceiver();
    const { send, jobs } = await aBacklog(await aScene(server), receiver);
    const calls = holdCalls(receiver, 410);
    const sent = send({ isFailing: true });
    await calls.count(atOnce);
    for (let place = 0; place < atOnce; place += 1) calls.answer(place);
    await sent;
    expect(receiver.calls).toHaveLength(atOnce);
    expect(await jobs()).toEqual([]);
  });

  it.each(['PATCH', 'DELETE'])('ends when the webhook is deactivated or deleted (%s)', async (method) => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at, send, jobs } = await aBacklog(scene, receiver);
    const calls = holdCalls(receiver);
    const sent = send();
    await calls.count(atOnce);
    await scene.owner.rest(`${method} ${at}`, method === 'PATCH' ? { active: false } : undefined);
    for (let place = 0; place < atOnce; place += 1) calls.answer(place);
    await sent;
    expect(receiver.calls).toHaveLength(atOnce);
    expect(await jobs()).toEqual([]);
  });

  it('calls a new address as soon as the webhook has it', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    await using other = await aReceiver();
    const { at, send } = await aBacklog(scene, receiver);
    const calls = holdCalls(receiver);
    const sent = send();
    await calls.count(atOnce);
    await scene.owner.rest(`PATCH ${at}`, { url: other.url });
    for (let place = 0; place < atOnce; place += 1) calls.answer(place);
    await sent;
    expect(other.calls).toHaveLength(waiting - atOnce);
    expect(receiver.calls).toHaveLength(atOnce);
  });
});
