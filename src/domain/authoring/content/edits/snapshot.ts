import { addToList } from '../../../../lib/add-to-list.ts';
import type { ContentState } from '../../../../db/content/states.ts';
import type { Context } from '../../../core/context.ts';
import type { EntryState } from '../../../../text/content/changes.ts';
import { listAncestors, listChildPages, listDescendants, listEntries, type Sibling } from '../queries/entries.ts';
import { variablesId } from '../variables.ts';
import { loadEarlierPages, type EarlierPages } from './earlier-pages.ts';
import type { PreparedOperation } from './prepared.ts';

/** The part of the content that the operations can change. The rest of the space is not read. */
export interface Snapshot {
  readonly state: ContentState;
  readonly entries: ReadonlyMap<string, EntryState>;
  /** The parent of each new parent and of its ancestors, by id. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** The child ids of pages that are moved or deleted, and of their descendants, by id. */
  readonly descendants: ReadonlyMap<string, readonly string[]>;
  /** The pages below each affected parent, by `parentKey`. */
  readonly siblings: ReadonlyMap<string, readonly Sibling[]>;
  readonly earlierPages: EarlierPages;
}

/** Key of a parent in `siblings`; empty for the top. */
export const parentKey = (parentId: string | null) => parentId ?? '';

interface SnapshotOptions {
  readonly state: ContentState;
  /** The revision from which pages are restored when the operation does not name one. */
  readonly initialRevisionId: string | null;
}

/**
 * Reads the content that the operations can change. Takes at most eight statements, and one for each revision from
 * which pages are restored.
 */
export async function loadSnapshot(
  ctx: Context,
  operations: readonly PreparedOperation[],
  { state, initialRevisionId }: SnapshotOptions,
): Promise<Snapshot> {
  const earlierPages = await loadEarlierPages(ctx, operations, { state, initialRevisionId });
  const inputs = operations.map(({ input }) => input);
  const newParents = inputs.flatMap(({ into }) => into ?? []);
  const earlierParents = [...earlierPages.values()].map(({ parentId }) => parentId);
  const parentIds = [...newParents, ...earlierParents].filter((id) => id !== null);
  const entries = await loadEntries(ctx, state, [...inputs.flatMap(namedIds), ...parentIds]);
  const parents = [...inputs.flatMap((input) => affectedParents(input, entries)), ...earlierParents];
  const siblings = await loadSiblings(ctx, state, parents);
  const tied = [...siblings.values()].flatMap((list) => tiedIds(list));
  return {
    state,
    entries: new Map([...entries, ...(await loadEntries(ctx, state, tied))]),
    parents: await loadParents(ctx, state, parentIds),
    descendants: await loadDescendants(
      ctx,
      state,
      inputs.filter(affectsDescendants).flatMap(({ page }) => page ?? []),
    ),
    siblings,
    earlierPages,
  };
}

type Input = PreparedOperation['input'];

/** Ids of the entries that an operation refers to. */
function namedIds({ operation, page, file, reusableContent, target, cover }: Input): string[] {
  const references = [target, cover?.ref, cover?.refDark];
  const ids = [page, file, reusableContent, ...references.flatMap((one) => [one?.page, one?.file])];
  return [...(operation === 'set_variables' ? [variablesId] : []), ...ids.filter((id) => typeof id === 'string')];
}

/** Parents whose children must be known to assign order keys and free slugs. */
function affectedParents({ operation, into, at, slug, page }: Input, entries: ReadonlyMap<string, EntryState>) {
  const isPlaced = ['insert_page', 'move_page', 'revert_page'].includes(operation);
  if (!isPlaced && into === undefined && typeof at !== 'number' && typeof slug !== 'string') return [];
  const present = page ? entries.get(page) : undefined;
  // A restored page goes to the top if its earlier parent no longer exists.
  const target = operation === 'insert_page' || operation === 'revert_page' ? (into ?? null) : into;
  return [...(target === undefined ? [] : [target]), ...(present ? [present.parentId] : [])];
}

/** Whether the operation moves or deletes the descendants of its page too. */
const affectsDescendants = ({ operation, into }: Input) =>
  ['delete_page', 'move_page', 'revert_page'].includes(operation) ||
  (operation === 'update_page' && into !== undefined);

async function loadEntries(
  ctx: Context,
  state: ContentState,
  ids: readonly string[],
): Promise<Map<string, EntryState>> {
  if (ids.length === 0) return new Map();
  const rows = await listEntries(ctx.sql, state, [...new Set(ids)]);
  return new Map(rows.map((entry) => [entry.id, entry]));
}

async function loadSiblings(ctx: Context, state: ContentState, parentIds: readonly (string | null)[]) {
  const wanted = [...new Set(parentIds)];
  const found = new Map<string, Sibling[]>(wanted.map((parentId) => [parentKey(parentId), []]));
  if (wanted.length === 0) return found;
  const rows = await listChildPages(ctx.sql, state, wanted);
  for (const { parentId, ...sibling } of rows) found.get(parentKey(parentId))?.push(sibling);
  return found;
}

/**
 * Ids of siblings whose order key equals that of the previous one. They get new keys when a page is placed between
 * them.
 */
const tiedIds = (siblings: readonly Sibling[]) =>
  siblings.filter(({ position }, index) => position === siblings[index - 1]?.position).map(({ id }) => id);

async function loadParents(ctx: Context, state: ContentState, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string | null>();
  const rows = await listAncestors(ctx.sql, state, [...new Set(ids)]);
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}

async function loadDescendants(ctx: Context, state: ContentState, roots: readonly string[]) {
  const children = new Map<string, string[]>();
  if (roots.length === 0) return children;
  for (const { id, parentId } of await listDescendants(ctx.sql, state, [...new Set(roots)]))
    addToList(children, parentId, id);
  return children;
}
