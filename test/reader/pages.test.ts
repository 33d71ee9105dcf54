import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../harness.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { clock } from '../setup/clock.ts';
import { aShareLink, pixel, write } from '../visitors-world.ts';

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('reading');
  site = await aPlainSite(world, { visibility: 'public' });
});

/** Requests a published URL as a browser does. */
const read = (url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Reply> => {
  const { host, pathname, search } = new URL(url);
  return world.server.call(`${method} ${pathname}${search}`, undefined, { headers: { host, ...headers } });
};

const linksIn = (page: string) => [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href);

describe('a page of a public site', () => {
  it('has the title, the text, the tree, the neighbours and the canonical URL', async () => {
    const { status, headers, body } = await read(`${site.url}/guide`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<title>Guide · Docs</title>');
    expect(body).toMatch(/<h1>Guide<\/h1>.*A guide\./s);
    expect(body).toContain(`<link rel="canonical" href="${site.url}/guide">`);
    expect(linksIn(body)).toEqual(expect.arrayContaining([`/${site.basename}/`, `/${site.basename}/guide/deep`]));
    expect(body).toMatch(new RegExp(`<a href="/${site.basename}/guide" aria-current="page">`));
    expect(body).toMatch(/rel="prev" href="[^"]*\/"/);
    expect(body).toMatch(/rel="next" href="[^"]*\/guide\/deep"/);
  });

  it('shows a title at the start of its text once, and the headings below it one level higher', async () => {
    const other = await aPlainSite(world, { visibility: 'public' });
    const markdown = '# Guide\n\nWords.\n\n## Part\n\n### Detail\n\n# Beside\n';
    const changes = [{ operation: 'update_page', page: other.idOf('guide'), document: { markdown } }];
    await write(world.owner, other.spaceId, changes);
    const { body } = await read(`${other.url}/guide`);
    const headings = [...body.matchAll(/<(h[1-6])[^>]*>(.*?)<\/\1>/gs)].map(
      ([, tag = '', words = '']) => `${tag} ${words.replaceAll(/<[^>]*>/g, '')}`,
    );
    expect(headings.filter((one) => /Guide|Part|Detail|Beside/.test(one))).toEqual([
      'h1 Guide',
      'h2 Part',
      'h3 Detail',
      'h2 Beside',
    ]);
  });

  it('shows its images at addresses that may be kept for good', async () => {
    const { body } = await read(`${site.url}/`);
    const [, src = ''] = /<img[^>]* src="([^"]*)"/.exec(body) ?? [];
    expect(src).toMatch(new RegExp(`^/${site.basename}/~/files/file_[\\w-]+/a\\.png\\?v=[0-9a-f]{16}$`));
    const image = await read(new URL(src, site.url).href);
    expect([image.status, image.headers['content-type'], image.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
  });

  it('shows files of its space that were pasted by their download URL, also of a former address of the service', async () => {
    const own = await aPlainSite(world, { visibility: 'public' });
    const at = `/v1/spaces/${own.spaceId}/content`;
    const { body: file } = await world.owner.rest(`GET ${at}/files/${own.idOf('shown')}`);
    const { pathname, search } = new URL(file.downloadURL);
    const spellings = [file.downloadURL, `http://former.test${pathname}`, `//former.test${pathname}${search}`];
    const markdown = `${spellings.map((url) => `![pasted](${url})`).join('\n\n')}\n\n<img src="${spellings[1]}">`;
    await write(world.owner, own.spaceId, [
      { operation: 'update_page', page: own.idOf('guide'), document: { markdown } },
    ]);
    const { body } = await read(`${own.url}/guide`);
    const sources = [...body.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src]) => src);
    expect(new Set(sources)).toEqual(
      new Set([expect.stringMatching(new RegExp(`^/${own.basename}/~/files/${own.idOf('shown')}/a\\.png\\?v=`))]),
    );
    expect(sources).toHaveLength(4);
  });

  it('leads to files of other spaces of the site that were pasted by their download URL', async () => {
    const parts = await aSectionedSite(world, { visibility: 'public' });
    const changes = [{ operation: 'insert_files', files: [{ name: 'a.png', ref: 'file', base64: pixel }] }];
    const id = (await write(world.owner, parts.older.spaceId, changes)).get('file');
    const { body: file } = await world.owner.rest(`GET /v1/spaces/${parts.older.spaceId}/content/files/${id}`);
    const document = { markdown: `[pasted](${file.downloadURL})` };
    await write(world.owner, parts.latest.spaceId, [{ operation: 'insert_page', title: 'First', document }]);
    const { body } = await read(`${parts.url}/`);
    const [, href = ''] = /<a href="([^"]*)"[^>]*>pasted/.exec(body) ?? [];
    expect(href).toBe(`/${parts.basename}/v1/~/files/${id}`);
    expect((await read(new URL(href, parts.url).href)).headers['content-type']).toBe('image/png');
  });

  it('has headers that let it run nothing but the script of the reader, and load nothing elsewhere but images', async () => {
    const { headers } = await read(`${site.url}/`);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self'; /),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
    });
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('every link and asset of the page leads somewhere', async () => {
    const { body } = await read(`${site.url}/`);
    const addresses = [...body.matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    );
    const statuses = await Promise.all(
      [...new Set(addresses)].map(async (address) => [address, (await read(new URL(address, site.url).href)).status]),
    );
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(8);
  });

  it('is not sent again to a browser that has it, nor its body for HEAD, and is compressed', async () => {
    const url = `${site.url}/guide`;
    const { headers } = await read(url);
    const again = await read(url, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.body]).toEqual([304, '']);
    const head = await read(url, {}, 'HEAD');
    expect([head.status, head.body, head.headers['etag']]).toEqual([200, '', headers['etag']]);
    const small = await read(url, { 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding']).toBe('br');
  });

  it('takes one statement once it is kept, and shows a change with the next request', async () => {
    const other = await aPlainSite(world, { visibility: 'public' });
    const url = `${other.url}/guide`;
    await read(url);
    await world.server.statements.reset();
    const { body } = await read(url);
    expect(world.server.statements.texts).toHaveLength(1);
    expect(body).toContain('A guide.');
    await write(world.owner, other.spaceId, [
      { operation: 'update_page', page: other.idOf('guide'), document: { markdown: 'Another text.' } },
    ]);
    expect((await read(url)).body).toContain('Another text.');
  });

  it('refuses to be written to', async () => {
    const { status, headers } = await read(`${site.url}/guide`, {}, 'POST');
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

describe('an address of a site', () => {
  it.each([
    ['without the slash of the site', '', '/'],
    ['with a slash after a page', '/guide/', '/guide'],
    ['with empty segments', '//guide//deep', '/guide/deep'],
    ['with capital letters', '/Guide/DEEP', '/guide/deep'],
    ['of the first page by its path', '/home', '/'],
  ])('%s leads to the one address', async (_name, given, meant) => {
    const { status, headers } = await read(`${site.url}${given}`);
    expect([status, headers['location']]).toEqual([308, `${site.url}${meant}`]);
  });

  it('of a page that was moved leads to its new address', async () => {
    const moved = await aPlainSite(world, { visibility: 'public' });
    await write(world.owner, moved.spaceId, [
      { operation: 'move_page', page: moved.idOf('deep'), into: moved.idOf('home') },
    ]);
    const { status, headers } = await read(`${moved.url}/guide/deep`);
    expect([status, headers['location']]).toEqual([308, `${moved.url}/home/deep`]);
  });

  it('without a page is 404 in the frame of the site, with pages of similar names', async () => {
    const { status, body } = await read(`${site.url}/guides/deep-things`);
    expect(status).toBe(404);
    expect(body).toContain('Page not found');
    expect(body).toMatch(new RegExp(`class="nearest"><li><a href="/${site.basename}/guide/deep">Deep</a>`));
    expect(body).toContain('<meta name="robots" content="noindex">');
  });

  it.each(['unheard-of', '~/search?q=unicorns'])(
    'that finds nothing names the top of the tree that the visitor sees: %s',
    async (path) => {
      const { body } = await read(`${site.url}/${path}`);
      const found = /<h2>Contents<\/h2><ul class="nearest">(.*?)<\/ul>/.exec(body)?.[1] ?? '';
      expect([...found.matchAll(/<a href="([^"]*)">([^<]*)/g)].map(([, href, title]) => [href, title])).toEqual([
        [`/${site.basename}/`, 'Home'],
        [`/${site.basename}/guide`, 'Guide'],
      ]);
    },
  );

  it('with NUL is one without anything', async () => {
    const paths = ['gu%00ide', 'gu%00ide.md', '~/pages/%00', '~/files/%00/a.png', '%00/guide', '~/search?q=gu%00ide'];
    const statuses = await Promise.all(paths.map(async (path) => (await read(`${site.url}/${path}`)).status));
    expect(statuses).toEqual([404, 404, 302, 404, 404, 200]);
    expect((await read(`${new URL(site.url).origin}/%00/guide`)).status).toBe(404);
  });

  it('of a site that the visitor may not know of has the same answer as one that does not exist', async () => {
    const hidden = await aPlainSite(world, { published: false });
    const linked = await aPlainSite(world, { visibility: 'share-link' });
    const guarded = await aPlainSite(world, {
      published: false,
      visibility: 'visitor-auth',
      fallbackUrl: 'https://login.example.org/docs',
    });
    const answers = await Promise.all(
      [
        `${hidden.url}/guide`,
        `${guarded.url}/guide`,
        `${linked.url}/guide`,
        `${world.base}/nothing/guide`,
        `https://unknown.sites.test/a`,
      ].map(async (url) => {
        const { status, body, headers } = await read(url);
        const { 'x-request-id': _id, date: _date, ...same } = headers;
        return { status, body, same };
      }),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(404);
  });
});

describe('the host', () => {
  it('of the API never shows a site, and one of sites never the API', async () => {
    const api = await world.server.call(`GET /${site.basename}/guide`);
    expect(api.status).toBe(404);
    const { status, headers } = await read(`${world.base}/graphql`);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const { body } = await world.server.call('GET /v1', undefined, { headers: { host: 'sites.test' } });
    expect(body).toHaveProperty('links');
  });

  it('of a verified hostname shows its site, and other addresses of the site lead there', async () => {
    const named = await aPlainSite(world, { visibility: 'public' });
    const hostname = `docs-${named.basename}.example.org`;
    const data = { siteId: named.id, hostname, token: 't', verifiedAt: clock.now() };
    await world.server.platform.db.prisma.siteHostname.create({ data });
    const { status, body } = await read(`https://${hostname}/guide`);
    expect(status).toBe(200);
    expect(body).toContain(`<link rel="canonical" href="https://${hostname}/guide">`);
    const { headers } = await read(`${named.url}/guide/deep`);
    expect(headers['location']).toBe(`https://${hostname}/guide/deep`);
  });

  it('is told to a proxy that gets certificates', async () => {
    const known = await world.server.call('GET /sites/known?domain=reading.sites.test');
    const unknown = await world.server.call('GET /sites/known?domain=elsewhere.example.org');
    expect([known.status, unknown.status]).toEqual([200, 404]);
  });
});

describe('what a visitor may see', () => {
  it('hidden pages and blocks are in no answer of the site', async () => {
    const paths = [
      '/',
      '/guide',
      '/llms.txt',
      '/llms-full.txt',
      '/sitemap.xml',
      '/~/updates.atom',
      '/~/search?q=beta',
      '/index.md',
    ];
    const bodies = await Promise.all(paths.map(async (path) => [path, (await read(`${site.url}${path}`)).body]));
    expect(
      bodies.filter(([, body]) => /beta/i.test(body.replaceAll('“beta”', '').replaceAll('value="beta"', ''))),
    ).toEqual([]);
    for (const path of ['/beta', '/beta.md', `/~/pages/${site.idOf('beta')}`]) {
      const { status, headers } = await read(`${site.url}${path}`);
      expect([path, status === 404 || headers['location'] === `${site.url}/?missing`]).toEqual([path, true]);
    }
  });

  it('a share link opens the site below its key, and no longer once it is revoked', async () => {
    const linked = await aPlainSite(world, { visibility: 'share-link' });
    const { id, key } = await aShareLink(world.server, linked.id);
    const { status, body, headers } = await read(`${linked.url}/${key}/guide`);
    expect([status, headers['cache-control'], headers['vary']]).toEqual([
      200,
      'private, no-cache',
      'Accept-Encoding, Cookie',
    ]);
    expect(
      linksIn(body).filter((href) => href.startsWith('/') && !href.startsWith(`/${linked.basename}/${key}/`)),
    ).toEqual([]);
    await world.server.platform.db.prisma.siteShareLink.update({ where: { id }, data: { active: false } });
    expect((await read(`${linked.url}/${key}/guide`)).status).toBe(404);
  });

  it('unpublishing ends access with the next request', async () => {
    const ended = await aPlainSite(world, { visibility: 'public' });
    expect((await read(`${ended.url}/guide`)).status).toBe(200);
    await world.server.platform.db.prisma.site.update({ where: { id: ended.id }, data: { published: false } });
    expect((await read(`${ended.url}/guide`)).status).toBe(404);
  });
});

describe('a site with sections and variants', () => {
  it('links its sections and variants, and a variant leads to the same page', async () => {
    const { url, latest, older, basename } = await aSectionedSite(world, { visibility: 'public' });
    const pages = [
      { operation: 'insert_page', ref: 'first', title: 'First', document: { markdown: 'One' } },
      { operation: 'insert_page', ref: 'second', title: 'Second', document: { markdown: 'Two' } },
    ];
    const ids = await write(world.owner, latest.spaceId, pages);
    await write(world.owner, older.spaceId, pages);
    const { body } = await read(`${url}/second`);
    expect(linksIn(body)).toContain(`/${basename}/api/`);
    const switched = linksIn(body).find((href) => href.startsWith(`/${basename}/v1/~/pages/${ids.get('second')}`));
    const { status, headers } = await read(new URL(String(switched), url).href);
    expect([status, headers['location']]).toEqual([302, `${url}/v1/second`]);
    expect((await read(`${url}/docs/latest/second`)).headers['location']).toBe(`${url}/second`);
  });
});
