import { invalid, referenceNotFound } from '../../../lib/errors.ts';
import type { EntryKind, EntryState } from '../changes.ts';
import type { Sibling } from '../entries.ts';
import type { PreparedText } from './prepare.ts';
import { placeKey, type Snapshot } from './snapshot.ts';

/** What became of a page. */
export type PageOutcome = 'created' | 'updated' | 'deleted';

/** The content as it becomes while operations are applied, in memory. */
export interface Draft {
  readonly before: Snapshot;
  /** What is other than before; null for what is gone. Only `setEntry` changes it. */
  readonly entries: Map<string, EntryState | null>;
  /** Of the pages among the entries, the ids by what they are under. */
  readonly children: Map<string, Set<string>>;
  /** Of the parents that matter, by `placeKey`. */
  readonly siblings: Map<string, Sibling[]>;
  /** Names that the request gave to what it adds. */
  readonly refs: Map<string, string>;
  /** In the order in which pages were first touched. */
  readonly outcomes: Map<string, PageOutcome>;
  /** New texts by their page. */
  readonly texts: Map<string, PreparedText>;
}

export const draftOf = (before: Snapshot): Draft => ({
  before,
  entries: new Map(),
  children: new Map(),
  siblings: new Map([...before.siblings].map(([key, list]) => [key, [...list]])),
  refs: new Map(),
  outcomes: new Map(),
  texts: new Map(),
});

/** An entry as it is now, by its id; null when there is none. */
export function entryOf(draft: Draft, id: string): EntryState | null {
  const changed = draft.entries.get(id);
  return changed === undefined ? (draft.before.entries.get(id) ?? null) : changed;
}

/** Gives an entry another state; null when it goes. */
export function setEntry({ entries, children }: Draft, id: string, entry: EntryState | null): void {
  const then = entries.get(id);
  if (then?.parentId) children.get(then.parentId)?.delete(id);
  entries.set(id, entry);
  if (entry?.kind !== 'page' || entry.parentId === null) return;
  const beside = children.get(entry.parentId);
  if (beside) beside.add(id);
  else children.set(entry.parentId, new Set([id]));
}

/** The entry that an id or a name of the request stands for. Throws reference_not_found, naming the place. */
export function requireEntry(draft: Draft, kind: EntryKind, id: string, path: string): EntryState {
  const entry = entryOf(draft, draft.refs.get(id) ?? id);
  if (entry?.kind !== kind) throw referenceNotFound(path, kind.replace('-', ' '), id);
  return entry;
}

/** Lets the rest of the request name what is added. Throws validation_failed for a name that is taken. */
export function addRef(draft: Draft, ref: string | null | undefined, id: string, path: string): void {
  if (ref === null || ref === undefined) return;
  if (draft.refs.has(ref)) throw invalid(`${path}.ref`, `"${ref}" names something else already`, 'unique');
  draft.refs.set(ref, id);
}

/** The pages under a parent, in order. */
export function siblingsAt(draft: Draft, parentId: string | null): Sibling[] {
  const list = draft.siblings.get(placeKey(parentId));
  if (list === undefined) throw new Error(`The pages under ${parentId ?? 'the top'} were not read`);
  return list;
}

/** Notes what became of a page; what is added and goes again was never there. */
export function touch(draft: Draft, id: string, outcome: PageOutcome): void {
  const known = draft.outcomes.get(id);
  if (known === 'created' && outcome === 'deleted') draft.outcomes.delete(id);
  else if (known !== 'created') draft.outcomes.set(id, outcome);
}

/** What a page is under. */
export const parentOf = (draft: Draft, id: string): string | null => {
  const entry = entryOf(draft, id);
  return entry === null ? (draft.before.parents.get(id) ?? null) : entry.parentId;
};

/** Ids right under a page; all of them where the page was there before only if it goes or moves. */
function childIds(draft: Draft, id: string): string[] {
  const then = (draft.before.below.get(id) ?? []).filter((child) => !draft.entries.has(child));
  return [...then, ...(draft.children.get(id) ?? [])];
}

/** Every page below, the nearest first. */
export const idsBelow = (draft: Draft, id: string): string[] => levelsBelow(draft, id).flat();

/** Levels of pages below and with a page. */
export const heightOf = (draft: Draft, id: string): number => 1 + levelsBelow(draft, id).length;

function levelsBelow(draft: Draft, id: string): string[][] {
  const levels: string[][] = [];
  for (let next = childIds(draft, id); next.length > 0; next = next.flatMap((child) => childIds(draft, child)))
    levels.push(next);
  return levels;
}
