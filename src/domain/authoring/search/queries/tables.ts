import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import { pageKey, visitorTextId, type SearchView } from '../ts-queries.ts';

/** FROM item for the rows of pages, as the caller may find them. */
export function pagesTable(view: SearchView | undefined): Fragment {
  if (view === undefined) return raw('search_pages');
  const pages = view.analyses.map(({ page }) => page);
  const others = [...view.hiddenPages, ...pages.map(({ spaceId, pageId }) => pageKey(spaceId, pageId))];
  return sql`(
    select stored.* from search_pages stored where stored."spaceId" || ' ' || stored."pageId" not in (select unnest(${others}::text[]))
    union all select * from json_populate_recordset(null::search_pages, ${JSON.stringify(pages)}::json))`;
}

/** FROM item for the rows of sections, as the caller may read them. */
export function sectionsTable(view: SearchView | undefined): Fragment {
  if (view === undefined) return raw('search_sections');
  const sections = view.analyses.flatMap((analysis) => analysis.sections);
  return sql`(
    select stored.* from search_sections stored
    union all select * from json_populate_recordset(null::search_sections, ${JSON.stringify(sections)}::json))`;
}

/** FROM item `seen` (key, title, path) for the pages whose rows are those of the view. */
export const locatedTable = (view: SearchView | undefined): Fragment =>
  sql`json_to_recordset(${JSON.stringify(view?.located ?? [])}::json) as seen(key text, title text, path text)`;

/** SQL expression for the key of a row of table `page`; see `pageKey`. */
export const rowKey = raw(`page."spaceId" || ' ' || page."pageId"`);

/** SQL expression for the id under which the sections of a page of table `page` with the entry `e` are stored. */
export function textOfEntry(view: SearchView | undefined): Fragment {
  if (view === undefined) return raw('e."documentId"');
  const keys = view.analyses.map(({ page }) => pageKey(page.spaceId, page.pageId));
  return sql`case when ${rowKey} = any(${keys}::text[]) then ${visitorTextId('')} || ${rowKey} else e."documentId" end`;
}
