import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import { pageKey, visitorTextId, type SearchView } from '../ts-queries.ts';

/** FROM item for the rows of pages, as the caller may find them. */
export function pagesTable(view: SearchView | undefined): Fragment {
  if (view === undefined) return raw('search_pages');
  return sql`(
    select stored.* from search_pages stored where ${isStored('stored', view)}
    union all select * from ${viewedPages(view)})`;
}

/** FROM item for the rows of pages that only the view has. */
export const viewedPages = ({ analyses }: SearchView): Fragment =>
  sql`json_populate_recordset(null::search_pages, ${JSON.stringify(analyses.map(({ page }) => page))}::json)`;

/** SQL condition: the view does not hide or replace a stored page. */
export const isStored = (alias: 'stored' | 'w', { hiddenPages, analyses }: SearchView): Fragment => {
  const others = [...hiddenPages, ...analyses.map(({ page }) => pageKey(page.spaceId, page.pageId))];
  return sql`${raw(`${alias}."spaceId" || ' ' || ${alias}."pageId"`)} not in (select unnest(${others}::text[]))`;
};

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
