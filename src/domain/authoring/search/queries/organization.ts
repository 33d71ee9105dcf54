import { pageQuery } from '../../../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import type { Actor } from '../../../../access/actor.ts';
import { accessTree, spaceTreeJoin, spaceVisible } from '../../../../access/queries/visible-resources.ts';
import { maxPagesPerSpace } from '../fields.ts';
import type { TsQueries } from '../ts-queries.ts';
import { topRankedPages, matchingPages, maxRanked, scoredPages } from './ranking.ts';
import { byScore, withPageDetails, type FoundPageRow, type PageWindow } from './results.ts';

/**
 * The spaces to search: those of an organization that the caller may read, or given spaces that the caller is known to
 * read.
 */
export type SearchScope =
  | { readonly organizationId: string; readonly actor: Actor }
  | { readonly spaceIds: readonly string[] };

/** Start of a statement that defines the CTE `readable`, the spaces to search. */
export const readableSpaces = (scope: SearchScope): Fragment =>
  'spaceIds' in scope
    ? sql`with recursive readable as materialized (
        select s.id, s.title from spaces s where s.id = any(${scope.spaceIds}::text[]) and s."deletedAt" is null
      )`
    : sql`${accessTree(scope.organizationId, scope.actor)},
      readable as materialized (
        select s.id, s.title from spaces s ${spaceTreeJoin}
        where s."organizationId" = ${scope.organizationId} and s."deletedAt" is null and ${spaceVisible}
      )`;

/** A matching page with its space. */
export interface FoundSpaceRow extends FoundPageRow {
  readonly spaceTitle: string;
  readonly spaceScore: number;
  /** Number of matching spaces. */
  readonly total: number;
}

/** Statement for the best pages of matching spaces, with one extra space to detect a further page. */
export const pagesInScope = (scope: SearchScope, queries: TsQueries, window: PageWindow) => sql`
  ${readableSpaces(scope)}, scope as materialized (
    select id, title, greatest(${maxPagesPerSpace}::int, ${maxRanked}::int / count(*) over ()) as share from readable
  ), top as materialized (
    select scope.id as "spaceId", best.* from scope cross join lateral (${topRankedPages(raw('scope.id'), queries, {
      anywhere: matchingPages(raw('scope.id'), queries, 'anywhere'),
      limit: raw('scope.share'),
    })}) best
  ), ranked as materialized (${scoredPages(raw('top'), queries)}
  ), pages as materialized (
    select * from (
      select *, row_number() over (partition by "spaceId" order by score desc, "pageId" desc) as nth from ranked
    ) ranked where nth <= ${maxPagesPerSpace}::int
  ), found as materialized (
    select "spaceId", max(score) as score from pages group by 1
  ), spaces_page as materialized (
    ${pageQuery(
      {
        select: raw('found.*, (select count(*)::int from found) as total'),
        from: raw('from found'),
        where: [],
        ...byScore('found."spaceId"', window),
      },
      window.after,
      window.first,
    )}
  ), page as materialized (
    select pages."spaceId", pages."pageId", pages.score, scope.title as "spaceTitle", spaces_page.score as "spaceScore",
      spaces_page.total
    from pages join spaces_page on spaces_page."spaceId" = pages."spaceId" join scope on scope.id = pages."spaceId"
  ), ${withPageDetails(queries)}`;

/** Statement that counts the matching spaces. */
export const countInScope = (scope: SearchScope, queries: TsQueries) => sql`
  ${readableSpaces(scope)}
  select count(*)::int as count from readable cross join lateral (
    ${matchingPages(raw('readable.id'), queries, 'anywhere')} limit 1) found`;
