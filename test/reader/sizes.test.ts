import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aPlainSite, askForFeedback, aSitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

const folder = new URL('../../docs/manual/use/', import.meta.url);

/** 30 kB of texts as people write them. */
const markdown = readdirSync(folder)
  .map((name) => readFileSync(new URL(name, folder), 'utf8').replace(/^---\n.*?\n---\n/s, ''))
  .join('\n\n')
  .slice(0, 30_000);

// A text of code and many different words; its first visit also loads styles and the script, which browsers keep.
it('a page of 30 kB of Markdown takes at most 20 kB on the wire, its styles 6 and its script 1.5, and a first visit 23', async () => {
  const world = await aSitesWorld('weighed');
  const site = await aPlainSite(world, { visibility: 'public' });
  await askForFeedback(world, site.id);
  await write(world.owner, site.spaceId, [{ operation: 'insert_page', title: 'Large', document: { markdown } }]);
  const { host } = new URL(site.url);
  const load = async (url: string) => {
    const headers = { host, 'accept-encoding': 'br' };
    const answer = await world.server.app.inject({ url: new URL(url, site.url).pathname, headers });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return answer.rawPayload.length;
  };
  const plain = await world.server.call(`GET ${new URL(`${site.url}/large`).pathname}`, undefined, {
    headers: { host },
  });
  const head = String(plain.body).split('</head>', 1)[0] ?? '';
  const find = (pattern: RegExp) => [...head.matchAll(pattern)].map(([, url]) => url ?? '');
  const styles = find(/<link rel="stylesheet" href="([^"]*)"/g);
  const scripts = find(/<script type="module" src="([^"]*)"/g);
  const icons = find(/<link rel="icon"[^>]* href="([^"]*)"/g);
  expect([styles.length, scripts.length, icons.length]).toEqual([2, 1, 1]);
  const sizes = async (urls: readonly string[]) =>
    (await Promise.all(urls.map(load))).reduce((sum, size) => sum + size, 0);
  const [page, style, script, icon] = [
    await load(`${site.url}/large`),
    await sizes(styles.slice(0, 1)),
    await sizes(scripts),
    await sizes([...styles.slice(1), ...icons]),
  ];
  expect({ page, style, script, total: page + style + script + icon }).toEqual({
    page: expect.toSatisfy((size) => size > 10_000 && size <= 20_000),
    style: expect.toSatisfy((size) => size > 4_000 && size <= 6_000),
    script: expect.toSatisfy((size) => size > 1_000 && size <= 1_500),
    total: expect.toSatisfy((size) => size <= 23_000),
  });
});
