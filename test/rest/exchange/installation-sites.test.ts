import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anInstallation, anIntegration, anOrganization, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { aSite } from '../../site-factories.ts';

let server: Harness;
let organization: AnOrganization;
let base: string;
let siteId: string;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  const { id, owner } = organization;
  const name = `Sites.${process.pid}`;
  const published = await owner.rest(`POST /v1/integrations/${name}`, {
    title: 'Example',
    description: 'What it does',
    script: 'void 0',
    organization: id,
    scopes: ['site:metadata:read'],
    configurations: { site: { properties: { key: { type: 'string', title: 'Key' } }, required: ['key'] } },
  });
  expect(published.status).toBe(200);
  const installed = await owner.rest(`POST /v1/integrations/${name}/installations`, { organization: id });
  base = `/v1/integrations/${name}/installations/${installed.body.id}`;
  ({ id: siteId } = await aSite(server, id));
});

describe('sites of an installation', () => {
  it('are added with their values, configured, listed and removed by admins', async () => {
    const { owner } = organization;
    const added = await owner.rest(`POST ${base}/sites`, { siteId });
    expect([added.status, added.body]).toEqual([201, expect.objectContaining({ site: siteId, status: 'pending' })]);
    expect((await owner.rest(`POST ${base}/sites`, { siteId })).status).toBe(409);
    const values = { configuration: { key: 'a' }, externalIds: ['x', 'x'] };
    const changed = await owner.rest(`PATCH ${base}/sites/${siteId}`, values);
    expect(changed.body).toMatchObject({ status: 'active', configuration: { key: 'a' }, externalIds: ['x'] });
    expect((await owner.rest(`GET ${base}/sites`)).body).toMatchObject({ count: 1, items: [{ site: siteId }] });
    expect((await owner.rest(`GET ${base}/sites/${siteId}`)).body).toEqual(changed.body);
    expect((await owner.rest(`DELETE ${base}/sites/${siteId}`)).status).toBe(205);
    expect((await owner.rest(`GET ${base}/sites/${siteId}`)).status).toBe(404);
  });

  it('refuse values that the integration does not declare, sites of others, and members who are no admins', async () => {
    const { id, owner } = organization;
    const other = await aSite(server, (await anOrganization(server)).id);
    const member = await aMember(server, id, 'create');
    const status = async (input: object, caller = owner) => (await caller.rest(`POST ${base}/sites`, input)).status;
    expect(await status({ siteId, configuration: { unknown: 1 } })).toBe(400);
    expect(await status({ siteId: other.id })).toBe(404);
    expect(await status({ siteId }, member)).toBe(403);
  });

  it('an integration that is meant for spaces has no sites', async () => {
    const { id, owner } = organization;
    const integration = await anIntegration(server, id, { target: 'space' });
    const installation = await anInstallation(server, integration.id, id);
    const path = `/v1/integrations/${integration.name}/installations/${installation.id}/sites`;
    expect((await owner.rest(`POST ${path}`, { siteId })).body.error.type).toBe('invalid_state');
  });

  it('a token of an installation reads its sites as long as they are there', async () => {
    const { id, owner } = organization;
    const { body } = await owner.rest(`POST ${base}/tokens`);
    const headers = { authorization: `Bearer ${body.token}` };
    const get = (address: string) => server.call(`GET ${address}`, undefined, { headers });
    const path = `/v1/orgs/${id}/sites`;
    const chosen = await aSite(server, id);
    const seen = async () => (await get(path)).body.items.map((site: { id: string }) => site.id);
    expect(await seen()).toEqual([]);
    await owner.rest(`POST ${base}/sites`, { siteId: chosen.id, configuration: { key: 'a' } });
    expect(await seen()).toEqual([chosen.id]);
    expect((await get(`${path}/${siteId}`)).status).toBe(404);
    await owner.rest(`DELETE ${base}/sites/${chosen.id}`);
    expect(await seen()).toEqual([]);
  });
});
