import { createHash, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { failure } from '../../../lib/errors.ts';
import { algorithms } from './fields.ts';
import type { RelyingParty } from './relying-party.ts';

/** What an authenticator has said of itself. */
interface AuthenticatorData {
  readonly counter: number;
  /** The id of a new credential, base64url; null for one that is used. */
  readonly credentialId: string | null;
}

export interface Credential {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
}

export interface NewCredential extends Credential {
  readonly publicKey: string;
  readonly algorithm: number;
}

export interface Assertion extends Credential {
  readonly signature: string;
}

export interface KnownKey {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  readonly algorithm: number;
}

export const refusedPasskey = (reason: string, cause?: unknown) =>
  failure('sign_in_refused', `The passkey was refused: ${reason}`, { cause });

const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

const bytesOf = (text: string) => Buffer.from(text, 'base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** Returns the challenge that a credential answers, before anything else is checked. Throws sign_in_refused. */
export function challengeIn(
  { clientDataJSON }: Credential,
  type: 'webauthn.create' | 'webauthn.get',
  { origin }: RelyingParty,
): string {
  const data = ClientData.safeParse(jsonIn(clientDataJSON)).data;
  if (data === undefined) throw refusedPasskey('its client data cannot be read');
  if (data.type !== type) throw refusedPasskey(`it answers "${data.type.slice(0, 40)}", not "${type}"`);
  if (data.origin !== origin || data.crossOrigin === true)
    throw refusedPasskey(`it was used at ${data.origin.slice(0, 100)}, not at ${origin}`);
  return data.challenge;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(bytesOf(text).toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Verifies a new credential: that it was made for the relying party by a present and verified person, and that its key is
 * one of the accepted algorithms (Web Authentication, section 7.1, without attestation). Throws sign_in_refused.
 */
export function verifyNew(credential: NewCredential, party: RelyingParty): KnownKey & { readonly counter: number } {
  const { counter, credentialId } = readAuthenticatorData(credential, party);
  if (credentialId !== credential.id) throw refusedPasskey('the authenticator names another credential');
  const { algorithm } = credential;
  const publicKey = bytesOf(credential.publicKey);
  keyOf({ publicKey, algorithm });
  return { publicKey, algorithm, counter };
}

/**
 * Verifies that the holder of a key has signed the challenge in an assertion, as a present and verified person (section
 * 7.2). Returns the counter of the authenticator. Throws sign_in_refused.
 */
export function verifyAssertion(assertion: Assertion, key: KnownKey, party: RelyingParty): number {
  const { counter } = readAuthenticatorData(assertion, party);
  const signed = Buffer.concat([bytesOf(assertion.authenticatorData), sha256(bytesOf(assertion.clientDataJSON))]);
  const digest = key.algorithm === -8 ? null : 'sha256';
  if (!verify(digest, signed, keyOf(key), bytesOf(assertion.signature)))
    throw refusedPasskey('its signature is not valid');
  return counter;
}

/** Bits of the flags (section 6.1). */
const present = 1;
const verified = 4;
const attested = 64;

/** Layout of authenticator data (section 6.1): the hash of the id, flags, counter, then the id of a new credential. */
function readAuthenticatorData({ authenticatorData }: Credential, { id }: RelyingParty): AuthenticatorData {
  const data = bytesOf(authenticatorData);
  if (data.length < 37) throw refusedPasskey('its authenticator data is too short');
  if (!timingSafeEqual(data.subarray(0, 32), sha256(id)))
    throw refusedPasskey(`it was made for another host than ${id}`);
  const flags = data.readUInt8(32);
  if ((flags & present) === 0 || (flags & verified) === 0)
    throw refusedPasskey('the authenticator did not verify the person, by a PIN, a finger or a face');
  const counter = data.readUInt32BE(33);
  if ((flags & attested) === 0) return { counter, credentialId: null };
  if (data.length < 55) throw refusedPasskey('its authenticator data is too short');
  const length = data.readUInt16BE(53);
  return { counter, credentialId: data.subarray(55, 55 + length).toString('base64url') };
}

const minimalRsaBits = 2_048;

/** Whether a key is one of an algorithm of COSE. */
const fits: Readonly<Record<number, (key: KeyObject) => boolean>> = {
  [-8]: (key) => key.asymmetricKeyType === 'ed25519',
  [-7]: (key) => key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1',
  [-257]: (key) => key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= minimalRsaBits,
};

function keyOf({ publicKey, algorithm }: KnownKey): KeyObject {
  if (!algorithms.includes(algorithm)) throw refusedPasskey(`the algorithm ${algorithm} is not accepted`);
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
    if (fits[algorithm]?.(key) === true) return key;
  } catch (error) {
    throw refusedPasskey('its key cannot be read', error);
  }
  throw refusedPasskey(`its key is not one of the algorithm ${algorithm}`);
}
