import { pageQuery, type Position } from '../db/keyset.ts';
import { raw, sql, type Fragment } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { accessTree, spaceTreeJoin, spaceVisible } from './access.ts';
import { isNow, pathsNow } from './content-paths.ts';

/** Texts of tsquery, in which `§` stands for the key of a space. */
export interface SearchTexts {
  /** For pages that have the words anywhere; in title or headings; in the title; for those with this very title. */
  readonly anywhere: string;
  readonly heading: string;
  readonly title: string;
  readonly whole: string;
  /** One for each word, for the sections of a page that have any of them. */
  readonly sections: readonly string[];
}

/** A section in which something was found. */
export interface FoundSectionRow {
  readonly anchor: string | null;
  readonly title: string;
  readonly text: string;
}

/** A page in which something was found. */
export interface FoundPageRow {
  readonly spaceId: string;
  readonly pageId: string;
  readonly score: number;
  readonly title: string;
  /** The slugs from the top, joined by slashes. */
  readonly path: string;
  /** Best first. */
  readonly sections: readonly FoundSectionRow[];
}

/** Of a list that is paged: where it starts, and how long it is. */
export interface SearchPage {
  readonly after: Position | null;
  readonly first: number;
}

/** Of the pages that have the words in the same place, how many are compared by how well they fit; the rest follow as they come. */
const maxRanked = 300;

/** The same for each space, where many are searched. */
const maxRankedPerSpace = 50;

/** Pages shown of each space. */
export const maxPagesPerSpace = 10;

const maxSectionsPerPage = 5;

/** Characters of a section that an excerpt is looked for in. */
const maxSectionText = 4_000;

const scorePerPlace = 1_000_000;

/** Pages of one space, whose id is the SQL `spaceId`, with the best place that they have the words in. Read from the index alone. */
const placesIn = (spaceId: Fragment, texts: SearchTexts) => {
  // No value the planner could look up: for a common word it would read the table, and each text in it.
  const query = (text: string) => sql`(select replace(${text}, '§', right(${spaceId}, 10))::tsquery)`;
  // The words carry the key of the space, so their index suffices; that of the pages of a space would lead to each of them.
  const isIn = sql`p."spaceId" || '' = ${spaceId}`;
  const having = (text: string, place: number) => sql`
    select p."pageId", ${place}::int as place from search_pages p
    where p.words @@ ${query(text)} and ${isIn}`;
  return sql`select "pageId", max(place) as place from (
    ${having(texts.anywhere, 1)} union all ${having(texts.heading, 2)}
    union all ${having(texts.title, 3)} union all ${having(texts.whole, 4)}) found group by "pageId"`;
};

/** Those pages with a score: the place decides, then for the first of them how well they fit. */
const scoredIn = (spaceId: Fragment, texts: SearchTexts, places: Fragment, ranked: number) => sql`
  select found."pageId", found.place * ${scorePerPlace}::int + coalesce((ts_rank('{0.1, 0.3, 0.5, 1}', p.words,
    (select replace(${texts.anywhere}, '§', right(${spaceId}, 10))::tsquery), 33) * ${scorePerPlace - 1}::int)::int, 0) as score
  from (select *, row_number() over (order by place desc, "pageId") as nth from (${places}) found) found
  left join search_pages p on found.nth <= ${ranked}::int and p."spaceId" = ${spaceId} and p."pageId" = found."pageId"`;

/** What is shown of the pages in a table `page` (spaceId, pageId, score). */
const shown = (words: readonly string[]) => sql`${pathsNow(raw('page wanted'))}
  select page.*, e.title, paths.path, coalesce(sections.found, '[]') as sections
  from page
  join paths on paths."spaceId" = page."spaceId" and paths.root = page."pageId"
  join content_entries e on e.line = page."spaceId" and e."entryId" = page."pageId" and ${isNow}
  left join lateral (
    select json_agg(json_build_object('anchor', s.anchor, 'title', s.title, 'text', left(s.text, ${maxSectionText}::int))) as found from (
      select s.anchor, s.title, s.text from search_sections s
      cross join lateral (
        select count(*) as words, sum(ts_rank(s.words, word::tsquery)) as rank from unnest(${words}::text[]) asked(word)
        where s.words @@ word::tsquery
      ) fit
      where s."documentId" = e."documentId" and fit.words > 0
      order by fit.words desc, fit.rank desc, s.ordinal limit ${maxSectionsPerPage}::int
    ) s
  ) sections on true
  order by page.score desc, page."pageId" desc`;

const byScore = (id: string) =>
  ({ sort: { by: 'found.score', type: 'int', id, columns: ['score', id] }, direction: 'desc' }) as const;

/** A page of the pages of a space that were found, one row more than asked for; each with the `total`. */
export const foundInSpace = (spaceId: string, texts: SearchTexts, { after, first }: SearchPage) => sql`
  with recursive found as materialized (
    ${scoredIn(sql`${spaceId}::text`, texts, placesIn(sql`${spaceId}::text`, texts), maxRanked)}
  ), page as materialized (
    ${pageQuery(
      {
        select: sql`${spaceId}::text as "spaceId", found.*, (select count(*)::int from found) as total`,
        from: raw('from found'),
        where: [],
        ...byScore('found."pageId"'),
      },
      after,
      first,
    )}
  ), ${shown(texts.sections)}`;

/** How many pages of a space are found. */
export const countInSpace = (spaceId: string, texts: SearchTexts) =>
  sql`select count(*)::int as count from (${placesIn(sql`${spaceId}::text`, texts)}) found`;

/** Tables `readable` (the spaces of an organization that the caller may read) and those before it. */
const readable = (organizationId: string, actor: Actor) => sql`${accessTree(organizationId, actor)},
  readable as materialized (
    select s.id, s.title from spaces s ${spaceTreeJoin}
    where s."organizationId" = ${organizationId} and s."deletedAt" is null and ${spaceVisible}
  )`;

/** A row of `foundInOrganization`: a page, with its space and the number of spaces. */
export interface FoundSpaceRow extends FoundPageRow {
  readonly spaceTitle: string;
  readonly spaceScore: number;
  readonly total: number;
}

/** The best pages of a page of the spaces in which something is found. */
export const foundInOrganization = (
  { organizationId, actor }: { readonly organizationId: string; readonly actor: Actor },
  texts: SearchTexts,
  { after, first }: SearchPage,
) => sql`
  ${readable(organizationId, actor)}, pages as materialized (
    select readable.id as "spaceId", readable.title as "spaceTitle", best."pageId", best.score
    from readable cross join lateral (
      select * from (${scoredIn(raw('readable.id'), texts, placesIn(raw('readable.id'), texts), maxRankedPerSpace)}) scored
      order by score desc, "pageId" desc limit ${maxPagesPerSpace}::int
    ) best
  ), found as materialized (
    select "spaceId", max(score) as score from pages group by 1
  ), spaces_page as materialized (
    ${pageQuery(
      {
        select: raw('found.*, (select count(*)::int from found) as total'),
        from: raw('from found'),
        where: [],
        ...byScore('found."spaceId"'),
      },
      after,
      first,
    )}
  ), page as materialized (
    select pages.*, spaces_page.score as "spaceScore", spaces_page.total
    from pages join spaces_page on spaces_page."spaceId" = pages."spaceId"
  ), ${shown(texts.sections)}`;

/** How many spaces of an organization something is found in. */
export const countInOrganization = (organizationId: string, actor: Actor, texts: SearchTexts) => sql`
  ${readable(organizationId, actor)}
  select count(*)::int as count from readable where exists (
    select from search_pages p
    where p.words @@ (select replace(${texts.anywhere}, '§', right(readable.id, 10))::tsquery) and p."spaceId" = readable.id)`;

/** Words of titles and headings that are like given ones; see `minSimilarity`. */
export interface SimilarTerm {
  readonly word: string;
  readonly term: string;
}

/** Shared trigrams, of all that two words have; the default of pg_trgm. */
const minSimilarity = 0.3;

const maxMeanings = 3;

/** Words that are compared, and terms that each is compared with. */
const maxDoubtful = 4;
const maxTerms = 50_000;

const similarAmong = (words: readonly string[], terms: Fragment) => sql`
  select word, near.term from unnest(${words.slice(0, maxDoubtful)}::text[]) as asked(word) cross join lateral (
    select distinct t.term, similarity(t.term, word) as likeness from ${terms}
    where length(t.term) between length(word) - 2 and length(word) + 2 and similarity(t.term, word) >= ${minSimilarity}::float4
    order by likeness desc, t.term limit ${maxMeanings}::int
  ) near`;

/** What words may have meant in a space. */
export const similarInSpace = (spaceId: string, words: readonly string[]) =>
  similarAmong(words, sql`(select term from search_terms where "spaceId" = ${spaceId} limit ${maxTerms}::int) t`);

/** What words may have meant in the spaces of an organization that the caller may read. */
export const similarInOrganization = (organizationId: string, actor: Actor, words: readonly string[]) => sql`
  ${readable(organizationId, actor)}
  ${similarAmong(
    words,
    sql`(
    select t.term from readable join search_terms t on t."spaceId" = readable.id limit ${maxTerms}::int) t`,
  )}`;
