import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import * as z from 'zod';
import type { Claims } from './claims.ts';
import { verifySignedPayload } from './signed-payload.ts';

/** Lifetime of a code, in seconds: a browser takes it on at once. */
const codeSeconds = 60;

const Payload = z.object({
  kind: z.literal('visitor-code'),
  site: z.string(),
  keyVersion: z.number(),
  claims: z.record(z.string(), z.unknown()),
  challenge: z.string(),
  seconds: z.number(),
});

/** A visitor whom a provider has signed in, on the way back to the site. */
export interface VisitorCode {
  readonly site: string;
  /** Version of the key of the site at that time. */
  readonly keyVersion: number;
  readonly claims: Claims;
  /** SHA-256 of what the browser keeps, base64url. */
  readonly challenge: string;
  /** Lifetime of the session. */
  readonly seconds: number;
}

/** What a browser is known again by. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Signs a code that opens a site to the browser that has begun the sign-in, and to no other one. */
export const signVisitorCode = (key: Buffer, code: VisitorCode, now: Date): Promise<string> =>
  signFor(key, { kind: 'visitor-code', ...code }, now);

const signFor = (key: Buffer, payload: Readonly<Record<string, unknown>>, now: Date): Promise<string> =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(Math.floor(now.getTime() / 1_000) + codeSeconds)
    .sign(key);

const Refusal = z.object({
  kind: z.literal('visitor-refusal'),
  site: z.string(),
  challenge: z.string(),
  reason: z.string(),
});

/** Why a provider has signed no visitor in, for the browser that has begun. */
type VisitorRefusal = Omit<z.output<typeof Refusal>, 'kind'>;

/** Signs a refusal, so that a site shows nobody what somebody else has written. */
export const signVisitorRefusal = (key: Buffer, refusal: VisitorRefusal, now: Date): Promise<string> =>
  signFor(key, { kind: 'visitor-refusal', ...refusal }, now);

/** Reads the reason of a refusal; null for one of another site or browser, or an old one. */
export async function readVisitorRefusal(
  key: Buffer,
  { code, verifier, siteId, now }: Omit<Presented, 'keyVersion'>,
): Promise<string | null> {
  const { data } = Refusal.safeParse(await verifySignedPayload(code, key, { now }));
  return data?.site === siteId && data.challenge === challengeOf(verifier) ? data.reason : null;
}

interface Presented {
  readonly code: string;
  /** What the browser has kept. */
  readonly verifier: string;
  readonly siteId: string;
  readonly keyVersion: number | null;
  readonly now: Date;
}

/** Verifies a code for a site and the browser that brings it; null for any other. */
export async function verifyVisitorCode(
  key: Buffer,
  { code, verifier, siteId, keyVersion, now }: Presented,
): Promise<VisitorCode | null> {
  const { data } = Payload.safeParse(await verifySignedPayload(code, key, { now }));
  if (data === undefined || data.site !== siteId || data.keyVersion !== keyVersion) return null;
  return data.challenge === challengeOf(verifier) ? data : null;
}
