import { beforeAll, describe, expect, it } from 'vitest';
import { signPreviewToken } from '../../src/domain/people/visitors/preview-token.ts';
import type { Reply } from '../harness.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { clock } from '../setup/clock.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;

beforeAll(async () => {
  world = await aSitesWorld('claims');
});

const read = (url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Reply> => {
  const { host, pathname, search } = new URL(url);
  return world.server.call(`${method} ${pathname}${search}`, undefined, { headers: { host, ...headers } });
};

const schema = {
  type: 'object',
  properties: {
    beta: { type: 'boolean' },
    unsigned: { type: 'object', properties: { dark: { type: 'boolean' } }, additionalProperties: false },
  },
  additionalProperties: false,
};

describe('claims in the address', () => {
  it('are kept in a cookie of the site, under `unsigned` alone, and taken out of the address', async () => {
    const site = await aPlainSite(world, { visibility: 'public', schema });
    await write(world.owner, site.spaceId, [
      {
        operation: 'update_page',
        page: site.idOf('guide'),
        document: { markdown: '{% if visitor.claims.unsigned.dark %}\nDark text\n{% endif %}' },
      },
    ]);
    expect((await read(`${site.url}/guide`)).body).not.toContain('Dark text');
    const { status, headers } = await read(`${site.url}/guide?visitor.dark=true&visitor.beta=true&from=mail`);
    expect([status, headers['location']]).toEqual([303, `${site.url}/guide?from=mail`]);
    const [cookie = '', ...attributes] = String(headers['set-cookie']).split('; ');
    expect(attributes).toEqual([`Path=/${site.basename}/`, 'Max-Age=2592000', 'HttpOnly', 'SameSite=Lax', 'Secure']);
    const page = await read(`${site.url}/guide`, { cookie });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(page.body).toContain('Dark text');
    expect((await read(`${site.url}/beta`, { cookie })).status).toBe(404);
    const { host, pathname } = new URL(`${site.url}/~/signout`);
    const left = { host, cookie, 'sec-fetch-site': 'same-origin' };
    const out = await world.server.call(`POST ${pathname}`, undefined, { headers: left });
    expect(out.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^__Secure-octavo-${site.id}=;.*Max-Age=0`)),
      expect.stringMatching(new RegExp(`^__Secure-octavo-claims-${site.id}=;.*Max-Age=0`)),
    ]);
  });

  it.each([
    ['of a site that knows none', {}, '?visitor.dark=true'],
    ['that the site does not know', { schema }, '?visitor.light=true&visitor.__proto__.dark=true'],
  ])('%s change nothing', async (_name, values, query) => {
    const site = await aPlainSite(world, { visibility: 'public', ...values });
    const { status, headers } = await read(`${site.url}/guide${query}`);
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
  });

  it.each(['x', 'bm9uc2Vuc2U', 'a'.repeat(3_000)])('are ignored when the cookie is %.12s', async (value) => {
    const site = await aPlainSite(world, { visibility: 'public', schema });
    const { status } = await read(`${site.url}/guide`, { cookie: `__Secure-octavo-claims-${site.id}=${value}` });
    expect(status).toBe(200);
  });
});

describe('a page', () => {
  it('names users, and links to the application where the site says so', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const { userId } = world.owner;
    const { displayName, email } = (await world.owner.rest('GET /v1/user')).body;
    const markdown = `<table><thead><tr><th>Part</th><th data-type="users">Who</th></tr></thead><tbody><tr><td>A</td><td>${userId}</td></tr></tbody></table>`;
    await write(world.owner, site.spaceId, [
      { operation: 'update_page', page: site.idOf('guide'), document: { markdown } },
    ]);
    const page = String((await read(`${site.url}/guide`)).body);
    expect([page.includes(`<td>${displayName}</td>`), page.includes(email)]).toEqual([true, false]);
    const edit = `/spaces/${site.spaceId}/pages/${site.idOf('guide')}"`;
    expect(page).not.toContain(edit);
    const at = `PUT /v1/orgs/${world.organizationId}/sites/${site.id}/customization`;
    const { body: settings } = await world.owner.rest(at.replace('PUT', 'GET'));
    const { status } = await world.owner.rest(at, { ...settings, git: { showEditLink: true } });
    expect(status).toBe(200);
    expect(String((await read(`${site.url}/guide`)).body)).toContain(edit);
  });
});

describe('the own addresses of a site', () => {
  it('are hidden by no page: its slug may not be "~"', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const page = { operation: 'insert_page', title: 'Tilde', slug: '~', document: { markdown: '' } };
    const { status, body } = await world.owner.rest(`POST /v1/spaces/${site.spaceId}/content`, { changes: [page] });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('must not be \\"~\\"')]);
    const named = await write(world.owner, site.spaceId, [{ ...page, slug: undefined, title: '~', ref: 'named' }]);
    const { path } = (await world.owner.rest(`GET /v1/spaces/${site.spaceId}/content/page/${named.get('named')}`)).body;
    expect(path).not.toBe('~');
  });
});

describe('a reusable content', () => {
  it('shows those that it includes, and ends where one includes itself', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const insert = (title: string, markdown: string) => ({
      operation: 'insert_reusable_content',
      title,
      document: { markdown },
    });
    await write(world.owner, site.spaceId, [
      insert('Inner', 'Innermost words\n\n{% include "outer.md" %}'),
      insert('Outer', 'Outer words\n\n{% include "inner.md" %}'),
      { operation: 'update_page', page: site.idOf('guide'), document: { markdown: '{% include "outer.md" %}' } },
    ]);
    const { body } = await read(`${site.url}/guide`);
    expect(body).toMatch(/Outer words.*Innermost words/s);
    expect(body.split('Outer words')).toHaveLength(2);
  });
});

describe('a visitor with a token', () => {
  it('keeps a session in a cookie of the site alone, sees what the claims allow, and no longer with a new key', async () => {
    const guarded = await aPlainSite(world, {
      visibility: 'visitor-auth',
      fallbackUrl: 'https://login.example.org/docs',
    });
    const open = await aPlainSite(world, { visibility: 'public' });
    const without = await read(`${guarded.url}/guide`);
    expect([without.status, without.headers['location']]).toEqual([
      302,
      'https://login.example.org/docs?location=%2Fguide',
    ]);
    // A second that ends between the two would be missing in the age.
    const goOn = clock.hold();
    const signedIn = await read(`${guarded.url}/beta?jwt_token=${await guarded.tokenFor({ beta: true })}`);
    goOn();
    expect([signedIn.status, signedIn.headers['location']]).toEqual([303, `${guarded.url}/beta`]);
    const [cookie = ''] = String(signedIn.headers['set-cookie']).split(';');
    expect(String(signedIn.headers['set-cookie'])).toBe(
      `${cookie}; Path=/${guarded.basename}/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure`,
    );
    const page = await read(`${guarded.url}/beta`, { cookie });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(page.body).toContain('For beta users');
    const plain = await read(`${guarded.url}/guide?jwt_token=${await guarded.tokenFor({})}`);
    const [plainCookie = ''] = String(plain.headers['set-cookie']).split(';');
    expect((await read(`${guarded.url}/beta`, { cookie: plainCookie })).status).toBe(404);
    expect((await read(`${open.url}/beta`, { cookie })).status).toBe(404);
    expect((await world.server.call('GET /v1/user', undefined, { headers: { cookie } })).status).toBe(401);
    await world.server.platform.db.prisma.siteVisitorAuth.update({
      where: { siteId: guarded.id },
      data: { keyVersion: { increment: 1 } },
    });
    expect((await read(`${guarded.url}/beta`, { cookie })).status).toBe(302);
  });

  // The policy of pages does not let their forms be redirected to another origin.
  it('that has ended signs in from a form by a page that leads there', async () => {
    const guarded = await aPlainSite(world, {
      visibility: 'visitor-auth',
      fallbackUrl: 'https://login.example.org/docs',
    });
    const own = { 'sec-fetch-site': 'same-origin' };
    for (const [method, path] of [
      ['GET', '~/search?q=a'],
      ['POST', '~/signout'],
    ] as const) {
      const { status, body } = await read(`${guarded.url}/${path}`, own, method);
      expect([path, status, /refresh" content="0;url=(\S+)\?/.exec(body)?.[1]]).toEqual([
        path,
        200,
        'https://login.example.org/docs',
      ]);
    }
    const asked = await read(`${guarded.url}/~/search?q=a`, { accept: 'application/json' });
    expect(asked.status).toBe(302);
  });

  it('with an invalid one is told so, instead of being sent to sign in again', async () => {
    const guarded = await aPlainSite(world, {
      visibility: 'visitor-auth',
      fallbackUrl: 'https://login.example.org/docs',
    });
    const { status, body } = await read(`${guarded.url}/guide?a=b&jwt_token=nonsense`);
    expect(status).toBe(403);
    expect(body).toContain('not valid');
    const [, again = ''] = /<a href="([^"]*)">Sign in again/.exec(String(body)) ?? [];
    const { href } = new URL(again, `${guarded.url}/guide?a=b&jwt_token=nonsense`);
    expect(href).toBe(`${guarded.url}/guide?a=b`);
    const start = await read(href);
    const { searchParams } = new URL(String(start.headers['location']));
    expect([start.status, searchParams.get('location')]).toEqual([302, '/guide?a=b']);
  });

  it('of a preview sees a site before it is published, with a bar, until signing out', async () => {
    const draft = await aPlainSite(world, { published: false });
    const token = await signPreviewToken(world.server.platform.services.siteTokenKey, {
      siteId: draft.id,
      claims: { beta: true },
      now: clock.now(),
    });
    const { headers } = await read(`${draft.url}/?jwt_token=${token}`);
    const [cookie = ''] = String(headers['set-cookie']).split(';');
    const page = await read(`${draft.url}/beta`, { cookie });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain('{&quot;beta&quot;:true}');
    const elsewhere = await read(`${draft.url}/~/signout`, { cookie, 'sec-fetch-site': 'cross-site' }, 'POST');
    expect(elsewhere.status).toBe(403);
    const out = await read(`${draft.url}/~/signout`, { cookie, 'sec-fetch-site': 'same-origin' }, 'POST');
    expect([out.status, String(out.headers['set-cookie'])]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    expect(out.body).toContain(`<meta http-equiv="refresh" content="0;url=${draft.url}/">`);
  });
});
