import { hashSecret } from '../src/lib/secret-token.ts';
import { aSoftPasskey, aVerifier, type SoftPasskey } from './authenticator.ts';
import type { Caller, CallOptions, Harness, Reply } from './harness.ts';
import { baseUrl } from './harness.ts';
import { clock } from './setup/clock.ts';
import { randomBytes } from './setup/seed.ts';

/** A person with a passkey. */
export interface PasskeyPerson {
  readonly person: Caller;
  readonly passkey: SoftPasskey;
  readonly passkeyId: string;
}

/** Stores a passkey of a user, by default of a new one. */
export async function aPasskeyPerson(server: Harness, person?: Caller): Promise<PasskeyPerson> {
  const owner = person ?? (await server.aUser());
  const passkey = aSoftPasskey();
  const passkeyId = server.platform.services.newId('psk');
  await server.platform.db.prisma.passkey.create({
    data: {
      id: passkeyId,
      userId: owner.userId,
      credentialId: passkey.id,
      publicKey: Uint8Array.from(passkey.publicKey),
      algorithm: passkey.algorithm,
      rpId: new URL(baseUrl).hostname,
      name: 'Phone',
    },
  });
  return { person: owner, passkey, passkeyId };
}

type Rest = (signature: string, body?: unknown, options?: CallOptions) => Promise<Reply>;

/** Calls with a bearer token. */
const restAs =
  (server: Harness, token: string): Rest =>
  (signature, body, options = {}) =>
    server.call(signature, body, { headers: { authorization: `Bearer ${token}`, ...options.headers } });

/** Asks for a challenge to sign in by. */
export const aChallenge = async (server: Harness): Promise<string> =>
  (await server.call('POST /v1/sign-ins/passkey/options')).body.challenge;

/** Exchanges the code of a sign-in. */
export const exchange = (server: Harness, code: string, codeVerifier: string, options: CallOptions = {}) =>
  server.call('POST /v1/sessions', { code, codeVerifier }, options);

/** Signs in by a passkey, and returns the session with calls as it. */
export async function signInByPasskey(server: Harness, passkey: SoftPasskey, options: CallOptions = {}) {
  const { codeVerifier, codeChallenge } = aVerifier();
  const credential = passkey.get(await aChallenge(server));
  const { body } = await server.call('POST /v1/sign-ins/passkey', { credential, codeChallenge });
  const session = (await exchange(server, body.code, codeVerifier, options)).body;
  return { session, rest: restAs(server, session.token) };
}

/** Makes a passkey by the URL of a link, and signs in by it. */
export async function signInByLink(server: Harness, url: string, values: Readonly<Record<string, unknown>> = {}) {
  const link = new URL(url).hash.slice('#link='.length);
  const opened = (await server.call('POST /v1/sign-ins/link/options', { link })).body;
  const passkey = aSoftPasskey();
  const { codeVerifier, codeChallenge } = aVerifier();
  const credential = passkey.create(opened.creation.challenge);
  const answer = await server.call('POST /v1/sign-ins/link', { link, credential, codeChallenge, ...values });
  if (answer.status !== 200) throw new Error(`The link answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const session = (await exchange(server, answer.body.code, codeVerifier)).body;
  return { opened, passkey, session, answer: answer.body, rest: restAs(server, session.token) };
}

/** Stores a challenge, for those who ask for none. */
export const aChallengeFor = (
  { platform }: Harness,
  { challenge, ...use }: { readonly challenge: string; readonly purpose: string; readonly subject: string },
) =>
  platform.db.prisma.passkeyChallenge.create({
    data: { hash: hashSecret(challenge), ...use, expiresAt: new Date(clock.now().getTime() + 60_000) },
  });

/** A link by which a new user signs in again. */
export async function aLink(server: Harness) {
  const { userId } = await server.aUser();
  const link = randomBytes(32).toString('base64url');
  const hash = hashSecret(link);
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  await server.platform.db.prisma.signInLink.create({ data: { hash, purpose: 'recovery', userId, expiresAt } });
  return { link, hash };
}
