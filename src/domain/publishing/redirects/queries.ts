import type { KeysetList } from '../../../db/keyset.ts';
import { membershipJoin } from '../../../access/queries/membership.ts';
import type { Actor } from '../../../access/actor.ts';
import { contains } from '../../../db/contains.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { SiteRedirectRow } from '../../../loaders/site-settings.ts';
import type { Destination } from './published.ts';

/** Filters of a list of redirects; null does not filter. */
export interface RedirectsFilter {
  readonly siteId: string;
  /** A source in its stored form. */
  readonly source: string | null;
  /** Part of the source, ignoring case. */
  readonly search: string | null;
}

/** Keyset list of `SiteRedirectRow` of a site, newest first. */
export const redirectsList = ({ siteId, source, search }: RedirectsFilter): KeysetList => ({
  name: 'site-redirects',
  filters: [siteId, source, search],
  select: raw('r.*'),
  from: raw('from site_redirects r'),
  where: [
    sql`r."siteId" = ${siteId}`,
    source === null ? null : sql`r.source = ${source}`,
    search === null || search === '' ? null : contains(raw('r.source'), search),
  ],
  sort: { by: 'r."createdAt"', type: 'timestamptz', id: 'r.id' },
  direction: 'desc',
});

/** The fields of a redirect that loop detection needs. */
export interface KnownRedirect {
  readonly id: string;
  readonly source: string;
  readonly destination: Destination;
}

/** Lists all redirects of a site. Their number is limited. */
export const listAllRedirects = (reader: Sql, siteId: string): Promise<KnownRedirect[]> =>
  reader.rows(sql`select id, source, destination from site_redirects where "siteId" = ${siteId}`);

/** A redirect to insert or update. */
export interface WrittenRedirect extends KnownRedirect {
  readonly siteId: string;
  readonly at: Date;
}

/** Inserts redirects, or updates them by id. */
export const writeRedirects = (reader: Sql, redirects: readonly WrittenRedirect[]): Promise<unknown> =>
  reader.rows(sql`
    insert into site_redirects (id, "siteId", source, destination, "createdAt", "updatedAt")
    select given.id, given.site, given.source, given.destination::jsonb, given.at, given.at
    from unnest(${redirects.map(({ id }) => id)}::text[], ${redirects.map(({ siteId }) => siteId)}::text[],
      ${redirects.map(({ source }) => source)}::text[],
      ${redirects.map(({ destination }) => JSON.stringify(destination))}::text[],
      ${redirects.map(({ at }) => at.toISOString())}::timestamptz[]) given(id, site, source, destination, at)
    on conflict (id) do update set source = excluded.source, destination = excluded.destination,
      "updatedAt" = excluded."updatedAt"`);

/** Keyset list of `SiteShareLinkRow` of a site, newest first. */
export const shareLinksList = (siteId: string): KeysetList => ({
  name: 'site-share-links',
  filters: [siteId],
  select: raw('k.*'),
  from: raw('from site_share_links k'),
  where: [sql`k."siteId" = ${siteId}`],
  sort: { by: 'k."createdAt"', type: 'timestamptz', id: 'k.id' },
  direction: 'desc',
});

/** Whether the organization has installed an integration that may authenticate visitors. */
export async function canAuthenticateVisitors(reader: Sql, organizationId: string, name: string): Promise<boolean> {
  const row =
    await reader.first(sql`select i.id from integrations i join installations own on own."integrationId" = i.id
    where i.name = ${name} and own."organizationId" = ${organizationId} and not own.paused
      and i.scopes && array['site:visitor:auth', 'space:visitor:auth']`);
  return row !== null;
}

/** Finds a redirect by the stored form of its source. */
export const findRedirectFrom = (reader: Sql, siteId: string, source: string): Promise<SiteRedirectRow | null> =>
  reader.first(sql`select r.* from site_redirects r where r."siteId" = ${siteId} and r.source = ${source}`);

/** Whether the hostname serves another site. */
export async function isHostnameTaken(reader: Sql, siteId: string, hostname: string): Promise<boolean> {
  const other = await reader.first(sql`select "siteId" from site_hostnames
    where hostname = ${hostname} and "verifiedAt" is not null and "siteId" <> ${siteId}`);
  return other !== null;
}

/** Maximum number of sites of one caller that are examined for a hostname. */
const maxSitesOfHostname = 100;

/** Lists the ids of sites with a hostname in the caller's organizations: the one that it serves, then the oldest. */
export async function listSitesOfHostname(reader: Sql, actor: Actor, hostname: string): Promise<string[]> {
  const rows = await reader.rows<{ siteId: string }>(sql`select h."siteId" from site_hostnames h
    join sites t on t.id = h."siteId" ${membershipJoin('t."organizationId"', actor)}
    where h.hostname = ${hostname} and m."userId" is not null
    order by h."verifiedAt" is null, h."createdAt", h."siteId" limit ${maxSitesOfHostname}::int`);
  return rows.map(({ siteId }) => siteId);
}
