import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { aPlainSite, aSitesWorld } from '../published-sites.ts';

it('a page is compressed with its style and script for browsers without TLS, which take no Brotli, and its picture for none', async () => {
  const world = await aSitesWorld('compressed');
  const site = await aPlainSite(world, { visibility: 'public' });
  const { host, pathname } = new URL(`${site.url}/guide`);
  const load = (url: string, coding: string) =>
    world.server.app.inject({ url, headers: { host, 'accept-encoding': coding } });
  const { body } = await load(pathname, 'identity');
  const [, style = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(body) ?? [];
  const [, script = ''] = /<script type="module" src="([^"]*)"/.exec(body) ?? [];
  for (const url of [pathname, style, script]) {
    const [plain, small] = [await load(url, 'identity'), await load(url, 'gzip, deflate')];
    expect([url, small.statusCode, small.headers['content-encoding']]).toEqual([url, 200, 'gzip']);
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body);
  }
  const [, card = ''] = /<meta property="og:image" content="([^"]*)"/.exec(body) ?? [];
  const picture = await load(new URL(card).pathname, 'gzip, br');
  expect([picture.statusCode, picture.headers['content-encoding']]).toEqual([200, undefined]);
});
