import { beforeAll, describe, expect, it } from 'vitest';
import { aSpace } from '../../factories.ts';
import type { Caller } from '../../harness.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { write } from '../../visitors-world.ts';

let world: SitesWorld;
let owner: Caller;
beforeAll(async () => {
  world = await aSitesWorld('shadowed-docs');
  ({ owner } = world);
});

const pathOf = ({ id }: { readonly id: string }) => `/v1/orgs/${world.organizationId}/sites/${id}`;
const page = (title: string, more: object = {}) => ({ operation: 'insert_page', title, ref: title, ...more });

/** What shadows each page of a site space in the preview, by title. */
async function shadowsOf(site: { readonly id: string }, siteSpace: string, claims = '{}') {
  const { body } = await owner.rest(`GET ${pathOf(site)}/publishing/preview?siteSpace=${siteSpace}&claims=${claims}`);
  const entries = body.pages.flatMap(({ title, shadowedBy }: any) => (shadowedBy ? [[title, shadowedBy]] : []));
  return Object.fromEntries(entries);
}

const conflict = {
  status: 409,
  body: { error: { type: 'already_exists', details: [{ path: 'body.path', rule: 'unique' }] } },
};

describe('a page with the path of a section or variant', () => {
  it('that is written later is shadowed in the preview, with those below it', async () => {
    const site = await aSectionedSite(world);
    const pages = [
      page('Api'),
      page('Deep', { into: 'Api' }),
      page('V1'),
      page('Docs'),
      page('Reference'),
      page('Other'),
    ];
    await write(owner, site.latest.spaceId, pages);
    expect(await shadowsOf(site, site.latest.id)).toEqual({
      Api: { type: 'site-section', id: site.api },
      Deep: { type: 'site-section', id: site.api },
      V1: { type: 'site-space', id: site.older.id },
      Docs: { type: 'site-section', id: site.docs },
    });
    await write(owner, site.reference.spaceId, [page('Api'), page('Docs')]);
    expect(await shadowsOf(site, site.reference.id)).toEqual({});
    const looked = async (path: string) =>
      (await owner.rest('POST /v1/urls/published', { url: `${site.url}/${path}` })).body;
    expect((await looked('api')).space).toBe(site.reference.spaceId);
    expect((await looked('other')).space).toBe(site.latest.spaceId);
  });

  it('that a merge makes is shadowed in the preview', async () => {
    const site = await aSectionedSite(world);
    const space = `/v1/spaces/${site.latest.spaceId}/change-requests`;
    const { body: draft } = await owner.rest(`POST ${space}`, { subject: 'A page' });
    await owner.rest(`POST ${space}/${draft.id}/content`, { changes: [page('Api')] });
    expect((await owner.rest(`POST ${space}/${draft.id}/merge`)).status).toBe(200);
    expect(await shadowsOf(site, site.latest.id)).toEqual({ Api: { type: 'site-section', id: site.api } });
  });

  it('is not shadowed for a visitor who does not see the part', async () => {
    const site = await aSectionedSite(world);
    await write(owner, site.latest.spaceId, [page('V1')]);
    const condition = 'visitor.claims.beta';
    await owner.rest(`PATCH ${pathOf(site)}/site-spaces/${site.older.id}`, { condition });
    expect(await shadowsOf(site, site.latest.id)).toEqual({});
    expect(await shadowsOf(site, site.latest.id, '{"beta":true}')).toEqual({
      V1: { type: 'site-space', id: site.older.id },
    });
  });
});

describe('the path of a section or site space', () => {
  it('cannot be that of a page beside it, but stays as it was', async () => {
    const site = await aSectionedSite(world);
    await write(owner, site.latest.spaceId, [page('Guide'), page('Api')]);
    await write(owner, site.reference.spaceId, [page('Elsewhere')]);
    const section = (body: object) => owner.rest(`PATCH ${pathOf(site)}/sections/${site.api}`, body);
    const variant = (body: object) => owner.rest(`PATCH ${pathOf(site)}/site-spaces/${site.older.id}`, body);
    expect(await section({ path: 'Guide' })).toMatchObject(conflict);
    expect(await variant({ path: 'guide' })).toMatchObject(conflict);
    expect((await section({ path: 'api', title: 'Same' })).body).toMatchObject({ path: 'api', title: 'Same' });
    expect((await section({ path: 'elsewhere' })).body.path).toBe('elsewhere');
  });

  it('that is made from a title passes over those of pages', async () => {
    const site = await aPlainSite(world);
    const titled = async () => (await aSpace(world.server, world.organizationId, { title: 'Guide' })).id;
    const added = await owner.rest(`POST ${pathOf(site)}/site-spaces`, { spaceId: await titled() });
    expect(added.body.path).toBe('guide-1');
    const sectioned = await aPlainSite(world);
    const section = await owner.rest(`POST ${pathOf(sectioned)}/sections`, { spaceId: await titled() });
    expect(section.body.path).toBe('guide-1');
    const first = await titled();
    await write(owner, first, [page('Guide')]);
    const made = await owner.rest(`POST /v1/orgs/${world.organizationId}/sites`, { spaces: [first, await titled()] });
    const { body } = await owner.rest(`GET ${pathOf(made.body)}/site-spaces`);
    expect(body.items.map(({ path }: { path: string }) => path)).toEqual(['guide-1', 'guide-2']);
  });
});
