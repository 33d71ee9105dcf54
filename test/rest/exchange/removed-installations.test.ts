import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, it } from 'vitest';
import { addSendings } from '../../../src/domain/exchange/webhooks/queries/restart.ts';
import { newWebhookSecret } from '../../../src/domain/exchange/webhooks/sign.ts';
import { anOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';
import { until } from '../../until.ts';
import { aReceiver } from '../../webhook-receiver.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
  // What has failed is tried again in five seconds, which a busy machine may take between two lines of a test.
  return clock.hold();
});

it('a removed installation is told of its end at the new address of its integration, signed by the new secret', async () => {
  const { id, owner } = await anOrganization(server);
  await using former = await aReceiver();
  await using receiver = await aReceiver();
  former.answers(500);
  const name = `/v1/integrations/removed-${id.slice(4)}`;
  const publish = async (eventsURL: string, eventsSecret: string) => {
    const values = { title: 'Example', description: 'What it does', script: 'void 0', organization: id };
    expect((await owner.rest(`POST ${name}`, { ...values, eventsURL, eventsSecret })).status).toBe(200);
  };
  await publish(former.url, newWebhookSecret());
  const { body } = await owner.rest(`POST ${name}/installations`, { organization: id });
  await until(
    () => former.calls.length,
    (count) => count === 1,
  );
  await owner.rest(`DELETE ${name}/installations/${body.id}`);
  const { prisma, sql } = server.platform.db;
  const { webhookId } = await prisma.installationWebhook.findUniqueOrThrow({ where: { installationId: body.id } });
  await until(
    () => prisma.webhookDelivery.count({ where: { webhookId, state: 'pending', attempts: 1 } }),
    (count) => count === 2,
  );

  const secret = newWebhookSecret();
  await publish(receiver.url, secret);
  expect(await prisma.webhook.count({ where: { url: receiver.url } })).toBe(1);
  await clock.ahead(60_000, async () => {
    await addSendings(sql, [webhookId]);
    server.platform.services.jobSignals.wakeSending([webhookId]);
    await until(
      () => receiver.calls.length,
      (count) => count === 2,
    );
  });
  const told = receiver.calls.map(({ body: { type } }) => type as string);
  expect(told.toSorted()).toEqual(['installation_deleted', 'installation_setup']);
  for (const { headers, text } of receiver.calls)
    expect(() => new Webhook(secret).verify(text, headers as Record<string, string>)).not.toThrow();
});
