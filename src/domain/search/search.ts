import { pageOf, positionAfter, type ListIdentity, type Position } from '../../db/keyset.ts';
import type { Fragment } from '../../db/sql.ts';
import { emptyPage, type Page, type PageRequest } from '../../lib/page.ts';
import {
  countInOrganization,
  countInSpace,
  foundInOrganization,
  foundInSpace,
  similarInOrganization,
  similarInSpace,
  type FoundPageRow,
  type FoundSpaceRow,
  type SearchPage,
  type SearchTexts,
  type SimilarTerm,
} from '../../loaders/search.ts';
import { requireScope } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { getOrganization } from '../organizations/organizations.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { excerptOf, type Excerpt } from './excerpt.ts';
import { corrected, doubtful, matcherOf, pageSearch, readQuery, sectionQueries, type SearchQuery } from './query.ts';

/** A page in which something was found. Contract 2.13. */
export interface PageResult {
  readonly id: string;
  readonly spaceId: string;
  readonly title: string;
  readonly path: string;
  readonly sections: readonly SectionResult[];
}

/** The part of a page in which it was found. */
export interface SectionResult {
  readonly pageId: string;
  readonly spaceId: string;
  /** The heading; the title of the page for what stands before the first. */
  readonly title: string;
  /** The slug of the heading; null before the first. */
  readonly anchor: string | null;
  /** The path of the page, with `#anchor`. */
  readonly path: string;
  readonly excerpt: Excerpt;
}

/** A space in which something was found, with the best of its pages. */
export interface SpaceResult {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly PageResult[];
}

/**
 * The pages of a space that have all words of the query, best first: in the title, in headings, in the text. Where none
 * has, words are taken for misspellings of those in titles and headings. Throws not_found, insufficient_scope.
 */
export async function searchSpace(
  ctx: Context,
  spaceId: string,
  text: string,
  page: PageRequest,
): Promise<Page<PageResult>> {
  const { id } = await authorizedSpace(ctx, spaceId, 'readContent');
  const found = await ranked<FoundPageRow & { total: number }>(ctx, text, page, {
    list: { name: 'space-search', filters: [id, text] },
    find: (texts, part) => foundInSpace(id, texts, part),
    count: (texts) => countInSpace(id, texts),
    similar: (words) => similarInSpace(id, words),
  });
  if (found === null) return emptyPage;
  const { query, rows, list, count } = found;
  const scores = new Map(rows.map((row) => [row.pageId, row.score]));
  return pageOf<PageResult>(ctx, list, {
    rows: rows.map((row) => pageResult(row, query)),
    first: page.first,
    count,
    positionOf: ({ id: pageId }) => [scores.get(pageId) ?? 0, pageId],
  });
}

/**
 * The spaces of an organization that have pages with all words, the one with the best page first. Unreadable spaces are
 * no part of it, not even of the count. Throws not_found, insufficient_scope.
 */
export async function searchOrganization(
  ctx: Context,
  organizationId: string,
  text: string,
  page: PageRequest,
): Promise<Page<SpaceResult>> {
  requireScope(ctx.actor, 'space:content:read');
  const { id } = await getOrganization(ctx, organizationId);
  const found = await ranked<FoundSpaceRow>(ctx, text, page, {
    list: { name: 'organization-search', filters: [id, text] },
    find: (texts, part) => foundInOrganization({ organizationId: id, actor: ctx.actor }, texts, part),
    count: (texts) => countInOrganization(id, ctx.actor, texts),
    similar: (words) => similarInOrganization(id, ctx.actor, words),
  });
  if (found === null) return emptyPage;
  const { query, rows, list, count } = found;
  const spaces = new Map<string, { score: number; title: string; pages: PageResult[] }>();
  for (const row of rows) {
    const known = spaces.get(row.spaceId);
    if (known) known.pages.push(pageResult(row, query));
    else spaces.set(row.spaceId, { score: row.spaceScore, title: row.spaceTitle, pages: [pageResult(row, query)] });
  }
  const inOrder = [...spaces].toSorted(([a, { score }], [b, other]) => other.score - score || (a < b ? 1 : -1));
  return pageOf<SpaceResult>(ctx, list, {
    rows: inOrder.map(([spaceId, { title, pages }]) => ({ id: spaceId, title, pages })),
    first: page.first,
    count,
    positionOf: ({ id: spaceId }) => [spaces.get(spaceId)?.score ?? 0, spaceId],
  });
}

/** Where to search. */
interface Field {
  readonly list: ListIdentity;
  readonly find: (texts: SearchTexts, page: SearchPage) => Fragment;
  readonly count: (texts: SearchTexts) => Fragment;
  readonly similar: (words: readonly string[]) => Fragment;
}

interface Found<Row> {
  readonly list: ListIdentity;
  readonly query: SearchQuery;
  readonly rows: readonly Row[];
  readonly count: () => Promise<number>;
}

/**
 * One page of results; null where there can be none. A page after the first finds out anew whether the query had to be
 * corrected, so that the cursor need not say it.
 */
async function ranked<Row extends { readonly total: number }>(
  ctx: Context,
  text: string,
  page: PageRequest,
  field: Field,
): Promise<Found<Row> | null> {
  const after = positionAfter(ctx, field.list, page);
  const given = readQuery(text);
  if (given.wanted.length === 0) return null;
  const asGiven = await attempt<Row>(ctx, given, { ...page, after }, field);
  if (asGiven.rows.length > 0 || (await asGiven.count()) > 0) return asGiven;
  const words = doubtful(given);
  const similar = words.length === 0 ? [] : await ctx.sql.rows<SimilarTerm>(field.similar(words));
  if (similar.length === 0) return asGiven;
  const meanings = new Map<string, string[]>(words.map((word) => [word, []]));
  for (const { word, term } of similar) meanings.get(word)?.push(term);
  return attempt<Row>(ctx, corrected(given, meanings), { ...page, after }, field);
}

async function attempt<Row extends { readonly total: number }>(
  ctx: Context,
  query: SearchQuery,
  { after, first }: { readonly after: Position | null; readonly first: number },
  { list, find, count }: Field,
): Promise<Found<Row>> {
  const texts = { ...pageSearch(query), sections: sectionQueries(query) };
  const rows = first === 0 ? [] : await ctx.sql.rows<Row>(find(texts, { after, first }));
  const [row] = rows;
  const isWhole = first > 0 && after === null;
  let counted: Promise<number> | null = row || isWhole ? Promise.resolve(row?.total ?? 0) : null;
  return { list, query, rows, count: () => (counted ??= countOf(ctx, count(texts))) };
}

async function countOf(ctx: Context, statement: Fragment): Promise<number> {
  const row = await ctx.sql.first<{ count: number }>(statement);
  return row?.count ?? 0;
}

function pageResult({ pageId: id, spaceId, title, path, sections }: FoundPageRow, query: SearchQuery): PageResult {
  const isMatch = matcherOf(query);
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
      excerpt: excerptOf(section.text, isMatch),
    })),
  };
}
