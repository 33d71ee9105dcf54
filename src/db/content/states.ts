import type { Revision } from '../generated/client.ts';
import type { Stored } from '../rows.ts';
import { raw, sql, type Fragment } from '../sql.ts';

export type RevisionRow = Stored<Revision>;

/** What a visitor of a site does not see of a state. */
export interface HiddenContent {
  /** Pages with all pages below them, and files. */
  readonly entryIds: readonly string[];
  /** Links in parts of texts: the id of the entry and the ordinal, with a space between. */
  readonly links: readonly string[];
}

/**
 * One state of content: a revision of a line of history and, for a change request, the main revision below it. Every read
 * of a state leaves out what is hidden in it.
 */
export type ContentState = Pick<RevisionRow, 'id' | 'spaceId' | 'line' | 'seq' | 'baseSeq'> & {
  readonly hidden?: HiddenContent;
};

/** The main revision that a state is, or is based on. */
export function mainStateOf({ spaceId, seq, baseSeq, hidden }: Omit<ContentState, 'id' | 'line'>): ContentState {
  const mainSeq = baseSeq ?? seq;
  const main = { id: `${spaceId} ${mainSeq}`, spaceId, line: spaceId, seq: mainSeq, baseSeq: null };
  return hidden ? { ...main, hidden } : main;
}

/** Upper bound of recursion over the tree; stored trees are never this deep. */
export const maxWalkDepth = 500;

export const isPage = raw("e.kind = 'page'");
export const isFile = raw("e.kind = 'file'");

/** Whether an entry `e` is part of the newest revision of its line. */
export const isCurrent = raw('e."toSeq" is null and not e.deleted');

const stillAt = (alias: 'e' | 'o', seq: number | Fragment) =>
  sql`(${raw(alias)}."toSeq" is null or ${raw(alias)}."toSeq" > ${seq}::int)`;

/**
 * Entries of a line that ended after a revision of it. The concatenated expression matches an index of its own. An index
 * that began with the line alone would also be chosen for lookups of one entry wherever statistics are missing.
 */
export const endedAfter = (line: string, seq: number): Fragment =>
  sql`(line || ' ended') = ${`${line} ended`}::text and "toSeq" > ${seq}::int`;

/** A condition suffix (`and …`) that excludes hidden values. The subquery makes PostgreSQL look them up in a hash. */
const isNotIn = (value: string, hidden: readonly string[] | undefined): Fragment =>
  hidden === undefined || hidden.length === 0
    ? raw('')
    : sql` and ${raw(value)} not in (select unnest(${hidden}::text[]))`;

const isShown = ({ hidden }: Pick<ContentState, 'hidden'>) => isNotIn('e."entryId"', hidden?.entryIds);

/** A condition suffix (`and …`) on links `l` of a state: only those in parts of a text that are shown. */
export const isLinkShown = ({ hidden }: Pick<ContentState, 'hidden'>): Fragment =>
  isNotIn(`(l."entryId" || ' ' || l.ordinal)`, hidden?.links);

/** Selects entries of a state. */
interface EntryFilter {
  /** A condition on `e`. */
  readonly where: Fragment;
  /** Only the entries directly below this id, or at the top for SQL's null. */
  readonly under?: Fragment;
}

/** A line and a parent as one text: the leading expression of the index by parent, and of no other index. */
const parentKey = (line: Fragment, parentId: Fragment) => sql`(${line} || ' ' || coalesce(${parentId}, ''))`;

/**
 * Current entries and entries that ended later, as two branches: each has an index, and no planner uses both for an `or`.
 * Without statistics, as after a large import, all indexes look alike to the planner. The parent key and the key of ended
 * entries each match only one; beside them, a condition on the line would let the planner read the whole line instead.
 */
const entriesOfLine = (line: string, seq: number, { where, under }: EntryFilter) => {
  const isLine = sql`e.line = ${line}`;
  const hasParentKey =
    under && sql`${parentKey(raw('e.line'), raw('e."parentId"'))} = ${parentKey(sql`${line}::text`, under)}`;
  const isUnder = under ? sql` and e."parentId" is not distinct from ${under}` : raw('');
  return sql`
    select e.* from content_entries e
    where ${hasParentKey ?? isLine} and e."toSeq" is null and not e.deleted and e."fromSeq" <= ${seq}::int and ${where}
    union all
    select e.* from content_entries e
    where ${endedAfter(line, seq)}${isUnder} and not e.deleted and e."fromSeq" <= ${seq}::int and ${where}`;
};

/** Entries of a state, as an item of FROM named `e`. */
export function entriesAt(state: ContentState, given: EntryFilter): Fragment {
  const { line, seq, baseSeq, spaceId } = state;
  const filter = { ...given, where: sql`${given.where}${isShown(state)}` };
  // OFFSET 0 keeps the planner from joining the whole space before it applies the filter.
  if (baseSeq === null) return sql`(${entriesOfLine(line, seq, filter)} offset 0) e`;
  const where = sql`${filter.where} and not exists (select from content_entries o
    where o.line = ${line} and o."entryId" = e."entryId" and o."fromSeq" <= ${seq}::int and ${stillAt('o', seq)})`;
  return sql`(${entriesOfLine(line, seq, filter)} union all ${entriesOfLine(spaceId, baseSeq, { ...filter, where })} offset 0) e`;
}

/** The pages directly below a page, or at the top for SQL's null, as an item of FROM named `e`. */
export const childrenAt = (state: ContentState, parentId: Fragment) =>
  entriesAt(state, { under: parentId, where: isPage });

/** A state by its values, or by the SQL of them. */
type StateOrSql = {
  readonly [Key in 'line' | 'seq' | 'baseSeq' | 'spaceId']: ContentState[Key] | Fragment;
} & Pick<ContentState, 'hidden'>;

/** The state of the row `alias` of `revisions`. */
export const stateOfRow = (alias: string): StateOrSql => ({
  line: raw(`${alias}.line`),
  seq: raw(`${alias}.seq`),
  baseSeq: raw(`${alias}."baseSeq"`),
  spaceId: raw(`${alias}."spaceId"`),
});

/** One entry of a state by id, as an item of FROM named `e`. A primary key lookup, however long the history. */
export function entryAt({ line, seq, baseSeq, spaceId, ...rest }: StateOrSql, id: Fragment): Fragment {
  const newest = (of: string | Fragment, at: number | Fragment) => sql`select e.* from (
    select e.* from content_entries e where e.line = ${of} and e."entryId" = ${id} and e."fromSeq" <= ${at}::int
    order by e."fromSeq" desc limit 1) e where ${stillAt('e', at)}${isShown(rest)}`;
  if (baseSeq === null) return sql`(${newest(line, seq)}) e`;
  return sql`(with own as (${newest(line, seq)})
    select * from own where not own.deleted
    union all
    select * from (${newest(spaceId, baseSeq)}) e where not exists (select from own)) e`;
}

/** Entries of a state by their ids, as items of FROM named `wanted` and `e`; unknown ids give no row. */
export const entriesById = (state: ContentState, ids: readonly string[]) =>
  sql`unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}`;
