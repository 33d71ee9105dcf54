import type { Actor, Visitor } from '../../access/actor.ts';
import type { Scope } from '../../access/scopes.ts';
import { verifySiteToken } from './site-token.ts';

const scopes: ReadonlySet<Scope> = new Set<Scope>([
  'space:read',
  'space:content:read',
  'site:read',
  'openapi:read',
  'user:read',
]);

/**
 * The actor of a site token; null for one that is forged or has expired. It is no user and no member of anything: the
 * loaders let it read its site alone, and check with each request that the site still lets it in.
 */
export async function visitorOf(key: Buffer, token: string, now: Date): Promise<Actor | null> {
  const payload = await verifySiteToken(key, token, now);
  if (payload === null) return null;
  const { organization: organizationId, site: siteId, admission, claims } = payload;
  return visitorActor({ organizationId, siteId, admission, claims });
}

/** The actor of a visitor. */
export const visitorActor = (visitor: Visitor): Actor => ({
  userId: `visitor of ${visitor.siteId}`,
  tokenId: `visitor of ${visitor.siteId}`,
  scopes,
  organizationId: visitor.organizationId,
  isInstanceAdmin: false,
  visitor,
});
