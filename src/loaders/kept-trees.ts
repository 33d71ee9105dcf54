import { LRUCache } from 'lru-cache';
import { pageColumns, type PageRow } from '../db/content/pages.ts';
import { entriesAt, entryAt, isPage, writtenOnLine, type ContentState } from '../db/content/states.ts';
import { raw, sql, type Sql } from '../db/sql.ts';

/** A page with its order key. */
export type TreeRow = PageRow & { readonly position: string };

const treeColumns = sql`${pageColumns}, e.position`;

/** Reads all pages of a state, siblings in order. */
export const readTree = (reader: Sql, state: ContentState): Promise<TreeRow[]> =>
  reader.rows<TreeRow>(
    sql`select ${treeColumns} from ${entriesAt(state, { where: isPage })} order by e.position, e."entryId"`,
  );

/** The newest tree that was read of a line. Its rows are shared. */
interface KeptTree {
  readonly state: ContentState;
  readonly rows: readonly TreeRow[];
}

/** Maximum number of rows of all trees that are kept. */
const maxKeptRows = 60_000;

const trees = new LRUCache<string, KeptTree>({ maxSize: maxKeptRows, sizeCalculation: ({ rows }) => 1 + rows.length });

/** Most pages that are read as changes of a kept tree. */
const maxChanges = 500;

/**
 * All pages of a state of main content, siblings in order. The tree of a large space is kept, and that of a later revision is made
 * of it and of the pages that have changed since. Content of a revision never changes.
 */
export async function advancedTree(reader: Sql, state: ContentState): Promise<readonly TreeRow[]> {
  const { hidden: _hidden, ...whole } = state;
  const kept = trees.get(state.line);
  const rows = (kept && (await advance(reader, kept, whole))) ?? (await readTree(reader, whole));
  // A view of the past must not replace what is asked for most.
  if ((trees.get(state.line)?.state.seq ?? 0) <= state.seq) trees.set(state.line, { state: whole, rows });
  return shownOf(rows, state);
}

const shownOf = (rows: readonly TreeRow[], { hidden }: ContentState) => {
  if (hidden === undefined || hidden.entryIds.length === 0) return rows;
  const ids = new Set(hidden.entryIds);
  return rows.filter(({ id }) => !ids.has(id));
};

/** Null when the kept tree is no base of the state: of a later revision, of one that was rolled back, or too different. */
async function advance(reader: Sql, kept: KeptTree, state: ContentState): Promise<readonly TreeRow[] | null> {
  if (kept.state.id === state.id) return kept.rows;
  if (kept.state.seq >= state.seq) return null;
  const changes = await reader.rows<ChangedRow>(changesOf(kept.state, state));
  if (changes.length === 0 || changes.length > maxChanges) return null;
  const changed = new Set(changes.map(({ changedId }) => changedId));
  const present = changes.flatMap(({ changedId: _changedId, ...row }) => (row.id === null ? [] : [row]));
  return replaceRows(kept.rows, changed, present);
}

/** Rows that were made of earlier ones by other texts and attributes alone, so that every page stands where it stood. */
interface Rewritten {
  readonly before: WeakRef<readonly PageRow[]>;
  readonly rows: readonly PageRow[];
}

const rewritten = new WeakMap<readonly PageRow[], Rewritten>();

/** The rows that a tree was made of, when pages were rewritten and none was moved, and the rows of those; null for other trees. */
export function findRewritten(rows: readonly PageRow[]) {
  const known = rewritten.get(rows);
  const before = known?.before.deref();
  return known && before ? { before, rows: known.rows } : null;
}

/** Where each page stands in rows, which rows share that were made of them without a move: an edit looks at what it changed alone. */
const orders = new WeakMap<readonly TreeRow[], ReadonlyMap<string | null, number>>();

/** Replaces changed rows by those that are present now. */
function replaceRows(rows: readonly TreeRow[], changed: ReadonlySet<string | null>, present: readonly TreeRow[]) {
  const byId = new Map(present.map((row) => [row.id, row]));
  const orderOf = orders.get(rows) ?? new Map<string | null, number>(rows.map(({ id }, order) => [id, order]));
  const before = [...changed].flatMap((id) => rows[orderOf.get(id) ?? -1] ?? []);
  if (before.length !== present.length || !before.every((row) => isInPlace(row, byId.get(row.id))))
    return [...rows.filter(({ id }) => !changed.has(id)), ...present].toSorted(inOrder);
  const after = [...rows];
  for (const row of present) after[orderOf.get(row.id) ?? -1] = row;
  orders.set(after, orderOf);
  rewritten.set(after, { before: new WeakRef(rows), rows: present });
  return after;
}

const isInPlace = (before: TreeRow, after: TreeRow | undefined) =>
  after !== undefined &&
  (['position', 'parentId', 'slug', 'type'] as const).every((member) => before[member] === after[member]);

/** The id of an entry, null when nothing has changed; and its page, whose columns are null when it is none or no longer there. */
type ChangedRow = { readonly changedId: string | null } & ({ readonly id: null } | TreeRow);

/** Selects the entries that have changed between two states of a line, at least one row; none when the first was rolled back. */
const changesOf = (from: ContentState, to: ContentState) => sql`
  select changed."entryId" as "changedId", page.* from revisions r
  left join lateral (${writtenOnLine(from.line, from.seq, to.seq)} limit ${maxChanges + 1}::int) changed on true
  left join lateral (
    select ${treeColumns} from ${entryAt(to, raw('changed."entryId"'))} where ${isPage} and not e.deleted
  ) page on true
  where r.id = ${from.id}`;

/** Siblings by order key, compared bytewise. */
const inOrder = (one: TreeRow, other: TreeRow) => compare(one.position, other.position) || compare(one.id, other.id);

const compare = (one: string, other: string) => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
