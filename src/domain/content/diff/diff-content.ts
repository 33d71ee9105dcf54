import { raw, sql, type Fragment } from '../../../db/sql.ts';
import { endedAfter, entryAt, mainBelow, type ContentState } from '../../../loaders/content.ts';
import type { Context } from '../../context.ts';
import type { EntryState } from '../changes.ts';
import { entryColumns } from '../entries.ts';

/** An entry that two states have differently; null in the state that has none of its id. */
export interface EntryChange {
  readonly id: string;
  readonly before: EntryState | null;
  readonly after: EntryState | null;
}

/** Some of the differences of two states. */
export interface ContentDiff {
  /** By id. */
  readonly changes: readonly EntryChange[];
  /** Entries that differ, those that are not in `changes` too. */
  readonly total: number;
}

/**
 * What differs between two states of a space, in one statement. It reads what was written between them, not the content:
 * the cost is that of the changes, however large the space. All of them without a limit.
 */
export async function diffContent(
  ctx: Context,
  before: ContentState,
  after: ContentState,
  limit?: number,
): Promise<ContentDiff> {
  if (before.spaceId !== after.spaceId) throw new Error(`Two spaces: ${before.spaceId} and ${after.spaceId}`);
  if (before.id === after.id) return { changes: [], total: 0 };
  const rows = await ctx.sql.rows<EntryChange & { total: number }>(sql`
    select ids.id, case when a.id is null then null else to_jsonb(a) end as before,
      case when b.id is null then null else to_jsonb(b) end as after, count(*) over ()::int as total
    from (${touchedBetween(before, after)}) ids(id)
    left join lateral (select ${entryColumns} from ${entryAt(before, raw('ids.id'))}) a on true
    left join lateral (select ${entryColumns} from ${entryAt(after, raw('ids.id'))}) b on true
    where to_jsonb(a) is distinct from to_jsonb(b)
    order by ids.id limit ${limit ?? null}::int`);
  return {
    changes: rows.map(({ id, before: then, after: now }) => ({ id, before: then, after: now })),
    total: rows[0]?.total ?? 0,
  };
}

/** Ids of all entries that may differ. */
function touchedBetween(one: ContentState, other: ContentState): Fragment {
  const main = written(one.spaceId, mainBelow(one).seq, mainBelow(other).seq);
  if (one.line === other.line && one.baseSeq === null) return main;
  const own =
    one.line === other.line ? written(one.line, one.seq, other.seq) : sql`${ownOf(one)} union ${ownOf(other)}`;
  return sql`${main} union ${own}`;
}

/** What a line wrote between two of its revisions. Each half has its index. */
function written(line: string, one: number, other: number): Fragment {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return sql`select "entryId" from content_entries
    where (line || ' begun') = ${`${line} begun`}::text and "fromSeq" > ${low}::int and "fromSeq" <= ${high}::int
    union select "entryId" from content_entries
    where ${endedAfter(line, low)} and "toSeq" <= ${high}::int`;
}

/** What a change request puts over the main revision; nothing for a state of the main line. */
const ownOf = ({ line, seq, baseSeq }: ContentState) => sql`select "entryId" from content_entries
  where ${baseSeq !== null} and line = ${line} and "fromSeq" <= ${seq}::int and ("toSeq" is null or "toSeq" > ${seq}::int)`;
