import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { linksIn, readPublished } from '../proposals.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { clock } from '../setup/clock.ts';
import { pixel, write } from '../visitors-world.ts';

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

const title = 'Signs & <tags> 🦓🦓🦓🦓';

beforeAll(async () => {
  world = await aSitesWorld('machines');
  site = await aPlainSite(world, { visibility: 'public', title });
  const page = (name: string, more: object = {}) => ({
    operation: 'insert_page',
    title: name,
    document: { markdown: `Words of ${name}` },
    ...more,
  });
  await write(world.owner, site.spaceId, [
    page('Not in engines', { noRobotsIndex: true }),
    page('Not in searches', { noIndex: true }),
    page('Not in the tree', { hidden: true }),
  ]);
  await clock.ahead(60_000, () =>
    write(world.owner, site.spaceId, [page('A & <B>', { description: 'Less < more & "all"', slug: 'signs' })]),
  );
});

const read = (path: string, of: { readonly url: string } = site) => readPublished(world, `${of.url}${path}`);

/** Parses XML, which must be well-formed. */
async function readXml(path: string, of: { readonly url: string } = site) {
  const { status, headers, body } = await read(path, of);
  expect([status, XMLValidator.validate(String(body)), String(body).isWellFormed()]).toEqual([200, true, true]);
  const isArray = (name: string) => name === 'url' || name === 'entry';
  return {
    type: headers['content-type'],
    xml: new XMLParser({ ignoreAttributes: false, isArray }).parse(String(body)),
  };
}

it('robots.txt names the sitemap of each part of a public site, and forbids all of another one', async () => {
  const sectioned = await aSectionedSite(world, { visibility: 'public' });
  const unlisted = await aPlainSite(world, { visibility: 'unlisted' });
  const { headers, body } = await read('/robots.txt', sectioned);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(String(body).split('\n')).toEqual([
    'User-agent: *',
    'Allow: /',
    'Disallow: /*~/search',
    'Disallow: /*~/pdf',
    '',
    ...['', 'v1/', 'api/'].map((part) => `Sitemap: ${sectioned.url}/${part}sitemap.xml`),
    '',
  ]);
  expect((await read('/robots.txt', unlisted)).body).toBe('User-agent: *\nDisallow: /\n');
  expect((await read('/sitemap.xml', unlisted)).status).toBe(404);
});

it('sitemap.xml has the pages that search engines may show, all of which are there', async () => {
  const { type, xml } = await readXml('/sitemap.xml');
  const urls = xml.urlset.url as { readonly loc: string; readonly lastmod: string }[];
  expect(type).toBe('application/xml; charset=utf-8');
  expect(urls.map(({ loc }) => loc.slice(site.url.length))).toEqual(['/', '/guide', '/guide/deep', '/signs']);
  for (const { loc, lastmod } of urls) {
    expect(lastmod).toMatch(/^\d{4}-\d\d-\d\d$/);
    const { status, body } = await readPublished(world, loc);
    expect([status, String(body).includes('noindex'), linksIn(body).includes(loc)]).toEqual([200, false, true]);
  }
  expect((await read('/not-in-engines')).body).toContain('<meta name="robots" content="noindex">');
});

describe('the texts at the root of a site of several parts', () => {
  let sectioned: Awaited<ReturnType<typeof aSectionedSite>>;
  beforeAll(async () => {
    sectioned = await aSectionedSite(world, { visibility: 'public' });
    const page = (name: string) => ({ operation: 'insert_page', title: name, document: { markdown: name } });
    await write(world.owner, sectioned.latest.spaceId, [page('Start'), page('Shared'), page('New')]);
    await write(world.owner, sectioned.older.spaceId, [page('Start'), page('Shared'), page('Old')]);
    await write(world.owner, sectioned.reference.spaceId, [page('Calls')]);
  });

  it('name every part: sitemap.xml its sitemap, llms.txt its list', async () => {
    const { xml } = await readXml(`/sitemap.xml`, sectioned);
    const maps = xml.sitemapindex.sitemap.map(({ loc }: { readonly loc: string }) => loc.slice(sectioned.url.length));
    expect(maps).toEqual(['/~/sitemap.xml', '/v1/sitemap.xml', '/api/sitemap.xml']);
    const found = await Promise.all(maps.map(async (path: string) => (await readXml(path, sectioned)).xml.urlset.url));
    const urls = found.flat().map(({ loc }: { readonly loc: string }) => loc.slice(sectioned.url.length));
    expect(urls).toEqual(['/', '/shared', '/new', '/v1/', '/v1/shared', '/v1/old', '/api/']);
    const list = String((await read('/llms.txt', sectioned)).body);
    expect(list).toContain('/new.md)');
    const others = [...list.matchAll(/\]\((\S+llms\.txt)\)/g)].map(([, url = '']) => url);
    expect(others).toEqual([`${sectioned.url}/v1/llms.txt`, `${sectioned.url}/api/llms.txt`]);
    for (const url of others) expect([url, (await readPublished(world, url)).status]).toEqual([url, 200]);
  });

  it('an old version names the page of the newest one that has it as the canonical one', async () => {
    const canonical = async (path: string) =>
      /rel="canonical" href="([^"]*)"/
        .exec(String((await read(path, sectioned)).body))?.[1]
        ?.slice(sectioned.url.length);
    expect(await canonical('/v1/shared')).toBe('/shared');
    expect(await canonical('/v1/')).toBe('/');
    expect(await canonical('/v1/old')).toBe('/v1/old');
    expect(await canonical('/shared')).toBe('/shared');
    expect(await canonical('/api/')).toBe('/api/');
  });
});

it('robots.txt of the host of an organization names the sitemaps of its public sites', async () => {
  const there = await aSitesWorld('crowded');
  const one = await aPlainSite(there, { visibility: 'public' });
  const two = await aPlainSite(there, { visibility: 'public' });
  const others = [
    await aPlainSite(there, { visibility: 'unlisted' }),
    await aPlainSite(there, { visibility: 'public', published: false }),
  ];
  const { status, body } = await readPublished(there, `${there.base}/robots.txt`);
  expect(status).toBe(200);
  for (const { url } of [one, two]) expect(body).toContain(`Sitemap: ${url}/sitemap.xml\n`);
  for (const { url } of others) expect(body).not.toContain(url);
  expect((await readPublished(there, 'https://nobody.sites.test/robots.txt')).status).toBe(404);
});

it('updates.atom has the pages that changed last, newest first, and each page names it', async () => {
  const { type, xml } = await readXml('/~/updates.atom');
  const { feed } = xml;
  expect(type).toBe('application/atom+xml; charset=utf-8');
  expect([feed.title, feed.author.name, feed.link[1]['@_href']]).toEqual([title, title, `${site.url}/~/updates.atom`]);
  const [first, ...others] = feed.entry;
  expect(first).toMatchObject({
    title: 'A & <B>',
    summary: 'Less < more & "all"',
    link: { '@_href': `${site.url}/signs` },
    updated: feed.updated,
  });
  expect(first.id).toMatch(/^urn:octavo:pg_/);
  const times = others.map(({ updated }: { updated: string }) => updated);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(first.updated > times[0]).toBe(true);
  expect(linksIn((await read('/guide')).body)).toContain(`/${site.basename}/~/updates.atom`);
});

it('opensearch.xml leads to a search of the site, and each page names it', async () => {
  const { type, xml } = await readXml('/~/opensearch.xml');
  const { ShortName: name, Description: about, Url: url } = xml.OpenSearchDescription;
  expect([type, about]).toEqual(['application/opensearchdescription+xml; charset=utf-8', title]);
  expect(name.length).toBeLessThanOrEqual(16);
  const found = await readPublished(world, url['@_template'].replace('{searchTerms}', 'deep'));
  expect([found.status, linksIn(found.body).some((href) => href.startsWith(`/${site.basename}/guide/deep`))]).toEqual([
    200,
    true,
  ]);
  expect(linksIn((await read('/guide')).body)).toContain(`/${site.basename}/~/opensearch.xml`);
});

it('a site whose `agentsContext` is `excluded` has no texts for agents and links to none, until it is `included` again', async () => {
  const excluded = await aPlainSite(world, { visibility: 'public' });
  const texts = ['/llms.txt', '/~/llms.txt', '/llms-full.txt', '/~/llms-full.txt', '/index.md', '/guide.md'];
  const forAgents = ['Disallow: /*llms.txt', 'Disallow: /*llms-full.txt', 'Disallow: /*.md$'];
  const look = async () => ({
    texts: await Promise.all(texts.map(async (path) => (await read(path, excluded)).status)),
    page: (await read('/guide', excluded)).status,
    isLinked: String((await read('/guide', excluded)).body).includes('guide.md'),
    forbidden: String((await read('/robots.txt', excluded)).body)
      .split('\n')
      .filter((line) => forAgents.includes(line)),
  });
  const set = (agentsContext: string) =>
    world.owner.rest(`PATCH /v1/orgs/${world.organizationId}/sites/${excluded.id}`, { agentsContext });

  const included = { texts: texts.map(() => 200), page: 200, isLinked: true, forbidden: [] };
  expect(await look()).toEqual(included);
  await set('excluded');
  expect(await look()).toEqual({ texts: texts.map(() => 404), page: 200, isLinked: false, forbidden: forAgents });
  await set('included');
  expect(await look()).toEqual(included);
});

describe('the Markdown of a page', () => {
  const text = (
    before: string,
  ) => `${before}See [two](./two), [its part](./two#part), [below](#here) and [out](https://example.org/a).

![a](./shown) <img src="./shown" width="10">

> {% include "note" %}

## Here

\`\`\`md
[two](two)
{% include "note" %}
\`\`\`

[gone](/pages/pg_gone) and [two again][two]

[two]: ./two
`;
  const operations = (before: string) => [
    { operation: 'insert_files', files: [{ name: 'a (1).png', ref: 'shown', base64: pixel }] },
    {
      operation: 'insert_reusable_content',
      title: 'Note',
      document: { markdown: 'A [note](/pages/two)\n\nof two.\n' },
    },
    { operation: 'insert_page', title: 'Two', ref: 'two', document: { markdown: '## Part' } },
    { operation: 'insert_page', title: 'One', ref: 'one', document: { markdown: text(before) } },
  ];
  /** The same text as it is written for those who read it elsewhere. */
  const published = (url: string, file: string) =>
    text('')
      .replaceAll('./two', `${url}/two`)
      .replaceAll('./shown', file)
      .replace('> {% include "note" %}', `> A [note](${url}/two)\n> \n> of two.`);

  it.each([
    ['as it is stored', ''],
    ['without what is hidden before its links', '{% if false %}\n[hidden](./two)\n{% endif %}\n\n'],
  ])('leads to the site and has what it includes: %s', async (_, before) => {
    const plain = await aPlainSite(world, { visibility: 'public' });
    await write(world.owner, plain.spaceId, operations(before));
    const { body } = await read('/one.md', plain);
    const [, file = ''] = /!\[a\]\(([^)]*)\)/.exec(String(body)) ?? [];
    expect(file).toMatch(new RegExp(`^${plain.url}/~/files/[^/]+/a%20%281%29\\.png\\?v=`));
    expect((await readPublished(world, file)).status).toBe(200);
    const [, shown = ''] = /^---[^]*?---\s+([^]*)$/.exec(String(body)) ?? [];
    expect(shown).toBe(published(plain.url, file));
    const { body: full } = await read('/llms-full.txt', plain);
    expect(full).toContain(`See [two](${plain.url}/two), [its part](${plain.url}/two#part)`);
  });
});
