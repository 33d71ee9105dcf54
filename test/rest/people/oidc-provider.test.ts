import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveProvider } from '../../../docs/story/serve-provider.mjs';
import { aDomain, proveDomain } from '../../corporations.ts';
import { anOrganization, type AnOrganization } from '../../factories.ts';
import { freePort } from '../../free-port.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';
import { anIssuerOf } from '../../oidc-issuer.ts';
import { codeOf, exchange, startPath, startValues } from '../../saml-idp.ts';

let server: Harness;
let organization: AnOrganization;
let provider: Awaited<ReturnType<typeof serveProvider>>;
let providerId: string;
let domain: string;

beforeAll(async () => {
  // It warns that it is started to be tried.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = await startServer();
  domain = aDomain();
  organization = await anOrganization(server, { emailDomains: [domain] });
  await proveDomain(server, organization, domain);
  const port = await freePort();
  providerId = await anIssuerOf(
    organization,
    { url: `http://127.0.0.1:${port}` },
    {
      scopes: ['openid', 'email', 'profile', 'groups'],
      requires: { claim: 'groups', values: ['docs', 'docs-admins'] },
      roles: [{ claim: 'groups', value: 'docs-admins', role: 'admin' }],
    },
  );
  provider = await serveProvider({
    port,
    redirectUrl: `${baseUrl}/oidc/${providerId}/callback`,
    clientSecret: 'a secret',
    claimsOf: (sub: string) => ({
      email: `${sub}@${domain}`,
      email_verified: sub !== 'mallory',
      name: sub,
      groups: { ada: ['docs-admins'], grace: ['docs'] }[sub] ?? ['docs', 'others'],
    }),
  });
});
afterAll(() => {
  provider.server.closeAllConnections();
  provider.server.close();
  vi.restoreAllMocks();
});

/** A browser at the provider: it follows redirects there, keeps cookies, and posts the forms that it is shown. */
async function atProvider(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps += 1) {
    if (!url.startsWith(provider.issuer)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const set of page.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    form = undefined;
    const location = page.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const shown = await page.text();
    const [, action] = /<form [^>]*action="([^"]+)"/.exec(shown) ?? [];
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(shown) ?? [];
    if (action === undefined || prompt === undefined) throw new Error(`The provider shows no form: ${shown}`);
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) });
  }
  throw new Error('The provider never led back');
}

/** Signs somebody in at the provider, and returns the answer of the callback. */
async function signIn(login: string) {
  const { verifier, query } = startValues();
  const begun = await server.call(startPath(providerId, query).replace('/saml/', '/oidc/'));
  const back = new URL(await atProvider(String(begun.headers['location']), login));
  return { verifier, reply: await server.call(`GET ${back.pathname}${back.search}`) };
}

describe('a certified provider', () => {
  it('is found ready by the check', async () => {
    const path = `POST /v1/orgs/${organization.id}/oidc/${providerId}/check`;
    expect((await organization.owner.rest(path)).body).toMatchObject({ ok: true, problems: [] });
  });

  it('signs in the same person twice, as what the claims of its userinfo say', async () => {
    const users = [];
    for (const login of ['ada', 'ada', 'grace']) {
      const { verifier, reply } = await signIn(login);
      users.push((await exchange(server, codeOf(reply), verifier)).body.user);
    }
    const [ada, again, grace] = users;
    expect(again).toBe(ada);
    const member = async (id: string) =>
      (await organization.owner.rest(`GET /v1/orgs/${organization.id}/members/${id}`)).body;
    expect(await member(ada)).toMatchObject({ role: 'admin', user: { email: `ada@${domain}`, displayName: 'ada' } });
    expect((await member(grace)).role).not.toBe('admin');
  });

  it('does not sign in somebody whose address it has not verified, and the refusal says so', async () => {
    const { reply } = await signIn('mallory');
    expect([reply.status, reply.body.error.type]).toEqual([403, 'sign_in_refused']);
    expect(reply.body.error.message).toContain('not verified');
  });

  it('tells why it has signed nobody in', async () => {
    const { query } = startValues();
    const begun = await server.call(startPath(providerId, query).replace('/saml/', '/oidc/'));
    const state = new URL(String(begun.headers['location'])).searchParams.get('state') ?? '';
    const denied = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    const reply = await server.call(`GET /oidc/${providerId}/callback?${denied}`);
    expect([reply.status, reply.body.error.message]).toEqual([403, expect.stringContaining('access_denied')]);
  });
});
