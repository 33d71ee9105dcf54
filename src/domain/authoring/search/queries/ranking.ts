import { all, raw, sql, type Fragment } from '../../../../db/sql.ts';
import type { FieldQueries, TsQueries } from '../ts-queries.ts';
import { pagesTable } from './tables.ts';

/** Maximum number of pages ranked by relevance, shared by all spaces of an organization. Further pages follow by id. */
export const maxRanked = 200;

const scorePerTier = 1_000_000;

/**
 * The tsquery for a space. `spaceId` is an SQL expression. The subquery hides its value from the planner, which would
 * otherwise choose a sequential scan for a common word.
 */
const tsQueryIn = (spaceId: Fragment, text: string) =>
  sql`(select replace(${text}, '§', right(${spaceId}, 10))::tsquery)`;

/** Selects the ids of pages of a space that match in a field. Without phrases, only the index of words is read. */
export const matchingPages = (spaceId: Fragment, queries: TsQueries, field: keyof FieldQueries) => sql`
  select p."pageId" from ${pagesTable(queries.view)} p
  where p.words @@ ${tsQueryIn(spaceId, queries.words[field])} and p."spaceId" is not distinct from ${spaceId}
    and ${matchesSequences(spaceId, queries, field)}`;

/** SQL expressions for the sequences of page `p`. The title precedes the headings; see `pageSequences`. */
const sequences = {
  title: raw(`split_part(p."headingRun", ' ', 1)`),
  heading: raw('p."headingRun"'),
  text: raw('p.run'),
};

/** SQL condition: page `p` contains the words of all phrases in sequence. */
function matchesSequences(spaceId: Fragment, queries: TsQueries, field: keyof FieldQueries): Fragment {
  const { phrases } = queries;
  const { wanted, unwanted } = queries.sequences;
  if (wanted.length + unwanted.length === 0) return raw('true');
  const isIn = (sequence: string, text: Fragment) => sql`strpos(${text}, ${sequence}) > 0`;
  const anywhere = (sequence: string) =>
    sql`(${isIn(sequence, sequences.heading)} or ${isIn(sequence, sequences.text)})`;
  const condition = {
    exactTitle: () => null,
    title: (sequence: string) => isIn(sequence, sequences.title),
    heading: (sequence: string) => isIn(sequence, sequences.heading),
    anywhere,
  }[field];
  const matches = all([...wanted.map(condition), ...unwanted.map((sequence) => sql`not ${anywhere(sequence)}`)]);
  return sql`case when p.run is null then p.words @@ ${tsQueryIn(spaceId, phrases[field])} else ${matches} end`;
}

interface BestPagesOptions {
  /** Selects the ids of all matching pages. */
  readonly anywhere: Fragment;
  readonly limit: Fragment;
}

/**
 * Selects the best pages of a space (pageId, place): first those whose title equals the query, then matches in the
 * title, in headings, and anywhere. Each tier is ordered by id, and is read only if better tiers do not reach the
 * limit.
 */
export const topRankedPages = (spaceId: Fragment, queries: TsQueries, { anywhere, limit }: BestPagesOptions) => {
  const tier = (place: number, pages: Fragment, better: readonly Fragment[]) => sql`
    select "pageId", ${place}::int as place from (${pages}) tier
    where ${all(better.map((table) => sql`(select count(*) from ${table}) < ${limit}`))} order by "pageId" limit ${limit}`;
  const [titled, headed] = [raw('titled'), raw('headed')];
  return sql`
    with titled as materialized (${tier(3, matchingPages(spaceId, queries, 'title'), [])}
    ), headed as materialized (${tier(2, matchingPages(spaceId, queries, 'heading'), [titled])})
    select "pageId", max(place) as place from (
      (${tier(4, matchingPages(spaceId, queries, 'exactTitle'), [])}) union all select * from titled union all select * from headed
      union all (${tier(1, anywhere, [titled, headed])})
    ) tiers group by "pageId" order by place desc, "pageId" limit ${limit}`;
};

/** Scores the pages of table `top` (spaceId, pageId, place) by tier, then by `ts_rank`. */
export const scoredPages = (top: Fragment, queries: TsQueries) => sql`
  select top."spaceId", top."pageId", top.place * ${scorePerTier}::int + (ts_rank('{0.1, 0.3, 0.5, 1}', p.words,
    replace(${queries.words.anywhere}, '§', right(top."spaceId", 10))::tsquery, 33) * ${scorePerTier - 1}::int)::int as score
  from ${top} cross join lateral (
    select p.words from ${pagesTable(queries.view)} p where p."spaceId" = top."spaceId" and p."pageId" = top."pageId" offset 0) p`;
