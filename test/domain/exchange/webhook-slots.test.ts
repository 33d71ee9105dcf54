import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, originOf, stoppedBy } from '../../../src/app/process/context.ts';
import { sql, type Sql } from '../../../src/db/sql.ts';
import { dispatchTask } from '../../../src/domain/core/events/fields.ts';
import { asOperator } from '../../../src/domain/core/acting.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { addSendings } from '../../../src/domain/exchange/webhooks/queries/restart.ts';
import { createJobSignals } from '../../../src/infra/queue/signals.ts';
import { createEventSlots } from '../../../src/jobs/event-slots.ts';
import { unpaced } from '../../../src/lib/background-steps.ts';
import { startWebhooksRunner } from '../../../src/jobs/webhooks-runner.ts';
import { eventReader } from '../../../src/rest/exchange/webhooks/event-reader.ts';
import { startServer, type Harness } from '../../harness.ts';
import { gate } from '../../jobs.ts';
import { until } from '../../until.ts';
import { aReceiver, holdCalls } from '../../webhook-receiver.ts';
import { aHook, aScene, deliveriesOf, deliveriesUntil, rename } from '../../webhook-scene.ts';

let server: Harness;
let reader: Sql;
beforeAll(async () => {
  server = await startServer();
  reader = server.platform.db.sql;
});

// Another process takes what is due, also retries that an earlier test has left.
beforeEach(async () => {
  await server.statements.settled();
  await reader.rows(sql`delete from event_tasks where "lockedBy" is null returning key`);
});

/** Settings of another process over the same database, which no signal of the server wakes. */
function anotherProcess(leaseMs = 3_600_000) {
  const { services, db } = server.platform;
  const own = { ...services, jobSignals: createJobSignals() };
  const contextFor = (requestId: string, signal?: AbortSignal): Context =>
    stoppedBy(signal, contextOf(own, db, asOperator('nobody'), { requestId, origin: originOf('service') }));
  const system = contextFor('jobs');
  return { system, contextFor, leaseMs, slots: 1, reader: eventReader, takeStep: unpaced, budgetMs: leaseMs };
}

/** Begins to run the jobs of webhooks in another process. */
function runElsewhere(leaseMs?: number) {
  const options = anotherProcess(leaseMs);
  const runner = startWebhooksRunner({ ...options, pollMs: null, isAlone: false });
  options.system.jobSignals.wakeSending([]);
  return { ended: () => runner.idle(), [Symbol.asyncDispose]: () => runner.stop(0) };
}

/** Makes the only delivery of a webhook due again, without a signal to the server. */
async function dueAgain(id: string): Promise<void> {
  await server.statements.settled();
  await reader.rows(sql`update webhook_deliveries set state = 'pending', step = 0, "nextAttemptAt" = now()
    where "webhookId" = ${id} returning id`);
  await addSendings(reader, [id]);
}

/** Takes the task of a webhook from its process, so that another one can claim it. */
const lose = (id: string) =>
  reader.rows(sql`update event_tasks set "lockedBy" = null, "lockedUntil" = null, "dueAt" = now()
    where key = ${id} returning key`);

describe('the task of a webhook', () => {
  it('stays with its run, however long it takes', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { id, at } = await aHook(scene, receiver);
    await rename(scene, 'First');
    await deliveriesUntil(scene, at, 'delivered 1');
    await dueAgain(id);
    const calls = holdCalls(receiver);
    await using _other = runElsewhere(30);
    await calls.count(1);
    await reader.rows(sql`update event_tasks set "lockedUntil" = now() - interval '1 day'
      where key = ${id} returning key`);
    await until(
      () =>
        reader.rows(sql`select key from event_tasks where key = ${id} and "lockedUntil" > now() - interval '1 hour'`),
      (rows) => rows.length === 1,
    );
    calls.answer(0);
    await deliveriesUntil(scene, at, 'delivered 2');
    expect(receiver.calls).toHaveLength(2);
  });

  it('is removed by none that has lost it, so that later events are sent', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { id, at } = await aHook(scene, receiver);
    const calls = holdCalls(receiver);
    await rename(scene, 'First');
    await calls.count(1);
    await lose(id);
    await using other = runElsewhere();
    await calls.count(2);
    calls.answer(0);
    await deliveriesUntil(scene, at, 'delivered 1');
    await server.statements.settled();
    calls.answer(1);
    await other.ended();
    receiver.answers(200);
    await rename(scene, 'Second');
    await until(
      async () => {
        // As polling does, which tests turn off: the other process may still be completing its job.
        server.platform.services.jobSignals.wakeSending([id]);
        return deliveriesOf(scene, at);
      },
      (items) => items.filter(({ state }: { state: string }) => state === 'delivered').length === 2,
    );
    expect(receiver.calls).toHaveLength(3);
  });

  it('is stopped in the process that has lost it', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { id, at } = await aHook(scene, receiver);
    await rename(scene, 'First');
    await deliveriesUntil(scene, at, 'delivered 1');
    await dueAgain(id);
    const calls = holdCalls(receiver);
    await using _other = runElsewhere(30);
    await calls.count(1);
    receiver.answers(200);
    await lose(id);
    await until(
      () => calls.abandoned,
      ([first]) => first === true,
    );
    server.platform.services.jobSignals.wakeSending([id]);
    await deliveriesUntil(scene, at, 'delivered 2');
    expect(receiver.calls).toHaveLength(3);
  });

  it('is not held by a process that could not begin it', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { id, at } = await aHook(scene, receiver);
    await rename(scene, 'First');
    await deliveriesUntil(scene, at, 'delivered 1');
    await dueAgain(id);
    const options = anotherProcess();
    const log = { ...options.system.log, error: () => undefined };
    const first = () => Promise.reject(new Error('Connection terminated unexpectedly'));
    const contextFor = (requestId: string, signal: AbortSignal): Context => {
      const ctx = options.contextFor(requestId, signal);
      return { ...ctx, sql: { ...ctx.sql, first } };
    };
    const slots = createEventSlots({ ...options, contextFor, system: { ...options.system, log } }, () => undefined);
    await slots.fill();
    await Promise.all(slots.underWay);
    expect(slots.workers()).toEqual([]);
    const waits = sql`select key from event_tasks where key = ${id} and "lockedBy" is null and "dueAt" > now()`;
    expect(await reader.rows(waits)).toHaveLength(1);
  });
});

describe('the events of an organization', () => {
  it('are dispatched by one run at a time, beside those of others', async () => {
    const [one, other] = [await aScene(server), await aScene(server)];
    await server.statements.settled();
    const options = anotherProcess();
    const { open, opened } = gate();
    const begun: string[] = [];
    const contextFor = (organizationId: string, signal: AbortSignal): Context => {
      begun.push(organizationId);
      const ctx = options.contextFor(organizationId, signal);
      return { ...ctx, sql: { ...ctx.sql, rows: (...given) => opened.then(() => ctx.sql.rows(...given)) } };
    };
    const slots = createEventSlots({ ...options, contextFor }, () => undefined);
    for (const { id } of [one, one, other]) {
      await reader.rows(sql`select add_event_task(${dispatchTask}, ${id}, ${id})::text`);
      await slots.fill();
    }
    const waiting = (id: string) =>
      reader.rows(sql`select key from event_tasks where key = ${id} and "lockedBy" is null and "dueAt" <= now()`);
    // The server may have begun a run itself, whose end leaves the task to the next process that fills its slots.
    const begins = (id: string) =>
      until(
        () => slots.fill().then(() => waiting(id)),
        (rows) => rows.length === 0,
      );
    await begins(one.id);
    await begins(other.id);
    expect(begun.filter((id) => id === one.id).length).toBeLessThanOrEqual(1);
    open();
    await Promise.all(slots.underWay);
    await begins(one.id);
    await Promise.all(slots.underWay);
  });
});
