import { createHash, timingSafeEqual } from 'node:crypto';

/** Verifies a code challenge by S256 (RFC 7636, section 4.6). */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  const digest = createHash('sha256').update(verifier).digest('base64url');
  return digest.length === challenge.length && timingSafeEqual(Buffer.from(digest), Buffer.from(challenge));
}
