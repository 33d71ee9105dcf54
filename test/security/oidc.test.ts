import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, type AnOrganization } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';
import { anIssuer, anIssuerOf, beginOidc, comeBack, type Issuer, type IssuerAnswers } from '../oidc-issuer.ts';
import { codeOf, exchange } from '../saml-idp.ts';
import { clock } from '../setup/clock.ts';

let server: Harness;
let issuer: Issuer;
let other: Issuer;
let organization: AnOrganization;
let providerId: string;
let otherId: string;
let wrongKey: CryptoKey;
beforeAll(async () => {
  server = await startServer();
  issuer = await anIssuer();
  other = await anIssuer();
  organization = await anOrganization(server);
  providerId = await anIssuerOf(organization, issuer, { admits: 'everyone' });
  otherId = await anIssuerOf(organization, other, { admits: 'everyone' });
  wrongKey = (await generateKeyPair('RS256')).privateKey;
});
afterAll(async () => {
  await issuer[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const seconds = (offset: number) => Math.floor(clock.now().getTime() / 1000) + offset;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const countSessions = () =>
  server.platform.db.prisma.signInCode.count({ where: { provider: { organizationId: organization.id } } });

interface Attack {
  readonly answers?: IssuerAnswers | (() => IssuerAnswers);
  readonly back?: Readonly<Record<string, string>>;
}

const attacks: Readonly<Record<string, Attack>> = {
  'another issuer in the token': { answers: { claims: { iss: 'https://evil.test' } } },
  'no issuer in the token': { answers: { claims: { iss: undefined } } },
  'the issuer with another case': { answers: () => ({ claims: { iss: issuer.url.toUpperCase() } }) },
  'the issuer with a slash': { answers: () => ({ claims: { iss: `${issuer.url}/` } }) },
  'another audience': { answers: { claims: { aud: 'other' } } },
  'no audience': { answers: { claims: { aud: undefined } } },
  'an empty list of audiences': { answers: { claims: { aud: [] } } },
  'many audiences without a party': { answers: { claims: { aud: ['octavo', 'other'] } } },
  'another authorized party': { answers: { claims: { aud: ['octavo', 'other'], azp: 'other' } } },
  'another nonce': { answers: { claims: { nonce: 'other' } } },
  'no nonce': { answers: { claims: { nonce: undefined } } },
  'a nonce that is a list': { answers: { claims: { nonce: ['x'] } } },
  'no subject': { answers: { claims: { sub: undefined } } },
  'an empty subject': { answers: { claims: { sub: '' } } },
  'a subject that is a number': { answers: { claims: { sub: 7 } } },
  'an expired token': { answers: () => ({ claims: { exp: seconds(-120) } }) },
  'no expiry': { answers: { claims: { exp: undefined } } },
  'an expiry that is a text': { answers: { claims: { exp: 'tomorrow' } } },
  'a token of the future': { answers: () => ({ claims: { nbf: seconds(600) } }) },
  'no time of issue': { answers: { claims: { iat: undefined } } },
  'another key': { answers: () => ({ key: wrongKey }) },
  'another key under an unknown id': { answers: () => ({ key: wrongKey, kid: 'two' }) },
  'a signature by the client secret': { answers: { alg: 'HS256', key: Buffer.from('a secret') } },
  'a signature by the public key as a secret': {
    answers: () => ({ alg: 'HS256', key: Buffer.from(JSON.stringify(issuer.publicKey)) }),
  },
  'no signature': {
    answers: { idToken: (token) => `${part({ alg: 'none' })}.${token.split('.')[1]}.` },
  },
  'no signature under an algorithm': { answers: { idToken: (token) => `${token.split('.').slice(0, 2).join('.')}.` } },
  'changed claims': {
    answers: () => ({
      idToken: (token) => {
        const [header, , signature] = token.split('.');
        const claims = {
          iss: issuer.url,
          aud: 'octavo',
          sub: 'admin',
          nonce: issuer.nonce,
          iat: seconds(0),
          exp: seconds(60),
        };
        return `${header}.${part(claims)}.${signature}`;
      },
    }),
  },
  'a changed signature': { answers: { idToken: (token) => `${token.slice(0, -8)}AAAAAAAA` } },
  'no ID token': { answers: { idToken: () => undefined } },
  'an ID token that is none': { answers: { idToken: () => 'no.token' } },
  'a critical header': {
    answers: {
      idToken: (token) =>
        `${part({ alg: 'RS256', kid: 'one', crit: ['x'], x: 1 })}.${token.split('.').slice(1).join('.')}`,
    },
  },
  'keys without the one that signs': { answers: { kid: 'three' } },
  'a token endpoint that refuses': { answers: { tokenStatus: 400, token: { error: 'invalid_grant' } } },
  'a token type that is not bearer': { answers: { token: { token_type: 'mac' } } },
  'a userinfo of somebody else': { answers: { userinfo: { sub: 'admin', email: 'admin@x.test' } } },
  'a userinfo without a subject': { answers: { userinfo: { email: 'admin@x.test' } } },
  'another issuer in the answer': { back: { iss: 'https://evil.test' } },
  'no issuer in the answer': { back: { iss: '' } },
  'another state': { back: { state: 'other' } },
  'an empty state': { back: { state: '' } },
  'no code': { back: { code: '' } },
  'an error beside the code': { back: { error: 'access_denied' } },
};

describe('an answer of an OpenID Connect provider with', () => {
  it.each(Object.entries(attacks))('%s makes no session', async (_name, { answers = {}, back }) => {
    issuer.answers = typeof answers === 'function' ? answers() : answers;
    const before = await countSessions();
    const begun = await beginOidc(server, issuer, providerId);
    const { status, body } = await comeBack(server, issuer, begun, back);
    expect([status, body.error.type]).toEqual([403, 'sign_in_refused']);
    expect(await countSessions()).toBe(before);
    issuer.answers = {};
    // The request is spent, whatever was wrong, unless the answer was not for it.
    if (back?.['state'] === undefined) expect((await comeBack(server, issuer, begun)).status).toBe(403);
  });

  it('what was asked for is admitted, so that the attacks above fail for what they change', async () => {
    issuer.answers = {};
    const begun = await beginOidc(server, issuer, providerId);
    const { status, body } = await exchange(server, codeOf(await comeBack(server, issuer, begun)), begun.verifier);
    expect([status, body.organization]).toEqual([201, organization.id]);
    const [redeemed] = issuer.redeemed.slice(-1);
    expect(redeemed?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(begun.location.searchParams.get('code_challenge_method')).toBe('S256');
  });

  it('a state that was answered makes no second session', async () => {
    issuer.answers = {};
    const begun = await beginOidc(server, issuer, providerId);
    expect((await comeBack(server, issuer, begun)).status).toBe(303);
    expect((await comeBack(server, issuer, begun)).status).toBe(403);
  });

  it('the state of another provider makes no session and redeems nothing there', async () => {
    const begun = await beginOidc(server, issuer, providerId);
    const { length } = other.redeemed;
    expect((await comeBack(server, other, { ...begun, providerId: otherId })).status).toBe(403);
    expect(other.redeemed).toHaveLength(length);
    // The state is still good for the provider that was asked.
    expect((await comeBack(server, issuer, begun)).status).toBe(303);
  });

  it('a state twice makes no session', async () => {
    const { state } = await beginOidc(server, issuer, providerId);
    const { status } = await server.call(`GET /oidc/${providerId}/callback?code=a&state=${state}&state=${state}`);
    expect(status).toBe(403);
  });
});

describe('a start of a sign-in by OpenID Connect', () => {
  it.each([
    'https://evil.test/',
    'https://127.0.0.1.evil.test/',
    '//evil.test',
    'javascript:alert(1)',
    'http://user@127.0.0.1/',
    'data:text/html,x',
  ])('does not lead to %s', async (address) => {
    const query = new URLSearchParams({
      RelayState: address,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    const { status } = await server.call(`GET /oidc/${providerId}/start?${query}`);
    expect(status).toBe(400);
  });
});

describe('a provider at an address that is not public', () => {
  it.each([
    'https://169.254.169.254',
    'https://10.0.0.1',
    'https://[::ffff:169.254.169.254]',
    'https://0x7f000002',
    'https://2130706434',
    'https://[fd00::1]',
    'https://168.63.129.16',
  ])('%s is not connected to', async (address) => {
    const id = await anIssuerOf(organization, { url: address });
    const { body } = await organization.owner.rest(`POST /v1/orgs/${organization.id}/oidc/${id}/check`);
    expect(body.ok).toBe(false);
    expect(body.problems[0]).toMatch(/not allowed|not public|refused|must not|public internet/i);
    await organization.owner.rest(`DELETE /v1/orgs/${organization.id}/oidc/${id}`);
  });

  it.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])('is not connected to as %s', async (name) => {
    const id = await anIssuerOf(organization, issuer, { admits: 'everyone' });
    issuer.answers = { metadata: { [name]: 'https://169.254.169.254/latest' } };
    const begun = await beginOidc(server, issuer, id);
    const { status, body } = await comeBack(server, issuer, begun);
    expect([status, body.error.type]).toEqual([403, 'sign_in_refused']);
    issuer.answers = {};
    await organization.owner.rest(`DELETE /v1/orgs/${organization.id}/oidc/${id}`);
  });
});
