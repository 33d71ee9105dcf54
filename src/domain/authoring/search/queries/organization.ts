import { pageQuery } from '../../../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import type { Actor } from '../../../../access/actor.ts';
import { accessTree, spaceTreeJoin, spaceVisible } from '../../../../access/queries/visible-resources.ts';
import { maxPagesPerSpace } from '../fields.ts';
import type { TsQueries } from '../ts-queries.ts';
import { matchingPages, matchingSpaces, maxRanked, scoredPages, topRankedPages } from './ranking.ts';
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

/** Maximum number of spaces whose pages are ranked. */
const maxRankedSpaces = maxRanked / maxPagesPerSpace;

/** The spaces that have a match; all of a few, of which ranking finds it out. */
const matched = (queries: TsQueries) => sql`matched as materialized (
    select id from readable where (select count(*) from readable) <= ${maxRankedSpaces}::int
    union all
    ${matchingSpaces(sql`select id from readable where (select count(*) from readable) > ${maxRankedSpaces}::int`, queries, 'anywhere')}
  )`;

/** The spaces to rank: of many, those with a match in titles or headings before the others. */
const chosenSpaces = (queries: TsQueries) => {
  const many = sql`select id from matched where (select count(*) from matched) > ${maxRankedSpaces}::int`;
  return sql`chosen as materialized (
    select id from matched left join (
      select id, 2 as tier from (${matchingSpaces(many, queries, 'title')}) titled
      union all
      select id, 1 from (${matchingSpaces(many, queries, 'heading')}) headed
    ) better using (id) group by id order by coalesce(max(tier), 0) desc, id desc limit ${maxRankedSpaces}::int
  )`;
};

/** Selects the best pages of the spaces of a table with their scores. */
const bestPages = (spaces: string, queries: TsQueries) => sql`
  select * from (
    select *, row_number() over (partition by "spaceId" order by score desc, "pageId" desc) as nth from (${scoredPages(
      sql`(select spaces.id as "spaceId", best.* from ${raw(spaces)} spaces cross join lateral (${topRankedPages(
        raw('spaces.id'),
        queries,
        {
          anywhere: matchingPages(raw('spaces.id'), queries, 'anywhere'),
          limit: sql`greatest(${maxPagesPerSpace}::int, ${maxRanked}::int / (select count(*) from ${raw(spaces)}))`,
        },
      )}) best) top`,
      queries,
    )}) ranked
  ) ranked where nth <= ${maxPagesPerSpace}::int`;

/**
 * Statement for the best pages of matching spaces, with one extra space to detect a further page. The spaces that are not among
 * those whose pages are ranked follow by id.
 */
export const pagesInScope = (scope: SearchScope, queries: TsQueries, window: PageWindow) => sql`
  ${readableSpaces(scope)}, ${matched(queries)}, ${chosenSpaces(queries)}, ranked as materialized (${bestPages('chosen', queries)}
  ), found as materialized (
    select "spaceId", max(score) as score from ranked group by 1
    union all
    select id, 0 from matched where (select count(*) from matched) > ${maxRankedSpaces}::int and id not in (select id from chosen)
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
  ), others as materialized (
    select "spaceId" as id from spaces_page where score = 0
  ), page as materialized (
    select pages."spaceId", pages."pageId", pages.score, readable.title as "spaceTitle", spaces_page.score as "spaceScore",
      spaces_page.total
    from (select * from ranked union all ${bestPages('others', queries)}) pages
    join spaces_page on spaces_page."spaceId" = pages."spaceId" join readable on readable.id = pages."spaceId"
  ), ${withPageDetails(queries)}`;

/** Statement that counts the matching spaces. */
export const countInScope = (scope: SearchScope, queries: TsQueries) => sql`
  ${readableSpaces(scope)}
  select count(*)::int as count from (${matchingSpaces(raw('select id from readable'), queries, 'anywhere')}) found`;
