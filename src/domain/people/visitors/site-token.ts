import { hash } from 'node:crypto';
import { compactVerify, errors, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';

/** Must have the members of `Admission`. */
const AdmissionForm = z.object({
  shareLinkId: z.string().optional(),
  keyVersion: z.number().optional(),
  preview: z.boolean().optional(),
  changeRequestId: z.string().optional(),
});

const Payload = z.object({
  kind: z.literal('site'),
  organization: z.string(),
  site: z.string(),
  siteSpace: z.string(),
  siteSection: z.string().optional(),
  space: z.string(),
  spaces: z.array(z.string()),
  claims: z.record(z.string(), z.unknown()),
  admission: AdmissionForm,
  iat: z.number(),
  exp: z.number(),
});

/** Payload of a site token: the site that it gives access to, and the visitor. */
export type SiteTokenPayload = Readonly<Omit<z.infer<typeof Payload>, 'kind' | 'iat' | 'exp'>>;

/** Seconds during which the token of a visitor stays the same, because it is part of the renderer's cache keys. */
const windowSeconds = 3_600;

/** Lifetime of a token in seconds. It is valid for at least an hour after the window in which it was issued. */
const lifetimeSeconds = 2 * windowSeconds;

const maxKept = 5_000;
const issued = new LRUCache<string, string>({ max: maxKept });
const verified = new LRUCache<string, z.infer<typeof Payload>>({ max: maxKept });

/**
 * Signs a JWT that gives one visitor access to one site. Within an hour the same payload yields the same token, which
 * is valid for one more hour.
 */
export async function signSiteToken(key: Buffer, payload: SiteTokenPayload, now: Date): Promise<string> {
  const start = Math.floor(now.getTime() / 1_000 / windowSeconds) * windowSeconds;
  const claims = { kind: 'site', ...payload, iat: start, exp: start + lifetimeSeconds };
  const cacheKey = cacheKeyOf(key, JSON.stringify(claims));
  const known = issued.get(cacheKey);
  if (known !== undefined) return known;
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key);
  issued.set(cacheKey, token);
  return token;
}

/** Whether a bearer credential is a JWT. Other credentials contain no dots. */
export const isSiteToken = (secret: string): boolean => secret.includes('.');

/** Verifies a token of this server that has not expired, and returns its payload; null for any other. */
export async function verifySiteToken(key: Buffer, token: string, now: Date): Promise<SiteTokenPayload | null> {
  const cacheKey = cacheKeyOf(key, token);
  const read = verified.get(cacheKey) ?? (await findPayload(key, token));
  if (read === null) return null;
  verified.set(cacheKey, read);
  if (read.exp * 1_000 <= now.getTime()) return null;
  const { kind: _kind, iat: _iat, exp: _exp, ...payload } = read;
  return payload;
}

/** Payload of a token with a valid signature, whether or not it has expired. */
async function findPayload(key: Buffer, token: string): Promise<z.infer<typeof Payload> | null> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: ['HS256'] });
    return Payload.safeParse(JSON.parse(new TextDecoder().decode(payload))).data ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Includes the signing key, because several servers with different keys may run in one process. */
const cacheKeyOf = (key: Buffer, text: string) => hash('sha256', `${digestOf(key)} ${text}`, 'base64url');

const digests = new WeakMap<Buffer, string>();

function digestOf(key: Buffer): string {
  const known = digests.get(key);
  if (known !== undefined) return known;
  const digest = hash('sha256', key, 'base64url');
  digests.set(key, digest);
  return digest;
}
