import { beforeAll, describe, expect, it } from 'vitest';
import { aMember } from '../../factories.ts';
import type { Caller } from '../../harness.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { lookUp } from '../../visitors-world.ts';

let world: SitesWorld;
let owner: Caller;
beforeAll(async () => {
  world = await aSitesWorld('hostname-docs');
  ({ owner } = world);
});

const siteAt = ({ id }: { readonly id: string }) => `/v1/orgs/${world.organizationId}/sites/${id}`;
const pathOf = (site: { readonly id: string }) => `${siteAt(site)}/custom-hostname`;
const error = ({ status, body }: { readonly status: number; readonly body: any }) => [status, body.error.type];

let names = 0;
const aName = () => `docs${(names += 1)}.hostnames.example.org`;

/** Creates a site with a hostname and the required DNS records. */
async function aNamedSite(hostname = aName()) {
  const site = await aPlainSite(world);
  const { body } = await owner.rest(`PUT ${pathOf(site)}`, { hostname });
  world.server.txtRecords.set(body.record.name, [
    ...(world.server.txtRecords.get(body.record.name) ?? []),
    body.record.value,
  ]);
  return { site, hostname, body };
}

describe('the custom hostname of a site', () => {
  it('serves the site once DNS has its record, and not before', async () => {
    const site = await aPlainSite(world);
    const hostname = aName();
    const set = await owner.rest(`PUT ${pathOf(site)}`, { hostname: hostname.toUpperCase() });
    expect([set.status, set.body]).toEqual([
      200,
      {
        object: 'custom-hostname',
        hostname,
        target: { type: 'site', organization: world.organizationId, site: site.id },
        isActive: false,
        record: { type: 'TXT', name: `_octavo.${hostname}`, value: expect.stringMatching(/^[\w-]{32}$/) },
        urls: { location: expect.stringMatching(new RegExp(`/v1/custom-hostnames/${hostname}$`)) },
      },
    ]);
    const verify = () => owner.rest(`POST ${pathOf(site)}/verify`);
    expect(error(await verify())).toEqual([412, 'precondition_failed']);
    world.server.txtRecords.set(set.body.record.name, ['something else']);
    expect(error(await verify())).toEqual([412, 'precondition_failed']);
    expect((await owner.rest(`GET ${pathOf(site)}`)).body).toMatchObject({
      isActive: false,
      checkedAt: expect.any(String),
    });
    expect((await lookUp(world.server, `https://${hostname}/guide`)).status).toBe(404);
    expect((await owner.rest(`GET ${siteAt(site)}`)).body).not.toHaveProperty('hostname');
    world.server.txtRecords.set(set.body.record.name, ['something else', set.body.record.value]);
    expect((await verify()).body).toMatchObject({ isActive: true, verifiedAt: expect.any(String) });
    expect((await lookUp(world.server, `https://${hostname}/guide`)).body).toMatchObject({ site: site.id });
    const { body } = await owner.rest(`GET ${siteAt(site)}`);
    expect([body.hostname, body.urls.published]).toEqual([hostname, `https://${hostname}/`]);
    world.server.txtRecords.delete(set.body.record.name);
    expect((await lookUp(world.server, `https://${hostname}/guide`)).status).toBe(200);
    expect((await owner.rest(`PUT ${pathOf(site)}`, { hostname })).body.isActive).toBe(true);
  });

  it('belongs to the first site that is verified: others get 409', async () => {
    const { site, hostname } = await aNamedSite();
    const second = await aNamedSite(hostname);
    expect((await owner.rest(`POST ${pathOf(site)}/verify`)).status).toBe(200);
    expect(error(await owner.rest(`POST ${pathOf(second.site)}/verify`))).toEqual([409, 'already_exists']);
    const third = await aPlainSite(world);
    expect(error(await owner.rest(`PUT ${pathOf(third)}`, { hostname }))).toEqual([409, 'already_exists']);
    expect((await owner.rest(`DELETE ${pathOf(site)}`)).status).toBe(205);
    expect((await lookUp(world.server, `https://${hostname}/`)).status).toBe(404);
    expect((await owner.rest(`POST ${pathOf(second.site)}/verify`)).status).toBe(200);
    expect((await lookUp(world.server, `https://${hostname}/`)).body.site).toBe(second.site.id);
  });

  it('is free again after another one is set, which must be verified anew', async () => {
    const { site, hostname } = await aNamedSite();
    await owner.rest(`POST ${pathOf(site)}/verify`);
    const other = await owner.rest(`PUT ${pathOf(site)}`, { hostname: aName() });
    expect(other.body).toMatchObject({ isActive: false });
    expect(other.body).not.toHaveProperty('verifiedAt');
    expect((await lookUp(world.server, `https://${hostname}/`)).status).toBe(404);
  });

  it('the verification of a custom hostname answers 412 while DNS does not answer', async () => {
    const { site, body } = await aNamedSite();
    const records = world.server.txtRecords;
    const get = records.get.bind(records);
    records.get = (name) => {
      if (name === body.record.name) throw new Error('queryTxt ESERVFAIL');
      return get(name);
    };
    const reply = await owner.rest(`POST ${pathOf(site)}/verify`);
    records.get = get;
    expect([...error(reply), reply.body.error.message]).toEqual([
      412,
      'precondition_failed',
      expect.stringContaining('DNS does not answer'),
    ]);
  });

  it.each([
    '',
    'example.org',
    'docs',
    'a b.example.org',
    'https://docs.example.org',
    'docs.example.org/x',
    '-a.example.org',
    'x.sites.test',
    `${'a.'.repeat(260)}org`,
  ])('cannot be %j', async (hostname) => {
    const reply = await owner.rest(`PUT ${pathOf(await aPlainSite(world))}`, { hostname });
    expect([reply.status, reply.body.error.details[0].path]).toEqual([400, 'body.hostname']);
  });

  it('is for admins of the site, and absent until it is set', async () => {
    const site = await aPlainSite(world);
    expect((await owner.rest(`GET ${pathOf(site)}`)).status).toBe(404);
    expect((await owner.rest(`POST ${pathOf(site)}/verify`)).status).toBe(404);
    expect((await owner.rest(`DELETE ${pathOf(site)}`)).status).toBe(404);
    const creator = await aMember(world.server, world.organizationId, 'create');
    expect((await creator.rest(`PUT ${pathOf(site)}`, { hostname: aName() })).status).toBe(403);
  });
});

it('a custom hostname is set, verified, read and deleted in GraphQL', async () => {
  const { id } = await aPlainSite(world);
  const hostname = aName();
  const run = async (text: string) => (await owner.graphql(text, { id })).body;
  const set = await run(
    `mutation ($id: ID!) { setSiteHostname(siteId: $id, input: { hostname: "${hostname}" }) { hostname { recordName recordValue verified } } }`,
  );
  const { recordName, recordValue } = set.data.setSiteHostname.hostname;
  world.server.txtRecords.set(recordName, [recordValue]);
  const verified = await run(
    'mutation ($id: ID!) { verifySiteHostname(siteId: $id) { hostname { hostname verified } } }',
  );
  expect(verified.data.verifySiteHostname.hostname).toEqual({ hostname, verified: true });
  const read = await run('query ($id: ID!) { site(id: $id) { hostname customHostname { verified siteId } } }');
  expect(read.data.site).toEqual({ hostname, customHostname: { verified: true, siteId: id } });
  const deleted = await run('mutation ($id: ID!) { deleteSiteHostname(siteId: $id) { deletedId } }');
  expect(deleted.data.deleteSiteHostname).toEqual({ deletedId: id });
});

describe('a custom hostname by its name', () => {
  const named = (hostname: string) => `/v1/custom-hostnames/${hostname}`;

  it('a custom hostname is found, verified and removed by its name, in any case', async () => {
    const { site, hostname } = await aNamedSite();
    const read = () => owner.rest(`GET ${named(hostname.toUpperCase())}`);
    expect((await read()).body).toMatchObject({ hostname, isActive: false, target: { site: site.id } });
    expect((await owner.rest(`PATCH ${named(hostname)}`)).status).toBe(204);
    expect((await read()).body.isActive).toBe(true);
    expect((await lookUp(world.server, `https://${hostname}/`)).body).toMatchObject({ site: site.id });
    expect((await owner.rest(`DELETE ${named(hostname)}`)).status).toBe(205);
    expect([(await read()).status, (await lookUp(world.server, `https://${hostname}/`)).status]).toEqual([404, 404]);
    expect((await owner.rest(`DELETE ${named(hostname)}`)).status).toBe(404);
  });

  it('a custom hostname without its record stays unverified, and the refusal says which record is missing', async () => {
    const { hostname, body } = await aNamedSite();
    world.server.txtRecords.delete(body.record.name);
    const refused = await owner.rest(`PATCH ${named(hostname)}`);
    expect(error(refused)).toEqual([412, 'precondition_failed']);
    expect(refused.body.error.message).toContain(body.record.name);
  });

  it('a custom hostname that several sites await is that of the site which the caller administers', async () => {
    const { hostname } = await aNamedSite();
    const other = await aSitesWorld('awaiting-docs');
    const site = await aPlainSite(other);
    await other.owner.rest(`PUT /v1/orgs/${other.organizationId}/sites/${site.id}/custom-hostname`, { hostname });
    expect((await other.owner.rest(`GET ${named(hostname)}`)).body.target.site).toBe(site.id);
  });

  it('a custom hostname is hidden from outsiders and guests, and refused to members who only read the site', async () => {
    const { hostname } = await aNamedSite();
    const outsider = await world.server.aUser();
    const reader = await aMember(world.server, world.organizationId, 'read');
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect((await outsider.rest(`${method} ${named(hostname)}`)).status).toBe(404);
      expect((await reader.rest(`${method} ${named(hostname)}`)).status).toBe(403);
    }
    expect((await owner.rest(`GET ${named('no such name')}`)).status).toBe(400);
    expect((await owner.rest(`GET ${named('docs.unknown.example.org')}`)).status).toBe(404);
  });
});
