import { isIP } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAuditOnly } from '../../../src/domain/core/events/audience.ts';
import { typesOf } from '../../../src/domain/core/events/patterns.ts';
import { maxWebhooks } from '../../../src/domain/exchange/webhooks/fields.ts';
import { createGuardedFetch } from '../../../src/infra/fetch/guarded-fetch.ts';
import { raw } from '../../../src/db/sql.ts';
import { decrypt } from '../../../src/lib/encryption.ts';
import { secretOwner } from '../../../src/domain/exchange/webhooks/webhooks.ts';
import { testWebhook } from '../../../src/domain/exchange/webhooks/test-webhook.ts';
import { anOrganization, aSpace, aWebhook, type AnOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { hostileUrls } from '../../infra/hostile-urls.ts';
import { aSite } from '../../site-factories.ts';
import { until } from '../../until.ts';
import { aReceiver } from '../../webhook-receiver.ts';

let server: Harness;
let organization: AnOrganization;
let owner: Caller;
let path: string;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ owner } = organization);
  path = `/v1/orgs/${organization.id}/webhooks`;
});

const url = 'https://hooks.example.org/octavo?key=1';
const clear = () => server.platform.db.prisma.webhook.deleteMany({ where: { organizationId: organization.id } });
beforeEach(async () => void (await clear()));

describe('webhooks', () => {
  it('are added, listed, updated and removed, and show their secret once', async () => {
    const { status, body } = await owner.rest(`POST ${path}`, {
      url,
      types: ['space.*', 'space.*'],
      description: 'Chat',
    });
    expect(status).toBe(201);
    const { webhook, secret } = body;
    expect(webhook).toMatchObject({
      object: 'webhook',
      organization: organization.id,
      url,
      types: ['space.*'],
      active: true,
    });
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    const one = `${path}/${webhook.id}`;
    expect((await owner.rest(`GET ${path}`)).body.items).toEqual([webhook]);
    expect((await owner.rest(`GET ${one}`)).body).toEqual(webhook);
    const stored = await server.platform.db.prisma.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
    expect(decrypt(server.platform.services.encryptionKey, stored.sealedSecret, secretOwner(webhook.id))).toBe(secret);
    const types = ['*'];
    expect((await owner.rest(`PATCH ${one}`, { types, description: null })).body).toMatchObject({ types });
    const events = await owner.rest(`GET /v1/orgs/${organization.id}/events?types=webhook.updated`);
    expect(events.body.items[0]).toMatchObject({
      subject: { id: webhook.id, title: 'hooks.example.org' },
      data: { changed: ['types', 'description'] },
    });
    expect((await owner.rest(`DELETE ${one}`)).status).toBe(205);
    expect((await owner.rest(`GET ${one}`)).status).toBe(404);
  });

  it.each([
    ['no TLS', { url: 'http://hooks.example.org/', types: ['*'] }, 'body.url', 'must begin with https'],
    ['an address of link-local metadata', { url: 'https://169.254.169.254/x', types: ['*'] }, 'body.url', 'public'],
    ['an address in other words', { url: 'https://0xa9fea9fe/x', types: ['*'] }, 'body.url', 'public'],
    ['an address within IPv6', { url: 'https://[::ffff:10.0.0.1]/x', types: ['*'] }, 'body.url', 'public'],
    ['a name of the machine', { url: 'https://hooks.localhost/x', types: ['*'] }, 'body.url', 'public'],
    ['a password in the URL', { url: 'https://a:b@c.example.org', types: ['*'] }, 'body.url', 'password'],
    ['no URL', { url: 'hooks', types: ['*'] }, 'body.url', 'URL'],
    ['no types', { url, types: [] }, 'body.types', ''],
    ['an unknown type', { url, types: ['space.painted'] }, 'body.types.0', '"space.painted" is no type of event'],
    ['a type of the audit log', { url, types: ['api_token.created'] }, 'body.types.0', 'is no type of event'],
    ['two places', { url, types: ['*'], spaceId: 'spc_1', siteId: 'site_1' }, 'body.siteId', 'another place'],
    ['a page without a space', { url, types: ['*'], pageId: 'pg_1' }, 'body.pageId', 'needs the space'],
  ])('are refused with %s', async (_name, input, place, message) => {
    const { status, body } = await owner.rest(`POST ${path}`, input);
    expect([status, body.error.type]).toEqual([400, 'validation_failed']);
    expect(body.error.details[0]).toMatchObject({ path: place, message: expect.stringContaining(message) });
  });

  it('are limited to a page of the main content, by each id that it has there', async () => {
    const [space, other] = [await aSpace(server, organization.id), await aSpace(server, organization.id)];
    const created = await owner.graphql(
      'mutation ($id: ID!) { createPage(spaceId: $id, input: { title: "Page" }) { page { id } } }',
      { id: space.id },
    );
    const longId: string = created.body.data.createPage.page.id;
    const [id = ''] = longId.split('.');
    const input = { url, types: ['comment.*'], active: false };
    const added = (pageId: string, spaceId: string) => owner.rest(`POST ${path}`, { ...input, spaceId, pageId });
    for (const pageId of [id, longId])
      expect((await added(pageId, space.id)).body.webhook).toMatchObject({ space: space.id, page: id });
    for (const [pageId, spaceId] of [
      ['pg_unknown', space.id],
      [id, other.id],
      [longId, other.id],
    ] as const)
      expect((await added(pageId, spaceId)).body.error.type).toBe('reference_not_found');
  });

  it('are limited to 20 for an organization, and 10 for a space', async () => {
    const { id: spaceId } = await aSpace(server, organization.id);
    for (const [most, place] of [
      [maxWebhooks.organization, {}],
      [maxWebhooks.place, { spaceId }],
    ] as const) {
      await Promise.all(
        Array.from({ length: most }, () => aWebhook(server, organization.id, { active: false, ...place })),
      );
      const { body } = await owner.rest(`POST ${path}`, { url, types: ['*'], ...place });
      expect(body.error.type).toBe('invalid_state');
    }
  });
});

describe('what a webhook keeps', () => {
  it('has no secret, in no row of any table', async () => {
    await using receiver = await aReceiver();
    const { body } = await owner.rest(`POST ${path}`, { url: receiver.url, types: ['*'] });
    const at = `${path}/${body.webhook.id}`;
    const rotated = (await owner.rest(`POST ${at}/rotate-secret`)).body.secret;
    const site = await aSite(server, organization.id);
    await owner.rest(`POST /v1/orgs/${organization.id}/sites/${site.id}/share-links`, {
      name: 'Partners',
    });
    const others = ['a secret of the renderer x'];
    await owner.rest(`POST /v1/orgs/${organization.id}/renderers`, { url: 'https://r.example.org', secret: others[0] });
    const count = async () => (await owner.rest(`GET ${at}/deliveries?state=delivered`)).body.count;
    await until(count, (delivered) => delivered >= 4);
    const texts = await tableTexts(['events', 'webhooks', 'webhook_deliveries', 'jobs']);
    for (const secret of [body.secret, rotated, ...others]) {
      expect(texts.filter((text) => text.includes(secret.replace('whsec_', '')))).toEqual([]);
      expect(receiver.calls.filter(({ text }) => text.includes(secret))).toEqual([]);
    }
    expect(receiver.calls.filter(({ body: { type, resource } }) => type.startsWith('share_link') && resource)).toEqual(
      [],
    );
  });
});

/** Every row of these tables as a text. */
async function tableTexts(tables: readonly string[]): Promise<string[]> {
  const rows = await Promise.all(
    tables.map((table) => server.platform.db.sql.rows<{ text: string }>(raw(`select t::text as text from ${table} t`))),
  );
  return rows.flat().map(({ text }) => text);
}

describe('the network of the service', () => {
  it('gets no call from a webhook, in no spelling of its addresses', async () => {
    await using receiver = await aReceiver();
    const { port } = new URL(receiver.url);
    const { id } = await aWebhook(server, organization.id, { active: false });
    const { prisma } = server.platform.db;
    const ctx = owner.context();
    const fetch = createGuardedFetch({
      allowHosts: [],
      connectTimeoutMs: 1_000,
      totalTimeoutMs: 2_000,
      maxRedirects: 0,
      maxBodyBytes: 1_000,
      maxHeaderBytes: 1_000,
      userAgent: 'test',
      resolve: async () => ['127.0.0.1'],
    });
    const accepted = [];
    for (const hostile of hostileUrls(Number(port))) {
      const { status } = await owner.rest(`POST ${path}`, { url: hostile, types: ['*'], active: false });
      expect([201, 400]).toContain(status);
      if (status !== 201) continue;
      await prisma.webhook.update({ where: { id }, data: { url: hostile } });
      // The harness allows this machine, so the guard of an installation without a list stands in.
      const strict = {
        ...ctx,
        fetch,
        config: { ...ctx.config, IMPORT_ALLOW_HOSTS: [] },
        loaders: owner.context().loaders,
      };
      const attempt = await testWebhook(strict, { webhookId: id });
      accepted.push(hostile);
      expect([hostile, attempt.status]).toEqual([hostile, null]);
      await prisma.webhook.deleteMany({ where: { organizationId: organization.id, id: { not: id } } });
    }
    // Besides names, which are resolved at the call, the address that the harness allows.
    const hosts = accepted.map((text) => new URL(text).hostname.replaceAll(/^\[|\]$/g, ''));
    expect([...new Set(hosts.filter((host) => isIP(host) !== 0))]).toEqual(['127.0.0.1']);
    expect(accepted.length).toBeGreaterThan(5);
    expect(receiver.calls).toEqual([]);
  });
});

it('every type of the feed can be asked for', async () => {
  const types = typesOf(['*']).filter((type) => !isAuditOnly(type));
  const results = [];
  for (let from = 0; from < types.length; from += 100)
    results.push(
      (await owner.rest(`POST ${path}`, { url, types: types.slice(from, from + 100), active: false })).status,
    );
  expect(new Set(results)).toEqual(new Set([201]));
});
