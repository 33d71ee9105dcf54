import { beforeAll, describe, expect, it } from 'vitest';
import { contextOf, originOf } from '../../../src/app/process/context.ts';
import { sql } from '../../../src/db/sql.ts';
import { asOperator } from '../../../src/domain/core/acting.ts';
import { dispatchTask } from '../../../src/domain/core/events/fields.ts';
import { unpaced } from '../../../src/lib/background-steps.ts';
import { createComposer } from '../../../src/domain/exchange/webhooks/compose.ts';
import { sendDue } from '../../../src/domain/exchange/webhooks/deliver.ts';
import { msToNextAttempt } from '../../../src/domain/exchange/webhooks/queries/restart.ts';
import { createRecorder } from '../../../src/domain/exchange/webhooks/record-together.ts';
import { dispatchEvents } from '../../../src/domain/exchange/webhooks/dispatch.ts';
import { eventReader } from '../../../src/rest/exchange/webhooks/event-reader.ts';
import { startServer, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';
import { aReceiver, holdCalls, type Receiver } from '../../webhook-receiver.ts';
import { until } from '../../until.ts';
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
  const jobSignals = { ...services.jobSignals, wakeSending: () => undefined };
  const origin = originOf('service');
  const ctx = contextOf({ ...services, jobSignals }, db, asOperator('nobody'), { requestId: 'test', origin });
  // Held by the test from its begin: the server takes what nobody holds.
  const task = { key: scene.id, organizationId: scene.id, worker: `test of ${scene.id}`, isFailing: false };
  await ctx.sql.rows(sql`insert into event_tasks (task, key, "organizationId", "dueAt", "lockedBy", "lockedUntil")
    values (${dispatchTask}, ${task.key}, ${task.organizationId}, 'infinity', ${task.worker}, now() + interval '1 hour')
    on conflict (key) do update set "lockedBy" = excluded."lockedBy", "lockedUntil" = excluded."lockedUntil"
    returning key`);
  const compose = createComposer(eventReader);
  await dispatchEvents(ctx, task, compose);
  await ctx.sql.rows(sql`delete from event_tasks where key = any(${[id, scene.id]}::text[]) returning key`);
  const send = async ({ isFailing = false, budgetMs = 3_600_000 }: { budgetMs?: number; isFailing?: boolean } = {}) => {
    await sendDue(
      ctx,
      { key: id, organizationId: scene.id, worker: 'test', isFailing },
      { compose, record: createRecorder(), takeStep: unpaced, budgetMs, othersWait: () => true },
    );
  };
  /** In how many milliseconds the next attempt is due; null when none is. */
  const next = async () =>
    (await ctx.sql.first<{ ms: number | null }>(sql`select ${msToNextAttempt(id, clock.now())}::float8 as ms`))?.ms;
  return { id, at, send, next };
}

describe('a run of a webhook', () => {
  it('begins no attempt after the first that fails, and leaves the others to the next run', async () => {
    await using receiver = await aReceiver();
    const { send, next } = await aBacklog(await aScene(server), receiver);
    receiver.answers(500);
    await send();
    expect(receiver.calls).toHaveLength(atOnce);
    expect(await next()).toBe(0);
  });

  it('of an address that fails goes on after an attempt that fails', async () => {
    await using receiver = await aReceiver();
    const { send, next } = await aBacklog(await aScene(server), receiver);
    receiver.answers(500);
    await send({ isFailing: true });
    expect(receiver.calls).toHaveLength(waiting);
    expect(await next()).toBeGreaterThan(1_000);
  });

  it('begins no attempt when its time is over', async () => {
    await using receiver = await aReceiver();
    const { send, next } = await aBacklog(await aScene(server), receiver);
    await send({ budgetMs: 0 });
    expect(receiver.calls).toHaveLength(atOnce);
    expect(await next()).toBe(0);
  });

  it('holds up no event behind a call that takes long', async () => {
    await using receiver = await aReceiver();
    const { send, next } = await aBacklog(await aScene(server), receiver);
    const slow: (() => void)[] = [];
    receiver.answers((response) => void slow.push(() => response.writeHead(200).end()), 200);
    const sent = send();
    await until(
      () => receiver.calls.length,
      (count) => count === waiting,
    );
    expect(slow).toHaveLength(1);
    slow[0]?.();
    await sent;
    expect(await next()).toBeNull();
  });

  it('waits for one of four calls to end when more is added meanwhile', async () => {
    await using receiver = await aReceiver();
    const { id, send } = await aBacklog(await aScene(server), receiver);
    const calls = holdCalls(receiver);
    const sent = send();
    await calls.count(atOnce);
    server.platform.services.jobSignals.wakeSending([id]);
    calls.answer(0);
    await calls.count(atOnce + 1);
    receiver.answers(200);
    for (let place = 1; place <= atOnce; place += 1) calls.answer(place);
    await sent;
    expect(receiver.calls).toHaveLength(waiting);
  });

  it('ends with 410', async () => {
    await using receiver = await aReceiver();
    const { send, next } = await aBacklog(await aScene(server), receiver);
    const calls = holdCalls(receiver, 410);
    const sent = send({ isFailing: true });
    await calls.count(atOnce);
    for (let place = 0; place < atOnce; place += 1) calls.answer(place);
    await sent;
    expect(receiver.calls).toHaveLength(atOnce);
    expect(await next()).toBeNull();
  });

  it.each(['PATCH', 'DELETE'])('ends when the webhook is deactivated or deleted (%s)', async (method) => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at, send, next } = await aBacklog(scene, receiver);
    const calls = holdCalls(receiver);
    const sent = send();
    await calls.count(atOnce);
    await scene.owner.rest(`${method} ${at}`, method === 'PATCH' ? { active: false } : undefined);
    for (let place = 0; place < atOnce; place += 1) calls.answer(place);
    await sent;
    expect(receiver.calls).toHaveLength(atOnce);
    expect(await next()).toBeNull();
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
