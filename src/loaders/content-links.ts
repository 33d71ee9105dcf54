import { linksAt, type LinkRow } from '../db/content/links.ts';
import { currentPaths, pageColumns, type PageWithPath } from '../db/content/pages.ts';
import { currentEntry, entriesById } from '../db/content/states.ts';
import { sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';
import { byState } from './by-state.ts';

/** The links in the texts of pages, in order, by page id. */
export const linksLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const rows = await reader.rows<LinkRow>(
      sql`select link.* from ${linksAt(state, entriesById(state, ids))} where link.source = 'text' order by link.place`,
    );
    const found = new Map<string, LinkRow[]>(ids.map((id) => [id, []]));
    for (const row of rows) found.get(row.pageId)?.push(row);
    return (id) => found.get(id) ?? [];
  });

/** Pages of the current main content of spaces, by `spaceId pageId`: one statement for pages of many spaces. */
export const mainPageLoader = (reader: Sql) =>
  byKey<PageWithPath & { readonly spaceId: string }>(
    reader,
    (keys) => {
      const pairs = keys.map((key) => key.split(' '));
      return sql`
        with recursive ${currentPaths(sql`unnest(
          ${pairs.map(([spaceId]) => spaceId)}::text[], ${pairs.map(([, id]) => id)}::text[]) wanted("spaceId", "pageId")`)}
        select paths."spaceId", paths.path, ${pageColumns}
        from paths cross join lateral ${currentEntry('paths."spaceId"', 'paths.root')}`;
    },
    ({ spaceId, id }) => `${spaceId} ${id}`,
  );

/** Where pages are that were moved from a space to another, by `spaceId pageId`. */
export const movedPageLoader = (reader: Sql) =>
  byKey<MovedPageRow>(
    reader,
    (keys) => {
      const pairs = keys.map((key) => key.split(' '));
      return sql`select m."spaceId", m."pageId", m."toSpaceId"
        from unnest(${pairs.map(([spaceId]) => spaceId)}::text[], ${pairs.map(([, id]) => id)}::text[]) given(space, page)
        join page_moves m on m."spaceId" = given.space and m."pageId" = given.page`;
    },
    ({ spaceId, pageId }) => `${spaceId} ${pageId}`,
  );

/** A page that was moved from a space. */
export interface MovedPageRow {
  readonly spaceId: string;
  readonly pageId: string;
  /** The space in which it is. */
  readonly toSpaceId: string;
}
