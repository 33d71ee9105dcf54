import { sql, raw } from '../../../db/sql.ts';
import { childrenAt, entryAt, type ContentState } from '../../../loaders/content.ts';
import type { Context } from '../../context.ts';
import type { EntryState } from '../changes.ts';
import { readEntries, type Sibling } from '../entries.ts';
import { variablesId } from '../variables.ts';
import type { PreparedOperation } from './prepare.ts';
import { readReverted, type RevertedPages } from './reverted.ts';

/** Everything of the present content that some operations can touch; the rest of the space is not read. */
export interface Snapshot {
  readonly state: ContentState;
  readonly entries: ReadonlyMap<string, EntryState>;
  /** Of pages that are moved under, and all above them: what each is under. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** Of pages that go or move: what is right under each, all the way down. */
  readonly below: ReadonlyMap<string, readonly string[]>;
  /** By the parent; the key of the top is empty. */
  readonly siblings: ReadonlyMap<string, readonly Sibling[]>;
  readonly reverted: RevertedPages;
}

/** The key of a parent in `siblings`. */
export const placeKey = (parentId: string | null) => parentId ?? '';

interface ReadingPlan {
  readonly state: ContentState;
  /** Revision of pages that are brought back, where the operation names none. */
  readonly initialRevisionId: string | null;
}

/** Reads what the operations can touch: at most eight statements, and one for each revision that pages come from. */
export async function readSnapshot(
  ctx: Context,
  operations: readonly PreparedOperation[],
  { state, initialRevisionId }: ReadingPlan,
): Promise<Snapshot> {
  const reverted = await readReverted(ctx, operations, { state, initialRevisionId });
  const given = operations.map(({ given: operation }) => operation);
  const targets = given.flatMap(({ into }) => into ?? []);
  const parentsThen = [...reverted.values()].map(({ parentId }) => parentId);
  const above = [...targets, ...parentsThen].filter((id) => id !== null);
  const entries = await entriesOf(ctx, state, [...given.flatMap(namedIn), ...above]);
  const places = [...given.flatMap((operation) => placesOf(operation, entries)), ...parentsThen];
  const siblings = await siblingsOf(ctx, state, places);
  const crowded = [...siblings.values()].flatMap((list) => tiedIds(list));
  return {
    state,
    entries: new Map([...entries, ...(await entriesOf(ctx, state, crowded))]),
    parents: await parentsOf(ctx, state, above),
    below: await belowOf(
      ctx,
      state,
      given.filter(uproots).flatMap(({ page }) => page ?? []),
    ),
    siblings,
    reverted,
  };
}

type Given = PreparedOperation['given'];

/** Ids of entries that an operation names, wherever they stand. */
function namedIn({ operation, page, file, reusableContent, target, cover }: Given): string[] {
  const references = [target, cover?.ref, cover?.refDark];
  const ids = [page, file, reusableContent, ...references.flatMap((one) => [one?.page, one?.file])];
  return [...(operation === 'set_variables' ? [variablesId] : []), ...ids.filter((id) => typeof id === 'string')];
}

/** Parents among whose pages order and slugs count. */
function placesOf({ operation, into, at, slug, page }: Given, entries: ReadonlyMap<string, EntryState>) {
  const isPlaced = ['insert_page', 'move_page', 'revert_page'].includes(operation);
  if (!isPlaced && into === undefined && typeof at !== 'number' && typeof slug !== 'string') return [];
  const present = page ? entries.get(page) : undefined;
  // A page that comes back goes to the top when nothing is left of where it was.
  const target = operation === 'insert_page' || operation === 'revert_page' ? (into ?? null) : into;
  return [...(target === undefined ? [] : [target]), ...(present ? [present.parentId] : [])];
}

/** Whether what is below the page goes with it. */
const uproots = ({ operation, into }: Given) =>
  ['delete_page', 'move_page', 'revert_page'].includes(operation) ||
  (operation === 'update_page' && into !== undefined);

async function entriesOf(ctx: Context, state: ContentState, ids: readonly string[]): Promise<Map<string, EntryState>> {
  if (ids.length === 0) return new Map();
  const rows = await readEntries(ctx, state, [...new Set(ids)]);
  return new Map(rows.map((entry) => [entry.id, entry]));
}

async function siblingsOf(ctx: Context, state: ContentState, parentIds: readonly (string | null)[]) {
  const wanted = [...new Set(parentIds)];
  const found = new Map<string, Sibling[]>(wanted.map((parentId) => [placeKey(parentId), []]));
  if (wanted.length === 0) return found;
  const rows = await ctx.sql.rows<Sibling & { parentId: string | null }>(sql`
    select e."entryId" as id, e."parentId", e.position, e.slug
    from unnest(${wanted}::text[]) wanted(id) cross join lateral ${childrenAt(state, raw('wanted.id'))}
    order by e.position, e."entryId"`);
  for (const { parentId, ...sibling } of rows) found.get(placeKey(parentId))?.push(sibling);
  return found;
}

/** Siblings that share their order key with the one before: what goes between them needs them to move. */
const tiedIds = (siblings: readonly Sibling[]) =>
  siblings.filter(({ position }, index) => position === siblings[index - 1]?.position).map(({ id }) => id);

async function parentsOf(ctx: Context, state: ContentState, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string | null>();
  const rows = await ctx.sql.rows<{ id: string; parentId: string | null }>(sql`
    with recursive chain(id, "parentId") as (
      select e."entryId", e."parentId"
      from unnest(${[...new Set(ids)]}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}
      union
      select e."entryId", e."parentId" from chain cross join lateral ${entryAt(state, raw('chain."parentId"'))}
    )
    select id, "parentId" from chain`);
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}

async function belowOf(ctx: Context, state: ContentState, roots: readonly string[]) {
  const below = new Map<string, string[]>();
  if (roots.length === 0) return below;
  const rows = await ctx.sql.rows<{ id: string; parentId: string }>(sql`
    with recursive below(id, "parentId") as (
      select e."entryId", e."parentId"
      from unnest(${[...new Set(roots)]}::text[]) wanted(id) cross join lateral ${childrenAt(state, raw('wanted.id'))}
      union
      select e."entryId", e."parentId" from below cross join lateral ${childrenAt(state, raw('below.id'))}
    )
    select id, "parentId" from below`);
  for (const { id, parentId } of rows) {
    const known = below.get(parentId);
    if (known) known.push(id);
    else below.set(parentId, [id]);
  }
  return below;
}
