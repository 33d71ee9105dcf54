import { raw, sql, type Sql } from '../../../db/sql.ts';
import { entryAt, entryColumns, isCurrentUnder, type ContentState } from '../../../db/content/states.ts';
import { endingEntries } from '../content/queries/write-entries.ts';
import type { EntryState } from '../../../text/content/changes.ts';
import type { Conflict, EntryVersions } from '../../../text/three-way-merge/conflict.ts';

/** The unresolved conflicts that an update of a change request found in one entry. */
export interface StoredConflict extends EntryVersions {
  readonly conflicts: readonly Conflict[];
  /** Whether the entry was edited after the update. */
  readonly isTouched: boolean;
}

/** Lists the stored conflicts of a change request, by entry id. */
export const listStoredConflicts = (reader: Sql, changeRequestId: string): Promise<StoredConflict[]> =>
  reader.rows<StoredConflict>(sql`
    select c."entryId" as id, c.base, c.main, c."changeRequest", c.conflicts, exists (
      select from content_entries e where e.line = c."changeRequestId" and e."entryId" = c."entryId"
        and (e."fromSeq" > c.seq or e."toSeq" > c.seq)) as "isTouched"
    from change_request_conflicts c where c."changeRequestId" = ${changeRequestId} order by c."entryId"`);

interface NewConflictRow extends Omit<StoredConflict, 'id' | 'isTouched'> {
  readonly changeRequestId: string;
  readonly entryId: string;
  /** The revision of the change request that the update wrote. */
  readonly seq: number;
}

export async function insertConflicts(reader: Sql, rows: readonly NewConflictRow[]): Promise<void> {
  await reader.rows(sql`insert into change_request_conflicts
    select * from json_populate_recordset(null::change_request_conflicts, ${JSON.stringify(rows)}::json)`);
}

/** Lists the ids of pages that exist in a state, and those of all their ancestors. */
export async function listWithAncestors(reader: Sql, state: ContentState, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    with recursive above(id) as (
      select e."entryId" from unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}
      union select e."parentId" from above cross join lateral ${entryAt(state, raw('above.id'))}
      where e."parentId" is not null)
    select id from above`);
  return rows.map(({ id }) => id);
}

/** Lists the ids of active main pages with the parent and slug of one of the given entries. */
export async function listPagesWithSlug(
  reader: Sql,
  main: ContentState,
  entries: readonly Pick<EntryState, 'parentId' | 'slug'>[],
): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select e."entryId" as id
    from unnest(${entries.map(({ parentId }) => parentId)}::text[], ${entries.map(({ slug }) => slug)}::text[])
      wanted(parent, slug)
    join content_entries e on ${isCurrentUnder(main.line, raw('wanted.parent'))}
      and coalesce(e.slug, e."entryId") = wanted.slug and e.slug is not null`);
  return rows.map(({ id }) => id);
}

/** Maps the ids of active entries stored on a line to their states; null for a deleted entry. */
export async function listStoredEntries(reader: Sql, line: string): Promise<Map<string, EntryState | null>> {
  const rows = await reader.rows<EntryState & { deleted: boolean }>(sql`
    select ${entryColumns}, e.deleted
    from content_entries e where e.line = ${line} and e."toSeq" is null`);
  return new Map(rows.map(({ deleted, ...entry }) => [entry.id, deleted ? null : entry]));
}

interface EndedEntries {
  readonly line: string;
  /** Revision at which the entries end. */
  readonly seq: number;
  readonly ids: readonly string[];
}

/** Ends the active entries of a line, so that the main entries with these ids become visible again. */
export async function endStoredEntries(reader: Sql, { line, seq, ids }: EndedEntries): Promise<void> {
  if (ids.length === 0) return;
  await reader.rows(endingEntries(line, seq, ids));
}
