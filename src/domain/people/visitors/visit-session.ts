import { decodeJwt, SignJWT } from 'jose';
import * as z from 'zod';
import type { Claims } from './claims.ts';
import { verifySignedPayload } from './signed-payload.ts';

/** Maximum lifetime of a session, in seconds. */
const maxSeconds = 43_200;

const Payload = z.object({
  kind: z.literal('visit'),
  site: z.string(),
  claims: z.record(z.string(), z.unknown()),
  keyVersion: z.number().optional(),
  preview: z.literal(true).optional(),
  changeRequestId: z.string().optional(),
  exp: z.number(),
});

/** What a browser keeps of a visitor who has signed in to a site: signed claims and what signed them. */
export interface VisitSession {
  readonly site: string;
  readonly claims: Claims;
  /** Version of the key of the site that signed the claims; a new key ends the session. */
  readonly keyVersion?: number | undefined;
  /** Whether the visitor came by a preview token. */
  readonly preview?: true | undefined;
  /** Id of a change request that the preview token also shows. */
  readonly changeRequestId?: string | undefined;
}

/** A session that a browser has sent, and when it expires, in seconds since 1970. */
export interface KeptSession extends VisitSession {
  readonly exp: number;
}

interface SignedSession {
  readonly token: string;
  readonly seconds: number;
}

interface Lifetime {
  /** The verified token of the visitor; null for a visitor whom a provider has signed in. */
  readonly visitorToken: string | null;
  /** Lifetime in seconds; twelve hours by default. */
  readonly seconds?: number;
  readonly now: Date;
}

/** Signs the session of a visitor, which ends when the visitor's own token does, and after twelve hours at the latest. */
export async function signVisitSession(
  key: Buffer,
  session: VisitSession,
  { visitorToken, seconds: longest = maxSeconds, now }: Lifetime,
): Promise<SignedSession> {
  const start = Math.floor(now.getTime() / 1_000);
  // Verified before, so that it has an end.
  const { exp = start } = visitorToken === null ? { exp: start + longest } : decodeJwt(visitorToken);
  const seconds = Math.max(0, Math.min(longest, maxSeconds, exp - start));
  const token = await new SignJWT({ kind: 'visit', ...session })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(start + seconds)
    .sign(key);
  return { token, seconds };
}

/** Finds the session of a site among those that a browser sends; null when none of them is valid. */
export async function findVisitSession(
  key: Buffer,
  tokens: readonly string[],
  { siteId, now }: { readonly siteId: string; readonly now: Date },
): Promise<KeptSession | null> {
  const payloads = await Promise.all(tokens.map((token) => verifySignedPayload(token, key, { now })));
  const sessions = payloads.flatMap((payload) => Payload.safeParse(payload).data ?? []);
  return sessions.find(({ site }) => site === siteId) ?? null;
}
