import { sql, type Sql } from '../../../db/sql.ts';
import type { SourceEntry } from './commit/source-keys.ts';
import type { SourceState } from '../../../text/imports/source-state.ts';

/** A source of an earlier import with the entry it became. */
export interface EarlierSource extends SourceEntry {
  readonly importId: string;
  readonly state: SourceState;
}

/**
 * Lists the sources of all imports whose entries a line of history may have: those of the line, of main content, and of merged
 * change requests. Of a source that was imported several times, the last state counts.
 */
export const listEarlierSources = (reader: Sql, spaceId: string, line: string): Promise<EarlierSource[]> =>
  reader.rows<EarlierSource>(sql`
    select distinct on (s."importId", s.kind, s.key)
      s."importId", s.kind, s.key, s."entryId", s.place, s.state
    from imported_sources s
    left join change_requests cr on cr.id = s.line
    where s."spaceId" = ${spaceId} and (s.line in (${spaceId}, ${line}) or cr.status = 'merged')
    order by s."importId", s.kind, s.key, s."updatedAt" desc`);

/** Deletes the sources of an import on a line. */
export const deleteSources = (
  reader: Sql,
  { spaceId, line, importId }: Record<'spaceId' | 'line' | 'importId', string>,
) =>
  reader.rows(sql`
    delete from imported_sources where "spaceId" = ${spaceId} and line = ${line} and "importId" = ${importId}`);
