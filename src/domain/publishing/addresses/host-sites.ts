import type { Context } from '../../core/context.ts';
import { siteRoot } from '../sites/urls.ts';
import { listPublicSitesAt } from './queries.ts';

/** A public site below the host of an organization, or below the domain of sites. */
interface HostSite {
  readonly url: string;
  readonly servesAgents: boolean;
}

/** Lists the public sites whose addresses are paths of a host; empty for any other host. */
export async function listHostSites(ctx: Context, host: string): Promise<HostSite[]> {
  const { sites } = ctx.urls;
  if (host !== sites && !host.endsWith(`.${sites}`)) return [];
  const hostname = host === sites ? null : host.slice(0, -sites.length - 1);
  const rows = await listPublicSitesAt(ctx.sql, hostname);
  return rows.map(({ agentsContext, ...row }) => ({
    url: siteRoot(ctx, { ...row, organizationHostname: hostname, customHostname: null }),
    servesAgents: agentsContext === 'included',
  }));
}
