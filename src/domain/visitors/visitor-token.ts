import { visitorTokenLeewaySeconds } from './fields.ts';
import { signedPayload } from './signed-payload.ts';

/** The claims of a visitor token that was signed with the key of the site and has not expired; null for any other. */
export const verifyVisitorToken = (
  token: string,
  key: string,
  now: Date,
): Promise<Readonly<Record<string, unknown>> | null> =>
  signedPayload(token, new TextEncoder().encode(key), { now, toleranceSeconds: visitorTokenLeewaySeconds });
