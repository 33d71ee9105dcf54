import { failure } from '../../lib/errors.ts';
import { whenKnown } from '../../lib/when-known.ts';
import type { Authenticate } from '../../domain/people/tokens/authenticate.ts';
import type { Actor } from '../../access/actor.ts';

/** Returns the token of an Authorization header, or null without a header. Throws unauthenticated for other schemes. */
export function findBearer(header: string | undefined): string | null {
  if (header === undefined || header === '') return null;
  const match = /^Bearer +([^\s,]+) *$/i.exec(header);
  if (!match?.[1]) throw failure('unauthenticated', 'The Authorization header must be "Bearer <token>"');
  return match[1];
}

/** The 404 for operations that visitors of a site may not call. It does not disclose whether the resource exists. */
export const notForVisitors = () => failure('not_found', 'Visitors of a site cannot use this operation');

/** The 401 for a request without a token. */
export const unauthenticated = () =>
  failure('unauthenticated', 'The request needs the header "Authorization: Bearer <token>"');

/**
 * Returns the caller of an Authorization header, without a promise when the token is cached. Throws unauthenticated when
 * there is no valid token. Tokens of clients are for one resource, so they are valid only where that is the one named.
 */
export function toActor(
  authenticate: Authenticate,
  header: string | undefined,
  resource: string | null = null,
): Actor | Promise<Actor> {
  const secret = findBearer(header);
  if (secret === null) throw unauthenticated();
  return whenKnown(authenticate(secret), (actor) => known(actor, resource));
}

function known(actor: Actor | null, resource: string | null): Actor {
  if (actor === null) throw failure('unauthenticated', 'The token is unknown, expired or revoked');
  const { lentTo } = actor;
  if (lentTo !== undefined && lentTo.resource !== resource)
    throw failure('unauthenticated', `The token is for ${lentTo.resource} alone`);
  return actor;
}
