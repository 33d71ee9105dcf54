import { addToList } from '../../lib/add-to-list.ts';
import { isDeepStrictEqual } from 'node:util';
import { emptyEntry, type StoredText, type EntryState } from '../content/changes.ts';
import { conflictOf, type Conflict, type EntryVersions } from './conflict.ts';
import {
  mergeFields,
  textIdsToMerge,
  type TextIds,
  type FieldOptions,
  type MergedEntry,
  type LookUpText,
} from './merge-fields.ts';
import { repairTree } from './repair-tree.ts';

/** The result of a merge. */
export interface Merge {
  /** The merged entries; null for a deleted entry. They form a valid tree even when there are conflicts. */
  readonly entries: ReadonlyMap<string, EntryState | null>;
  /** Conflicts by entry id. */
  readonly conflicts: ReadonlyMap<string, readonly Conflict[]>;
  /** New texts that the merge produced. */
  readonly texts: readonly StoredText[];
}

/**
 * Merges the changes of a change request with those of main content. `triples` must contain every entry that either
 * side changed, and may contain others; all remaining entries are assumed to exist unchanged.
 *
 * Conflicts never lose content: an entry deleted on one side is kept, texts contain both sides between markers, other
 * values are those of the change request, and pages move only as far as the tree stays valid.
 */
export function mergeEntries(triples: readonly EntryVersions[], lookUpText: LookUpText): Merge {
  const entries = new Map<string, EntryState | null>();
  const conflicts = new Map<string, Conflict[]>();
  const texts: StoredText[] = [];
  for (const triple of triples) {
    const merged = mergeTriple(triple, lookUpText);
    entries.set(triple.id, merged.entry);
    if (merged.conflicts.length > 0) conflicts.set(triple.id, [...merged.conflicts]);
    if (merged.storedText) texts.push(merged.storedText);
  }
  repairTree(triples, entries, (id, conflict) => addToList(conflicts, id, conflict));
  return { entries, conflicts, texts };
}

interface MergedTriple {
  readonly entry: EntryState | null;
  readonly conflicts: readonly Conflict[];
  readonly storedText: StoredText | null;
}

const withoutConflict = (entry: EntryState | null): MergedTriple => ({ entry, conflicts: [], storedText: null });

function mergeTriple(triple: EntryVersions, lookUpText: LookUpText): MergedTriple {
  const { base, main, changeRequest } = triple;
  if (isDeepStrictEqual(base, changeRequest) || isDeepStrictEqual(main, changeRequest)) return withoutConflict(main);
  if (isDeepStrictEqual(base, main)) return withoutConflict(changeRequest);
  if (main === null || changeRequest === null)
    return {
      entry: main ?? changeRequest,
      conflicts: [conflictOf('delete-edit', null, titlesOf(triple))],
      storedText: null,
    };
  return mergeFieldsOf(triple, { lookUpText, prefer: null });
}

/** Merges an entry that exists on both sides. In conflicts the preferred side wins. */
export function mergeFieldsOf({ id, base, main, changeRequest }: EntryVersions, options: FieldOptions): MergedEntry {
  if (main === null || changeRequest === null) throw new Error(`The entry ${id} does not exist on both sides`);
  return mergeFields({ base: base ?? emptyBaseOf(main), main, changeRequest }, options);
}

/** An empty base, for an entry that both sides created. */
const emptyBaseOf = ({ id, kind, type }: EntryState): EntryState => ({ ...emptyEntry, id, kind, type });

/** Titles on each side; null where the entry is deleted. */
const titlesOf = ({ base, main, changeRequest }: EntryVersions) => ({
  base: base?.title,
  main: main?.title,
  changeRequest: changeRequest?.title,
});

/** Lists the stored texts that merging these triples requires to be merged. */
export const textsToMerge = (triples: readonly EntryVersions[]): TextIds[] =>
  triples.flatMap(({ base, main, changeRequest }) =>
    main && changeRequest ? textIdsToMerge({ base: base ?? emptyBaseOf(main), main, changeRequest }) : [],
  );
