import { wantedKeys } from '../../../../db/wanted-keys.ts';
import { sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import type { Analysis } from '../../../../text/search/analyze.ts';
import { writeOrganizationWords } from './organization-words.ts';

/** Number of pages in one statement, which then has a few megabytes. */
export const batchSize = 500;

export async function deletePages(reader: Sql, spaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await reader.rows(sql`delete from search_pages p using ${wantedKeys(spaceId, ids)}
    where p."spaceId" = wanted."group" and p."pageId" = wanted.id`);
}

/**
 * Size of the GIN pending list, in kilobytes, for a number of written pages. Every search scans the list, so it is
 * short for edits. For large imports a short list is four times as slow: 2.2 s instead of 0.6 s for 1,000 pages.
 */
const pendingKilobytes = (pages: number) => (pages > 20 ? '4096' : '256');

/**
 * Finds the stored `source` of pages by id. Also sets the size of the GIN pending list for the rest of the transaction.
 */
export async function findSources(
  reader: Sql,
  spaceId: string,
  pageIds: readonly string[],
): Promise<Map<string, string>> {
  const row = await reader.first<{ known: [pageId: string, source: string][] }>(sql`
    select coalesce(json_agg(json_build_array(page."pageId", page.source)), '[]') as known,
      set_config('gin_pending_list_limit', ${pendingKilobytes(pageIds.length)}, true)
    from unnest(${pageIds}::text[]) wanted(id) cross join lateral (
      select p."pageId", p.source from search_pages p
      where p."spaceId" = ${spaceId} and p."pageId" = wanted.id offset 0) page`);
  return new Map(row?.known);
}

/** Finds the texts of documents, by id. */
export async function findMarkdown(reader: Sql, documentIds: readonly string[]): Promise<Map<string, string>> {
  if (documentIds.length === 0) return new Map();
  const rows = await reader.rows<{ id: string; markdown: string }>(
    sql`select id, markdown from documents where id = any(${documentIds}::text[])`,
  );
  return new Map(rows.map(({ id, markdown }) => [id, markdown]));
}

/** Writes the rows of pages in one statement. Shared rows are written in key order to avoid deadlocks. */
export async function upsertIndex(reader: Sql, spaceId: string, analyses: readonly Analysis[]): Promise<void> {
  const terms = [...new Set(analyses.flatMap((analysis) => analysis.terms))].toSorted();
  await reader.rows(sql`
    with sections as (${sectionsUpsert(analyses)}), terms as (
      insert into search_terms ("spaceId", term) select ${spaceId}, unnest(${terms}::text[]) on conflict do nothing
    ), pages as (
      insert into search_pages
      select * from json_populate_recordset(null::search_pages, ${JSON.stringify(analyses.map(({ page }) => page))}::json)
      order by 1, 2
      on conflict ("spaceId", "pageId") do update
      set "documentId" = excluded."documentId", source = excluded.source, words = excluded.words, run = excluded.run,
        "headingRun" = excluded."headingRun", "titleWords" = excluded."titleWords", version = excluded.version
      returning search_pages."spaceId", search_pages."pageId", search_pages.words
    ) ${writeOrganizationWords('pages', sql`(select s."organizationId" from spaces s where s.id = ${spaceId})`)}`);
}

/** Writes the sections of documents, which several pages and spaces may share. */
export async function upsertSections(reader: Sql, analyses: readonly Analysis[]): Promise<void> {
  if (analyses.some(({ sections }) => sections.length > 0)) await reader.rows(sectionsUpsert(analyses));
}

function sectionsUpsert(analyses: readonly Analysis[]): Fragment {
  const sections = new Map(
    analyses.flatMap((analysis) =>
      analysis.sections.map((section) => [`${section.documentId} ${section.ordinal}`, section]),
    ),
  );
  // Skip equal rows, so that they are not locked.
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
