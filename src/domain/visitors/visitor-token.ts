import { jwtVerify, errors } from 'jose';
import { maxVisitorTokenLength, visitorTokenLeewaySeconds } from './fields.ts';

/**
 * The claims of a visitor token that was signed with the key of the site by HS256 and has not expired; null for any
 * other. No other algorithm is accepted, and a token without `exp` is not either.
 */
export async function verifyVisitorToken(
  token: string,
  key: string,
  now: Date,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (token.length > maxVisitorTokenLength) return null;
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: visitorTokenLeewaySeconds,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
