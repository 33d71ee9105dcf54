import { isDeepStrictEqual } from 'node:util';
import { mainStateOf, type ContentState } from '../../../db/content/states.ts';
import type { EntryState } from '../../../text/content/changes.ts';
import { isComputedRoot, isGenerated } from '../content/computed/source.ts';
import { diffContent, type EntryChange } from '../content/diff/diff-content.ts';
import { listEntries } from '../content/queries/entries.ts';
import { listMovedPages, requireDepth } from '../content/tree-depth.ts';
import type { Context } from '../../core/context.ts';
import { conflictOf, type Conflict, type EntryVersions } from '../../../text/three-way-merge/conflict.ts';
import { textsToMerge, mergeEntries, type Merge } from '../../../text/three-way-merge/merge-entries.ts';
import type { Heads } from './heads.ts';
import { mergeStoredTexts } from './merge-stored-texts.ts';
import { loadOpenConflicts } from './open-conflicts.ts';
import { listPagesWithSlug, listWithAncestors, type StoredConflict } from './queries.ts';

/** A merge of a change request with main content. */
export interface MergePlan extends Merge, Heads {
  /** Three-way versions of the merged entries, by id. */
  readonly triples: ReadonlyMap<string, EntryVersions>;
}

/** Lists the merged entries that differ from main content; null for a deleted entry. */
export const differencesFromMain = ({ entries, triples }: MergePlan): [id: string, entry: EntryState | null][] =>
  [...entries].filter(([id, entry]) => !isDeepStrictEqual(entry, triples.get(id)?.main ?? null));

/**
 * Throws validation_failed when the merged pages make the tree of a state too deep. The state must already contain
 * them.
 */
export const requireMergedDepth = (ctx: Context, state: ContentState, plan: MergePlan): Promise<void> =>
  requireDepth(
    ctx,
    state,
    listMovedPages(differencesFromMain(plan).map(([id, entry]) => [entry, plan.triples.get(id)?.main ?? null])),
    'changeRequestId',
  );

/**
 * Merges a change request with main content in memory. The cost is proportional to the changes of both sides and not to
 * the size of the space. Entries with open conflicts are merged again, from their states before the update that found
 * the conflicts. `longestMs` is the computing time that merging texts may take; by default that of a query.
 */
export async function planMerge(
  ctx: Context,
  changeRequestId: string,
  { own, main }: Heads,
  longestMs?: number,
): Promise<MergePlan> {
  const base = mainStateOf(own);
  const ownChanges = own.baseSeq === null ? [] : (await diffContent(ctx, base, own)).changes.filter(isWritten);
  const newMainChanges = base.seq === main.seq ? [] : (await diffContent(ctx, base, main)).changes.filter(isWritten);
  const triples = listTriples(ownChanges, newMainChanges);
  const open = await loadOpenConflicts(ctx, changeRequestId, (id) => triples.get(id)?.changeRequest ?? null);
  for (const conflict of open.values()) {
    const triple = triples.get(conflict.id) ?? (await unchangedTriple(ctx, main, conflict.id));
    triples.set(conflict.id, conflict.isTouched ? triple : withStoredStates(triple, conflict));
  }
  if (newMainChanges.some(isMove) && ownChanges.some(isMove)) await addAncestors(ctx, main, triples, ownChanges);
  const limits = longestMs === undefined ? {} : { longestMs };
  const lookUpText = await mergeStoredTexts(ctx, textsToMerge([...triples.values()]), limits);
  const first = mergeEntries([...triples.values()], lookUpText);
  const hasMore = await addSlugOwners(ctx, main, triples, first);
  const merge = hasMore ? mergeEntries([...triples.values()], lookUpText) : first;
  return { ...merge, conflicts: withOpenConflicts(merge.conflicts, open), triples, own, main };
}

function listTriples(
  ownChanges: readonly EntryChange[],
  newMainChanges: readonly EntryChange[],
): Map<string, EntryVersions> {
  const found = new Map<string, EntryVersions>(
    newMainChanges.map(({ id, before, after }) => [id, { id, base: before, main: after, changeRequest: before }]),
  );
  for (const { id, before, after } of ownChanges)
    found.set(id, { id, base: before, main: before, ...found.get(id), changeRequest: after });
  for (const [id, triple] of found) found.set(id, withoutGenerated(triple));
  return found;
}

/** Generated pages are not merged: they are generated again below the merged computed pages. */
const isWritten = ({ before, after }: EntryChange) =>
  !(before && isGenerated(before)) && !(after && isGenerated(after));

/** Makes the generated text and seed of a computed page equal on all sides, so that they never conflict. */
function withoutGenerated({ id, base, main, changeRequest }: EntryVersions): EntryVersions {
  const seen = main ?? base ?? changeRequest;
  if (seen === null || !isComputedRoot(seen)) return { id, base, main, changeRequest };
  const { computedSeed } = seen.attributes;
  const alike = (entry: EntryState | null) => {
    if (entry === null) return null;
    const { computedSeed: _own, ...attributes } = entry.attributes;
    const seeded = computedSeed === undefined ? attributes : { ...attributes, computedSeed };
    return { ...entry, documentId: seen.documentId, attributes: seeded };
  };
  return { id, base: alike(base), main: alike(main), changeRequest: alike(changeRequest) };
}

/**
 * Lists the computed pages that a merge changes on one side, and those it deletes, to update the pages generated below
 * them.
 */
export function computedIn(differences: readonly [id: string, entry: EntryState | null][], { triples }: MergePlan) {
  return {
    roots: differences.flatMap(([, entry]) => (entry !== null && isComputedRoot(entry) ? [entry] : [])),
    removed: differences.flatMap(([id, entry]) => {
      const { main = null, base = null } = triples.get(id) ?? {};
      const former = main ?? base;
      return entry === null && former !== null && isComputedRoot(former) ? [id] : [];
    }),
  };
}

async function unchangedTriple(ctx: Context, main: ContentState, id: string): Promise<EntryVersions> {
  const [entry = null] = await listEntries(ctx.sql, main, [id]);
  return { id, base: entry, main: entry, changeRequest: entry };
}

const toSlot = ({ parentId, position, slug }: EntryState) => ({ parentId, position, slug });

/** Replaces the current states by those before the update that found the conflict, at their current positions. */
function withStoredStates(current: EntryVersions, stored: StoredConflict): EntryVersions {
  const moveTo = (entry: EntryState | null, slot: EntryState | null) =>
    entry && { ...entry, ...(slot && toSlot(slot)) };
  return {
    id: current.id,
    base: moveTo(stored.base, current.base),
    main: current.main,
    changeRequest: moveTo(stored.changeRequest, current.changeRequest),
  };
}

/** Adds open conflicts. They stay until they are resolved, even if merging again does not find them. */
function withOpenConflicts(
  conflicts: ReadonlyMap<string, readonly Conflict[]>,
  open: ReadonlyMap<string, StoredConflict>,
) {
  const none = { base: null, main: null, changeRequest: null };
  const all = new Map(conflicts);
  for (const { id, isTouched, conflicts: stored } of open.values()) {
    const ofEntry = all.get(id) ?? [];
    const keys = new Set(ofEntry.map(({ kind, field }) => `${kind} ${field ?? ''}`));
    const added = isTouched
      ? [conflictOf('markers', null, none)]
      : stored.filter(({ kind, field }) => !keys.has(`${kind} ${field ?? ''}`));
    all.set(id, [...ofEntry, ...added]);
  }
  return all;
}

/**
 * Whether an existing page was moved. Only moves on both sides can form a cycle, because the other side cannot have
 * moved anything below a new page.
 */
const isMove = ({ before, after }: EntryChange) =>
  before !== null && after !== null && before.parentId !== after.parentId;

/** Adds the ancestors of the new parents of pages that the change request moved, to detect cycles. */
async function addAncestors(
  ctx: Context,
  main: ContentState,
  triples: Map<string, EntryVersions>,
  ownChanges: readonly EntryChange[],
) {
  const parentIds = ownChanges.flatMap(({ after }) => after?.parentId ?? []);
  await addUnchanged(ctx, main, triples, await listWithAncestors(ctx.sql, main, parentIds));
}

/** Adds main entries that neither side changed. Returns whether any was missing. */
async function addUnchanged(
  ctx: Context,
  main: ContentState,
  triples: Map<string, EntryVersions>,
  ids: readonly string[],
): Promise<boolean> {
  const unknown = ids.filter((id) => !triples.has(id));
  if (unknown.length === 0) return false;
  for (const entry of await listEntries(ctx.sql, main, unknown))
    triples.set(entry.id, { id: entry.id, base: entry, main: entry, changeRequest: entry });
  return true;
}

/**
 * Adds main pages with the parent and slug of a merged page. Such a page exists only when a merge combines both sides,
 * such as the parent of one with the slug of the other. Returns whether any was missing.
 */
async function addSlugOwners(
  ctx: Context,
  main: ContentState,
  triples: Map<string, EntryVersions>,
  { entries }: Merge,
) {
  const isAt = (state: EntryState | null | undefined, entry: EntryState) =>
    state?.parentId === entry.parentId && state.slug === entry.slug;
  const combined = [...entries.values()].filter((entry): entry is EntryState => {
    if (entry?.kind !== 'page' || entry.slug === null) return false;
    const triple = triples.get(entry.id);
    return !isAt(triple?.main, entry) && !isAt(triple?.changeRequest, entry);
  });
  if (combined.length === 0) return false;
  return addUnchanged(ctx, main, triples, await listPagesWithSlug(ctx.sql, main, combined));
}
