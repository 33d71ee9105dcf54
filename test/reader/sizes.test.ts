import { expect, it } from 'vitest';
import { readLongText } from '../long-text.ts';
import { aPlainSite, askForFeedback, aSitesWorld } from '../published-sites.ts';
import { until } from '../until.ts';
import { write } from '../visitors-world.ts';

// A text of code and many different words; its first visit also loads styles and the script, which browsers keep.
it('a first visit of a page of 30 kB of Markdown takes at most 20 kB on the wire, with its styles and its script', async () => {
  const world = await aSitesWorld('weighed');
  const site = await aPlainSite(world, { visibility: 'public' });
  await askForFeedback(world, site.id);
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', title: 'Large', document: { markdown: readLongText() } },
  ]);
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
  const later = [...String(plain.body).matchAll(/data-more="([^"]*)"/g)].flatMap(([, urls = '']) => urls.split(' '));
  const icons = find(/<link rel="icon"[^>]* href="([^"]*)"/g);
  expect([styles.length, scripts.length, later.length, icons.length]).toEqual([2, 1, 1, 1]);
  const sizes = async (urls: readonly string[]) =>
    (await Promise.all(urls.map(load))).reduce((sum, size) => sum + size, 0);
  const quick = await load(`${site.url}/large`);
  // The second reader of a page makes it smaller for those who follow.
  const page = await until(
    () => load(`${site.url}/large`),
    (size) => size < quick,
  );
  const [style, script, more, icon] = [
    await sizes(styles.slice(0, 1)),
    await sizes(scripts),
    await sizes(later),
    await sizes([...styles.slice(1), ...icons]),
  ];
  expect({ quick, page, style, script, more, total: page + style + script + more + icon }).toEqual({
    quick: expect.toSatisfy((size) => size <= 14_700),
    page: expect.toSatisfy((size) => size > 10_000 && size <= 12_900),
    style: expect.toSatisfy((size) => size > 3_000 && size <= 4_400),
    more: expect.toSatisfy((size) => size > 1_000 && size <= 1_700),
    script: expect.toSatisfy((size) => size > 1_000 && size <= 1_500),
    total: expect.toSatisfy((size) => size <= 20_000),
  });
});
