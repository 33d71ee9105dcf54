import { sql, type Sql } from '../../../../db/sql.ts';
import type { Analysis, IndexedPage } from '../../../../text/search/analyze.ts';

/** A page to index, with its text. */
export interface SearchablePage extends IndexedPage {
  readonly spaceId: string;
  readonly markdown: string;
}

/** SQL condition: content entry `e` is to be indexed. Must agree with `isSearchable`. */
const isSearchable = sql`e.line = e."spaceId" and e."toSeq" is null and not e.deleted and e.kind = 'page'
  and e.type = 'document' and e.attributes->>'noIndex' is distinct from 'true'`;

/** Lists the searchable pages of all spaces after a key, in key order. */
export const listSearchablePages = (
  reader: Sql,
  [spaceId, pageId]: readonly [string, string],
  limit: number,
): Promise<SearchablePage[]> =>
  reader.rows<SearchablePage>(sql`
    select e."spaceId", e."entryId" as id, e.title, e."documentId",
      coalesce(e.attributes->>'description', '') as description, coalesce(d.markdown, '') as markdown
    from content_entries e left join documents d on d.id = e."documentId"
    where ${isSearchable} and (e.line, e."entryId") > (${spaceId}, ${pageId})
    order by e.line, e."entryId" limit ${limit}::int`);

interface PageKey {
  readonly spaceId: string;
  readonly pageId: string;
}

/**
 * Lists pages whose stored rows differ from their analyses. A missing sequence makes phrases slower but not wrong, and rows of an
 * earlier version are replaced while the server runs, so both count only with `requireSequences`.
 */
export const listStalePages = (
  reader: Sql,
  analyses: readonly Analysis[],
  { requireSequences }: { readonly requireSequences: boolean },
): Promise<PageKey[]> => {
  const pages = JSON.stringify(analyses.map(({ page }) => page));
  const sections = JSON.stringify(analyses.flatMap((analysis) => analysis.sections));
  return reader.rows<PageKey>(sql`
    with wanted as (select * from json_populate_recordset(null::search_pages, ${pages}::json)),
    texts as (select * from json_populate_recordset(null::search_sections, ${sections}::json))
    select wanted."spaceId", wanted."pageId" from wanted
    left join search_pages p on p."spaceId" = wanted."spaceId" and p."pageId" = wanted."pageId"
    where (${requireSequences} or p.version is null or p.version >= wanted.version) and (
      (p.source, p.words) is distinct from (wanted.source, wanted.words)
      or (p.run, p."headingRun") is distinct from (wanted.run, wanted."headingRun") and (${requireSequences} or p.run is not null)
      or not exists (select from search_page_words w join spaces s on s.id = w."spaceId"
        where w."spaceId" = p."spaceId" and w."pageId" = p."pageId" and w.words = words_of_organization(s."organizationId", p.words))
      or exists (select from texts
        left join search_sections s on s."documentId" = texts."documentId" and s.ordinal = texts.ordinal
        where texts."documentId" = wanted."documentId"
          and (s.anchor, s.title, s.text, s.words) is distinct from (texts.anchor, texts.title, texts.text, texts.words)))`);
};

/** SQL condition: page `p` is indexed but should not be. */
const isSurplus = sql`not exists (select from content_entries e
    where e.line = p."spaceId" and e."entryId" = p."pageId" and ${isSearchable})`;

/** Lists the ids of indexed pages that should not be indexed. */
export async function listSurplusPages(reader: Sql): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`select p."pageId" as id from search_pages p where ${isSurplus}`);
  return rows.map(({ id }) => id);
}

export async function deleteSurplusPages(reader: Sql): Promise<void> {
  await reader.rows(sql`delete from search_pages p where ${isSurplus}`);
}
