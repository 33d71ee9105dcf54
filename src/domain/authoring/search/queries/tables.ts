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

/** SQL expression for the id under which the sections of page entry `e` are stored. */
export function textOfEntry(view: SearchView | undefined): Fragment {
  if (view === undefined) return raw('e."documentId"');
  const keys = view.analyses.map(({ page }) => pageKey(page.spaceId, page.pageId));
  const key = raw(`e.line || ' ' || e."entryId"`);
  return sql`case when ${key} = any(${keys}::text[]) then ${visitorTextId('')} || ${key} else e."documentId" end`;
}
