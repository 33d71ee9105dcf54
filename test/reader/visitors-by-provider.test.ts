import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proveDomain } from '../corporations.ts';
import type { Reply } from '../harness.ts';
import { anIssuer, anIssuerOf, comeBack, type Issuer } from '../oidc-issuer.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';

let world: SitesWorld;
let issuer: Issuer;
let providerId: string;
const domain = `readers-${process.pid}.test`;
const organization = () => ({ id: world.organizationId, owner: world.owner });

beforeAll(async () => {
  world = await aSitesWorld('readers');
  issuer = await anIssuer();
  const { status } = await world.owner.rest(`PATCH /v1/orgs/${world.organizationId}`, { emailDomains: [domain] });
  expect(status).toBe(200);
  await proveDomain(world.server, organization(), domain);
  providerId = await anIssuerOf(organization(), issuer);
});
afterAll(() => issuer[Symbol.asyncDispose]());
beforeEach(() => {
  issuer.answers = { claims: reader() };
});

const reader = (more = {}) => ({ sub: 'ada', email: `ada@${domain}`, email_verified: true, beta: true, ...more });

const read = (url: string, cookie = '', method = 'GET'): Promise<Reply> => {
  const { host, pathname, search } = new URL(url);
  const headers = { host, ...(cookie === '' ? {} : { cookie }) };
  return world.server.call(`${method} ${pathname}${search}`, undefined, { headers });
};

/** Where a page leads on to. */
const linkIn = ({ body }: Reply) => (/<a href="([^"]+)"/.exec(String(body))?.[1] ?? '').replaceAll('&amp;', '&');
const cookieOf = ({ headers }: Reply, name: string) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.includes(name))
    ?.split(';')[0] ?? '';

/** A site whose visitors the provider signs in. */
async function aGuardedSite(settings: object = {}, values: object = {}) {
  const site = await aPlainSite(world, { visibility: 'visitor-auth', ...values });
  const auth = `/v1/orgs/${world.organizationId}/sites/${site.id}/publishing/auth`;
  const { status, body } = await world.owner.rest(`PATCH ${auth}`, { providerId, ...settings });
  expect([status, body.providerId]).toEqual([200, providerId]);
  return { ...site, auth };
}

/** Begins at an address of a site, as a browser does. */
async function begin(url: string, kept = '') {
  const away = await read(url, kept);
  expect(away.status).toBe(302);
  const begun = await read(String(away.headers['location']), kept);
  const location = new URL(linkIn(begun));
  issuer.nonce = location.searchParams.get('nonce') ?? '';
  const cookie = cookieOf(begun, 'octavo-signin-');
  return { providerId, state: location.searchParams.get('state') ?? '', cookie };
}

interface SignedIn {
  readonly refused?: string;
  readonly session?: string;
  /** Where the visitor is led. */
  readonly to?: string;
  readonly end?: Reply;
}

/** Signs a visitor in. */
async function signIn(url: string): Promise<SignedIn> {
  const begun = await begin(url);
  const back = await comeBack(world.server, issuer, begun);
  if (back.status !== 303) return { refused: back.body.error.message as string };
  const end = await read(String(back.headers['location']), begun.cookie);
  return { session: cookieOf(end, 'octavo-site_'), to: linkIn(end), end };
}

describe('a visitor whom a provider of the organization signs in', () => {
  it('comes back to the address with its query, sees what the claims allow, and signs out', async () => {
    const site = await aGuardedSite();
    const users = () => world.server.platform.db.prisma.user.count();
    const before = await users();
    const { session = '', to, end } = await signIn(`${site.url}/beta?from=mail&q=a%20b`);
    expect([end?.status, to]).toEqual([200, `${site.url}/beta?from=mail&q=a%20b`]);
    expect(String(end?.headers['set-cookie'])).toContain('HttpOnly; SameSite=Lax; Secure');
    expect(await users()).toBe(before);
    const page = await read(`${site.url}/beta`, session);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(page.body).toContain('/~/signout');
    issuer.answers = { claims: reader({ beta: false }) };
    const other = await signIn(`${site.url}/guide`);
    expect((await read(`${site.url}/guide`, other.session)).status).toBe(200);
    expect((await read(`${site.url}/beta`, other.session)).status).toBe(404);
    expect((await read(`${site.url}/guide`)).status).toBe(302);
    // Signed in already, the begin leads on at once.
    const again = await read(`${site.url}/~/signin?location=%2Fguide`, session);
    expect([again.status, again.headers['location']]).toEqual([303, `${site.url}/guide`]);
  });

  it('is the one who began: a code works in no other browser, for no other site, and leads nowhere else', async () => {
    const [site, second] = [await aGuardedSite(), await aGuardedSite()];
    const begun = await begin(`${site.url}/guide`);
    const back = String((await comeBack(world.server, issuer, begun)).headers['location']);
    const elsewhere = await begin(`${second.url}/guide`);
    for (const [url, cookie] of [
      [back, ''],
      [back, elsewhere.cookie.replace(second.id, site.id)],
      [back.replace(site.url, second.url), elsewhere.cookie],
      [back.replace(/code=[^&]+/, 'code=a.b.c'), begun.cookie],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const failed = await read(url, cookie);
      expect([failed.status, cookieOf(failed, 'octavo-site_')]).toEqual([403, '']);
      expect(linkIn(failed)).toBe('./signin?location=%2Fguide');
    }
    const off = await read(back.replace('state=%2Fguide', 'state=%2F%2Fevil.example'), begun.cookie);
    expect(linkIn(off)).toBe(`${site.url}//evil.example`);
    const far = await read(back.replace('state=%2Fguide', 'state=https%3A%2F%2Fevil.example'), begun.cookie);
    expect(linkIn(far)).toBe(`${site.url}/`);
  });

  it('shares the sign-in of tabs that begin together', async () => {
    const site = await aGuardedSite();
    const first = await begin(`${site.url}/guide`);
    const second = await begin(`${site.url}/beta`, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    const back = await comeBack(world.server, issuer, second);
    expect(linkIn(await read(String(back.headers['location']), first.cookie))).toBe(`${site.url}/beta`);
  });

  it.each([
    ['an address that is not verified', { email_verified: false }, 'not verified'],
    ['an address elsewhere', { email: 'ada@elsewhere.test' }, 'does not list'],
    ['no address', { email: undefined }, 'names no email address'],
  ])('is refused with %s', async (_name, claims, message) => {
    const site = await aGuardedSite();
    issuer.answers = { claims: reader({ sub: 'stranger', ...claims }) };
    expect(await signIn(`${site.url}/guide`)).toEqual({ refused: expect.stringContaining(message) });
  });

  it('is a member where the site is for members only, and ends with the settings', async () => {
    const site = await aGuardedSite({ membersOnly: true });
    issuer.answers = { claims: reader({ sub: 'bob', email: `bob@${domain}` }) };
    expect(await signIn(`${site.url}/guide`)).toEqual({ refused: expect.stringContaining('members') });
    const { prisma } = world.server.platform.db;
    await prisma.user.update({ where: { id: world.owner.userId }, data: { email: `own@${domain}` } });
    issuer.answers = { claims: reader({ sub: 'own', email: `own@${domain}` }) };
    const { session, end } = await signIn(`${site.url}/guide`);
    expect(String(end?.headers['set-cookie'])).toContain('Max-Age=3600');
    expect((await read(`${site.url}/guide`, session)).status).toBe(200);
    expect((await world.owner.rest(`PATCH ${site.auth}`, { membersOnly: false })).status).toBe(200);
    expect((await read(`${site.url}/guide`, session)).status).toBe(302);
  });

  it('is asked by nobody once the site has no provider', async () => {
    const site = await aGuardedSite();
    const begun = await begin(`${site.url}/guide`);
    expect((await world.owner.rest(`PATCH ${site.auth}`, { providerId: null })).body).not.toHaveProperty('providerId');
    expect((await comeBack(world.server, issuer, begun)).status).toBe(403);
    expect((await read(`${site.url}/guide`)).status).toBe(404);
    expect((await read(`${site.url}/~/signin`)).status).toBe(404);
  });
});

describe('PATCH …/publishing/auth', () => {
  it('takes an OpenID Connect provider of the organization alone, and members only with one', async () => {
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    const auth = `/v1/orgs/${world.organizationId}/sites/${site.id}/publishing/auth`;
    const other = await world.owner.rest('POST /v1/orgs', { title: 'Another' });
    const foreign = await anIssuerOf({ id: other.body.id, owner: world.owner }, issuer);
    for (const id of [foreign, 'oidc_absent'])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await world.owner.rest(`PATCH ${auth}`, { providerId: id })).body.error.type).toBe('reference_not_found');
    const alone = await world.owner.rest(`PATCH ${auth}`, { membersOnly: true });
    expect([alone.status, alone.body.error.message]).toEqual([400, expect.stringContaining('provider')]);
    expect((await world.owner.rest(`PATCH ${auth}`, { providerId, membersOnly: true })).body).toMatchObject({
      membersOnly: true,
    });
    expect((await world.owner.rest(`PATCH ${auth}`, { providerId: null })).body).toMatchObject({ membersOnly: false });
  });
});
