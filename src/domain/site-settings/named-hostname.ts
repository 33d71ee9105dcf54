import { forbidden, notFound } from '../../lib/errors.ts';
import { allowed } from '../../access/policy.ts';
import type { Context } from '../context.ts';
import type { PartOfSite } from '../sites/change.ts';
import { sitePolicy } from '../sites/policy.ts';
import { findSite } from '../sites/sites.ts';
import { deleteHostname, getHostname, verifyHostname, type CustomHostname } from './hostnames.ts';
import { sitesOfHostname } from './queries.ts';

/** A custom hostname by its name. For admins of its site. Throws not_found, forbidden. */
export const getNamedHostname = async (ctx: Context, hostname: string): Promise<CustomHostname> =>
  getHostname(ctx, { id: (await siteOf(ctx, hostname)).siteId });

/** Asks DNS for the record of a hostname. Throws as `verifyHostname`. */
export const verifyNamedHostname = async (ctx: Context, hostname: string): Promise<CustomHostname> =>
  verifyHostname(ctx, await siteOf(ctx, hostname));

/** Removes a hostname from its site, whose id it returns. Throws as `deleteHostname`. */
export const deleteNamedHostname = async (ctx: Context, hostname: string): Promise<string> =>
  deleteHostname(ctx, await siteOf(ctx, hostname));

/**
 * The site that has a hostname. Several may await its verification: it is the one that the caller administers, of those
 * the one that it serves. Throws not_found, forbidden for callers who may only read the site.
 */
async function siteOf(ctx: Context, given: string): Promise<PartOfSite> {
  const ids = await sitesOfHostname(ctx.sql, ctx.actor, given.toLowerCase());
  const found = await Promise.all(ids.map((id) => findSite(ctx, id)));
  const members = found.filter((site) => site?.reading === 'member');
  const own = members.find((site) => site && allowed(sitePolicy, 'viewAudience', ctx.actor, site));
  if (own) return { organizationId: own.organizationId, siteId: own.id };
  if (members.length === 0) throw notFound('custom hostname', given);
  throw forbidden('viewAudience', sitePolicy.kind);
}
