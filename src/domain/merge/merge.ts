import { isDeepStrictEqual } from 'node:util';
import { emptyEntry, type DocumentText, type EntryState } from '../content/changes.ts';
import { conflictOf, type Conflict, type Triple } from './conflict.ts';
import {
  mergeFields,
  textsNeeded,
  type DocumentIds,
  type FieldOptions,
  type MergedEntry,
  type MergedTextOf,
} from './fields.ts';
import { repairTree } from './tree.ts';

/** What a merge comes to. */
export interface Merge {
  /** Every entry that was given, as it shall be; null when it goes. The tree is whole, whatever the conflicts. */
  readonly entries: ReadonlyMap<string, EntryState | null>;
  /** By the entry they are about. */
  readonly conflicts: ReadonlyMap<string, readonly Conflict[]>;
  /** Texts that merging made. */
  readonly documents: readonly DocumentText[];
}

/**
 * Merges what a change request made of the content with what main content became since. It is given the entries that
 * either side changed, and of the others as many as the caller thinks may matter: all else counts as there and unchanged.
 *
 * What conflicts is kept rather than lost: the entry that one side removed stays, texts hold both sides between
 * markers, other fields are the change request's, and a page stays where the tree allows.
 */
export function mergeEntries(triples: readonly Triple[], mergedTextOf: MergedTextOf): Merge {
  const entries = new Map<string, EntryState | null>();
  const conflicts = new Map<string, Conflict[]>();
  const documents: DocumentText[] = [];
  for (const triple of triples) {
    const merged = mergeTriple(triple, mergedTextOf);
    entries.set(triple.id, merged.entry);
    if (merged.conflicts.length > 0) conflicts.set(triple.id, [...merged.conflicts]);
    if (merged.document) documents.push(merged.document);
  }
  repairTree(triples, entries, (id, conflict) => {
    const known = conflicts.get(id);
    if (known) known.push(conflict);
    else conflicts.set(id, [conflict]);
  });
  return { entries, conflicts, documents };
}

interface MergedTriple {
  readonly entry: EntryState | null;
  readonly conflicts: readonly Conflict[];
  readonly document: DocumentText | null;
}

const settled = (entry: EntryState | null): MergedTriple => ({ entry, conflicts: [], document: null });

function mergeTriple(triple: Triple, mergedTextOf: MergedTextOf): MergedTriple {
  const { base, main, changeRequest } = triple;
  if (isDeepStrictEqual(base, changeRequest) || isDeepStrictEqual(main, changeRequest)) return settled(main);
  if (isDeepStrictEqual(base, main)) return settled(changeRequest);
  if (main === null || changeRequest === null)
    return {
      entry: main ?? changeRequest,
      conflicts: [conflictOf('delete-edit', null, summary(triple))],
      document: null,
    };
  return mergeFieldsOf(triple, { mergedTextOf, prefer: null });
}

/** Merges one entry that both sides have; where they disagree the preferred side counts. */
export function mergeFieldsOf({ id, base, main, changeRequest }: Triple, options: FieldOptions): MergedEntry {
  if (main === null || changeRequest === null) throw new Error(`Not both sides have ${id}`);
  return mergeFields({ base: base ?? emptied(main), main, changeRequest }, options);
}

/** What there was before an entry that both sides brought. */
const emptied = ({ id, kind, type }: EntryState): EntryState => ({ ...emptyEntry, id, kind, type });

/** Whether each side has the entry: its title, or null. */
const summary = ({ base, main, changeRequest }: Triple) => ({
  base: base?.title,
  main: main?.title,
  changeRequest: changeRequest?.title,
});

/** The documents whose texts a merge of these merges. */
export const documentsNeeded = (triples: readonly Triple[]): DocumentIds[] =>
  triples.flatMap(({ base, main, changeRequest }) =>
    main && changeRequest ? textsNeeded({ base: base ?? emptied(main), main, changeRequest }) : [],
  );
