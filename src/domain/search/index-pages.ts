import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from '../../db/sql.ts';
import type { ContentChanges, EntryState } from '../content/changes.ts';
import type { Context } from '../context.ts';
import { sectionsOf, type Section } from './sections.ts';
import { pageVector, sectionVector } from './vector.ts';
import { wordsOf } from './words.ts';

/** To be raised when the same page gives other words than before: the index then takes itself for outdated. */
const indexVersion = 1;

/** Pages read and written by one statement; some megabytes. */
const batchSize = 500;

/** Pages analyzed before others get their turn: some ten milliseconds. */
const turnSize = 20;

type Db = Pick<Context, 'sql'>;

/** What the index takes from a page. */
export interface IndexedPage {
  readonly id: string;
  readonly title: string;
  readonly documentId: string | null;
  readonly description: string;
}

/**
 * Brings the index up to what the next revision of the main line changes, in its transaction. Pages whose title,
 * description and text stay, as when they move, are left alone.
 */
export async function indexChanges(
  ctx: Db,
  spaceId: string,
  { put, remove, documents }: Pick<ContentChanges, 'put' | 'remove' | 'documents'>,
): Promise<void> {
  const pages = put.filter(isFound).map(indexedPage);
  await forgetPages(ctx, spaceId, [...remove, ...put.filter((entry) => !isFound(entry)).map(({ id }) => id)]);
  const texts = new Map(documents.map(({ id, markdown }) => [id, markdown]));
  for (let at = 0; at < pages.length; at += batchSize) {
    // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
    await indexBatch(ctx, spaceId, pages.slice(at, at + batchSize), texts);
  }
}

/** Pages with a text can be found, unless they say otherwise. */
const isFound = ({ kind, type, attributes }: EntryState) =>
  kind === 'page' && type === 'document' && attributes.noIndex !== true;

const indexedPage = ({ id, title, documentId, attributes }: EntryState): IndexedPage => ({
  id,
  title,
  documentId,
  description: attributes.description ?? '',
});

async function forgetPages(ctx: Db, spaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.sql.rows(sql`delete from search_pages where "spaceId" = ${spaceId} and "pageId" = any(${ids}::text[])`);
}

async function indexBatch(
  ctx: Db,
  spaceId: string,
  pages: readonly IndexedPage[],
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  const known = await knownSources(ctx, spaceId, pages);
  const changed = pages.filter((page) => known.get(page.id) !== sourceOf(page));
  if (changed.length === 0) return;
  const missing = changed.flatMap(({ documentId }) =>
    documentId === null || texts.has(documentId) ? [] : [documentId],
  );
  const read = await readTexts(ctx, missing);
  const analyses: Analysis[] = [];
  for (const [index, page] of changed.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- waits for nothing but its turn
    if (index % turnSize === 0) await setImmediate();
    analyses.push(analyze(spaceId, page, textOf(page, texts) ?? textOf(page, read) ?? ''));
  }
  await writeIndex(ctx, spaceId, analyses);
}

const textOf = ({ documentId }: IndexedPage, texts: ReadonlyMap<string, string>) =>
  documentId === null ? '' : texts.get(documentId);

/**
 * New words are kept in a list that is merged into the index when it is full, and that every search reads: a short one
 * for edits. Merging often takes an import four times as long (measured: 2.2 s for 1,000 pages, not 0.6).
 */
const pendingKilobytes = (pages: number) => (pages > 20 ? '4096' : '256');

/** Prepares the transaction for the write along the way. */
async function knownSources(ctx: Db, spaceId: string, pages: readonly IndexedPage[]): Promise<Map<string, string>> {
  const row = await ctx.sql.first<{ known: [pageId: string, source: string][] }>(sql`
    select coalesce(json_agg(json_build_array("pageId", source)), '[]') as known,
      set_config('gin_pending_list_limit', ${pendingKilobytes(pages.length)}, true)
    from search_pages
    where "spaceId" = ${spaceId} and "pageId" = any(${pages.map(({ id }) => id)}::text[])`);
  return new Map(row?.known);
}

/** Texts of documents by id. */
async function readTexts(ctx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.sql.rows<{ id: string; markdown: string }>(
    sql`select id, markdown from documents where id = any(${ids}::text[])`,
  );
  return new Map(rows.map(({ id, markdown }) => [id, markdown]));
}

const sourceOf = ({ title, documentId, description }: Omit<IndexedPage, 'id'>): string =>
  createHash('sha256')
    .update(JSON.stringify([indexVersion, title, description, documentId]))
    .digest('base64url')
    .slice(0, 20);

/** What is stored of a page: rows named as the columns. */
export interface Analysis {
  readonly page: { spaceId: string; pageId: string; documentId: string | null; source: string; words: string };
  readonly sections: readonly (Section & { documentId: string; ordinal: number; words: string })[];
  readonly terms: readonly string[];
}

/** The rows of a page. */
export function analyze(spaceId: string, page: IndexedPage, markdown: string): Analysis {
  const { id: pageId, title, description, documentId } = page;
  const sections = sectionsOf(markdown);
  const words = pageVector(spaceId, { title, description, sections });
  const shown = documentId === null ? [] : sections.slice(0, maxSections).map(shortened);
  return {
    page: { spaceId, pageId, documentId, source: sourceOf(page), words },
    sections: shown.map((section, ordinal) => ({
      documentId: documentId ?? '',
      ordinal,
      ...section,
      words: sectionVector(section),
    })),
    terms: termsIn([title, ...sections.map((section) => section.title)]),
  };
}

/** Sections that can be shown of one page, and characters of each; the page itself is found by all of its words. */
const maxSections = 1_000;
const maxSectionLength = 20_000;

const shortened = (section: Section): Section =>
  section.text.length > maxSectionLength
    ? { ...section, text: section.text.slice(0, maxSectionLength).toWellFormed() }
    : section;

/** Words that another may be a misspelling of. */
function termsIn(titles: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const title of titles)
    for (const { term, isDense } of wordsOf(title))
      if (!isDense && term.length >= 4 && term.length <= 40 && !/^\d+$/.test(term)) terms.add(term);
  return [...terms];
}

/** One statement for a batch. What two transactions may both write comes in the order of its key, so that neither waits for the other. */
export async function writeIndex(ctx: Db, spaceId: string, analyses: readonly Analysis[]): Promise<void> {
  const sections = new Map(
    analyses.flatMap((analysis) =>
      analysis.sections.map((section) => [`${section.documentId} ${section.ordinal}`, section]),
    ),
  );
  const terms = [...new Set(analyses.flatMap((analysis) => analysis.terms))].toSorted();
  await ctx.sql.rows(sql`
    with sections as (
      insert into search_sections
      select * from json_populate_recordset(null::search_sections, ${JSON.stringify([...sections.values()])}::json)
      order by 1, 2
      on conflict ("documentId", ordinal) do update
      set anchor = excluded.anchor, title = excluded.title, text = excluded.text, words = excluded.words
      where (search_sections.anchor, search_sections.title, search_sections.text, search_sections.words)
        is distinct from (excluded.anchor, excluded.title, excluded.text, excluded.words)
    ), terms as (
      insert into search_terms ("spaceId", term) select ${spaceId}, unnest(${terms}::text[]) on conflict do nothing
    )
    insert into search_pages
    select * from json_populate_recordset(null::search_pages, ${JSON.stringify(analyses.map(({ page }) => page))}::json)
    order by 1, 2
    on conflict ("spaceId", "pageId") do update
    set "documentId" = excluded."documentId", source = excluded.source, words = excluded.words`);
}
