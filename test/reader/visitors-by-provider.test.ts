import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aProviderOf, proveDomain } from '../corporations.ts';
import { baseUrl, type Reply } from '../harness.ts';
import { anIssuer, anIssuerOf, comeBack, type Issuer } from '../oidc-issuer.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { aKeyPair, aResponse, begunAt, post, type KeyPair, type ResponseValues } from '../saml-idp.ts';
import { clock } from '../setup/clock.ts';

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
  return endOf(await comeBack(world.server, issuer, begun), begun.cookie);
}

/** What the site makes of the answer of a callback. */
async function endOf(back: Reply, cookie: string): Promise<SignedIn> {
  expect(back.status).toBe(303);
  const end = await read(String(back.headers['location']), cookie);
  if (end.status === 403) return { refused: reasonIn(end) };
  return { session: cookieOf(end, 'octavo-site_'), to: linkIn(end), end };
}

const reasonIn = ({ body }: Reply) => /<h1>Sign-in failed<\/h1>\s*<p>([^<]+)/.exec(String(body))?.[1] ?? '';

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
      const failed = await read(url, cookie);
      expect([failed.status, cookieOf(failed, 'octavo-site_')]).toEqual([403, '']);
      expect(linkIn(failed)).toBe('./signin?location=%2Fguide&again=');
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
    expect(String(end?.headers['set-cookie'])).toMatch(/Max-Age=3(?:600|599);/);
    expect((await read(`${site.url}/guide`, session)).status).toBe(200);
    expect((await world.owner.rest(`PATCH ${site.auth}`, { membersOnly: false })).status).toBe(200);
    expect((await read(`${site.url}/guide`, session)).status).toBe(302);
  });

  it('is asked by nobody once the site has no provider', async () => {
    const site = await aGuardedSite();
    const begun = await begin(`${site.url}/guide`);
    expect((await world.owner.rest(`PATCH ${site.auth}`, { providerId: null })).body).not.toHaveProperty('providerId');
    const back = await comeBack(world.server, issuer, begun);
    expect((await read(String(back.headers['location']), begun.cookie)).status).toBe(404);
    expect((await read(`${site.url}/guide`)).status).toBe(404);
    expect((await read(`${site.url}/~/signin`)).status).toBe(404);
  });
});

describe('a visitor who is refused', () => {
  it('is led back to the site, whose page says why and begins again, and shows nobody else what it says', async () => {
    const site = await aGuardedSite();
    const begun = await begin(`${site.url}/guide?from=mail`);
    const denied = { error: 'access_denied', error_description: 'Not <b>you</b>' };
    const back = await comeBack(world.server, issuer, begun, denied);
    const url = String(back.headers['location']);
    expect([back.status, url.startsWith(`${site.url}/~/signed-in?refusal=`)]).toEqual([303, true]);
    const shown = await read(url, begun.cookie);
    expect([shown.status, reasonIn(shown)]).toEqual([403, expect.stringContaining('Not &lt;b&gt;you')]);
    expect(linkIn(shown)).toBe('./signin?location=%2Fguide%3Ffrom%3Dmail&again=');
    const again = await read(new URL(linkIn(shown), url).href, begun.cookie);
    expect(linkIn(again)).toContain(`${issuer.url}/authorize`);
    const second = await aGuardedSite();
    const elsewhere = await begin(`${second.url}/guide`);
    for (const [address, cookie] of [
      [url, ''],
      [url, elsewhere.cookie.replace(second.id, site.id)],
      [url.replace(site.url, second.url), begun.cookie.replace(site.id, second.id)],
      [url.replace(/refusal=[^&]+/, 'refusal=a.b.c'), begun.cookie],
    ] as const)
      expect(reasonIn(await read(address, cookie))).toBe('The sign-in is not valid for this site, or it has expired.');
  });

  it('is led back also where the sign-in took too long, and where it does not answer one the page says so', async () => {
    const site = await aGuardedSite();
    const begun = await begin(`${site.url}/guide`);
    const late = () =>
      clock.ahead(11 * 60_000, async () => endOf(await comeBack(world.server, issuer, begun), begun.cookie));
    expect((await late()).refused).toContain('in progress');
    // The answer is spent: nothing says any more which site it was for.
    const spent = await comeBack(world.server, issuer, begun);
    expect([spent.status, spent.body.error.type]).toEqual([403, 'sign_in_refused']);
  });
});

describe('a visitor whom a provider of SAML signs in', () => {
  let pair: KeyPair;
  let samlId: string;
  beforeAll(async () => {
    pair = aKeyPair();
    const company = await aProviderOf(organization(), { domain, pair });
    samlId = company.providerId;
  });

  /** A site whose visitors the provider of SAML signs in. */
  async function aSite(settings: object = {}) {
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    const auth = `/v1/orgs/${world.organizationId}/sites/${site.id}/publishing/auth`;
    const { status, body } = await world.owner.rest(`PATCH ${auth}`, { providerId: samlId, ...settings });
    expect([status, body.providerId]).toEqual([200, samlId]);
    return site;
  }

  async function beginSaml(url: string) {
    const away = await read(url);
    const begun = await read(String(away.headers['location']));
    const cookie = cookieOf(begun, 'octavo-signin-');
    return { ...begunAt({ headers: { location: linkIn(begun) } }, samlId), cookie };
  }

  /** Signs a visitor in; the values falsify the response. */
  async function signInBySaml(url: string, values: Partial<ResponseValues> = {}): Promise<SignedIn> {
    const begun = await beginSaml(url);
    const RelayState = begun.location.searchParams.get('RelayState') ?? '';
    const xml = await aResponse(begun, { pair, email: `ada@${domain}`, ...values });
    return endOf(await post(world.server, begun, xml, { RelayState }), begun.cookie);
  }

  it('comes back to the address with its query, and sees what the attributes allow', async () => {
    const site = await aSite();
    const users = () => world.server.platform.db.prisma.user.count();
    const before = await users();
    const { session = '', to } = await signInBySaml(`${site.url}/beta?from=mail&q=a%20b`, {
      attributes: { beta: 'true' },
    });
    expect(to).toBe(`${site.url}/beta?from=mail&q=a%20b`);
    expect((await read(`${site.url}/beta`, session)).status).toBe(200);
    const plain = await signInBySaml(`${site.url}/guide`, { attributes: { beta: ['true', 'false'] } });
    expect((await read(`${site.url}/guide`, plain.session)).status).toBe(200);
    expect((await read(`${site.url}/beta`, plain.session)).status).toBe(404);
    expect(await users()).toBe(before);
  });

  it('posts the request where the provider wants it, from a page of the service', async () => {
    const site = await aSite();
    const path = `/v1/orgs/${world.organizationId}/saml/${samlId}`;
    const { prisma } = world.server.platform.db;
    await prisma.samlProvider.update({ where: { id: samlId }, data: { ssoBinding: 'post' } });
    const away = await read(`${site.url}/guide`);
    const begun = await read(String(away.headers['location']));
    const at = new URL(linkIn(begun));
    expect(at.href).toContain(`${baseUrl}/saml/${samlId}/start?request=_`);
    const page = await world.server.call(`GET ${at.pathname}${at.search}`);
    const [, request = ''] = /name="SAMLRequest" value="([^"]+)"/.exec(String(page.body)) ?? [];
    const [, relayState = ''] = /name="RelayState" value="([^"]+)"/.exec(String(page.body)) ?? [];
    const xml = Buffer.from(request, 'base64').toString();
    const requestId = /\bID="([^"]+)"/.exec(xml)?.[1] ?? '';
    expect(requestId).toBe(at.searchParams.get('request'));
    const answer = { providerId: samlId, verifier: '', requestXml: xml, requestId, location: at };
    const response = await aResponse(answer, { pair, email: `ada@${domain}` });
    const back = await post(world.server, answer, response, { RelayState: relayState });
    expect((await endOf(back, cookieOf(begun, 'octavo-signin-'))).to).toBe(`${site.url}/guide`);
    for (const id of ['_absent', '', '%00', '_'.repeat(2_000)])
      expect((await world.server.call(`GET /saml/${samlId}/start?request=${id}`)).status).toBe(404);
    expect((await world.owner.rest(`GET ${path}`)).status).toBe(200);
    await prisma.samlProvider.update({ where: { id: samlId }, data: { ssoBinding: 'redirect' } });
  });

  it.each([
    ['an address elsewhere', { email: 'ada@elsewhere.test' }, 'does not list'],
    ['a response of another provider', { issuer: 'urn:other' }, 'another identity provider'],
    ['a response for another service', { audience: 'urn:other' }, 'refused'],
  ])('is led back with %s', async (_name, values, message) => {
    const site = await aSite();
    expect(await signInBySaml(`${site.url}/guide`, values)).toEqual({ refused: expect.stringContaining(message) });
  });

  it('is led back with a response that nobody has signed, which tells nothing but where to', async () => {
    const site = await aSite();
    const refused = await signInBySaml(`${site.url}/guide`, { pair: aKeyPair() });
    expect(refused).toEqual({ refused: expect.stringContaining('refused') });
    const begun = await beginSaml(`${site.url}/guide`);
    const xml = await aResponse(begun, { pair: aKeyPair(), email: `ada@${domain}` });
    for (const RelayState of ['_absent', '', '\u0000', '_'.repeat(5_000)]) {
      const lost = await post(world.server, begun, xml, { RelayState });
      expect([RelayState, lost.status, lost.body.error.type]).toEqual([RelayState, 403, 'sign_in_refused']);
    }
  });

  it('is a member where the site is for members only', async () => {
    const site = await aSite({ membersOnly: true });
    expect(await signInBySaml(`${site.url}/guide`, { email: `stranger@${domain}` })).toEqual({
      refused: expect.stringContaining('members'),
    });
    const { prisma } = world.server.platform.db;
    await prisma.user.update({ where: { id: world.owner.userId }, data: { email: `member@${domain}` } });
    const { end } = await signInBySaml(`${site.url}/guide`, { email: `member@${domain}` });
    expect(String(end?.headers['set-cookie'])).toMatch(/Max-Age=3(?:600|599);/);
  });
});

describe('PATCH …/publishing/auth', () => {
  it('takes an active provider of the organization alone, and members only with one', async () => {
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    const auth = `/v1/orgs/${world.organizationId}/sites/${site.id}/publishing/auth`;
    const other = await world.owner.rest('POST /v1/orgs', { title: 'Another' });
    const foreign = await anIssuerOf({ id: other.body.id, owner: world.owner }, issuer);
    for (const id of [foreign, 'oidc_absent'])
      expect((await world.owner.rest(`PATCH ${auth}`, { providerId: id })).body.error.type).toBe('reference_not_found');
    const alone = await world.owner.rest(`PATCH ${auth}`, { membersOnly: true });
    expect([alone.status, alone.body.error.message]).toEqual([400, expect.stringContaining('provider')]);
    expect((await world.owner.rest(`PATCH ${auth}`, { providerId, membersOnly: true })).body).toMatchObject({
      membersOnly: true,
    });
    expect((await world.owner.rest(`PATCH ${auth}`, { providerId: null })).body).toMatchObject({ membersOnly: false });
  });
});
