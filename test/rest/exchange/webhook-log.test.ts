import { beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '../../../src/db/generated/client.ts';
import { deliveryRetentionDays } from '../../../src/domain/exchange/webhooks/fields.ts';
import { purgeWebhooks } from '../../../src/domain/exchange/webhooks/purge.ts';
import { dayMs } from '../../../src/lib/instant.ts';
import { anOrganization, aWebhook } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';
import { aReceiver } from '../../webhook-receiver.ts';
import { aHook, aScene, deliveriesUntil, rename } from '../../webhook-scene.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
  // What has failed is tried again in five seconds, which a busy machine may take between two lines of a test.
  return clock.hold();
});

const purge = () => purgeWebhooks({ ...server.platform.services, sql: server.platform.db.sql });

/** An organization whose feed begins after an event. */
async function aFeed(expired = 0): Promise<string> {
  const { id: organizationId } = await anOrganization(server);
  const values = { position: 2_000_000, expired };
  await server.platform.db.prisma.eventStream.upsert({
    where: { organizationId },
    create: { organizationId, ...values },
    update: values,
  });
  return organizationId;
}

describe('the log of a webhook', () => {
  it.each([
    ['not what was delivered', { state: 'delivered' }, {}, 0],
    ['not what has failed before a later event was accepted', { state: 'failed' }, { delivered: 1_000_000 }, 0],
    ['what has failed since then', { state: 'failed' }, { delivered: 999_999 }, 1],
    ['what waits until the webhook is active', { state: 'pending' }, { active: false }, 1],
    ['what is sent again', { state: 'pending' }, { delivered: 1_000_000 }, 1],
  ] satisfies [string, Prisma.WebhookDeliveryUpdateInput, object, number][])(
    'has %s after 30 days',
    async (_what, delivery, webhook, kept) => {
      const { id, deliveryId } = await aWebhook(server, await aFeed(), webhook);
      const { prisma } = server.platform.db;
      await prisma.webhookDelivery.update({ where: { id: deliveryId }, data: delivery });
      const count = () => prisma.webhookDelivery.count({ where: { webhookId: id } });
      await clock.ahead((deliveryRetentionDays - 1) * dayMs, purge);
      expect(await count()).toBe(1);
      await clock.ahead((deliveryRetentionDays + 1) * dayMs, purge);
      expect(await count()).toBe(kept);
    },
  );

  it('has nothing of an event that is no longer kept', async () => {
    const { id } = await aWebhook(server, await aFeed(1_000_000));
    await clock.ahead((deliveryRetentionDays + 1) * dayMs, purge);
    expect(await server.platform.db.prisma.webhookDelivery.count({ where: { webhookId: id } })).toBe(0);
  });
});

describe('a webhook that becomes active again', () => {
  it('is sent what it has missed as long as the events are kept', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at } = await aHook(scene, receiver);
    receiver.answers(500);
    await rename(scene, 'Refused');
    await deliveriesUntil(scene, at, 'pending 1');
    await scene.owner.rest(`PATCH ${at}`, { active: false });
    await rename(scene, 'Missed');
    receiver.answers(200);
    await clock.ahead(31 * dayMs, async () => {
      await purge();
      await scene.owner.rest(`PATCH ${at}`, { active: true, resumeFrom: 'lastDelivered' });
      await deliveriesUntil(scene, at, 'delivered 1', 'delivered 2');
      const sent = receiver.calls.slice(1).map(({ body }) => body['data'].previous.title);
      expect(sent.toSorted()).toEqual(['Handbook', 'Refused']);
    });
  });

  it('is told when they are not', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at } = await aHook(scene, receiver);
    await scene.owner.rest(`PATCH ${at}`, { active: false });
    const { prisma } = server.platform.db;
    await prisma.eventStream.update({ where: { organizationId: scene.id }, data: { expired: 1_000_000 } });
    const { status, body } = await scene.owner.rest(`PATCH ${at}`, { active: true, resumeFrom: 'lastDelivered' });
    expect([status, body.error.type]).toEqual([410, 'cursor_expired']);
  });
});
