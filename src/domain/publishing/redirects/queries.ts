import { contains } from '../../../db/contains.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { Destination } from './published.ts';
import type { SiteRedirectRow } from '../../../loaders/site-settings.ts';

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

/** Finds a redirect by the stored form of its source. */
export const findRedirectFrom = (reader: Sql, siteId: string, source: string): Promise<SiteRedirectRow | null> =>
  reader.first(sql`select r.* from site_redirects r where r."siteId" = ${siteId} and r.source = ${source}`);
