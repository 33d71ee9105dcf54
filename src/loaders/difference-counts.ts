import { entryAt, entryColumns, stateOfRow, type StateOrSql } from '../db/content/states.ts';
import { anyOf, raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** Entries of a change request that are counted; one more is read to learn that there are more. */
export const maxCountedEntries = 1_000;

/** Numbers of the entries that a revision of a change request changes in the main content that it is based on. */
export interface DifferenceCountsRow {
  readonly id: string;
  readonly pagesAdded: number;
  readonly pagesUpdated: number;
  readonly pagesRemoved: number;
  readonly filesAdded: number;
  readonly filesUpdated: number;
  readonly filesRemoved: number;
  /** Whether the change request has more entries than are counted. */
  readonly hasMore: boolean;
}

/** Counts of differences by the id of a revision of a change request: one statement for all. Main revisions have none. */
export const differenceCountsLoader = (reader: Sql) =>
  byKey<DifferenceCountsRow>(reader, countDifferences, ({ id }) => id);

const base: StateOrSql = { ...stateOfRow('r'), line: raw('r."spaceId"'), seq: raw('r."baseSeq"'), baseSeq: null };

const countKind = (kind: 'page' | 'file', condition: Fragment) =>
  sql`(count(*) filter (where coalesce(own.kind, base.kind) = ${kind} and ${condition}))::int`;

const isAdded = raw('not own.deleted and base.id is null');
const isRemoved = raw('own.deleted and base.id is not null');
const isUpdated = raw(`not own.deleted and base.id is not null
  and to_jsonb(own) - 'deleted' is distinct from to_jsonb(base)`);

const countDifferences = (revisionIds: readonly string[]) => sql`
  select r.id, count(own.id) > ${maxCountedEntries}::int as "hasMore",
    ${countKind('page', isAdded)} as "pagesAdded", ${countKind('page', isUpdated)} as "pagesUpdated",
    ${countKind('page', isRemoved)} as "pagesRemoved", ${countKind('file', isAdded)} as "filesAdded",
    ${countKind('file', isUpdated)} as "filesUpdated", ${countKind('file', isRemoved)} as "filesRemoved"
  from revisions r
  left join lateral (
    select ${entryColumns}, e.deleted from content_entries e
    where e.line = r.line and e."fromSeq" <= r.seq and (e."toSeq" is null or e."toSeq" > r.seq)
    order by e."entryId" limit ${maxCountedEntries + 1}::int
  ) own on true
  left join lateral (select ${entryColumns} from ${entryAt(base, raw('own.id'))}) base on true
  where r.id = ${anyOf(revisionIds)} and r."baseSeq" is not null
  group by r.id`;
