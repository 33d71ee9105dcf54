import { pageQuery } from '../../../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import { maxPagesPerSpace } from '../fields.ts';
import type { FieldQueries, TsQueries } from '../ts-queries.ts';
import {
  hasSequences,
  matchesSequences,
  matchingPages,
  matchingSpaces,
  maxRanked,
  scoredPages,
  topRankedPages,
} from './ranking.ts';
import { byScore, withPageDetails, type FoundPageRow, type PageWindow } from './results.ts';
import {
  fewSpaces,
  foundOfMany,
  isAmong,
  isMany,
  maxFew,
  pagesOfOrganization,
  searchedSpaces,
  type SearchScope,
} from './scope.ts';

/** A matching page with its space. */
export interface FoundSpaceRow extends FoundPageRow {
  readonly spaceTitle: string;
  readonly spaceScore: number;
  /** Number of matching spaces. */
  readonly total: number;
}

/**
 * Selects the spaces of an organization that have a page which matches in a field, once for each page, and those that the caller may
 * not see as well.
 */
const spacesWith = (scope: SearchScope, queries: TsQueries, field: keyof FieldQueries) => {
  const condition = hasSequences(queries) ? matchesSequences(raw('p."spaceId"'), queries, field) : undefined;
  // The subquery hides the value from the planner, which would otherwise choose a sequential scan for a common word.
  const pages = pagesOfOrganization(scope, sql`(select ${queries.words[field]}::text)`, {
    view: queries.view,
    isAsked: isMany,
    condition,
  });
  return sql`select "spaceId" as id from (${pages}) w`;
};

/** The spaces of many that have a match; and all of a few, of which ranking finds it out. */
const matched = (scope: SearchScope, queries: TsQueries) => sql`
  ${foundOfMany(scope, spacesWith(scope, queries, 'anywhere'))}
  , matched as materialized (${fewSpaces} union all select id from found_of_many
  ), match_count as materialized (select count(*)::int as count from matched)`;

const areMany = raw(`(select count from match_count) > ${maxFew}`);

/** The spaces to rank: of many, those with a match in titles, then in headings, before the others. */
const chosenSpaces = (scope: SearchScope, queries: TsQueries) => {
  const best = (isAsked: Fragment) => sql`
    select id from matched where ${isAsked} order by id desc limit ${maxFew}::int`;
  const bestWith = (field: keyof FieldQueries, isAsked: Fragment) =>
    best(sql`${isAsked} and ${isAmong('id', spacesWith(scope, queries, field))}`);
  return sql`titled as materialized (${bestWith('title', areMany)}
  ), headed as materialized (${bestWith('heading', sql`${areMany} and (select count(*) from titled) < ${maxFew}::int`)}
  ), chosen as materialized (
    select id from (
      select id, 2 as tier from titled union all select id, 1 from headed union all (select id, 0 from (${best(raw('true'))}) others)
    ) tiers group by id order by max(tier) desc, id desc limit ${maxFew}::int
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
  ${searchedSpaces(scope)}, ${matched(scope, queries)}, ${chosenSpaces(scope, queries)}, ranked as materialized (${bestPages('chosen', queries)}
  ), found as materialized (
    select "spaceId", max(score) as score from ranked group by 1
    union all
    select id, 0 from matched where ${areMany} and id not in (select id from chosen)
  ), spaces_page as materialized (
    ${pageQuery(
      {
        select: sql`found.*, case when ${areMany} then (select count from match_count) else (select count(*)::int from found) end as total`,
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
    select pages."spaceId", pages."pageId", pages.score, (select s.title from spaces s where s.id = pages."spaceId") as "spaceTitle",
      spaces_page.score as "spaceScore", spaces_page.total
    from (select * from ranked union all ${bestPages('others', queries)}) pages
    join spaces_page on spaces_page."spaceId" = pages."spaceId"
  ), ${withPageDetails(queries)}`;

/** Statement that counts the matching spaces. */
export const countInScope = (scope: SearchScope, queries: TsQueries) => sql`
  ${searchedSpaces(scope)}, ${foundOfMany(scope, spacesWith(scope, queries, 'anywhere'))}
  select count(*)::int as count from (
    ${matchingSpaces(fewSpaces, queries, 'anywhere')} union all select id from found_of_many) found`;
