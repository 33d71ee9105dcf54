import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newRefreshToken } from '../src/domain/people/oauth/refresh-token.ts';
import { issueToken } from '../src/domain/people/tokens/issue.ts';
import type { Scope } from '../src/access/scopes.ts';
import { aVerifier } from './authenticator.ts';
import { baseUrl, type Caller, type Harness, type Reply } from './harness.ts';
import { clock } from './setup/clock.ts';

type Document = Readonly<Record<string, unknown>>;

/** What a server of documents answers by path. */
interface Served {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
  readonly location?: string;
}

const served = new Map<string, Served>();
/** Paths that were asked for. */
export const documentCalls: string[] = [];
let documents: Promise<string> | undefined;
let count = 0;

/** The address of a server of documents, which ends with the process. */
async function startDocuments(): Promise<string> {
  const server = createServer((request, response) => {
    documentCalls.push(request.url ?? '');
    const { status = 200, type = 'application/json', body, location } = served.get(request.url ?? '') ?? none;
    response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const none: Served = { status: 404, type: 'text/plain', body: 'Not here' };

/** Where the client of tests takes its codes. */
export const redirectURL = 'https://assistant.example.org/callback';

/** A client whose document lies on this machine. Members of the document can be replaced, undefined removes one. */
export async function aClient(document: Document = {}, answer: Partial<Served> = {}) {
  documents ??= startDocuments();
  const origin = await documents;
  const path = `/client-${(count += 1)}.json`;
  const id = `${origin}${path}`;
  const whole = {
    client_id: id,
    client_name: 'An assistant',
    redirect_uris: [redirectURL, 'http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    ...document,
  };
  served.set(path, { body: JSON.stringify(whole), ...answer });
  const { codeVerifier, codeChallenge } = aVerifier();
  const resource = `${baseUrl}/mcp`;
  const asked = { clientId: id, redirectURL, resource, scopes: ['space:read', 'space:content:read'], codeChallenge };
  return { id, path, codeVerifier, codeChallenge, asked };
}

export type AClient = Awaited<ReturnType<typeof aClient>>;

/** A grant of a user to a client, as it is stored. Returns its id. */
export async function aClientGrant(
  { platform }: Harness,
  { userId, organizationId }: { readonly userId: string; readonly organizationId: string },
): Promise<string> {
  const { db, services } = platform;
  const scopes: readonly Scope[] = ['space:read', 'space:content:read'];
  const expiresAt = new Date(clock.now().getTime() + 3_600_000);
  const token = { userId, organizationId, kind: 'oauth', name: 'An assistant', scopes, expiresAt } as const;
  const { id } = await issueToken({ db: db.prisma, ...services }, token);
  const { family, hash } = newRefreshToken();
  await db.prisma.oauthGrant.create({
    data: {
      tokenId: id,
      clientId: 'https://assistant.example.org/client.json',
      clientName: 'An assistant',
      redirectURL,
      resource: `${baseUrl}/mcp`,
      family,
      refreshHash: hash,
      expiresAt: new Date(clock.now().getTime() + 90 * 86_400_000),
    },
  });
  return id;
}

/** The parameters by which a client asks at the authorization endpoint. */
export const askedBy = ({ asked }: AClient): Readonly<Record<string, string>> => ({
  response_type: 'code',
  client_id: asked.clientId,
  redirect_uri: asked.redirectURL,
  resource: asked.resource,
  scope: asked.scopes.join(' '),
  code_challenge: asked.codeChallenge,
  code_challenge_method: 'S256',
  state: 'a state',
});

/** Opens the page at the authorization endpoint, as a browser does. */
export const openConsent = (server: Harness, query: ConstructorParameters<typeof URLSearchParams>[0]) =>
  server.call(`GET /oauth/authorize?${new URLSearchParams(query).toString()}`, undefined, {
    headers: { accept: 'text/html' },
  });

/** Allows a client what it asked for, and returns the parameters of its answer. */
export async function allow(
  caller: Pick<Caller, 'rest'>,
  organization: string,
  { asked }: Pick<AClient, 'asked'>,
  values: Readonly<Record<string, unknown>> = {},
): Promise<URLSearchParams> {
  const { status, body } = await caller.rest('POST /v1/user/grants', { ...asked, organization, ...values });
  if (status !== 200) throw new Error(`Allowing was answered ${status}: ${JSON.stringify(body)}`);
  return new URL(body.returnURL).searchParams;
}

/** Posts a form to an endpoint for clients. */
export const postForm = (server: Harness, path: string, form: Readonly<Record<string, string>>): Promise<Reply> =>
  server.app
    .inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
    .then(({ statusCode, headers, body }) => ({
      status: statusCode,
      headers,
      body: body === '' ? null : (JSON.parse(body) as unknown),
    }));

/** The form by which a client exchanges a code. */
export const exchangeOf = (client: AClient, code: string) => ({
  grant_type: 'authorization_code',
  client_id: client.id,
  redirect_uri: client.asked.redirectURL,
  code,
  code_verifier: client.codeVerifier,
  resource: client.asked.resource,
});

/** The form by which a client refreshes its tokens. */
export const refreshOf = (client: Pick<AClient, 'id'>, refreshToken: string) => ({
  grant_type: 'refresh_token',
  client_id: client.id,
  refresh_token: refreshToken,
});

/** A client that was allowed something and has its tokens. */
export async function anAllowedClient(
  server: Harness,
  caller: Pick<Caller, 'rest'>,
  organizationId: string,
  { scopes, resource = `${baseUrl}/mcp` }: { readonly scopes?: readonly Scope[]; readonly resource?: string } = {},
) {
  const made = await aClient();
  const client = { ...made, asked: { ...made.asked, resource, scopes: [...(scopes ?? made.asked.scopes)] } };
  const code = (await allow(caller, organizationId, client)).get('code') ?? '';
  const { status, body } = await postForm(server, '/oauth/token', exchangeOf(client, code));
  if (status !== 200) throw new Error(`The exchange was answered ${status}: ${JSON.stringify(body)}`);
  return { client, code, tokens: body as Tokens, rest: restAs(server, body.access_token) };
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** Calls with a bearer token. */
const restAs =
  (server: Harness, token: string): Caller['rest'] =>
  (signature, body, options = {}) =>
    server.call(signature, body, { headers: { authorization: `Bearer ${token}`, ...options.headers } });
