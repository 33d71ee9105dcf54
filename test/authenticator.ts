import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { baseUrl } from './harness.ts';
import { randomBytes } from './setup/seed.ts';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** What an answer of an authenticator says otherwise than it should. */
interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** Bits of the flags: 1 present, 4 verified, 64 with a credential. */
  readonly flags?: number;
  readonly counter?: number;
}

const algorithms = {
  [-7]: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  [-8]: () => generateKeyPairSync('ed25519'),
  [-257]: () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    return { publicKey: createPublicKey(privateKey), privateKey: createPrivateKey(privateKey) };
  },
};

export interface SoftPasskey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly algorithm: number;
  /** What `navigator.credentials.create` would have returned. */
  create(challenge: string, deviations?: Deviations): Record<string, unknown>;
  /** What `navigator.credentials.get` would have returned. */
  get(challenge: string, deviations?: Deviations): Record<string, unknown>;
}

/** A passkey whose authenticator is this process. */
export function aSoftPasskey(algorithm: keyof typeof algorithms = -7): SoftPasskey {
  const { publicKey, privateKey } = algorithms[algorithm]();
  const id = encoded(randomBytes(16));
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const clientData = (
    type: string,
    challenge: string,
    { origin = baseUrl, crossOrigin = false, ...given }: Deviations,
  ) => Buffer.from(JSON.stringify({ type: given.type ?? type, challenge, origin, crossOrigin }));
  const authenticatorData = ({ rpId = new URL(baseUrl).hostname, flags = 5, counter = 0 }: Deviations) => {
    const head = Buffer.alloc(37);
    sha256(rpId).copy(head);
    head.writeUInt8(flags, 32);
    head.writeUInt32BE(counter, 33);
    if ((flags & 64) === 0) return head;
    const raw = Buffer.from(id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(raw.length);
    return Buffer.concat([head, Buffer.alloc(16), length, raw]);
  };
  return {
    id,
    publicKey: spki,
    algorithm,
    create: (challenge, deviations = {}) => ({
      id,
      clientDataJSON: encoded(clientData('webauthn.create', challenge, deviations)),
      authenticatorData: encoded(authenticatorData({ flags: 69, ...deviations })),
      publicKey: encoded(spki),
      algorithm,
    }),
    get: (challenge, deviations = {}) => {
      const data = clientData('webauthn.get', challenge, deviations);
      const said = authenticatorData(deviations);
      return {
        id,
        clientDataJSON: encoded(data),
        authenticatorData: encoded(said),
        signature: encoded(signatureOf(privateKey, algorithm, Buffer.concat([said, sha256(data)]))),
      };
    },
  };
}

const signatureOf = (key: KeyObject, algorithm: number, bytes: Buffer) =>
  sign(algorithm === -8 ? null : 'sha256', bytes, key);

/** A PKCE verifier with its challenge. */
export function aVerifier() {
  const codeVerifier = encoded(randomBytes(32));
  return { codeVerifier, codeChallenge: encoded(sha256(codeVerifier)) };
}
