import { invalid, referenceNotFound } from '../../../../lib/errors.ts';
import type { EntryKind, EntryState } from '../../../../text/content/changes.ts';
import type { Sibling } from '../queries/entries.ts';
import type { PreparedText } from './prepared.ts';
import { parentKey, type Snapshot } from './snapshot.ts';

/** Effect of an edit on a page. */
export const pageOutcomes = ['created', 'updated', 'deleted'] as const;
export type PageOutcome = (typeof pageOutcomes)[number];

/** In-memory state of the content while operations are applied. */
export interface Draft {
  readonly before: Snapshot;
  /** Changed entries, null for deleted ones. Written only by `setEntry`. */
  readonly entries: Map<string, EntryState | null>;
  /** Ids of the changed pages, by parent. */
  readonly children: Map<string, Set<string>>;
  /** Pages below the parents that operations refer to, by `parentKey`. */
  readonly siblings: Map<string, Sibling[]>;
  /** Ids of entries that the request adds, by their ref. */
  readonly refs: Map<string, string>;
  /** Outcomes by page id, in the order of the first change. */
  readonly outcomes: Map<string, PageOutcome>;
  /** New texts by page id. */
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

/** Finds the current state of an entry; null when it does not exist. */
export function findEntry(draft: Draft, id: string): EntryState | null {
  const changed = draft.entries.get(id);
  return changed === undefined ? (draft.before.entries.get(id) ?? null) : changed;
}

/** Sets the state of an entry; null deletes it. */
export function setEntry({ entries, children }: Draft, id: string, entry: EntryState | null): void {
  const previous = entries.get(id);
  if (previous?.parentId) children.get(previous.parentId)?.delete(id);
  entries.set(id, entry);
  if (entry?.kind !== 'page' || entry.parentId === null) return;
  const siblings = children.get(entry.parentId);
  if (siblings) siblings.add(id);
  else children.set(entry.parentId, new Set([id]));
}

/** Gets the entry with an id or a ref of the request. Throws reference_not_found for the member at `path`. */
export function requireEntry(draft: Draft, kind: EntryKind, id: string, path: string): EntryState {
  const entry = findEntry(draft, draft.refs.get(id) ?? id);
  if (entry?.kind !== kind) throw referenceNotFound(path, kind.replace('-', ' '), id);
  return entry;
}

/** Registers a ref for later operations of the request. Throws validation_failed for a duplicate. */
export function addRef(draft: Draft, ref: string | null | undefined, id: string, path: string): void {
  if (ref === null || ref === undefined) return;
  if (draft.refs.has(ref)) throw invalid(`${path}.ref`, `"${ref}" is used more than once`, 'unique');
  draft.refs.set(ref, id);
}

/** The pages below a parent, in order. */
export function siblingsAt(draft: Draft, parentId: string | null): Sibling[] {
  const list = draft.siblings.get(parentKey(parentId));
  if (list === undefined) throw new Error(`The pages under ${parentId ?? 'the top'} were not read`);
  return list;
}

/** Records the outcome of a page. A page that is created and then deleted has none. */
export function recordOutcome(draft: Draft, id: string, outcome: PageOutcome): void {
  const known = draft.outcomes.get(id);
  if (known === 'created' && outcome === 'deleted') draft.outcomes.delete(id);
  else if (known !== 'created') draft.outcomes.set(id, outcome);
}

/** The parent of a page; null at the top. */
export const findParent = (draft: Draft, id: string): string | null => {
  const entry = findEntry(draft, id);
  return entry === null ? (draft.before.parents.get(id) ?? null) : entry.parentId;
};

/** Ids of the children of a page. Complete only for new pages and for pages that are moved or deleted. */
function childIds(draft: Draft, id: string): string[] {
  const unchanged = (draft.before.descendants.get(id) ?? []).filter((child) => !draft.entries.has(child));
  return [...unchanged, ...(draft.children.get(id) ?? [])];
}

/** Ids of all descendants, level by level. */
export const idsBelow = (draft: Draft, id: string): string[] => levelsBelow(draft, id).flat();

/** The number of levels of a page and its descendants. */
export const measureHeight = (draft: Draft, id: string): number => 1 + levelsBelow(draft, id).length;

function levelsBelow(draft: Draft, id: string): string[][] {
  const levels: string[][] = [];
  for (let next = childIds(draft, id); next.length > 0; next = next.flatMap((child) => childIds(draft, child)))
    levels.push(next);
  return levels;
}
