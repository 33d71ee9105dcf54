import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { MissedSearchCount, PageViewCount } from './counts.ts';

/** Maximum number of different searches without results that are kept of a site and a day. */
const maxSearchesPerDay = 500;

/** Adds views of pages to those of their days. What has been deleted since is left out. */
export const addPageViews = (writer: Sql, counted: readonly PageViewCount[]): Promise<unknown> =>
  writer.rows(sql`
    insert into site_page_views ("siteId", "dayAt", "spaceId", "pageId", views)
    select given.site, given.day, given.space, given.page, given.views
    from unnest(${counted.map(({ siteId }) => siteId)}::text[], ${counted.map(({ dayAt }) => dayAt)}::timestamptz[],
      ${counted.map(({ spaceId }) => spaceId)}::text[], ${counted.map(({ pageId }) => pageId)}::text[],
      ${counted.map(({ count }) => count)}::int[]) given(site, day, space, page, views)
    where exists (select from sites t where t.id = given.site) and exists (select from spaces s where s.id = given.space)
    order by 1, 2, 3, 4
    on conflict ("siteId", "dayAt", "spaceId", "pageId") do update set views = site_page_views.views + excluded.views`);

/** Adds searches without results to those of their days. A day of a site keeps a limited number of different ones. */
export const addMissedSearches = (writer: Sql, counted: readonly MissedSearchCount[]): Promise<unknown> =>
  writer.rows(sql`
    with given as (
      select site, day, query, searches,
        exists (select from site_missed_searches k
          where k."siteId" = site and k."dayAt" = day and k.query = given.query) as known
      from unnest(${counted.map(({ siteId }) => siteId)}::text[], ${counted.map(({ dayAt }) => dayAt)}::timestamptz[],
        ${counted.map(({ query }) => query)}::text[],
        ${counted.map(({ count }) => count)}::int[]) given(site, day, query, searches)
      where exists (select from sites t where t.id = site)),
    ranked as (
      select given.*, row_number() over (partition by site, day, known order by searches desc, query) as place from given)
    insert into site_missed_searches ("siteId", "dayAt", query, searches)
    select site, day, query, searches from ranked
    where known or place + (select count(*) from site_missed_searches k where k."siteId" = site and k."dayAt" = day)
      <= ${maxSearchesPerDay}::int
    order by 1, 2, 3
    on conflict ("siteId", "dayAt", query) do update set searches = site_missed_searches.searches + excluded.searches`);

/** Days of which a list shows the counts; null for no limit. */
export interface DaysFilter {
  readonly siteId: string;
  readonly from: string | null;
  readonly until: string | null;
}

const days = (column: string, { from, until }: DaysFilter) => [
  from === null ? null : sql`${raw(column)} >= ${from}::timestamptz`,
  until === null ? null : sql`${raw(column)} < ${until}::timestamptz`,
];

/** Keyset list of the views of pages of a site, newest day first. */
export const pageViewsList = (filter: DaysFilter): KeysetList => ({
  name: 'site-page-views',
  filters: [filter.siteId, filter.from, filter.until],
  select: raw('v."dayAt", v."spaceId", v."pageId", v.views'),
  from: raw('from site_page_views v'),
  where: [sql`v."siteId" = ${filter.siteId}`, ...days('v."dayAt"', filter)],
  // Pages of a translation have the ids of those of its source.
  sort: { by: 'v."dayAt"', type: 'timestamptz', id: `(v."spaceId" || '.' || v."pageId")` },
  direction: 'desc',
});

/** Keyset list of the searches of a site that found nothing, newest day first. */
export const missedSearchesList = (filter: DaysFilter): KeysetList => ({
  name: 'site-missed-searches',
  filters: [filter.siteId, filter.from, filter.until],
  select: raw('m."dayAt", m.query, m.searches'),
  from: raw('from site_missed_searches m'),
  where: [sql`m."siteId" = ${filter.siteId}`, ...days('m."dayAt"', filter)],
  sort: { by: 'm."dayAt"', type: 'timestamptz', id: 'm.query' },
  direction: 'desc',
});

/** Deletes at most `limit` rows of before a time from each table of what readers do. Returns how many. */
export async function deleteOldInsights(writer: Sql, before: Date, limit: number): Promise<number> {
  const [deleted] = await writer.rows<{ count: number }>(sql`
    with feedback as (delete from page_feedback where ctid = any (array(
        select ctid from page_feedback where "createdAt" < ${before}::timestamptz limit ${limit}::int)) returning 1),
      views as (delete from site_page_views where ctid = any (array(
        select ctid from site_page_views where "dayAt" < ${before}::timestamptz limit ${limit}::int)) returning 1),
      searches as (delete from site_missed_searches where ctid = any (array(
        select ctid from site_missed_searches where "dayAt" < ${before}::timestamptz limit ${limit}::int)) returning 1)
    select ((select count(*) from feedback) + (select count(*) from views) + (select count(*) from searches))::int as count`);
  return deleted?.count ?? 0;
}
