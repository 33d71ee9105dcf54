import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aCorporation } from '../corporations.ts';
import type { CallOptions, Harness, Reply } from '../harness.ts';
import { anIssuer, anIssuerOf, beginOidc, comeBack, type Issuer } from '../oidc-issuer.ts';
import { signInByLink, signInByPasskey } from '../passkey-people.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { aKeyPair, aResponse, begin, codeOf, exchange, post, type KeyPair } from '../saml-idp.ts';
import { randomBytes } from '../setup/seed.ts';

/** A secret, and the answers that show it: to whom it is made for, once. */
interface Secret {
  readonly text: string;
  readonly shownBy: RegExp | null;
}

let world: SitesWorld;
let server: Harness;
let issuer: Issuer;
let pair: KeyPair;
const answers: { readonly signature: string; readonly text: string }[] = [];
const logged: string[] = [];
const secrets = new Map<string, Secret>();

beforeAll(async () => {
  world = await aSitesWorld('whispers');
  issuer = await anIssuer();
  pair = aKeyPair();
  // What helpers call is heard.
  const call = async (signature: string, body?: unknown, options?: CallOptions): Promise<Reply> => {
    const reply = await world.server.call(signature, body, options);
    answers.push({ signature, text: JSON.stringify([reply.headers, reply.body]) });
    return reply;
  };
  server = { ...world.server, call };
  const { log } = world.server.platform.services;
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...said: unknown[]) => {
      logged.push(said.map((one) => JSON.stringify(one, expanded)).join(' '));
    });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await issuer[Symbol.asyncDispose]();
});

/** Errors with what they hide from JSON, as the log writes them. */
const expanded = (_key: string, value: unknown): unknown =>
  value instanceof Error
    ? { ...Object.fromEntries(Object.entries(value)), message: value.message, stack: value.stack, cause: value.cause }
    : value;

function keep(what: string, text: string | null | undefined, shownBy: RegExp | null = null): string {
  if (!text || text.length < 16) throw new Error(`${what} is no secret: ${text}`);
  secrets.set(what, { text, shownBy });
  return text;
}

const aSecret = () => randomBytes(24).toString('base64url');
const restAs = (token: string) => (signature: string, body?: unknown) =>
  server.call(signature, body, { headers: { authorization: `Bearer ${token}` } });
const paramOf = ({ headers }: Reply, name: string) => new URL(String(headers['location'])).searchParams.get(name);
const sessionMade = /^POST \/v1\/sessions$/;

/** Signs somebody in by OpenID Connect, and keeps everything that is secret on the way. */
async function byOidc(providerId: string, name: string) {
  const access = keep(`${name}: the access token of the provider`, aSecret());
  const code = keep(`${name}: the code of the provider`, aSecret());
  issuer.answers = {
    claims: { sub: aSecret(), email: `${name}@elsewhere.test`, email_verified: true },
    token: { access_token: access },
    idToken: (token) => keep(`${name}: the ID token`, token),
  };
  const begun = await beginOidc(server, issuer, providerId);
  keep(`${name}: state`, begun.state, /^GET \/oidc\/\S+\/start/);
  keep(`${name}: nonce`, issuer.nonce, /^GET \/oidc\/\S+\/start/);
  const back = await comeBack(server, issuer, begun, { code });
  keep(`${name}: the verifier for the provider`, issuer.redeemed.at(-1)?.get('code_verifier'));
  return { begun, back };
}

describe('what is secret in a sign-in', () => {
  it('is in no other answer than the one that makes it, in no event and in no line of the log', async () => {
    const { owner, organizationId: id } = world;
    const admin = restAs(keep('the token of the admin', owner.secret));
    const operator = restAs((await world.server.aUser({ isInstanceAdmin: true })).secret);

    // A colleague by OpenID Connect, and one who is refused.
    const clientSecret = keep('the client secret', aSecret());
    const providerId = await anIssuerOf({ id, owner: { rest: admin } }, issuer, { admits: 'everyone', clientSecret });
    const { begun, back } = await byOidc(providerId, 'ada');
    keep('ada: the code', paramOf(back, 'code'), /^GET \/oidc\/\S+\/callback/);
    keep('ada: the verifier of the client', begun.verifier);
    const session = (await exchange(server, codeOf(back), begun.verifier)).body;
    const ada = restAs(keep('ada: the session', session.token, sessionMade));
    await exchange(server, codeOf(back), begun.verifier);
    await admin(`PATCH /v1/orgs/${id}/oidc/${providerId}`, { requires: { claim: 'groups', values: ['docs'] } });
    expect((await byOidc(providerId, 'eve')).back.status).toBe(403);
    issuer.answers = { tokenStatus: 401, token: { error: 'invalid_client' } };
    await comeBack(server, issuer, await beginOidc(server, issuer, providerId), {
      code: keep('a code that is refused', aSecret()),
    });
    await admin(`POST /v1/orgs/${id}/oidc/${providerId}/check`);
    await admin(`PATCH /v1/orgs/${id}/oidc/${providerId}`, { requires: null });
    await ada('GET /v1/user/sessions');

    // A guest by an invitation and a passkey, who is recovered.
    const invited = await admin(`POST /v1/orgs/${id}/invites`, { emails: ['guest@elsewhere.test'], links: true });
    const link = new URL(invited.body.links[0].url);
    keep('the link of an invitation', link.hash.slice('#link='.length), /^POST \/v1\/orgs\/\S+\/invites$/);
    const made = await signInByLink(server, link.href);
    keep('guest: the session by the link', made.session.token, sessionMade);
    const guest = await signInByPasskey(server, made.passkey);
    keep('guest: the session by the passkey', guest.session.token, sessionMade);
    await guest.rest('GET /v1/user/passkeys');
    const recovery = await operator(`POST /v1/users/${guest.session.user}/sign-in-links`);
    const again = new URL(recovery.body.url).hash.slice('#link='.length);
    keep('the link of a recovery', again, /^POST \/v1\/users\/\S+\/sign-in-links$/);
    keep('guest: the session afterwards', (await signInByLink(server, recovery.body.url)).session.token, sessionMade);

    // A company by SAML, whose provider provisions people.
    const company = await aCorporation(world.server, pair);
    const asked = await begin(server, company.providerId);
    const xml = await aResponse(asked, { pair, email: `lea@${company.domain}` });
    keep('lea: the assertion', Buffer.from(xml).toString('base64').slice(0, 400));
    const vouched = await post(server, asked, xml);
    keep('lea: the code', paramOf(vouched, 'code'), /^POST \/saml\/\S+\/acs/);
    keep('lea: the verifier of the client', asked.verifier);
    const lea = (await exchange(server, codeOf(vouched), asked.verifier)).body;
    keep('lea: the session', lea.token, sessionMade);
    await post(server, asked, xml);
    const scim = (
      await restAs(company.owner.secret)(`POST /v1/orgs/${company.id}/providers/${company.providerId}/scim`)
    ).body;
    keep('the token of SCIM', scim.token, /^POST \/v1\/orgs\/\S+\/scim$/);
    await server.call(`GET /scim/v2/${company.providerId}/Users`, undefined, {
      headers: { authorization: `Bearer ${scim.token}` },
    });
    await server.call(`DELETE /scim/v2/${company.providerId}/Users/${lea.user}`, undefined, {
      headers: { authorization: `Bearer ${scim.token}` },
    });

    // A visitor of a site.
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    await admin(`PATCH /v1/orgs/${id}/sites/${site.id}/publishing/auth`, { providerId });
    const at = (url: string, cookie = '') => {
      const { host, pathname, search } = new URL(url);
      return server.call(`GET ${pathname}${search}`, undefined, { headers: { host, cookie } });
    };
    const away = await at(`${site.url}/~/signin?location=%2Fguide`);
    const cookie = /octavo-signin-[^=]+=([^;]+)/.exec(JSON.stringify(away.headers)) ?? [];
    keep('visitor: what the browser keeps', cookie[1], /\/~\/signin\?/);
    const provider = new URL((/<a href="([^"]+)"/.exec(String(away.body))?.[1] ?? '').replaceAll('&amp;', '&'));
    issuer.nonce = provider.searchParams.get('nonce') ?? '';
    issuer.answers = { claims: { sub: 'visitor', email: 'visitor@elsewhere.test', email_verified: true } };
    const home = await comeBack(server, issuer, { providerId, state: provider.searchParams.get('state') ?? '' });
    keep('visitor: the code', paramOf(home, 'code'), /^GET \/oidc\/\S+\/callback/);
    const end = await at(String(home.headers['location']), `__Secure-${cookie[0] ?? ''}`);
    keep(
      'visitor: the session',
      /octavo-site_[^=]+=([^;]+)/.exec(JSON.stringify(end.headers))?.[1],
      /\/~\/signed-in\?/,
    );

    // Everything that lists what there is.
    for (const path of ['', '/oidc', '/sso', '/members', '/sessions', '/invites', '/events', '/audit-events', '/saml'])
      await admin(`GET /v1/orgs/${id}${path}`);
    for (const path of ['/saml', `/providers/${company.providerId}/scim`, '/sessions', '/audit-events'])
      await restAs(company.owner.secret)(`GET /v1/orgs/${company.id}${path}`);
    for (const path of [
      '/v1/user',
      '/v1/user/tokens',
      '/v1/user/sessions',
      '/v1/user/passkeys',
      '/v1/user/notifications',
    ])
      await guest.rest(`GET ${path}`);

    const { event, accountEvent } = world.server.platform.db.prisma;
    const events = [...(await event.findMany()), ...(await accountEvent.findMany())].map((one) =>
      JSON.stringify(one, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    );
    expect(events.length).toBeGreaterThan(10);
    expect(logged.length).toBeGreaterThan(0);
    const told: Record<string, string[]> = {};
    for (const [what, { text, shownBy }] of secrets) {
      const has = (one: string) => one.includes(text) || one.includes(encodeURIComponent(text));
      const places = [
        ...answers
          .filter((answer) => has(answer.text) && !shownBy?.test(answer.signature))
          .map(({ signature }) => signature),
        ...events.filter(has),
        ...logged.filter(has),
      ];
      if (places.length > 0) told[what] = places;
      if (shownBy !== null) expect([what, answers.some((answer) => has(answer.text))]).toEqual([what, true]);
    }
    expect(told).toEqual({});
  });
});
