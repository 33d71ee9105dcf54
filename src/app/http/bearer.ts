import { failure } from '../../lib/errors.ts';
import { whenKnown } from '../../lib/when-known.ts';
import type { Authenticate } from '../../domain/tokens/authenticate.ts';
import type { Actor } from '../../access/actor.ts';

/** Returns the secret of an Authorization header; null without one. Throws unauthenticated for another scheme. */
export function bearerOf(header: string | undefined): string | null {
  if (header === undefined || header === '') return null;
  const match = /^Bearer +([^\s,]+) *$/i.exec(header);
  if (!match?.[1]) throw failure('unauthenticated', 'The Authorization header must be "Bearer <token>"');
  return match[1];
}

/** 404 for every operation that visitors of a site may not call, so that its existence is not disclosed. */
export const notForVisitors = () => failure('not_found', 'Visitors of a site cannot use this operation');

/** 401 for a request without a token. */
export const unauthenticated = () =>
  failure('unauthenticated', 'The request needs the header "Authorization: Bearer <token>"');

/** The authenticated caller, at once when the token is remembered. Throws unauthenticated without a valid token. */
export function actorOf(authenticate: Authenticate, header: string | undefined): Actor | Promise<Actor> {
  const secret = bearerOf(header);
  if (secret === null) throw unauthenticated();
  return whenKnown(authenticate(secret), known);
}

function known(actor: Actor | null): Actor {
  if (actor === null) throw failure('unauthenticated', 'The token is unknown, expired or revoked');
  return actor;
}
