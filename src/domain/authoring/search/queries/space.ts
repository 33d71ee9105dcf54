import { pageQuery } from '../../../../db/keyset.ts';
import { raw, sql } from '../../../../db/sql.ts';
import type { TsQueries } from '../ts-queries.ts';
import { topRankedPages, matchingPages, maxRanked, scoredPages } from './ranking.ts';
import { byScore, withPageDetails, type PageWindow } from './results.ts';

/** Keyset list of matching pages of a space with their `total`, and one extra row to detect a further page. */
export const pagesInSpace = (spaceId: string, queries: TsQueries, window: PageWindow) => {
  const { after, first, backward } = window;
  const id = sql`${spaceId}::text`;
  const best = topRankedPages(id, queries, {
    anywhere: raw('select "pageId" from hits'),
    limit: sql`${maxRanked}::int`,
  });
  return sql`
  with recursive hits as materialized (${matchingPages(id, queries, 'anywhere')}
  ), ranked as materialized (${scoredPages(sql`(select ${id} as "spaceId", best.* from (${best}) best) top`, queries)}
  ), found as materialized (
    select * from ranked union all
    select ${id}, "pageId", 0 from hits
    where ${backward || after !== null || first >= maxRanked} and "pageId" not in (select "pageId" from ranked)
  ), page as materialized (
    ${pageQuery(
      {
        select: sql`found.*, (select count(*)::int from hits) as total`,
        from: raw('from found'),
        where: [],
        ...byScore('found."pageId"', window),
      },
      after,
      first,
    )}
  ), ${withPageDetails(queries)}`;
};

/** Statement that counts the matching pages of a space. */
export const countInSpace = (spaceId: string, queries: TsQueries) =>
  sql`select count(*)::int as count from (${matchingPages(sql`${spaceId}::text`, queries, 'anywhere')}) hits`;
