import { entriesById, entryColumns, mainStateOf, type RevisionRow } from '../../../../db/content/states.ts';
import { wantedKeys } from '../../../../db/wanted-keys.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import type { EntryState } from '../../../../text/content/changes.ts';
import { insertRows } from './insert-rows.ts';

/** The revision being written: its line and number. */
type NextRevision = Pick<RevisionRow, 'spaceId' | 'line' | 'seq' | 'baseSeq'>;

/** The state of an entry that a revision replaces. */
export interface EntryBefore extends EntryState {
  readonly createdAt: string;
}

/** Such a state on the line of the revision. A change request hides an entry of the main content by one that is `deleted`. */
export interface ClosedEntry extends EntryBefore {
  readonly deleted: boolean;
}

/** SQL that ends the current states `e` of entries on a line at a revision. */
export const endingEntries = (line: string, seq: number, ids: readonly string[]): Fragment => sql`
  update content_entries e set "toSeq" = ${seq}::int from ${wantedKeys(line, ids)}
  where e.line = wanted."group" and e."entryId" = wanted.id and e."toSeq" is null`;

/** Ends the current states of entries on a line at a revision. Returns them by id. */
export async function closeEntries(
  reader: Sql,
  { line, seq }: NextRevision,
  ids: readonly string[],
): Promise<Map<string, ClosedEntry>> {
  if (ids.length === 0 || seq === 1) return new Map();
  const rows = await reader.rows<ClosedEntry>(sql`
    ${endingEntries(line, seq, ids)}
    returning ${entryColumns}, e."createdAt", e.deleted`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Lists those entries that exist in the main revision on which a change request is based, by id; none for main content.
 */
export async function listBaseEntries(reader: Sql, next: NextRevision, ids: readonly string[]) {
  if (ids.length === 0 || next.baseSeq === null) return new Map<string, EntryBefore>();
  const rows = await reader.rows<EntryBefore>(sql`
    select ${entryColumns}, e."createdAt" from ${entriesById(mainStateOf(next), ids)}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Inserts redirects from former paths; the latest page at a path wins. */
export const upsertPageRedirects = (reader: Sql, redirects: readonly object[]) =>
  insertRows(reader, 'page_redirects', redirects, { onConflict: replaceRedirect });

/** Inserts redirects from former paths that have none yet. */
export const insertMissingRedirects = (reader: Sql, redirects: readonly object[]) =>
  insertRows(reader, 'page_redirects', redirects, {
    onConflict: raw('on conflict ("spaceId", "parentId", slug) do nothing'),
  });

const replaceRedirect = raw(`on conflict ("spaceId", "parentId", slug) do update
  set "pageId" = excluded."pageId", "createdAt" = excluded."createdAt"`);
