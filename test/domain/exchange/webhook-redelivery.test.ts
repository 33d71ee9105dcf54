import { beforeAll, describe, expect, it } from 'vitest';
import { addSendings } from '../../../src/domain/exchange/webhooks/queries/restart.ts';
import { delaysMs } from '../../../src/domain/exchange/webhooks/schedule.ts';
import { startServer, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';
import { aReceiver, holdCalls } from '../../webhook-receiver.ts';
import { aHook, aScene, deliveriesUntil, rename } from '../../webhook-scene.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
  return clock.hold();
});

describe('an event that an admin wants to be sent again', () => {
  it.each([
    [500, delaysMs.length - 1],
    [200, 0],
  ])('during an attempt that %i answers (step %i) is sent again', async (status, step) => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { id, at } = await aHook(scene, receiver);
    receiver.answers(500);
    await rename(scene, 'First');
    const [delivery] = await deliveriesUntil(scene, at, 'pending 1');
    await server.statements.settled();
    const { prisma, sql } = server.platform.db;
    const due = { step, nextAttemptAt: new Date(clock.now().getTime() - 1) };
    await prisma.webhookDelivery.update({ where: { id: delivery.id }, data: due });
    const calls = holdCalls(receiver, status);
    await addSendings(sql, [id]);
    server.platform.services.jobSignals.wakeSending([id]);
    await calls.count(1);
    receiver.answers(200);
    expect((await scene.owner.rest(`POST ${at}/deliveries/${delivery.id}/redeliver`)).status).toBe(200);
    calls.answer(0);
    await deliveriesUntil(scene, at, 'delivered 3');
    expect(receiver.calls).toHaveLength(3);
  });
});
