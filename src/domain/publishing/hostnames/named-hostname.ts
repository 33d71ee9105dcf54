import { forbidden, notFound } from '../../../lib/errors.ts';
import { allowed, ignoreSsoSignIn, requireSsoSignIn } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import type { PartOfSite } from '../structure/change.ts';
import { sitePolicy } from '../sites/policy.ts';
import { findSite } from '../sites/sites.ts';
import { deleteHostname, getHostname, verifyHostname, type CustomHostname } from './hostnames.ts';
import { listSitesOfHostname } from './queries.ts';

/** Gets a custom hostname by name. Requires `admin` of its site. */
export const getNamedHostname = async (ctx: Context, hostname: string): Promise<CustomHostname> =>
  getHostname(ctx, { id: (await siteOf(ctx, hostname)).siteId });

/** Verifies a custom hostname by name. Throws as `verifyHostname`. */
export const verifyNamedHostname = async (ctx: Context, hostname: string): Promise<CustomHostname> =>
  verifyHostname(ctx, await siteOf(ctx, hostname));

/** Deletes a custom hostname by name and returns the id of its site. Throws as `deleteHostname`. */
export const deleteNamedHostname = async (ctx: Context, hostname: string): Promise<string> =>
  deleteHostname(ctx, await siteOf(ctx, hostname));

/**
 * Finds the site of a hostname. Several sites may claim an unverified one: the caller must be admin of the site, and
 * the site that it serves takes precedence. Throws not_found; forbidden for callers who may only read the site.
 */
async function siteOf(ctx: Context, hostname: string): Promise<PartOfSite> {
  const sites = await listSitesOfHostname(ctx.sql, ignoreSsoSignIn(ctx.actor), hostname.toLowerCase());
  const candidates = await Promise.all(sites.map(({ siteId }) => findSite(ctx, siteId)));
  const members = candidates.filter((site) => site?.reading === 'member');
  const own = members.find((site) => site && allowed(sitePolicy, 'viewAudience', ctx.actor, site));
  if (own) return { organizationId: own.organizationId, siteId: own.id };
  if (members.length === 0) {
    for (const { organizationId } of sites) requireSsoSignIn(ctx.actor, organizationId);
    throw notFound('custom hostname', hostname);
  }
  throw forbidden('viewAudience', sitePolicy.kind);
}
