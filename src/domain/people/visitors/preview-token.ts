import { decodeJwt, errors, SignJWT } from 'jose';
import * as z from 'zod';
import type { Claims } from './claims.ts';
import { maxVisitorTokenLength } from './fields.ts';
import { verifySignedPayload } from './signed-payload.ts';

/** Lifetime of a preview token, in seconds. */
const previewSeconds = 3_600;

const Payload = z.object({
  kind: z.literal('preview'),
  site: z.string(),
  claims: z.record(z.string(), z.unknown()),
  changeRequest: z.string().optional(),
  exp: z.number(),
});

interface PreviewedSite {
  readonly siteId: string;
  readonly claims: Claims;
  /** Id of a change request that the token also shows. */
  readonly changeRequestId?: string | undefined;
  readonly now: Date;
}

/** What a preview token shows, and when it expires, in seconds since 1970. */
interface Preview {
  readonly claims: Claims;
  readonly changeRequestId?: string | undefined;
  readonly exp: number;
}

/** Signs a token that opens a site, published or not, as a visitor with these claims would see it. */
export const signPreviewToken = (
  key: Buffer,
  { siteId, claims, changeRequestId, now }: PreviewedSite,
): Promise<string> =>
  new SignJWT({ kind: 'preview', site: siteId, claims, changeRequest: changeRequestId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(Math.floor(now.getTime() / 1_000) + previewSeconds)
    .sign(key);

/** Verifies a preview token and returns what it shows; null for any other token. */
export async function verifyPreviewToken(
  key: Buffer,
  token: string,
  { siteId, now }: { readonly siteId: string; readonly now: Date },
): Promise<Preview | null> {
  if (!claimsToBePreview(token)) return null;
  const read = Payload.safeParse(await verifySignedPayload(token, key, { now }));
  if (!read.success || read.data.site !== siteId) return null;
  const { claims, changeRequest: changeRequestId, exp } = read.data;
  return { claims, changeRequestId, exp };
}

/**
 * Whether a token claims to be a preview token. Visitor tokens, which are more frequent, thus skip the verification.
 */
function claimsToBePreview(token: string): boolean {
  if (token.length > maxVisitorTokenLength) return false;
  try {
    return decodeJwt(token)['kind'] === 'preview';
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
