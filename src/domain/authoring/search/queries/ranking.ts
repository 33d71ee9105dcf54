import { all, raw, sql, type Fragment } from '../../../../db/sql.ts';
import { keyPlaceholder } from '../../../../text/search/vector.ts';
import type { FieldQueries, SearchView, TsQueries } from '../ts-queries.ts';
import { pagesTable } from './tables.ts';

/** Maximum number of pages ranked by relevance, shared by all spaces of an organization. Further pages follow by id. */
export const maxRanked = 200;

const scoreUnit = 1_000_000;

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

/**
 * Maximum number of lexemes of one tsquery. To find how to scan an index of type GIN, PostgreSQL takes the square of it.
 */
export const maxLexemes = 64;

/**
 * Selects the pages (spaceId) of many spaces that match a tsquery, in which `keyPlaceholder` stands for the key of a space, and
 * `condition`. `spaces` selects ids. The index is asked for several spaces at once, which takes half the time of asking for each.
 */
const pagesOfSpaces = (
  spaces: Fragment,
  text: string,
  { view, condition }: { readonly view: SearchView | undefined; readonly condition: Fragment },
): Fragment => {
  const atOnce = Math.max(1, Math.floor(maxLexemes / (text.split(keyPlaceholder).length - 1)));
  return sql`
  select p."spaceId" from (
    select string_agg('(' || replace(${text}, ${keyPlaceholder}, right(id, 10)) || ')', ' | ')::tsquery as query
    from (select id, (row_number() over () - 1) / ${atOnce}::int as part from (${spaces}) spaces) numbered group by part
  ) asked cross join lateral (
    select p."spaceId" from ${pagesTable(view)} p where p.words @@ asked.query and ${condition} offset 0) p`;
};

/** Selects the ids of those of some spaces that have a page which matches in a field. `spaces` selects ids. */
export const matchingSpaces = (spaces: Fragment, queries: TsQueries, field: keyof FieldQueries): Fragment => {
  const condition = matchesSequences(raw('p."spaceId"'), queries, field);
  // Several spaces can have one key, so those of the matches are compared by id.
  return sql`select id from (${spaces}) spaces where id in (${pagesOfSpaces(spaces, queries.words[field], { view: queries.view, condition })})`;
};

/** SQL expressions for the sequences of page `p`. The title precedes the headings; see `pageSequences`. */
const sequences = {
  title: raw(`split_part(p."headingRun", ' ', 1)`),
  heading: raw('p."headingRun"'),
  text: raw('p.run'),
};

/** Whether a query asks for phrases. */
export const hasSequences = ({ sequences: { wanted, unwanted } }: TsQueries): boolean =>
  wanted.length + unwanted.length > 0;

/** SQL condition: page `p` contains the words of all phrases in sequence. */
export function matchesSequences(spaceId: Fragment, queries: TsQueries, field: keyof FieldQueries): Fragment {
  const { phrases } = queries;
  const { wanted, unwanted } = queries.sequences;
  if (!hasSequences(queries)) return raw('true');
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
 * Selects the best pages of a space (pageId, place): those whose title equals the query, then those with all words in the title,
 * in headings or partly in the title, and anywhere. Each tier is ordered by id, and is read only if better tiers do not reach the
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

/**
 * Scores the pages of table `top` (spaceId, pageId, place). The words of the query that stand in the title count most, then how
 * much of the title they are, then those in headings and in the description, and `ts_rank` of the text. A word that many of the
 * pages have in their titles and headings counts less. A page whose title equals the query comes first.
 */
export const scoredPages = (top: Fragment, queries: TsQueries) => {
  const { title, titleBegins, heading, headingBegins, description } = queries.clauses;
  const own = (text: string) => raw(`replace(asked.${text}, '§', right(best."spaceId", 10))::tsquery`);
  // Words of a phrase must stand in sequence, which only the tier tells.
  const perTier = queries.sequences.wanted.length > 0 ? 8 : 0;
  return sql`
  select "spaceId", "pageId", greatest(1, ((place = 4)::int * 8 + (place >= 3)::int + place * ${perTier}::int
      + titled * titled * 2 + titled * least(1, title_words / greatest(1, "titleWords"))
      + headed + described * 1.2 + rank) * ${scoreUnit}::int)::int as score
  from (
    select "spaceId", "pageId", place, "titleWords", rank, coalesce(sum(in_title), 0) as title_words,
      coalesce(sum(weight * in_title) / sum(weight), 0) as titled,
      coalesce(sum(weight * in_heading) / sum(weight), 0) as headed,
      coalesce(sum(weight * in_description) / sum(weight), 0) as described
    from (
      select best.*, word.*, ln(1 + (count(*) over (partition by word.nth))
        / (1 + sum(in_heading) over (partition by word.nth)) ::float8) as weight
      from (
        select top."spaceId", top."pageId", top.place, p.front, p."titleWords", p.rank
        from ${top} cross join lateral (
          select ts_filter(p.words, '{a,b,c}') as front, p."titleWords", ts_rank('{0.1, 0.3, 0.5, 1}', p.words,
            replace(${queries.words.anywhere}, '§', right(top."spaceId", 10))::tsquery, 33) as rank
          from ${pagesTable(queries.view)} p where p."spaceId" = top."spaceId" and p."pageId" = top."pageId" offset 0) p
      ) best left join lateral (
        select nth,
          case when front @@ ${own('title')} then 1 when front @@ ${own('title_begins')} then 0.4 else 0 end::float8 as in_title,
          case when front @@ ${own('heading')} then 1 when front @@ ${own('heading_begins')} then 0.4 else 0 end::float8
            as in_heading,
          (front @@ ${own('description')})::int::float8 as in_description
        from unnest(${title}::text[], ${titleBegins}::text[], ${heading}::text[], ${headingBegins}::text[], ${description}::text[])
          with ordinality as asked(title, title_begins, heading, heading_begins, description, nth)
      ) word on true
    ) scored
    group by "spaceId", "pageId", place, "titleWords", rank
  ) shares`;
};
