// Measures what a sign-in costs the server, by OpenID Connect and by a passkey, and what is loaded before the first one. Needs the build.
// Usage: `npx tsx bench/sign-ins.ts [--sign-ins 300] [--database URL]`.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { shown } from './content/figures.ts';
import { stateOf } from './events/process-state.ts';
import { startServer, type HostileServer } from './hostile/server.ts';
import { figuresText, verdict } from './report.ts';
import { bar, type Figures } from './result.ts';

const { values } = parseArgs({
  options: {
    'sign-ins': { type: 'string', default: '300' },
    database: { type: 'string' },
  },
});
const count = Number(values['sign-ins']);
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest();

/** A provider in this process, whose processor time is not that of the server. It signs for whom the test names. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  const issuer = { url: '', nonce: '', sub: '' };
  const answer = async (path: string): Promise<object> => {
    const { url } = issuer;
    if (path === '/keys') return { keys };
    if (path !== '/token')
      return {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      };
    const token = new SignJWT({ nonce: issuer.nonce, name: 'Ada', email: 'ada@example.org', email_verified: true });
    const claims = token
      .setIssuer(url)
      .setAudience('octavo')
      .setSubject(issuer.sub)
      .setIssuedAt()
      .setExpirationTime('5m');
    const idToken = await claims.setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
    return { access_token: 'access', token_type: 'Bearer', id_token: idToken };
  };
  const server = createServer((request, response) => {
    answer(request.url ?? '/').then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { issuer, close: () => server.close() };
}

/** The members of answers that are read; an answer has some of them. */
interface Answered {
  readonly id: string;
  readonly code: string;
  readonly challenge: string;
  readonly creation: { readonly challenge: string };
  readonly items: readonly { readonly id: string }[];
  readonly links: readonly { readonly url: string }[];
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Answered>;

const askOf =
  ({ call }: HostileServer, secret?: string | null): Ask =>
  async (method, path, body) => {
    const { status, text } = await call(method, path, body, secret);
    if (status < 200 || status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as Answered;
  };

const redirectOf = async (url: string): Promise<URL> => {
  const answer = await fetch(url, { redirect: 'manual', headers: { accept: 'application/json' } });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return new URL(location, url);
};

const aVerifier = () => {
  const codeVerifier = encoded(randomBytes(32));
  return { codeVerifier, codeChallenge: encoded(sha256(codeVerifier)) };
};

/** A sign-in by OpenID Connect, as a browser and a client do it: start, callback, exchange. */
async function byProvider(server: HostileServer, providerId: string, issuer: { nonce: string; url: string }) {
  const { codeVerifier, codeChallenge } = aVerifier();
  const start = new URLSearchParams({
    RelayState: `${server.url}/login`,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    state: 'kept',
  });
  const away = await redirectOf(`${server.url}/oidc/${providerId}/start?${start}`);
  issuer.nonce = away.searchParams.get('nonce') ?? '';
  const back = new URLSearchParams({ code: 'a-code', state: away.searchParams.get('state') ?? '' });
  const home = await redirectOf(`${server.url}/oidc/${providerId}/callback?${back}`);
  await askOf(server, null)('POST', '/v1/sessions', { code: home.searchParams.get('code'), codeVerifier });
}

/** A passkey of this process, made by a link. Returns a sign-in by it: options, ceremony, exchange. */
async function aPasskey(server: HostileServer, link: string): Promise<() => Promise<void>> {
  const ask = askOf(server, null);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const id = randomBytes(16);
  const { port } = new URL(server.url);
  const said = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: `http://localhost:${port}`, crossOrigin: false }));
  const data = (flags: number) => Buffer.concat([sha256('localhost'), Buffer.from([flags, 0, 0, 0, 0])]);
  const made = Buffer.concat([data(69), Buffer.alloc(16), Buffer.from([0, id.length]), id]);
  const { creation } = await ask('POST', '/v1/sign-ins/link/options', { link });
  const exchange = async (path: string, body: object) => {
    const { codeVerifier, codeChallenge } = aVerifier();
    const { code } = await ask('POST', path, { ...body, codeChallenge });
    await ask('POST', '/v1/sessions', { code, codeVerifier });
  };
  const credential = {
    id: encoded(id),
    clientDataJSON: encoded(said('webauthn.create', creation.challenge)),
    authenticatorData: encoded(made),
    publicKey: encoded(publicKey.export({ format: 'der', type: 'spki' })),
    algorithm: -7,
  };
  await exchange('/v1/sign-ins/link', { link, credential });
  return async () => {
    const { challenge } = await ask('POST', '/v1/sign-ins/passkey/options');
    const [client, authenticator] = [said('webauthn.get', challenge), data(5)];
    const signature = sign('sha256', Buffer.concat([authenticator, sha256(client)]), privateKey);
    await exchange('/v1/sign-ins/passkey', {
      credential: {
        id: encoded(id),
        clientDataJSON: encoded(client),
        authenticatorData: encoded(authenticator),
        signature: encoded(signature),
      },
    });
  };
}

async function measure(server: HostileServer): Promise<Figures> {
  const { issuer, close } = await startIssuer();
  const pid = server.process.pid ?? 0;
  const admin = askOf(server);
  const organization = (await admin('GET', '/v1/orgs')).items[0]?.id;
  const settings = {
    label: 'Example',
    issuer: issuer.url,
    clientId: 'octavo',
    clientSecret: 'a secret',
    admits: 'everyone',
  };
  const { id: providerId } = await admin('POST', `/v1/orgs/${organization}/oidc`, settings);
  const invited = await admin('POST', `/v1/orgs/${organization}/invites`, {
    emails: ['guest@example.net'],
    links: true,
  });
  const passkey = await aPasskey(server, new URL(invited.links[0]?.url ?? '').hash.slice('#link='.length));
  let people = 0;
  const ways: Record<string, () => Promise<void>> = {
    'OpenID Connect, somebody known': async () => {
      issuer.sub = 'ada';
      await byProvider(server, providerId, issuer);
    },
    'OpenID Connect, somebody new': async () => {
      issuer.sub = `person-${(people += 1)}`;
      await byProvider(server, providerId, issuer);
    },
    'a passkey': passkey,
  };
  const idle = stateOf(pid).residentKb;
  await ways['OpenID Connect, somebody known']?.();
  const first = stateOf(pid).residentKb - idle;
  const rounds = new Map<string, number[]>();
  // By turns, so that a machine that is busy for a moment slows no way alone. The first round warms up.
  for (let round = 0; round < 5; round += 1)
    for (const [name, signIn] of Object.entries(ways)) {
      const begun = stateOf(pid).micros;
      for (let done = 0; done < count; done += 1) await signIn();
      rounds.set(name, [...(rounds.get(name) ?? []), (stateOf(pid).micros - begun) / 1_000 / count]);
    }
  const measured = [...rounds].map(([name, all]) => [name, Math.min(...all.slice(1))] as const);
  close();
  return {
    title: `Sign-ins, the least of four rounds of ${count}`,
    columns: ['by', 'processor ms of the server'],
    rows: [
      ...measured.map(([name, ms]) => [name, shown(ms)]),
      ['resident memory that the first takes, in kB', shown(first)],
    ],
    bars: measured.map(([name, ms]) => bar(`processor time of a sign-in by ${name}, in ms`, ms, 'at most', 15)),
  };
}

const root = new URL('../', import.meta.url).pathname;

/** Bytes of the files of a folder. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** What OpenID Connect adds to a production tree, beside `jose`, and the files of the build that load it at once. */
function measureIdle(): Figures {
  const packages = ['openid-client', 'oauth4webapi'];
  const bytes = packages.reduce((sum, name) => sum + sizeOf(join(root, 'node_modules', name)), 0);
  const dist = join(root, 'dist');
  const files = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const atOnce = files.filter((name) =>
    /(?:from|import)\s*"openid-client"/.test(readFileSync(join(dist, name), 'utf8')),
  );
  return {
    title: 'Before the first sign-in',
    columns: ['', ''],
    rows: [[`${packages.join(' and ')} on disk, in kB`, shown(bytes / 1_000)]],
    bars: [
      bar('MB in production', bytes / 1_000_000, 'at most', 1),
      bar('files that load OpenID Connect before it', atOnce.length, 'at most', 0),
    ],
  };
}

const server = await startServer({
  database: values.database,
  boxMs: 60_000,
  environment: { SIGN_INS_PER_MINUTE: '1000000' },
});
try {
  const all = [measureIdle(), await measure(server)];
  process.stdout.write(`${all.map(figuresText).join('\n\n')}\n\n${verdict(all)}\n`);
  if (all.some(({ bars }) => bars.some(({ pass }) => pass === false))) process.exitCode = 1;
} finally {
  await server.close();
}
