import { beforeAll, describe, expect, it } from 'vitest';
import { raw, sql } from '../../src/db/sql.ts';
import { newWebhookSecret } from '../../src/domain/exchange/webhooks/sign.ts';
import { anOrganization, aSpace, type AnOrganization } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';
import { until } from '../until.ts';
import { aReceiver } from '../webhook-receiver.ts';

let server: Harness;
let organization: AnOrganization;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
});

/** Makes one secret of each kind over the API, and uses what is sent or logged. Returns them by what they are. */
async function makeSecrets(receiverUrl: string): Promise<Record<string, string>> {
  const { owner, id } = organization;
  const ask = async (signature: string, body?: unknown, headers = {}) => {
    const answer = await owner.rest(signature, body, { headers });
    expect([signature, answer.status < 300, answer.body.error]).toEqual([signature, true, undefined]);
    return answer.body;
  };
  const [renderer, integration, events] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const webhooks = `/v1/orgs/${id}/webhooks`;
  const hook = { url: receiverUrl, types: ['*'] };
  const once = { 'idempotency-key': 'once' };
  const { webhook, secret } = await ask(`POST ${webhooks}`, hook, once);
  const rotated = await ask(`POST ${webhooks}/${webhook.id}/rotate-secret`);
  const token = await ask('POST /v1/user/tokens', { name: 'Mine' });
  await ask(`POST /v1/orgs/${id}/renderers`, { url: 'https://r.example.org', secret: renderer });
  const name = `secrets-${process.pid}`;
  const published = { title: 'Example', description: 'An example', script: 'void 0', organization: id };
  const own = { secrets: { key: integration }, eventsURL: receiverUrl, eventsSecret: events };
  await ask(`POST /v1/integrations/${name}`, { ...published, ...own });
  const created = await owner.graphql(
    'mutation ($name: String!) { createIntegrationToken(integrationName: $name) { token } }',
    {
      name,
    },
  );
  const installation = await ask(`POST /v1/integrations/${name}/installations`, { organization: id });
  const installed = await ask(`POST /v1/integrations/${name}/installations/${installation.id}/tokens`);
  const { id: spaceId } = await aSpace(server, id);
  const values = { title: 'Docs', type: 'basic', visibility: 'share-link', spaces: [spaceId] };
  const site = await ask(`POST /v1/orgs/${id}/sites`, values);
  const at = `/v1/orgs/${id}/sites/${site.id}`;
  await ask(`POST ${at}/publish`);
  const shared = await ask(`POST ${at}/share-links`, { name: 'A link' });
  const shareKey: string =
    new URL(shared.urls.published).pathname.split('/').findLast((part) => part.length === 24) ?? '';
  const visitors = await ask(`GET ${at}/publishing/auth`);
  return {
    'the token of the caller': owner.secret,
    'a token': token.secret,
    'the secret of a webhook': secret,
    'its secret after a rotation': rotated.secret,
    'the secret of a renderer': renderer,
    'a secret of an integration': integration,
    'the secret of its events': events,
    'its token': created.body.data.createIntegrationToken.token,
    'the token of an installation': installed.token,
    'the key of a share link': shareKey,
    'the key of visitors': visitors.privateKey,
  };
}

/** The tables in which a text stands, in any column. */
async function listTablesWith(text: string): Promise<string[]> {
  const tables = await server.platform.db.sql.rows<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const row = await server.platform.db.sql.first(
      sql`select from ${raw(name)} x where position(${text} in x::text) > 0 limit 1`,
    );
    if (row !== null) found.push(name);
  }
  return found;
}

describe('secrets in the database', () => {
  it('are in no row of any table, as they are or in base64', async () => {
    await using receiver = await aReceiver();
    // Logs of deliveries keep what the receiver answers, also when it repeats what it was told.
    receiver.answers((response, { headers, text }) => response.writeHead(200).end(JSON.stringify({ headers, text })));
    const secrets = await makeSecrets(receiver.url);
    await until(
      () =>
        server.platform.db.prisma.webhookDelivery.count({
          where: { state: 'pending', webhook: { organizationId: organization.id } },
        }),
      (count) => count === 0,
    );
    // What is no secret is found, so the search sees rows, JSON and all schemas.
    expect(await listTablesWith(organization.id)).toEqual(
      expect.arrayContaining(['public.events', 'public.webhooks', 'public.organizations']),
    );
    const places: Record<string, string[]> = {};
    for (const [what, secret] of Object.entries(secrets)) {
      expect([what, secret.length >= 20]).toEqual([what, true]);
      const bare = secret.replace(/^whsec_/, '');
      const encoded = Buffer.from(secret).toString('base64').replace(/=+$/, '');
      const tables = [...(await listTablesWith(bare)), ...(await listTablesWith(encoded))];
      if (tables.length > 0) places[what] = tables;
    }
    expect(places).toEqual({});
  });
});
