import { sql, type Sql } from '../../../db/sql.ts';
import type { Analysis, IndexedPage } from '../../search-index/analyze.ts';

/** A page that should be indexed, with its text. */
export interface SearchablePage extends IndexedPage {
  readonly spaceId: string;
  readonly markdown: string;
}

/** True for content entries `e` that should be indexed; the SQL twin of `isSearchable`. */
const isSearchable = sql`e.line = e."spaceId" and e."toSeq" is null and not e.deleted and e.kind = 'page'
  and e.type = 'document' and e.attributes->>'noIndex' is distinct from 'true'`;

/** Lists the searchable pages of all spaces after a key, in the order of their keys. */
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
 * Lists the pages whose stored rows differ from their analyses. Missing sequences make phrases slower but not wrong, so
 * they count only with `requireSequences`.
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
    where (p.source, p.words) is distinct from (wanted.source, wanted.words)
      or (p.run, p."headingRun") is distinct from (wanted.run, wanted."headingRun") and (${requireSequences} or p.run is not null)
      or exists (select from texts
        left join search_sections s on s."documentId" = texts."documentId" and s.ordinal = texts.ordinal
        where texts."documentId" = wanted."documentId"
          and (s.anchor, s.title, s.text, s.words) is distinct from (texts.anchor, texts.title, texts.text, texts.words))`);
};

/** True for rows `p` of pages that should not be indexed. */
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
