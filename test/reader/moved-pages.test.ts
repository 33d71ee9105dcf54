import { beforeAll, describe, expect, it } from 'vitest';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aSectionedSite>>;
let ids: ReadonlyMap<string, string>;
const id = (name: string) => ids.get(name) ?? '';

const follow = async (url: string): Promise<string> => {
  const { status, headers } = await readPublished(world, url);
  return `${status} ${String(headers['location'] ?? '')}`.trim();
};
const move = (spaceId: string, page: string, space: string) =>
  world.owner.rest(`POST /v1/spaces/${spaceId}/content/page/${page}/move`, { space });

beforeAll(async () => {
  world = await aSitesWorld('moved');
  site = await aSectionedSite(world, { visibility: 'public' });
  ids = await write(world.owner, site.latest.spaceId, [
    { operation: 'insert_page', ref: 'home', title: 'Start' },
    { operation: 'insert_page', ref: 'old', title: 'Old name' },
    { operation: 'insert_page', ref: 'deep', title: 'Deep', into: 'old' },
  ]);
  await write(world.owner, site.reference.spaceId, [
    {
      operation: 'insert_page',
      title: 'Welcome',
      document: { markdown: `[Old](/spaces/${site.latest.spaceId}/pages/${id('old')})` },
    },
  ]);
  await write(world.owner, site.latest.spaceId, [
    { operation: 'update_page', page: id('home'), document: { markdown: '[Deep](old-name/deep)' } },
  ]);
  await write(world.owner, site.latest.spaceId, [
    { operation: 'update_page', page: id('old'), slug: 'guide', document: { markdown: '[Home](start)' } },
  ]);
});

describe('a page that was moved to another space of the site', () => {
  it('is found at its former addresses, and by links in both spaces and in others', async () => {
    expect((await move(site.latest.spaceId, id('old'), site.reference.spaceId)).status).toBe(200);
    const there = `${site.url}/api/guide`;
    expect(await follow(`${site.url}/guide`)).toBe(`308 ${there}`);
    expect(await follow(`${site.url}/guide/deep`)).toBe(`308 ${there}/deep`);
    expect(await follow(`${site.url}/old-name`)).toBe(`308 ${there}`);
    expect(await follow(`${site.url}/~/pages/${id('deep')}`)).toContain(`${there}/deep`);
    expect(await follow(`${site.url}/nothing`)).toBe('404');
    const read = async (url: string) => (await readPublished(world, url)).body;
    const { pathname } = new URL(site.url);
    expect(await read(`${site.url}/`)).toContain(`href="${pathname}/api/~/pages/${id('deep')}"`);
    expect(await read(there)).toContain(`href="${pathname}/~/pages/${id('home')}"`);
    expect(await read(`${site.url}/api/`)).toContain(`href="${pathname}/api/guide"`);
    expect(await read(`${site.url}/api/sitemap.xml`)).toContain(`${there}/deep`);
  });

  it('is found at its address again when it comes back', async () => {
    expect((await move(site.reference.spaceId, id('old'), site.latest.spaceId)).status).toBe(200);
    expect(await follow(`${site.url}/guide/deep`)).toBe('200');
    expect(await follow(`${site.url}/api/guide/deep`)).toBe(`308 ${site.url}/guide/deep`);
  });

  it('is found on another site that everyone may read, and not on one that they may not', async () => {
    const open = await aPlainSite(world, { visibility: 'public' });
    const closed = await aPlainSite(world, { visibility: 'unlisted' });
    await move(site.latest.spaceId, id('deep'), open.spaceId);
    expect(await follow(`${site.url}/guide/deep`)).toBe(`302 ${open.url}/~/pages/${id('deep')}`);
    expect(await follow(`${open.url}/~/pages/${id('deep')}`)).toContain(`${open.url}/deep`);
    await move(open.spaceId, id('deep'), closed.spaceId);
    expect(await follow(`${site.url}/guide/deep`)).toBe('404');
  });
});
