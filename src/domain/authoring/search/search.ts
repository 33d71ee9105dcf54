import { pageOf, positionAfter, type ListIdentity } from '../../../db/keyset.ts';
import { emptyPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import { authorizedSpace, type Space } from '../spaces/spaces.ts';
import { listReadings, type Reading } from './correct.ts';
import { maxSpacesPerPage } from './fields.ts';
import { readExcerpt, type Excerpt } from '../../../text/search/excerpt.ts';
import { createMatcher } from '../../../text/search/matcher.ts';
import { hasSigns, parseQuery, withoutSigns, type SearchQuery } from '../../../text/search/parse-query.ts';
import { countInScope, pagesInScope, type FoundSpaceRow } from './queries/organization.ts';
import type { FoundPageRow, PageWindow } from './queries/results.ts';
import type { SearchScope } from './queries/scope.ts';
import type { SpellingPlace } from './queries/similar-terms.ts';
import { countInSpace, pagesInSpace } from './queries/space.ts';
import { loadSearchView } from './search-view.ts';
import { tsQueriesOf, type SearchView, type TsQueries } from './ts-queries.ts';

/** A matching page. */
export interface PageResult {
  readonly id: string;
  readonly spaceId: string;
  readonly title: string;
  readonly path: string;
  readonly sections: readonly SectionResult[];
}

/** A matching section of a page. */
export interface SectionResult {
  readonly pageId: string;
  readonly spaceId: string;
  /** Text of the heading; the title of the page before the first heading. */
  readonly title: string;
  /** Slug of the heading; null before the first heading. */
  readonly anchor: string | null;
  /** Path of the page with `#anchor`. */
  readonly path: string;
  readonly excerpt: Excerpt;
}

/** A space with its best matching pages. */
export interface SpaceResult {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly PageResult[];
}

/** A page of results, with the words of the query that were read as others, and those that were left out. */
export interface ResultPage<Result> extends Page<Result>, Pick<Reading, 'corrections' | 'leftOut'> {}

/** A page of results without any. */
export const nothingFound: ResultPage<never> = { ...emptyPage, corrections: [], leftOut: [] };

/**
 * Searches a space for pages that match all words of the query. Matches in titles rank before those in headings, and
 * these before those in text. Without a match, words are read as similar ones, and those that no page has are left out.
 */
export async function searchSpace(
  ctx: Context,
  spaceId: string,
  text: string,
  page: PageRequest,
): Promise<ResultPage<PageResult>> {
  const space = await authorizedSpace(ctx, spaceId, 'readContent');
  const { id } = space;
  const view = await loadSearchView(ctx, [space]);
  const found = await search<FoundPageRow & { total: number }>(ctx, text, page, {
    list: { name: 'space-search', filters: [id, text] },
    ...(view ? { view } : {}),
    find: (queries, window) => ctx.sql.rows(pagesInSpace(id, queries, window)),
    count: (queries) => ctx.sql.first(countInSpace(id, queries)),
    scope: { spaceId: id },
  });
  if (found === null) return nothingFound;
  const { query, rows, list, count, corrections, leftOut } = found;
  const scores = new Map(rows.map((row) => [row.pageId, row.score]));
  const results = pageOf<PageResult>(ctx, list, {
    rows: inDirection(
      rows.map((row) => pageResult(row, query)),
      page,
    ),
    ...found.window,
    count,
    positionOf: ({ id: pageId }) => [scores.get(pageId) ?? 0, pageId],
  });
  return { ...results, corrections, leftOut };
}

/**
 * Searches the spaces of an organization; spaces are ordered by their best page. Excludes spaces that the caller cannot
 * read, also from the count.
 */
export async function searchOrganization(
  ctx: Context,
  organizationId: string,
  text: string,
  requested: PageRequest,
): Promise<ResultPage<SpaceResult>> {
  requireScope(ctx.actor, 'space:content:read');
  const { id } = await getOrganization(ctx, organizationId);
  const list = { name: 'organization-search', filters: [id, text] };
  return searchScope(ctx, text, requested, { list, scope: { organizationId: id, actor: ctx.actor }, view: null });
}

/** Searches given spaces of an organization that the caller may read, ordered by their best page. Throws insufficient_scope. */
export async function searchSpaces(
  ctx: Context,
  { organizationId, spaces }: { readonly organizationId: string; readonly spaces: readonly Space[] },
  text: string,
  page: PageRequest,
): Promise<ResultPage<SpaceResult>> {
  requireScope(ctx.actor, 'space:content:read');
  const spaceIds = [...new Set(spaces.map(({ id }) => id))].toSorted();
  const list = { name: 'spaces-search', filters: [spaceIds, text] };
  return searchScope(ctx, text, page, {
    list,
    scope: { organizationId, spaceIds },
    view: await loadSearchView(ctx, spaces),
  });
}

interface ScopedSearch {
  readonly list: ListIdentity;
  readonly scope: SearchScope;
  readonly view: SearchView | null;
}

async function searchScope(
  ctx: Context,
  text: string,
  requested: PageRequest,
  { list: identity, scope, view }: ScopedSearch,
): Promise<ResultPage<SpaceResult>> {
  const page = { ...requested, first: Math.min(requested.first, maxSpacesPerPage) };
  const result = await search<FoundSpaceRow>(ctx, text, page, {
    list: identity,
    ...(view ? { view } : {}),
    find: (queries, window) => ctx.sql.rows(pagesInScope(scope, queries, window)),
    count: (queries) => ctx.sql.first(countInScope(scope, queries)),
    scope,
  });
  if (result === null) return nothingFound;
  const { query, rows, list, count, corrections, leftOut } = result;
  const spaces = new Map<string, { score: number; title: string; pages: PageResult[] }>();
  for (const row of rows) {
    const group = spaces.get(row.spaceId);
    if (group) group.pages.push(pageResult(row, query));
    else spaces.set(row.spaceId, { score: row.spaceScore, title: row.spaceTitle, pages: [pageResult(row, query)] });
  }
  const inOrder = [...spaces].toSorted(([a, { score }], [b, other]) => other.score - score || (a < b ? 1 : -1));
  const results = pageOf<SpaceResult>(ctx, list, {
    rows: inDirection(
      inOrder.map(([spaceId, { title, pages }]) => ({ id: spaceId, title, pages })),
      page,
    ),
    ...result.window,
    count,
    positionOf: ({ id: spaceId }) => [spaces.get(spaceId)?.score ?? 0, spaceId],
  });
  return { ...results, corrections, leftOut };
}

/** Runs the statements of a search in a space or organization. */
interface SearchTarget<Row> {
  readonly list: ListIdentity;
  readonly view?: SearchView;
  readonly find: (queries: TsQueries, window: PageWindow) => Promise<Row[]>;
  readonly count: (queries: TsQueries) => Promise<{ readonly count: number } | null>;
  readonly scope: SpellingPlace['scope'];
}

interface Hits<Row> extends Reading {
  readonly list: ListIdentity;
  readonly rows: readonly Row[];
  readonly window: PageWindow;
  readonly count: () => Promise<number>;
}

/**
 * Finds one page of results; null for a query without words. Pages that spell the words with the signs of the query go before
 * all others. Each page of results decides anew how the query is read, so that cursors need not contain it.
 */
async function search<Row extends { readonly total: number }>(
  ctx: Context,
  text: string,
  page: PageRequest,
  target: SearchTarget<Row>,
): Promise<Hits<Row> | null> {
  const { first, backward = false } = page;
  const window = { first, backward, after: positionAfter(ctx, target.list, page) };
  const parsed = parseQuery(text);
  if (parsed.wanted.length === 0) return null;
  const spelled = hasSigns(parsed) ? await findPage(parsed, window, target) : null;
  if (spelled && (spelled.rows.length > 0 || (await spelled.count()) > 0)) return spelled;
  const query = withoutSigns(parsed);
  if (query.wanted.length === 0) return spelled;
  const found = await findPage(query, window, target);
  if (found.rows.length > 0 || (await found.count()) > 0) return found;
  const [nearest, last] = await listReadings(ctx, { text, query }, { scope: target.scope, view: target.view });
  return (await findReading(nearest, window, target)) ?? (await findReading(last, window, target)) ?? found;
}

/** Finds one page of results of a query that is read otherwise; null when there is no such reading, or nothing matches it. */
async function findReading<Row extends { readonly total: number }>(
  reading: Reading | undefined,
  window: PageWindow,
  target: SearchTarget<Row>,
): Promise<Hits<Row> | null> {
  if (reading === undefined) return null;
  const found = await findPage(reading.query, window, target);
  return found.rows.length > 0 || (await found.count()) > 0 ? { ...found, ...reading } : null;
}

async function findPage<Row extends { readonly total: number }>(
  query: SearchQuery,
  window: PageWindow,
  { list, view, find, count }: SearchTarget<Row>,
): Promise<Hits<Row>> {
  const queries = view ? { ...tsQueriesOf(query), view } : tsQueriesOf(query);
  const rows = window.first === 0 ? [] : await find(queries, window);
  const [row] = rows;
  const isFirstPage = window.first > 0 && window.after === null;
  let counted: Promise<number> | null = row || isFirstPage ? Promise.resolve(row?.total ?? 0) : null;
  const countAll = async () => (await count(queries))?.count ?? 0;
  return { list, query, corrections: [], leftOut: [], rows, window, count: () => (counted ??= countAll()) };
}

/** Results that are best first, in the order in which the page is read. */
const inDirection = <Result>(results: readonly Result[], { backward = false }: PageRequest) =>
  backward ? results.toReversed() : results;

function pageResult({ pageId: id, spaceId, title, path, sections }: FoundPageRow, query: SearchQuery): PageResult {
  const matcher = createMatcher(query);
  return {
    id,
    spaceId,
    title,
    path,
    sections: sections.map((section) => ({
      pageId: id,
      spaceId,
      title: section.anchor === null ? title : section.title,
      anchor: section.anchor,
      path: section.anchor === null ? path : `${path}#${section.anchor}`,
      excerpt: readExcerpt(section.text, matcher),
    })),
  };
}
