import type { Actor, Visitor } from '../../../access/actor.ts';
import type { Scope } from '../../../access/scopes.ts';
import { verifySiteToken } from './site-token.ts';

const scopes: ReadonlySet<Scope> = new Set<Scope>([
  'space:read',
  'space:content:read',
  'site:read',
  'openapi:read',
  'user:read',
]);

/**
 * Verifies a site token and creates its actor; null for a forged or expired token. The actor is not a user and has no
 * memberships. Loaders limit it to its site, and check with each request that the site still admits it.
 */
export async function authenticateVisitor(key: Buffer, token: string, now: Date): Promise<Actor | null> {
  const payload = await verifySiteToken(key, token, now);
  if (payload === null) return null;
  const { organization: organizationId, site: siteId, admission, claims } = payload;
  return visitorActor({ organizationId, siteId, admission, claims });
}

/** Creates the actor of a visitor. */
export const visitorActor = (visitor: Visitor): Actor => ({
  userId: `visitor of ${visitor.siteId}`,
  tokenId: `visitor of ${visitor.siteId}`,
  scopes,
  organizationId: visitor.organizationId,
  isInstanceAdmin: false,
  visitor,
});
