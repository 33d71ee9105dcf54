import { beforeAll, expect, it } from 'vitest';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { sourceServer } from '../source-server.ts';
import { makeZip } from '../text/imports-archive.ts';

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('imported-drafts');
  site = await aPlainSite(world, { visibility: 'public' });
  await using source = await sourceServer();
  const body = makeZip([
    { name: 'open.md', body: '# Open\n\nPenguins and [a draft](closed.md).\n' },
    { name: 'closed.md', body: '---\ndraft: true\n---\n# Closed\n\nWalruses.\n' },
    { name: '_part.mdx', body: '# Part\n\nWalruses as well.\n' },
  ]);
  const url = source.serve('/docs.zip', { body, type: 'application/zip' });
  const { status } = await world.owner.rest(`POST /v1/spaces/${site.spaceId}/content/import`, { url, source: 'zip' });
  expect(status).toBe(201);
});

const read = (path: string) => readPublished(world, `${site.url}${path}`);

it('an imported draft is kept, and is on no page, in no search, list or feed of the site', async () => {
  const { body } = await world.owner.rest(`GET /v1/spaces/${site.spaceId}/content/pages`);
  expect(JSON.stringify(body)).toContain('Closed');
  expect((await read('/open')).status).toBe(200);
  for (const path of ['/closed', '/closed.md', '/part', '/_part'])
    expect([path, (await read(path)).status]).toEqual([path, 404]);
  for (const path of [
    '/open',
    '/llms.txt',
    '/llms-full.txt',
    '/sitemap.xml',
    '/~/updates.atom',
    '/~/search?q=walruses',
  ]) {
    const { status, body: text } = await read(path);
    expect([path, status, /Closed|Walruses\b(?! as)/.test(String(text))]).toEqual([path, 200, false]);
  }
});
