import type { Revision } from '../generated/client.ts';
import type { Stored } from '../rows.ts';
import { raw, sql, type Fragment } from '../sql.ts';

export type RevisionRow = Stored<Revision>;

/** The content of a state that is hidden from a site visitor. */
export interface HiddenContent {
  /** Ids of hidden files, and of hidden pages with all their descendants. */
  readonly entryIds: readonly string[];
  /** Links in hidden parts of texts: entry id and ordinal, separated by a space. */
  readonly links: readonly string[];
}

/**
 * A state of content: a revision on a line of history and, for a change request, the main revision on which it is
 * based. Reads of a state omit its hidden content.
 */
export type ContentState = Pick<RevisionRow, 'id' | 'spaceId' | 'line' | 'seq' | 'baseSeq'> & {
  readonly hidden?: HiddenContent;
};

/** The main revision of a state, or on which it is based. */
export function mainStateOf({ spaceId, seq, baseSeq, hidden }: Omit<ContentState, 'id' | 'line'>): ContentState {
  const mainSeq = baseSeq ?? seq;
  const main = { id: `${spaceId} ${mainSeq}`, spaceId, line: spaceId, seq: mainSeq, baseSeq: null };
  return hidden ? { ...main, hidden } : main;
}

/** Recursion limit for walks of the page tree. Stored trees are never this deep. */
export const maxWalkDepth = 500;

/** SQL columns of an `EntryState`, from an entry `e`. */
export const entryColumns = raw(`e."entryId" as id, e.kind, e."parentId", e.position, e.type, e.title, e.slug,
  e."documentId", e."blobHash", e.attributes`);

export const isPage = raw("e.kind = 'page'");
export const isFile = raw("e.kind = 'file'");

/** SQL condition: entry `e` belongs to the newest revision of its line. */
export const isCurrent = raw('e."toSeq" is null and not e.deleted');

/**
 * FROM item `e`: the state of an entry in the newest revision of its line, by SQL of its line and id. Planners may join the states of a
 * whole line instead, as when they know of small ones alone.
 */
export const currentEntry = (line: string, id: string): Fragment => sql`(
    select e.* from content_entries e where e.line = ${raw(line)} and e."entryId" = ${raw(id)} and ${isCurrent} offset 0) e`;

const stillAt = (alias: 'e' | 'o', seq: number | Fragment) =>
  sql`(${raw(alias)}."toSeq" is null or ${raw(alias)}."toSeq" > ${seq}::int)`;

/**
 * SQL condition: entries of a line that ended after a revision. The concatenated expression matches a separate index.
 * Without statistics, the planner would choose an index that starts with the line even for lookups of one entry.
 */
const endedAfter = (line: string, seq: number): Fragment =>
  sql`(line || ' ended') = ${`${line} ended`}::text and "toSeq" > ${seq}::int`;

/**
 * Selects the ids of entries that a line wrote between two of its revisions. A union, so that each half uses its own
 * index.
 */
export function writtenOnLine(line: string, one: number, other: number): Fragment {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return sql`select "entryId" from content_entries
    where ${begunBetween('', line, [low, high])}
    union select "entryId" from content_entries
    where ${endedAfter(line, low)} and "toSeq" <= ${high}::int`;
}

/** SQL condition: entries of a line that began after a revision and not after another. */
export const begunBetween = (prefix: '' | 'e.', line: string, [low, high]: readonly [number, number]): Fragment =>
  sql`(${raw(prefix)}line || ' begun') = ${`${line} begun`}::text
    and ${raw(prefix)}"fromSeq" > ${low}::int and ${raw(prefix)}"fromSeq" <= ${high}::int`;

/**
 * SQL condition: an entry that has ended was true in a revision of its line and, with `under`, directly below that parent; SQL
 * null is the top. The times in which entries were true are looked up as ranges, with the hash of the line, or of the line and the
 * parent, in the upper half of each bound. What has ended before or begun since is not read, however much it is.
 */
const wasTrueAt = (line: string, seq: number, under: Fragment | undefined): Fragment => {
  const nameOf = (of: Fragment, parentId: Fragment) =>
    under ? sql`(${of} || ' under ' || coalesce(${parentId}, ''))` : of;
  const at = (name: Fragment, moment: Fragment) => sql`(hashtext(${name})::bigint << 32) + ${moment}`;
  const stored = nameOf(raw('e.line'), raw('e."parentId"'));
  const asked = nameOf(sql`${line}::text`, under ?? raw('null'));
  return sql`int8range(${at(stored, raw('e."fromSeq"'))}, ${at(stored, raw('e."toSeq"'))}) @> (${at(asked, sql`${seq}::int`)})
    and e."toSeq" is not null and ${stored} || '' = ${asked}`;
};

/** SQL suffix (`and …`) that excludes hidden values. The subquery makes PostgreSQL look them up in a hash. */
const isNotIn = (value: string, hidden: readonly string[] | undefined): Fragment =>
  hidden === undefined || hidden.length === 0
    ? raw('')
    : sql` and ${raw(value)} not in (select unnest(${hidden}::text[]))`;

const isShown = ({ hidden }: Pick<ContentState, 'hidden'>) => isNotIn('e."entryId"', hidden?.entryIds);

/** SQL suffix (`and …`) on links `l` of a state that excludes links in hidden parts of texts. */
export const isLinkShown = ({ hidden }: Pick<ContentState, 'hidden'>): Fragment =>
  isNotIn(`(l."entryId" || ' ' || l.ordinal)`, hidden?.links);

/** Selects entries of a state. */
interface EntryFilter {
  /** SQL condition on `e`. */
  readonly where: Fragment;
  /** Selects only the pages directly below this id; SQL null is the top. */
  readonly under?: Fragment;
}

/** SQL expression that concatenates line and parent. Only the index by parent starts with it. */
const parentKey = (line: Fragment, parentId: Fragment) => sql`(${line} || ' ' || coalesce(${parentId}, ''))`;

/**
 * SQL condition: page `e` is current and directly below a parent; SQL null is the top. It is spelled as in the index by
 * parent, which does not match `isCurrent`, and the index by line does not match this spelling. If both matched, PostgreSQL
 * would sometimes read one of them whole, with plans that it made while the table was small.
 */
export const isCurrentUnder = (line: string, parentId: Fragment): Fragment =>
  sql`${parentKey(raw('e.line'), raw('e."parentId"'))} = ${parentKey(sql`${line}::text`, parentId)}
    and coalesce(e."toSeq", -1) = -1 and not e.deleted and ${isPage}`;

/**
 * Current entries and entries that ended later, as two branches of a union, because planners do not combine the two
 * indexes for an `or`. Without statistics, as after a large import, all indexes look alike to the planner, but the
 * parent key and the range of ended entries each match only one. A further condition on the line would let the planner
 * scan the line instead.
 */
const entriesOfLine = (line: string, seq: number, { where, under }: EntryFilter) => {
  const isInPlace = under ? isCurrentUnder(line, under) : sql`e.line = ${line} and ${isCurrent}`;
  // The addition keeps the planner from reading an index of the entries of all lines by `fromSeq`.
  const hasBegun = sql`e."fromSeq" + 0 <= ${seq}::int`;
  return sql`
    select e.* from content_entries e
    where ${isInPlace} and ${hasBegun} and ${where}
    union all
    select e.* from content_entries e
    where ${wasTrueAt(line, seq, under)} and not e.deleted and ${where}`;
};

/** FROM item `e`: the entries of a state. */
export function entriesAt(state: ContentState, given: EntryFilter): Fragment {
  const { line, seq, baseSeq, spaceId } = state;
  const filter = { ...given, where: sql`${given.where}${isShown(state)}` };
  // OFFSET 0 prevents the planner from joining the whole space before it applies the filter.
  if (baseSeq === null) return sql`(${entriesOfLine(line, seq, filter)} offset 0) e`;
  const where = sql`${filter.where} and not exists (select from content_entries o
    where o.line = ${line} and o."entryId" = e."entryId" and o."fromSeq" <= ${seq}::int and ${stillAt('o', seq)})`;
  return sql`(${entriesOfLine(line, seq, filter)} union all ${entriesOfLine(spaceId, baseSeq, { ...filter, where })} offset 0) e`;
}

/** FROM item `e`: the pages directly below a page; SQL null is the top. */
export const childrenAt = (state: ContentState, parentId: Fragment) =>
  entriesAt(state, { under: parentId, where: isPage });

/** The values of a state, or SQL for them. */
export type StateOrSql = {
  readonly [Key in 'line' | 'seq' | 'baseSeq' | 'spaceId']: ContentState[Key] | Fragment;
} & Pick<ContentState, 'hidden'>;

/** SQL for the state in row `alias` of `revisions`. */
export const stateOfRow = (alias: string): StateOrSql => ({
  line: raw(`${alias}.line`),
  seq: raw(`${alias}.seq`),
  baseSeq: raw(`${alias}."baseSeq"`),
  spaceId: raw(`${alias}."spaceId"`),
});

/** FROM item `e`: one entry of a state by id. A primary key lookup, independent of the length of the history. */
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

/** FROM items `wanted` and `e`: entries of a state by id. Unknown ids yield no row. */
export const entriesById = (state: ContentState, ids: readonly string[]) =>
  sql`unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}`;
