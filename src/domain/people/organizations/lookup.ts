import { notFound } from '../../../lib/errors.ts';
import { toOrganization } from '../../../loaders/organizations.ts';
import { ignoreSsoSignIn, requireScope, requireSsoSignIn } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import type { Organization } from './organizations.ts';
import { findByHostname, listByEmailDomain } from './queries.ts';

/**
 * Lists the organizations that accept email addresses of a domain because they have proved it; none unless the caller's
 * own verified address is in the domain. See docs/reference/access.md.
 */
export async function listOrganizationsByEmailDomain(ctx: Context, emailDomain: string): Promise<Organization[]> {
  requireScope(ctx.actor, 'org:read');
  const rows = await listByEmailDomain(ctx.sql, ctx.actor, emailDomain.toLowerCase());
  return rows.map(toOrganization);
}

/** Gets the organization of a hostname. Throws not_found when there is none or the caller is not a member. */
export async function getOrganizationByHostname(ctx: Context, hostname: string): Promise<Organization> {
  requireScope(ctx.actor, 'org:read');
  const row = await findByHostname(ctx.sql, ignoreSsoSignIn(ctx.actor), hostname.toLowerCase());
  if (row === null) throw notFound('subdomain', hostname);
  requireSsoSignIn(ctx.actor, row.id);
  return toOrganization(row);
}
