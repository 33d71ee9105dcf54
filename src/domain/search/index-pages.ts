import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql, type Fragment } from '../../db/sql.ts';
import type { ContentChanges, EntryState } from '../content/changes.ts';
import type { Context } from '../context.ts';
import { pageRuns } from './run.ts';
import { sectionsOf, type Section } from './sections.ts';
import { pageVector, sectionVector, type SectionWords } from './vector.ts';
import { wordsOf, type Word } from './words.ts';

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
  { put, remove, documents, analyses = new Map() }: Indexed,
): Promise<void> {
  const pages = put.filter(isFound).map(indexedPage);
  await forgetPages(ctx, spaceId, [...remove, ...put.filter((entry) => !isFound(entry)).map(({ id }) => id)]);
  const texts = new Map(documents.map(({ id, markdown }) => [id, markdown]));
  for (let at = 0; at < pages.length; at += batchSize) {
    // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
    await indexBatch(ctx, spaceId, pages.slice(at, at + batchSize), { texts, analyses });
  }
}

type Indexed = Pick<ContentChanges, 'put' | 'remove' | 'documents' | 'analyses'>;

/** What is known of pages before they are looked at: texts by document, analyses by page. */
interface Known {
  readonly texts: ReadonlyMap<string, string>;
  readonly analyses: ReadonlyMap<string, Analysis>;
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
  { texts, analyses: prepared }: Known,
): Promise<void> {
  const known = await knownSources(ctx, spaceId, pages);
  const changed = pages.filter((page) => known.get(page.id) !== sourceOf(page));
  if (changed.length === 0) return;
  const ready = changed.flatMap((page) => {
    const analysis = prepared.get(page.id);
    return analysis?.page.source === sourceOf(page) ? [analysis] : [];
  });
  const isReady = new Set(ready.map(({ page }) => page.pageId));
  const open = changed.filter(({ id }) => !isReady.has(id));
  const missing = open.flatMap(({ documentId }) => (documentId === null || texts.has(documentId) ? [] : [documentId]));
  const read = await readTexts(ctx, missing);
  const analyses = await analyzeAll(spaceId, open, (page) => textOf(page, texts) ?? textOf(page, read) ?? '');
  await writeIndex(ctx, spaceId, [...ready, ...analyses]);
}

async function analyzeAll(spaceId: string, pages: readonly IndexedPage[], markdownOf: (page: IndexedPage) => string) {
  const analyses: Analysis[] = [];
  for (const [index, page] of pages.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- waits for nothing but its turn
    if (index % turnSize === 0) await setImmediate();
    analyses.push(analyze(spaceId, page, markdownOf(page)));
  }
  return analyses;
}

/** Pages that are prepared: some tens of megabytes. The others are looked at when they are written. */
const maxPrepared = 4_000;

/**
 * Works out what the index takes from pages with these texts, by their ids, before the transaction that writes them, and
 * writes already what belongs to the texts alone, which must be there: no lock is held meanwhile.
 */
export async function prepareIndex(
  ctx: Db,
  spaceId: string,
  pages: readonly (IndexedPage & { readonly markdown: string })[],
): Promise<ReadonlyMap<string, Analysis>> {
  const prepared = new Map<string, Analysis>();
  const markdownOf = new Map(pages.map(({ id, markdown }) => [id, markdown]));
  for (let at = 0; at < Math.min(pages.length, maxPrepared); at += batchSize) {
    const batch = pages.slice(at, at + batchSize);
    // oxlint-disable-next-line no-await-in-loop -- one batch is in memory at a time
    const analyses = await analyzeAll(spaceId, batch, ({ id }) => markdownOf.get(id) ?? '');
    // oxlint-disable-next-line no-await-in-loop
    await writeSections(ctx, analyses);
    for (const analysis of analyses) prepared.set(analysis.page.pageId, { ...analysis, sections: [] });
  }
  return prepared;
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
  readonly page: {
    spaceId: string;
    pageId: string;
    documentId: string | null;
    source: string;
    words: string;
    run: string;
    headingRun: string;
  };
  readonly sections: readonly (Section & { documentId: string; ordinal: number; words: string })[];
  readonly terms: readonly string[];
}

/** The rows of a page. */
export function analyze(spaceId: string, page: IndexedPage, markdown: string): Analysis {
  const { id: pageId, title, description, documentId } = page;
  const sections = sectionsOf(markdown);
  const found = sections.map((section): SectionWords => ({
    title: [...wordsOf(section.title)],
    text: [...wordsOf(section.text)],
  }));
  const text = { title, description, sections: found };
  const shown = documentId === null ? [] : sections.slice(0, maxSections);
  return {
    page: {
      spaceId,
      pageId,
      documentId,
      source: sourceOf(page),
      words: pageVector(spaceId, text),
      ...pageRuns(text),
    },
    sections: shown.map((section, ordinal) => ({
      documentId: documentId ?? '',
      ordinal,
      ...shortened(section),
      words: sectionVector(shortenedWords(found[ordinal] ?? { title: [], text: [] })),
    })),
    terms: termsIn([[...wordsOf(title)], ...found.map((words) => words.title)]),
  };
}

/** Sections that can be shown of one page, and characters of each; the page itself is found by all of its words. */
const maxSections = 1_000;
const maxSectionLength = 20_000;

const shortened = (section: Section): Section =>
  section.text.length > maxSectionLength
    ? { ...section, text: section.text.slice(0, maxSectionLength).toWellFormed() }
    : section;

const shortenedWords = ({ title, text }: SectionWords): SectionWords =>
  (text.at(-1)?.end ?? 0) > maxSectionLength
    ? { title, text: text.filter(({ end }) => end <= maxSectionLength) }
    : { title, text };

/** Words that another may be a misspelling of. */
function termsIn(titles: readonly (readonly Word[])[]): string[] {
  const terms = new Set<string>();
  for (const words of titles)
    for (const { term, isDense } of words)
      if (!isDense && term.length >= 4 && term.length <= 40 && !/^\d+$/.test(term)) terms.add(term);
  return [...terms];
}

/** One statement for a batch. What two transactions may both write comes in the order of its key, so that neither waits for the other. */
export async function writeIndex(ctx: Db, spaceId: string, analyses: readonly Analysis[]): Promise<void> {
  const terms = [...new Set(analyses.flatMap((analysis) => analysis.terms))].toSorted();
  await ctx.sql.rows(sql`
    with sections as (${insertSections(analyses)}), terms as (
      insert into search_terms ("spaceId", term) select ${spaceId}, unnest(${terms}::text[]) on conflict do nothing
    )
    insert into search_pages
    select * from json_populate_recordset(null::search_pages, ${JSON.stringify(analyses.map(({ page }) => page))}::json)
    order by 1, 2
    on conflict ("spaceId", "pageId") do update
    set "documentId" = excluded."documentId", source = excluded.source, words = excluded.words, run = excluded.run,
      "headingRun" = excluded."headingRun"`);
}

async function writeSections(ctx: Db, analyses: readonly Analysis[]): Promise<void> {
  if (analyses.some(({ sections }) => sections.length > 0)) await ctx.sql.rows(insertSections(analyses));
}

function insertSections(analyses: readonly Analysis[]): Fragment {
  const sections = new Map(
    analyses.flatMap((analysis) =>
      analysis.sections.map((section) => [`${section.documentId} ${section.ordinal}`, section]),
    ),
  );
  // Those that are there as they are, of whatever organization, stay unlocked.
  return sql`
    insert into search_sections
    select * from json_populate_recordset(null::search_sections, ${JSON.stringify([...sections.values()])}::json) given
    where not exists (
      select from search_sections kept
      where kept."documentId" = given."documentId" and kept.ordinal = given.ordinal
        and (kept.anchor, kept.title, kept.text, kept.words)
          is not distinct from (given.anchor, given.title, given.text, given.words))
    order by 1, 2
    on conflict ("documentId", ordinal) do update
    set anchor = excluded.anchor, title = excluded.title, text = excluded.text, words = excluded.words`;
}
