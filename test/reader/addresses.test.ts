import { beforeAll, describe, expect, it } from 'vitest';
import { aServer } from '../app/own-server.ts';
import type { Reply } from '../harness.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';
import { aRedirect } from '../site-settings-factories.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('places');
  site = await aPlainSite(world, { visibility: 'public' });
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', ref: 'old', title: 'Old name' },
    { operation: 'insert_page', ref: 'group', type: 'group', title: 'Group' },
    { operation: 'insert_page', ref: 'inner', title: 'Inner', into: 'group' },
  ]).then((ids) =>
    write(world.owner, site.spaceId, [{ operation: 'update_page', page: ids.get('old'), slug: 'new-name' }]),
  );
  await aRedirect(world.server, site.id, '/away', { kind: 'url', url: 'https://example.org/there?a=0#part' });
});

const read = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> => {
  const { host, pathname, search } = new URL(url);
  return world.server.call(`GET ${pathname}${search}`, undefined, { headers: { host, ...headers } });
};

const follow = async (url: string) => {
  const { status, headers } = await read(url);
  return [status, headers['location']];
};

describe('a request for a host that cannot be one', () => {
  it.each([
    'xn--.sites.test',
    'a b.sites.test',
    '%0d%0a.sites.test',
    'a\\b.sites.test',
    'a..b<.sites.test',
    'user@places.sites.test',
    '%70laces.sites.test',
  ])('is 400: %s', async (host) => {
    const { status, headers } = await world.server.call('GET /guide', undefined, { headers: { host } });
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  });

  it('or for any other host and path is never a failure of the server', async () => {
    const part = fc.constantFrom(
      'a',
      'xn--',
      '%00',
      '%',
      '..',
      ' ',
      '~',
      ':',
      '[',
      '@',
      'places',
      '\\',
      '?',
      '#',
      'Ⅷ',
      '/',
    );
    const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, async (name, path) => {
        const host = Buffer.from(`${name}.sites.test`).toString('latin1');
        const url = `/${encodeURI(path)}`;
        const { status } = await world.server.call(`GET ${url}`, undefined, { headers: { host } });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: allOrTenth(1_000) },
    );
  });
});

describe('a page of a site whose database has no free connection', () => {
  it('is 503 and says when to come back', async () => {
    const { db } = world.server.platform;
    const first = () => Promise.reject(new Error('timeout exceeded when trying to connect'));
    const { app } = await aServer({}, {}, { db: { ...db, sql: { ...db.sql, first } } });
    const { host, pathname } = new URL(site.url);
    const { statusCode, headers } = await app.inject({ url: `${pathname}/guide`, headers: { host } });
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    const asked = await app.inject({ url: `/sites/known?domain=${host}` });
    expect([asked.statusCode, asked.headers['retry-after']]).toEqual([503, '1']);
  });
});

describe('a proxy that asks for certificates', () => {
  it.each([
    ['places.sites.test', 200],
    ['PLACES.sites.test', 200],
    ['sites.test', 200],
    ['nobody.sites.test', 404],
    ['a.places.sites.test', 404],
    ['elsewhere.example.org', 404],
    ['', 404],
  ])('hears of %s: %i', async (domain, expected) => {
    const { status } = await world.server.call(`GET /sites/known?domain=${domain}`);
    expect(status).toBe(expected);
  });
});

describe('the query of an address', () => {
  it.each([
    ['of a page that was renamed', '/old-name', '/new-name'],
    ['with capital letters', '/Guide/Deep', '/guide/deep'],
    ['with a slash at its end', '/guide/', '/guide'],
    ['of a group', '/group', '/group/inner'],
    ['of the first page', '/home', '/'],
    ['that ends with .html', '/guide.html', '/guide'],
  ])('%s stays with it', async (_name, from, to) => {
    const [, location] = await follow(`${site.url}${from}?utm_source=a%20b&x=1&x=2&flag`);
    expect(location).toBe(`${site.url}${to}?utm_source=a%20b&x=1&x=2&flag`);
  });

  it('goes on to other servers behind their own, without the token of a visitor', async () => {
    expect(await follow(`${site.url}/away?a=1&b=2&jwt_token=x.y.z`)).toEqual([
      302,
      'https://example.org/there?a=0&b=2#part',
    ]);
  });

  it('stays with the address of a page by its id', async () => {
    const url = `${site.url}/~/pages/${site.idOf('guide')}`;
    expect(await follow(`${url}?path=guide&a=1`)).toEqual([302, `${site.url}/guide?a=1`]);
  });

  it('comes back from the sign-in of visitors, also of a search', async () => {
    const guarded = await aPlainSite(world, {
      visibility: 'visitor-auth',
      fallbackUrl: 'https://login.example.org/docs',
    });
    const signIn = async (path: string, accept: string) => {
      const { headers, body } = await read(`${guarded.url}${path}`, { accept });
      const url = headers['location'] ?? /url=([^"]*)/.exec(body)?.[1]?.replaceAll('&amp;', '&');
      return new URL(String(url)).searchParams.get('location');
    };
    expect(await signIn('/guide/deep?q=a%26b&c', 'text/html')).toBe('/guide/deep?q=a%26b&c');
    expect(await signIn('/~/search?q=words', 'text/html')).toBe('/~/search?q=words');
    const token = await guarded.tokenFor({ beta: true });
    const back = `${guarded.url}/guide/deep`;
    expect(await follow(`${back}?q=a%26b&jwt_token=${token}&c`)).toEqual([303, `${back}?q=a%26b&c`]);
    // A sign-in that only appends its token.
    expect(await follow(`${back}?q=a%26b?jwt_token=${token}`)).toEqual([303, `${back}?q=a%26b`]);
    const { body } = await world.server.call(
      'POST /v1/urls/published',
      { url: `${guarded.url}/guide?q=1&jwt_token=bad`, visitor: { jwtToken: 'bad' }, redirectOnError: true },
      { headers: { authorization: `Bearer ${world.owner.secret}` } },
    );
    expect(body).toMatchObject({ redirect: 'https://login.example.org/docs?location=%2Fguide%3Fq%3D1' });
  });

  it('stays with addresses of the manual', async () => {
    for (const [from, to] of [
      ['/manual/?a=1', null],
      ['/manual?a=1', '/manual/?a=1'],
      ['/manual/use/sites/?a=1', '/manual/use/sites?a=1'],
      ['/manual/use/sites.html?a=1', '/manual/use/sites?a=1'],
    ] as const) {
      const { headers } = await world.server.call(`GET ${from}`, undefined, { headers: { accept: 'text/html' } });
      const { location } = headers;
      expect(location === undefined ? null : String(location).replace(/^https?:\/\/[^/]*/, '')).toBe(to);
    }
  });
});

describe('an address that ends as the files of other programs do', () => {
  it.each([
    ['/guide.html', '/guide'],
    ['/guide.htm', '/guide'],
    ['/Guide.HTML', '/guide'],
    ['/guide/deep.html', '/guide/deep'],
    ['/guide/index.html', '/guide'],
    ['/guide/index', '/guide'],
    ['/index.html', '/'],
    ['/index', '/'],
    ['/old-name.html', '/new-name'],
  ])('leads to the page in one step: %s', async (from, to) => {
    expect(await follow(`${site.url}${from}`)).toEqual([308, `${site.url}${to}`]);
  });

  it.each(['/nothing.html', '/nothing/index', '/.html', '/guide.html/x', '/beta.html'])(
    'is 404 where there is no such page: %s',
    async (path) => {
      expect((await read(`${site.url}${path}`)).status).toBe(404);
    },
  );

  it('is that of the page or redirect which has it itself', async () => {
    const own = await aPlainSite(world, { visibility: 'public' });
    await write(world.owner, own.spaceId, [
      { operation: 'insert_page', title: 'Own', slug: 'guide.html' },
      { operation: 'insert_page', title: 'Index', slug: 'index' },
    ]);
    await aRedirect(world.server, own.id, '/guide/deep.html', { kind: 'url', url: 'https://example.org/' });
    expect((await read(`${own.url}/guide.html`)).status).toBe(200);
    expect((await read(`${own.url}/index`)).status).toBe(200);
    expect(await follow(`${own.url}/guide/deep.html`)).toEqual([302, 'https://example.org/']);
  });
});

describe('a redirect', () => {
  it('takes one step to a section, a site space, the first page of one, and a page that has moved', async () => {
    const parts = await aSectionedSite(world, { visibility: 'public' });
    const ids = await write(world.owner, parts.reference.spaceId, [
      { operation: 'insert_page', ref: 'first', title: 'First' },
      { operation: 'insert_page', ref: 'second', title: 'Second' },
    ]);
    await write(world.owner, parts.older.spaceId, [{ operation: 'insert_page', title: 'Older' }]);
    const steps = [
      ['/a', { kind: 'site-section', siteSectionId: parts.api }, '/api/'],
      ['/b', { kind: 'site-space', siteSpaceId: parts.older.id }, '/v1/'],
      ['/c', { kind: 'site-page', siteSpaceId: parts.reference.id, pageId: ids.get('first') }, '/api/'],
      ['/d', { kind: 'site-page', siteSpaceId: parts.reference.id, pageId: ids.get('second') }, '/api/second'],
    ] as const;
    for (const [source, destination, to] of steps) {
      await aRedirect(world.server, parts.id, source, destination);
      const [status, location] = await follow(`${parts.url}${source}?x=1`);
      expect([status, location]).toEqual([308, `${parts.url}${to}?x=1`]);
      expect((await read(String(location))).status).toBe(200);
    }
    expect(await follow(`${parts.url}/API/Second/`)).toEqual([308, `${parts.url}/api/second`]);
  });
});
