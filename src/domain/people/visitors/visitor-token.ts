import { visitorTokenLeewaySeconds } from './fields.ts';
import { verifySignedPayload } from './signed-payload.ts';

/**
 * Verifies a visitor token signed with the key of the site, and returns its claims; null when it is invalid or expired.
 */
export const verifyVisitorToken = (
  token: string,
  key: string,
  now: Date,
): Promise<Readonly<Record<string, unknown>> | null> =>
  verifySignedPayload(token, new TextEncoder().encode(key), { now, toleranceSeconds: visitorTokenLeewaySeconds });
