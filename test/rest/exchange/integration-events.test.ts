import { GitBookAPI } from '@gitbook/api';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { newWebhookSecret } from '../../../src/domain/exchange/webhooks/sign.ts';
import { deliveryRetentionDays } from '../../../src/domain/exchange/webhooks/fields.ts';
import { purgeWebhooks } from '../../../src/domain/exchange/webhooks/purge.ts';
import { anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { until } from '../../until.ts';
import { aReceiver, type Receiver } from '../../webhook-receiver.ts';

let server: Harness;
let publisher: AnOrganization;
beforeAll(async () => {
  server = await startServer();
  publisher = await anOrganization(server);
});

let names = 0;
const secret = newWebhookSecret();

interface Events {
  readonly receiver: Receiver;
  readonly input?: object;
}

/** Publishes an integration that wants events. */
async function aPublished({ receiver, input = {} }: Events, name = `events-${process.pid}-${(names += 1)}`) {
  const values = { title: 'Example', description: 'What it does', script: 'void 0', organization: publisher.id };
  const { status, body } = await publisher.owner.rest(`POST /v1/integrations/${name}`, {
    ...values,
    visibility: 'public',
    scopes: ['space:content:read', 'space:metadata:read'],
    eventsURL: receiver.url,
    eventsSecret: secret,
    ...input,
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return name;
}

/** An organization that installs the integration, with a space that it is added to and one that it is not. */
async function aCustomer(name: string, input: object = {}) {
  const customer = await anOrganization(server);
  const [space, other] = [await aSpace(server, customer.id), await aSpace(server, customer.id)];
  const installations = `/v1/integrations/${name}/installations`;
  const { body } = await customer.owner.rest(`POST ${installations}`, { organization: customer.id, ...input });
  const installation: string = body.id;
  return { ...customer, space, other, installation, at: `${installations}/${installation}` };
}

/** The bodies without their ids, when there are so many. */
async function toldUntil({ calls }: Receiver, count: number): Promise<object[]> {
  await until(
    () => calls.length,
    (length) => length >= count,
  );
  return calls.map(({ body }) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'eventId')));
}

/** Adds a page to a space by a change request. */
async function write(owner: Caller, spaceId: string): Promise<void> {
  const request = (await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'News' })).body;
  const inRequest = `/v1/spaces/${spaceId}/change-requests/${request.id}`;
  const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: 'Text' } }];
  await owner.rest(`POST ${inRequest}/content`, { changes });
  expect((await owner.rest(`POST ${inRequest}/merge`)).status).toBe(200);
}

/** Waits until the webhooks of an organization have looked at all of its events. */
const lookedAt = (organizationId: string) =>
  until(
    () => server.platform.db.prisma.eventTask.count({ where: { organizationId } }),
    (count) => count === 0,
  );

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('an installation', () => {
  it('is told of its events in the form of the public client, signed by the secret of its integration', async () => {
    await using receiver = await aReceiver();
    const { owner, space, other, installation, at, id } = await aCustomer(await aPublished({ receiver }));
    const of = { installationId: installation };
    const expected: object[] = [];
    const isTold = async (...events: readonly object[]) => {
      expected.push(...events.map((event) => ({ ...of, ...event })));
      await lookedAt(id);
      expect(await toldUntil(receiver, expected.length)).toEqual(expected);
    };
    /** Does something of which the installation is told this, and no more. */
    const tells = async (signature: string, body: unknown, ...events: readonly object[]) => {
      const { status } = await owner.rest(signature, body);
      expect([signature, status < 300]).toEqual([signature, true]);
      await isTold(...events);
    };
    expected.push({ ...of, type: 'installation_setup', status: 'active' });
    const place = { spaceId: space.id };
    await tells(
      `POST ${at}/spaces`,
      { space: space.id },
      {
        type: 'space_installation_setup',
        ...place,
        status: 'active',
      },
    );
    await tells(`PATCH /v1/spaces/${space.id}`, { title: 'Renamed' });
    const writes = async (spaceId: string, ...events: readonly object[]) => {
      await write(owner, spaceId);
      await isTold(...events);
    };
    const written = { type: 'space_content_updated', ...place, revisionId: expect.stringMatching(/^rev_/) };
    await writes(other.id);
    await writes(space.id, written);
    await tells(`PATCH ${at}`, { paused: true }, { type: 'installation_setup', status: 'paused' });
    await writes(space.id);
    await tells(`PATCH ${at}`, { paused: false }, { type: 'installation_setup', status: 'active' });
    const removed = { type: 'space_installation_deleted', ...place, previous: {} };
    await tells(`DELETE ${at}/spaces/${space.id}`, undefined, removed);
    await writes(space.id);
    const site = (await owner.rest(`POST /v1/orgs/${id}/sites`, { title: 'Docs', type: 'basic' })).body;
    const onSite = { siteId: site.id };
    const added = { type: 'site_installation_setup', ...onSite, status: 'active' };
    await tells(`POST ${at}/sites`, onSite, added);
    await tells(`DELETE ${at}/sites/${site.id}`, undefined, {
      type: 'site_installation_deleted',
      ...onSite,
      previous: {},
    });
    await tells(`DELETE ${at}`, undefined, { type: 'installation_deleted', previous: {} });
    for (const { headers, text, body } of receiver.calls) {
      expect(headers['webhook-id']).toBe(body['eventId']);
      expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(body);
    }
  });

  it('is told of all spaces when it is for all, and of no content without the scope', async () => {
    await using receiver = await aReceiver();
    const name = await aPublished({ receiver });
    const { owner, installation, other, at } = await aCustomer(name, { space_selection: 'all' });
    await write(owner, other.id);
    expect((await toldUntil(receiver, 2))[1]).toMatchObject({ type: 'space_content_updated', spaceId: other.id });
    await aPublished({ receiver, input: { scopes: ['space:metadata:read'] } }, name);
    await write(owner, other.id);
    await owner.rest(`PATCH ${at}`, { externalIds: ['1'] });
    expect((await toldUntil(receiver, 3)).slice(2)).toEqual([
      { type: 'installation_setup', installationId: installation, status: 'active' },
    ]);
  });

  it('has no webhook that its organization sees or changes', async () => {
    await using receiver = await aReceiver();
    const { owner, id, installation } = await aCustomer(await aPublished({ receiver }));
    await toldUntil(receiver, 1);
    const webhooks = `/v1/orgs/${id}/webhooks`;
    expect((await owner.rest(`GET ${webhooks}`)).body).toMatchObject({ count: 0, items: [] });
    const { prisma } = server.platform.db;
    const tie = await prisma.installationWebhook.findUniqueOrThrow({ where: { installationId: installation } });
    for (const signature of [`GET ${webhooks}/${tie.webhookId}`, `DELETE ${webhooks}/${tie.webhookId}`])
      expect((await owner.rest(signature)).status).toBe(404);
    const node = await owner.graphql('query ($id: ID!) { node(id: $id) { __typename } }', { id: tie.webhookId });
    expect(node.body.data.node).toBeNull();
  });
});

describe('an integration', () => {
  it('tells installations that were there before, and none when it has no address any more', async () => {
    await using receiver = await aReceiver();
    const name = await aPublished({ receiver, input: { eventsURL: null } });
    const { owner, at } = await aCustomer(name);
    await aPublished({ receiver, input: { eventsSecret: undefined } }, name);
    await owner.rest(`PATCH ${at}`, { externalIds: ['1'] });
    await toldUntil(receiver, 1);
    const { prisma } = server.platform.db;
    const count = () => prisma.webhook.count({ where: { url: receiver.url } });
    expect(await count()).toBe(1);
    await aPublished({ receiver, input: { eventsURL: null } }, name);
    expect(await count()).toBe(0);
  });

  it('is signed by both secrets for a day after a new one', async () => {
    await using receiver = await aReceiver();
    const name = await aPublished({ receiver });
    const { owner, at } = await aCustomer(name);
    await toldUntil(receiver, 1);
    const newer = newWebhookSecret();
    await aPublished({ receiver, input: { eventsSecret: newer } }, name);
    await owner.rest(`PATCH ${at}`, { externalIds: ['1'] });
    await toldUntil(receiver, 2);
    const [, { headers, text } = { headers: {}, text: '' }] = receiver.calls;
    for (const signing of [secret, newer])
      expect(() => new Webhook(signing).verify(text, headers as Record<string, string>)).not.toThrow();
  });

  it('goes on with the next version when its address has wanted nothing more', async () => {
    await using receiver = await aReceiver();
    const name = await aPublished({ receiver });
    receiver.answers(410, 200);
    const { owner, at, id } = await aCustomer(name);
    await until(
      async () => (await owner.rest(`GET /v1/orgs/${id}/events?types=webhook.disabled`)).body.count,
      (count) => count === 1,
    );
    await owner.rest(`PATCH ${at}`, { externalIds: ['1'] });
    await aPublished({ receiver }, name);
    await owner.rest(`PATCH ${at}`, { externalIds: ['2'] });
    expect(await toldUntil(receiver, 2)).toHaveLength(2);
  });

  it.each([
    ['an address without TLS', { eventsURL: 'http://hooks.example.org' }, 'eventsURL', 'must begin with https'],
    ['an address without a secret', { eventsSecret: undefined }, 'eventsSecret', 'is required'],
    ['a secret that is too short', { eventsSecret: 'whsec_c2hvcnQ=' }, 'eventsSecret', '24 to 64 bytes'],
    ['a secret of another form', { eventsSecret: 'correct horse battery staple' }, 'eventsSecret', '24 to 64 bytes'],
  ])('is refused with %s', async (_what, input, member, message) => {
    const values = { title: 'Example', description: 'What it does', script: 'void 0', organization: publisher.id };
    const { status, body } = await publisher.owner.rest(`POST /v1/integrations/refused-${process.pid}`, {
      ...values,
      eventsURL: 'https://hooks.example.org',
      eventsSecret: secret,
      ...input,
    });
    expect([status, body.error.type]).toEqual([400, 'validation_failed']);
    expect(body.error.details[0]).toMatchObject({ path: `body.${member}`, message: expect.stringContaining(message) });
  });

  it('stores its secret encrypted', async () => {
    await using receiver = await aReceiver();
    const name = await aPublished({ receiver });
    const { sealedEventsSecret } = await server.platform.db.prisma.integration.findUniqueOrThrow({ where: { name } });
    expect(sealedEventsSecret).toEqual(expect.any(String));
    expect(sealedEventsSecret).not.toContain(secret.slice(6));
  });
});

describe('the log of an integration', () => {
  it('shows what was sent, to the integration, its owner, and each installation its own', async () => {
    await using receiver = await aReceiver();
    const name = await aPublished({ receiver });
    receiver.answers(500, 200);
    const one = await aCustomer(name);
    await toldUntil(receiver, 1);
    const two = await aCustomer(name);
    await toldUntil(receiver, 2);
    const log = `/v1/integrations/${name}/events`;
    const { body } = await until(
      () => publisher.owner.rest(`GET ${log}`),
      ({ body: list }) => list.count === 2,
    );
    const setup = { type: 'installation_setup', status: 'active' };
    expect(body.items).toMatchObject([
      { status: 'success', installationId: two.installation, payload: { ...setup, installationId: two.installation } },
      { status: 'failed', installationId: one.installation, payload: { ...setup, installationId: one.installation } },
    ]);
    const { graphql } = publisher.owner;
    const token = await graphql(
      'mutation ($name: String!) { createIntegrationToken(integrationName: $name) { token } }',
      {
        name,
      },
    );
    const authToken = token.body.data.createIntegrationToken.token;
    const { integrations } = new GitBookAPI({ endpoint: await server.listen(), authToken }) as any;
    expect((await integrations.listIntegrationEvents(name)).data.items).toEqual(body.items);
    const { data } = await integrations.getIntegrationEvent(name, body.items[0].id);
    expect(data.event).toEqual(body.items[0]);
    const own = withToken((await one.owner.rest(`POST ${one.at}/tokens`)).body.token);
    expect((await server.call(`GET ${log}`, undefined, own)).body.items).toEqual([body.items[1]]);
    expect((await server.call(`GET ${log}/${body.items[0].id}`, undefined, own)).status).toBe(404);
    expect((await one.owner.rest(`GET ${log}`)).status).toBe(403);
  });

  it('is kept after an installation is removed, as long as that of webhooks', async () => {
    await using receiver = await aReceiver();
    const name = await aPublished({ receiver });
    const { owner, at } = await aCustomer(name);
    await owner.rest(`DELETE ${at}`);
    const countUntil = (wanted: number) =>
      until(
        async () => (await publisher.owner.rest(`GET /v1/integrations/${name}/events`)).body.count,
        (count) => count === wanted,
      );
    await until(
      () => receiver.calls.at(-1)?.body['type'],
      (type) => type === 'installation_deleted',
    );
    const services = { ...server.platform.services, sql: server.platform.db.sql };
    const sent = await countUntil(receiver.calls.length);
    await purgeWebhooks(services);
    await countUntil(sent);
    const later = new Date(services.now().getTime() + (deliveryRetentionDays + 1) * 86_400_000);
    const inAMonth = { ...services, now: () => later };
    // The webhook ends with its last delivery.
    await purgeWebhooks(inAMonth);
    await purgeWebhooks(inAMonth);
    await countUntil(0);
    expect(await server.platform.db.prisma.webhook.count({ where: { url: receiver.url } })).toBe(0);
  });
});
