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
  /** What is other than before; null for what is gone. */
  readonly entries: Map<string, EntryState | null>;
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
  const now = [...draft.entries.values()].filter((entry) => entry?.kind === 'page' && entry.parentId === id);
  return [...then, ...now.flatMap((entry) => entry?.id ?? [])];
}

/** Every page below, the nearest first. */
export function idsBelow(draft: Draft, id: string): string[] {
  const found = childIds(draft, id);
  for (let next = 0; next < found.length; next += 1) found.push(...childIds(draft, found[next] ?? ''));
  return found;
}

/** Levels of pages below and with a page. */
export const heightOf = (draft: Draft, id: string): number =>
  1 + Math.max(0, ...childIds(draft, id).map((child) => heightOf(draft, child)));
