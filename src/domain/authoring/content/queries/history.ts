import { entryAt, entryColumns, mainStateOf, writtenOnLine, type ContentState } from '../../../../db/content/states.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import type { EntryState } from '../../../../text/content/changes.ts';

/** Keyset list of the revisions of main content, newest first. */
export const revisionsList = (spaceId: string): KeysetList => ({
  name: 'revisions',
  filters: [spaceId],
  select: raw('r.*'),
  from: raw('from revisions r'),
  where: [sql`r.line = ${spaceId}`],
  sort: { by: 'r.seq', type: 'int', id: 'r.id', columns: ['seq', 'id'] },
  direction: 'desc',
});

/** Finds when a main revision was replaced by the next; null for the newest. */
export async function findReplacedAt(reader: Sql, spaceId: string, seq: number): Promise<string | null> {
  const row = await reader.first<{ createdAt: string }>(sql`
    select "createdAt" from revisions where line = ${spaceId} and seq = ${seq + 1}::int`);
  return row?.createdAt ?? null;
}

interface DifferenceRow {
  readonly id: string;
  readonly before: EntryState | null;
  readonly after: EntryState | null;
  /** Number of all entries that differ, from the first one that may be listed. */
  readonly total: number;
}

/** Which of the entries that differ are listed: those after an id, and how many. */
export interface DifferencePart {
  readonly limit?: number;
  readonly afterId?: string | null;
}

/** Lists the entries that differ between two states of a space, by id; all of them without a part. */
export const listDifferences = (
  reader: Sql,
  before: ContentState,
  after: ContentState,
  { limit, afterId = null }: DifferencePart = {},
) =>
  reader.rows<DifferenceRow>(sql`
    select ids.id, case when a.id is null then null else to_jsonb(a) end as before,
      case when b.id is null then null else to_jsonb(b) end as after, count(*) over ()::int as total
    from (${writtenBetween(before, after)}) ids(id)
    left join lateral (select ${entryColumns} from ${entryAt(before, raw('ids.id'))}) a on true
    left join lateral (select ${entryColumns} from ${entryAt(after, raw('ids.id'))}) b on true
    where (${afterId}::text is null or ids.id > ${afterId}::text) and to_jsonb(a) is distinct from to_jsonb(b)
    order by ids.id limit ${limit ?? null}::int`);

/** Selects the ids of all entries that may differ between two states. */
function writtenBetween(one: ContentState, other: ContentState): Fragment {
  const main = writtenOnLine(one.spaceId, mainStateOf(one).seq, mainStateOf(other).seq);
  if (one.line === other.line && one.baseSeq === null) return main;
  const own =
    one.line === other.line
      ? writtenOnLine(one.line, one.seq, other.seq)
      : sql`${ownEntries(one)} union ${ownEntries(other)}`;
  return sql`${main} union ${own}`;
}

/** Selects the ids of entries that a change request changed on top of main content; none for main content. */
const ownEntries = ({ line, seq, baseSeq }: ContentState) => sql`select "entryId" from content_entries
  where ${baseSeq !== null} and line = ${line} and "fromSeq" <= ${seq}::int and ("toSeq" is null or "toSeq" > ${seq}::int)`;
