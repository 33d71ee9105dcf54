import type { Actor } from '../../../access/actor.ts';
import { membershipJoin } from '../../../access/queries/membership.ts';
import { sql, type Sql } from '../../../db/sql.ts';

/** Whether the hostname serves another site. */
export async function isHostnameTaken(reader: Sql, siteId: string, hostname: string): Promise<boolean> {
  const other = await reader.first(sql`select "siteId" from site_hostnames
    where hostname = ${hostname} and "verifiedAt" is not null and "siteId" <> ${siteId}`);
  return other !== null;
}

/** Maximum number of sites of one caller that are examined for a hostname. */
const maxSitesOfHostname = 100;

interface SiteOfHostname {
  readonly siteId: string;
  readonly organizationId: string;
}

/** Lists the sites with a hostname in the caller's organizations: the one that it serves, then the oldest. */
export const listSitesOfHostname = (reader: Sql, actor: Actor, hostname: string): Promise<SiteOfHostname[]> =>
  reader.rows<SiteOfHostname>(sql`select h."siteId", t."organizationId" from site_hostnames h
    join sites t on t.id = h."siteId" ${membershipJoin('t."organizationId"', actor)}
    where h.hostname = ${hostname} and m."userId" is not null
    order by h."verifiedAt" is null, h."createdAt", h."siteId" limit ${maxSitesOfHostname}::int`);

/** Whether the hostname serves a site. */
export async function isHostnameVerified(reader: Sql, hostname: string): Promise<boolean> {
  const site = await reader.first(sql`select "siteId" from site_hostnames
    where hostname = ${hostname} and "verifiedAt" is not null`);
  return site !== null;
}

/** Whether the name, below the domain of sites, is the hostname of an organization. */
export async function isOrganizationHostname(reader: Sql, name: string): Promise<boolean> {
  return (await reader.first(sql`select id from organizations where hostname = ${name}`)) !== null;
}
