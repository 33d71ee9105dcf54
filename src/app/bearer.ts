import { failure } from '../lib/errors.ts';
import type { Authenticate } from '../domain/tokens/authenticate.ts';
import type { Actor } from '../domain/context.ts';

/** The secret of an Authorization header; null without one. Throws unauthenticated for another scheme. */
export function bearerOf(header: string | undefined): string | null {
  if (header === undefined || header === '') return null;
  const match = /^Bearer +([^\s,]+) *$/i.exec(header);
  if (!match?.[1]) throw failure('unauthenticated', 'The Authorization header must be "Bearer <token>"');
  return match[1];
}

/** The caller brought no token. */
export const unauthenticated = () =>
  failure('unauthenticated', 'This needs the header "Authorization: Bearer <token>"');

/** Who asks. Throws unauthenticated without a valid token. Contract 5.1. */
export async function actorOf(authenticate: Authenticate, header: string | undefined): Promise<Actor> {
  const secret = bearerOf(header);
  if (secret === null) throw unauthenticated();
  const actor = await authenticate(secret);
  if (actor === null) throw failure('unauthenticated', 'The token is unknown, expired or revoked');
  return actor;
}
