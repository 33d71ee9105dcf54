import { entriesAt, entryColumns, type ContentState } from '../../../db/content/states.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import type { EntryState } from '../../../text/content/changes.ts';
import { insertRows } from '../../authoring/content/queries/insert-rows.ts';
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
  reader.rows<EarlierSource>(earlierSources({ spaceId, line }, raw('true')));

/** Lists the sources of one import on one line of history alone. */
export const listSourcesOfLine = (
  reader: Sql,
  { spaceId, line }: SpaceLine,
  importId: string,
): Promise<EarlierSource[]> =>
  reader.rows<EarlierSource>(sql`
    select "importId", kind, key, "entryId", place, state from imported_sources
    where "spaceId" = ${spaceId} and line = ${line} and "importId" = ${importId} order by kind, key`);

/** Lists the sources of one import with certain keys: those of one line of history, or as `listEarlierSources`. */
export function listSourcesByKey(
  reader: Sql,
  state: SpaceLine,
  { importId, line }: { readonly importId: string; readonly line?: string | undefined },
  keys: readonly string[],
): Promise<EarlierSource[]> {
  if (keys.length === 0) return Promise.resolve([]);
  const isWanted = sql`s."importId" = ${importId} and s.key = any(${keys}::text[])`;
  const ofLine = line === undefined ? isWanted : sql`${isWanted} and s.line = ${line}`;
  return reader.rows<EarlierSource>(earlierSources(line === undefined ? state : { ...state, line }, ofLine));
}

type SpaceLine = Pick<ContentState, 'spaceId' | 'line'>;

const earlierSources = ({ spaceId, line }: SpaceLine, condition: Fragment) => sql`
  select distinct on (s."importId", s.kind, s.key)
    s."importId", s.kind, s.key, s."entryId", s.place, s.state
  from imported_sources s
  left join change_requests cr on cr.id = s.line
  where s."spaceId" = ${spaceId} and (s.line in (${spaceId}, ${line}) or cr.status = 'merged') and ${condition}
  order by s."importId", s.kind, s.key, s."updatedAt" desc`;

/** Counts the sources of an import. */
export async function countSources(reader: Sql, { spaceId, line }: SpaceLine, importId: string): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`
    select count(distinct (s.kind, s.key))::int as count from imported_sources s
    left join change_requests cr on cr.id = s.line
    where s."spaceId" = ${spaceId} and s."importId" = ${importId}
      and (s.line in (${spaceId}, ${line}) or cr.status = 'merged')`);
  return row?.count ?? 0;
}

/** The anchors that links to texts may name, by id of the text; without those that are unknown. */
export async function listAnchors(
  reader: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<{ id: string; anchors: string[] }>(sql`
    select id, anchors from documents where id = any(${ids}::text[]) and anchors is not null`);
  return new Map(rows.map(({ id, anchors }) => [id, anchors]));
}

/** Deletes the sources of an import on a line. */
export const deleteSources = (
  reader: Sql,
  { spaceId, line, importId }: Record<'spaceId' | 'line' | 'importId', string>,
) =>
  reader.rows(sql`
    delete from imported_sources where "spaceId" = ${spaceId} and line = ${line} and "importId" = ${importId}`);

/** A row of `imported_sources`. */
type SourceRow = EarlierSource & Record<'spaceId' | 'line' | 'updatedAt', string>;

/** Deletes some sources of an import on a line. */
export const deleteSomeSources = (
  reader: Sql,
  { spaceId, line, importId }: Record<'spaceId' | 'line' | 'importId', string>,
  sources: readonly Pick<SourceEntry, 'kind' | 'key'>[],
) =>
  reader.rows(sql`
    delete from imported_sources s
    using unnest(${sources.map(({ kind }) => kind)}::text[], ${sources.map(({ key }) => key)}::text[]) gone(kind, key)
    where s."spaceId" = ${spaceId} and s.line = ${line} and s."importId" = ${importId}
      and s.kind = gone.kind and s.key = gone.key`);

/** Stores sources of an import, or their new states. */
export const putSources = (reader: Sql, rows: readonly SourceRow[]): Promise<void> =>
  insertRows(reader, 'imported_sources', rows, {
    onConflict: raw(`on conflict ("spaceId", line, "importId", kind, key)
      do update set "entryId" = excluded."entryId", place = excluded.place, state = excluded.state,
        "updatedAt" = excluded."updatedAt"`),
  });

/** Lists the pages, files and reusable contents of a state in the form in which they are written. */
export const listEntriesOf = (reader: Sql, state: ContentState): Promise<EntryState[]> =>
  reader.rows<EntryState>(sql`
    select ${entryColumns} from ${entriesAt(state, { where: raw("e.kind in ('page', 'file', 'reusable-content')") })}`);
