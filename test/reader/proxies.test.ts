import { beforeAll, expect, it } from 'vitest';
import { aServer } from '../app/own-server.ts';
import { linksIn } from '../proposals.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

const schema = {
  type: 'object',
  properties: { unsigned: { type: 'object', properties: { dark: { type: 'boolean' } } } },
};

beforeAll(async () => {
  world = await aSitesWorld('proxied');
  site = await aPlainSite(world, { visibility: 'public', schema });
  const { body } = await world.owner.rest(`PATCH /v1/orgs/${world.organizationId}/sites/${site.id}`, {
    proxy: 'www.example.com/help/docs',
  });
  expect(body.proxy).toEqual({ origin: 'www.example.com/help/docs', target: `${site.url}/` });
});

/** Asks for a path below the address of the site, as a proxy does that names the host of its own. */
async function ask(path: string, forwarded: string | null, trusted: readonly string[] = ['127.0.0.1']) {
  const { app } = await aServer({ TRUST_PROXY: [...trusted] });
  const { host, pathname } = new URL(site.url);
  const headers = { host, ...(forwarded === null ? {} : { 'x-forwarded-host': forwarded }) };
  return app.inject({ url: `${pathname}${path}`, headers });
}

it('the proxy of a site shows it, with all addresses at the place of the proxy', async () => {
  const { statusCode, body } = await ask('/guide', 'www.example.com');
  expect(statusCode).toBe(200);
  expect(body).toContain('<link rel="canonical" href="https://www.example.com/help/docs/guide">');
  const inside = linksIn(body).filter((href) => href.startsWith('/'));
  expect(inside.length).toBeGreaterThan(5);
  expect(inside.filter((href) => !href.startsWith('/help/docs/'))).toEqual([]);
});

it('redirects and cookies for who comes through the proxy are for its address', async () => {
  const slash = await ask('/guide/?a=b', 'www.example.com');
  expect([slash.statusCode, slash.headers.location]).toEqual([308, 'https://www.example.com/help/docs/guide?a=b']);
  const claims = await ask('/guide?visitor.dark=true', 'WWW.example.com');
  expect([claims.statusCode, claims.headers.location]).toEqual([303, 'https://www.example.com/help/docs/guide']);
  expect(String(claims.headers['set-cookie'])).toContain('Path=/help/docs/;');
  const stepped = await ask('/Home.html?a=b', 'www.example.com');
  expect([stepped.statusCode, stepped.headers.location]).toEqual([308, 'https://www.example.com/help/docs/?a=b']);
  const direct = await ask('/guide/', null);
  expect(direct.headers.location).toBe(`${site.url}/guide`);
});

it.each(['elsewhere.example.com', 'example.com', 'www.example.com.evil.example', 'a b', '%'])(
  'a host that is not that of the proxy of the site, such as %s, shows nothing',
  async (host) => {
    const { statusCode, body } = await ask('/guide', host);
    expect([statusCode, body.includes('A guide.')]).toEqual([404, false]);
  },
);

it('a site without a proxy is shown to none', async () => {
  const plain = await aPlainSite(world, { visibility: 'public' });
  const { app } = await aServer({ TRUST_PROXY: ['127.0.0.1'] });
  const { host, pathname } = new URL(plain.url);
  const read = (headers: object) => app.inject({ url: `${pathname}/guide`, headers: { host, ...headers } });
  expect((await read({})).statusCode).toBe(200);
  expect((await read({ 'x-forwarded-host': 'www.example.com' })).statusCode).toBe(404);
});

it('nobody but a trusted proxy names another host', async () => {
  const { statusCode, headers } = await ask('/guide/', 'elsewhere.example.com', []);
  expect([statusCode, headers.location]).toEqual([308, `${site.url}/guide`]);
});
