import { pageQuery, type Position } from '../db/keyset.ts';
import { all, raw, sql, type Fragment } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { accessTree, spaceTreeJoin, spaceVisible } from './access.ts';
import { isNow, pathsNow } from './content-paths.ts';

/** Texts of tsquery, in which `§` stands for the key of a space. */
interface PlaceTexts {
  /** For pages that have the words anywhere; in title or headings; in the title; for those with this very title. */
  readonly anywhere: string;
  readonly heading: string;
  readonly title: string;
  readonly whole: string;
}

/** What pages and their sections are found by. */
export interface SearchTexts {
  /** For the index: of phrases the words, wherever they stand. */
  readonly words: PlaceTexts;
  /** With phrases, for pages that have no run. */
  readonly phrases: PlaceTexts;
  /** What is to be in the run of a page, or not to be there. */
  readonly runs: { readonly wanted: readonly string[]; readonly unwanted: readonly string[] };
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

/** Pages of a space that are compared by how well they fit; the rest follow as they come. In an organization its spaces share them. */
const maxRanked = 200;

/** Pages shown of each space. */
export const maxPagesPerSpace = 5;

/** Sections shown of each page. */
export const maxSectionsPerPage = 3;

/** Sections shown in one answer, each with an excerpt out of its text: of more pages, fewer each. */
const maxSections = 1_000;

const share = (most: number, among: number) => Math.max(1, Math.min(most, Math.floor(maxSections / among)));

/** Characters of a section that an excerpt is looked for in. */
const maxSectionText = 4_000;

const scorePerPlace = 1_000_000;

/** The query of a text in the space whose id is the SQL `spaceId`. No value the planner could look up: for a common word it would read the table, and each text in it. */
const queryIn = (spaceId: Fragment, text: string) =>
  sql`(select replace(${text}, '§', right(${spaceId}, 10))::tsquery)`;

/** The ids of the pages of a space that have the words there. Read from the index of words alone, but for phrases. */
const having = (spaceId: Fragment, texts: SearchTexts, place: keyof PlaceTexts) => sql`
  select p."pageId" from search_pages p
  where p.words @@ ${queryIn(spaceId, texts.words[place])} and p."spaceId" is not distinct from ${spaceId}
    and ${inOrder(spaceId, texts, place)}`;

/** The runs of a page `p`: the title comes before the headings. See `pageRuns`. */
const runs = {
  title: raw(`split_part(p."headingRun", ' ', 1)`),
  heading: raw('p."headingRun"'),
  text: raw('p.run'),
};

/** Whether the words of a page `p` follow one another as phrases have them. */
function inOrder(spaceId: Fragment, texts: SearchTexts, place: keyof PlaceTexts): Fragment {
  const { phrases } = texts;
  const { wanted, unwanted } = texts.runs;
  if (wanted.length + unwanted.length === 0) return raw('true');
  const at = (run: string, where: Fragment) => sql`strpos(${where}, ${run}) > 0`;
  const anywhere = (run: string) => sql`(${at(run, runs.heading)} or ${at(run, runs.text)})`;
  const wantedAt = {
    whole: () => null,
    title: (run: string) => at(run, runs.title),
    heading: (run: string) => at(run, runs.heading),
    anywhere,
  }[place];
  const isAsAsked = all([...wanted.map(wantedAt), ...unwanted.map((run) => sql`not ${anywhere(run)}`)]);
  return sql`case when p.run is null then p.words @@ ${queryIn(spaceId, phrases[place])} else ${isAsAsked} end`;
}

/**
 * The first of the pages of a space that have the words (pageId, place): those with this title, with the words in the
 * title, in headings, anywhere; then by id. `anywhere` has the ids of all of them.
 */
const firstOf = (spaceId: Fragment, texts: SearchTexts, { anywhere, most }: { anywhere: Fragment; most: Fragment }) => {
  const tier = (place: number, pages: Fragment, better: readonly Fragment[]) => sql`
    select "pageId", ${place}::int as place from (${pages}) tier
    where ${all(better.map((table) => sql`(select count(*) from ${table}) < ${most}`))} order by "pageId" limit ${most}`;
  const [titled, headed] = [raw('titled'), raw('headed')];
  // Where there are enough in a better place, the others are not read.
  return sql`
    with titled as materialized (${tier(3, having(spaceId, texts, 'title'), [])}
    ), headed as materialized (${tier(2, having(spaceId, texts, 'heading'), [titled])})
    select "pageId", max(place) as place from (
      (${tier(4, having(spaceId, texts, 'whole'), [])}) union all select * from titled union all select * from headed
      union all (${tier(1, anywhere, [titled, headed])})
    ) tiers group by "pageId" order by place desc, "pageId" limit ${most}`;
};

/** The pages `top` (spaceId, pageId, place) with a score: the place decides, then how well they fit. */
const scored = (top: Fragment, texts: SearchTexts) => sql`
  select top."spaceId", top."pageId", top.place * ${scorePerPlace}::int + (ts_rank('{0.1, 0.3, 0.5, 1}', p.words,
    replace(${texts.words.anywhere}, '§', right(top."spaceId", 10))::tsquery, 33) * ${scorePerPlace - 1}::int)::int as score
  from ${top} cross join lateral (
    select p.words from search_pages p where p."spaceId" = top."spaceId" and p."pageId" = top."pageId" offset 0) p`;

/**
 * What is shown of the pages in a table `page` (spaceId, pageId, score). Paths are looked up by key: a join would be
 * planned for the one page that the planner expects, and make all of them anew for each.
 */
const shown = (words: readonly string[], most: number) => sql`${pathsNow(raw('page wanted'))},
  located as materialized (select jsonb_object_agg("spaceId" || ' ' || root, path) as paths from paths),
  asked as materialized (select word::tsquery as word from unnest(${words}::text[]) given(word))
  select page.*, e.title, (select paths from located) ->> (page."spaceId" || ' ' || page."pageId") as path,
    coalesce(sections.found, '[]') as sections
  from page
  join content_entries e on e.line = page."spaceId" and e."entryId" = page."pageId" and ${isNow}
  left join lateral (
    select json_agg(json_build_object('anchor', s.anchor, 'title', s.title, 'text',
      case when octet_length(s.text) <= ${maxSectionText}::int then s.text else left(s.text, ${maxSectionText}::int) end)) as found from (
      select s.anchor, s.title, s.text from search_sections s
      cross join lateral (
        select count(*) as words, sum(ts_rank(s.words, asked.word)) as rank from asked where s.words @@ asked.word
      ) fit
      where s."documentId" = e."documentId" and fit.words > 0
      order by fit.words desc, fit.rank desc, s.ordinal limit ${most}::int
    ) s
  ) sections on true
  order by page.score desc, page."pageId" desc`;

const byScore = (id: string) =>
  ({ sort: { by: 'found.score', type: 'int', id, columns: ['score', id] }, direction: 'desc' }) as const;

/** A page of the pages of a space that were found, one row more than asked for; each with the `total`. */
export const foundInSpace = (spaceId: string, texts: SearchTexts, { after, first }: SearchPage) => {
  const id = sql`${spaceId}::text`;
  const best = firstOf(id, texts, { anywhere: raw('select "pageId" from hits'), most: sql`${maxRanked}::int` });
  return sql`
  with recursive hits as materialized (${having(id, texts, 'anywhere')}
  ), ranked as materialized (${scored(sql`(select ${id} as "spaceId", best.* from (${best}) best) top`, texts)}
  ), found as materialized (
    select * from ranked union all
    select ${id}, "pageId", 0 from hits
    where ${after !== null || first >= maxRanked} and "pageId" not in (select "pageId" from ranked)
  ), page as materialized (
    ${pageQuery(
      {
        select: sql`found.*, (select count(*)::int from hits) as total`,
        from: raw('from found'),
        where: [],
        ...byScore('found."pageId"'),
      },
      after,
      first,
    )}
  ), ${shown(texts.sections, share(maxSectionsPerPage, first))}`;
};

/** How many pages of a space are found. */
export const countInSpace = (spaceId: string, texts: SearchTexts) =>
  sql`select count(*)::int as count from (${having(sql`${spaceId}::text`, texts, 'anywhere')}) hits`;

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
) => {
  const pagesPerSpace = share(maxPagesPerSpace, first);
  return sql`
  ${readable(organizationId, actor)}, scope as materialized (
    select id, title, greatest(${maxPagesPerSpace}::int, ${maxRanked}::int / count(*) over ()) as share from readable
  ), top as materialized (
    select scope.id as "spaceId", best.* from scope cross join lateral (${firstOf(raw('scope.id'), texts, {
      anywhere: having(raw('scope.id'), texts, 'anywhere'),
      most: raw('scope.share'),
    })}) best
  ), ranked as materialized (${scored(raw('top'), texts)}
  ), pages as materialized (
    select * from (
      select *, row_number() over (partition by "spaceId" order by score desc, "pageId" desc) as nth from ranked
    ) ranked where nth <= ${pagesPerSpace}::int
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
    select pages."spaceId", pages."pageId", pages.score, scope.title as "spaceTitle", spaces_page.score as "spaceScore",
      spaces_page.total
    from pages join spaces_page on spaces_page."spaceId" = pages."spaceId" join scope on scope.id = pages."spaceId"
  ), ${shown(texts.sections, share(maxSectionsPerPage, first * pagesPerSpace))}`;
};

/** How many spaces of an organization something is found in. */
export const countInOrganization = (organizationId: string, actor: Actor, texts: SearchTexts) => sql`
  ${readable(organizationId, actor)}
  select count(*)::int as count from readable cross join lateral (
    ${having(raw('readable.id'), texts, 'anywhere')} limit 1) found`;

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
