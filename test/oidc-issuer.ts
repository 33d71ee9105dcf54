import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { Caller, Harness, Reply } from './harness.ts';
import { startPath, startValues } from './saml-idp.ts';
import { clock } from './setup/clock.ts';

/** What an issuer answers; each part can be falsified. */
export interface IssuerAnswers {
  /** Replaces members of the discovery document. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Replaces claims of the ID token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Replaces the ID token. */
  readonly idToken?: (token: string) => string | undefined | Promise<string>;
  readonly alg?: string;
  readonly key?: CryptoKey | Uint8Array;
  readonly kid?: string;
  /** Replaces members of the answer of the token endpoint. */
  readonly token?: Readonly<Record<string, unknown>>;
  readonly tokenStatus?: number;
  readonly userinfo?: Readonly<Record<string, unknown>>;
  readonly keys?: readonly JWK[];
}

/** An issuer of OpenID Connect that answers as a test says. */
export interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** Requests that it got: method and path. */
  readonly calls: string[];
  /** Bodies that the token endpoint got. */
  readonly redeemed: URLSearchParams[];
  readonly publicKey: JWK;
  answers: IssuerAnswers;
  /** The nonce of the sign-in under way. */
  nonce: string;
}

/** Starts an issuer on this machine, whose client is `octavo`. */
export async function anIssuer(): Promise<Issuer> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const issuer: Omit<Issuer, keyof AsyncDisposable> = {
    url: '',
    calls: [],
    redeemed: [],
    publicKey,
    answers: {},
    nonce: '',
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer.url);
    issuer.calls.push(`${request.method} ${url.pathname}`);
    if (url.pathname === '/authorize') {
      issuer.nonce = url.searchParams.get('nonce') ?? '';
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(issuer.url, url.searchParams));
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = new URLSearchParams(Buffer.concat(chunks).toString());
      answer(issuer, pair.privateKey, url.pathname, body).then(
        ([status, value]) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
        () => response.writeHead(500).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(issuer, {
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** The page on which people agree or refuse in a browser. */
function pageOf(iss: string, asked: URLSearchParams): string {
  const link = (words: string, values: Readonly<Record<string, string>>) => {
    const url = new URL(asked.get('redirect_uri') ?? '');
    url.search = String(new URLSearchParams({ state: asked.get('state') ?? '', iss, ...values }));
    return `<a href="${url.href.replaceAll('&', '&amp;')}">${words}</a>`;
  };
  return `<!doctype html>${link('Agree', { code: 'a-code' })} ${link('Refuse', { error: 'access_denied' })}`;
}

async function answer(
  issuer: Omit<Issuer, keyof AsyncDisposable>,
  ownKey: CryptoKey,
  path: string,
  body: URLSearchParams,
): Promise<[status: number, value: unknown]> {
  const { url, answers, publicKey, nonce } = issuer;
  if (path === '/.well-known/openid-configuration')
    return [
      200,
      {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/keys`,
        id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        authorization_response_iss_parameter_supported: true,
        ...answers.metadata,
      },
    ];
  if (path === '/keys') return [200, { keys: answers.keys ?? [publicKey] }];
  if (path === '/userinfo') return [200, answers.userinfo ?? { sub: answers.claims?.['sub'] ?? 'sub-1' }];
  if (path !== '/token') return [404, {}];
  issuer.redeemed.push(body);
  if (answers.tokenStatus !== undefined) return [answers.tokenStatus, answers.token];
  const now = Math.floor(clock.now().getTime() / 1000);
  const token = await new SignJWT({
    iss: url,
    aud: 'octavo',
    sub: 'sub-1',
    nonce,
    iat: now,
    exp: now + 300,
    ...answers.claims,
  })
    .setProtectedHeader({ alg: answers.alg ?? 'RS256', kid: answers.kid ?? 'one' })
    .sign(answers.key ?? ownKey);
  const idToken = answers.idToken === undefined ? token : await answers.idToken(token);
  return [200, { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: idToken, ...answers.token }];
}

/** Adds a provider to an organization, which trusts the issuer. */
export async function anIssuerOf(
  { id, owner }: { readonly id: string; readonly owner: Pick<Caller, 'rest'> },
  issuer: Pick<Issuer, 'url'>,
  values: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const settings = { label: 'Example', issuer: issuer.url, clientId: 'octavo', clientSecret: 'a secret', ...values };
  const { status, body } = await owner.rest(`POST /v1/orgs/${id}/oidc`, settings);
  if (status !== 201) throw new Error(`The provider was refused: ${JSON.stringify(body)}`);
  return body.id;
}

/** A sign-in that the issuer is to answer. */
export interface OidcBegun {
  readonly providerId: string;
  readonly verifier: string;
  readonly state: string;
  readonly location: URL;
}

/** Starts a sign-in, which the issuer answers next. */
export async function beginOidc(server: Pick<Harness, 'call'>, issuer: Issuer, providerId: string): Promise<OidcBegun> {
  const { verifier, query } = startValues();
  const { status, headers, body } = await server.call(startPath(providerId, query).replace('/saml/', '/oidc/'));
  if (status !== 302) throw new Error(`start answered ${status}: ${JSON.stringify(body)}`);
  const location = new URL(String(headers['location']));
  issuer.nonce = location.searchParams.get('nonce') ?? '';
  return { providerId, verifier, location, state: location.searchParams.get('state') ?? '' };
}

/** Brings the browser back from the issuer. */
export const comeBack = (
  server: Pick<Harness, 'call'>,
  issuer: Pick<Issuer, 'url'>,
  { providerId, state }: Pick<OidcBegun, 'providerId' | 'state'>,
  values: Readonly<Record<string, string>> = {},
): Promise<Reply> => {
  const query = new URLSearchParams({ code: 'a-code', state, iss: issuer.url, ...values });
  return server.call(`GET /oidc/${providerId}/callback?${query}`);
};
