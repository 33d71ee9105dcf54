import { entryAt, type ContentState } from '../../../../db/content/states.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';
import { insertRows } from './insert-rows.ts';

/** Maximum number of lines of history that are checked for one text. */
const maxLines = 50;

/** Lists the lines of a space that have a text in any revision: main content first, then change requests. */
export async function listLinesWithText(reader: Sql, spaceId: string, textId: string): Promise<string[]> {
  const rows = await reader.rows<{ line: string }>(sql`
    select e.line from content_entries e
    where e."documentId" = ${textId} and e."spaceId" = ${spaceId}
    group by e.line order by e.line = ${spaceId} desc, e.line limit ${maxLines}::int`);
  return rows.map(({ line }) => line);
}

/** Finds the page or reusable content that has a text in a state; the lowest id wins. */
export const findEntryWithText = (reader: Sql, state: ContentState, textId: string) =>
  reader.first<{ readonly id: string; readonly variables: Readonly<Record<string, string>> | null }>(sql`
    select e."entryId" as id, e.attributes->'variables' as variables
    from (select distinct x."entryId" as id from content_entries x
      where x."documentId" = ${textId} and x."spaceId" = ${state.spaceId} and x.line = ${state.line}) having_text
    cross join lateral ${entryAt(state, raw('having_text.id'))}
    where e."documentId" = ${textId} order by e."entryId" limit 1`);

/** Lists the titles of the pages of a space that have a text now or, if there are none, had it. */
export async function listTitlesOfText(reader: Sql, spaceId: string, textId: string): Promise<string[]> {
  const rows = await reader.rows<{ title: string; isPresent: boolean }>(sql`
    select e.title, bool_or(e."toSeq" is null) as "isPresent" from content_entries e
    where e."documentId" = ${textId} and e."spaceId" = ${spaceId} and e.kind = 'page'
    group by e.title order by "isPresent" desc, e.title limit ${maxLines}::int`);
  return rows.filter(({ isPresent }) => isPresent === rows[0]?.isPresent).map(({ title }) => title);
}

/** A row of `documents`. */
interface TextRow {
  readonly id: string;
  readonly markdown: string;
  readonly anchors: readonly string[] | null;
  readonly createdAt: string;
}

/**
 * Inserts texts outside of a transaction. Renews the timestamp of a text that exists, so that no sweep deletes it as
 * unused.
 */
export const insertOrTouchTexts = (reader: Sql, rows: readonly TextRow[]) =>
  insertRows(reader, 'documents', rows, {
    onConflict: raw(`on conflict (id) do update set "createdAt" = excluded."createdAt",
      anchors = coalesce(excluded.anchors, documents.anchors)`),
  });

/**
 * Inserts texts inside a transaction. Locks a text that exists `for key share`, as a foreign key does, which several
 * transactions can hold at once. An update would make all writers of the same text wait, across organizations.
 */
export const insertOrLockTexts = (reader: Sql, rows: readonly TextRow[]) =>
  insertRows(reader, 'documents', rows, {
    where: raw('where not exists (select from documents kept where kept.id = given.id for key share)'),
    onConflict: raw('on conflict (id) do nothing'),
  });
