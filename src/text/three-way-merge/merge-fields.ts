import { isDeepStrictEqual } from 'node:util';
import { storedTextOf, type StoredText, type EntryState } from '../content/changes.ts';
import { conflictOf, type Conflict, type MergeSide } from './conflict.ts';
import { sideOf, type MergedText } from './merge-text.ts';

/** The three versions of an entry that exists in all of them. */
export interface PresentVersions {
  readonly base: EntryState;
  readonly main: EntryState;
  readonly changeRequest: EntryState;
}

export interface MergedEntry {
  readonly entry: EntryState;
  readonly conflicts: readonly Conflict[];
  /** The merged text if it is new. */
  readonly storedText: StoredText | null;
}

export interface FieldOptions {
  readonly lookUpText: LookUpText;
  /**
   * The side that wins conflicts. Null takes values of the change request, and keeps conflicting lines of both sides
   * between markers.
   */
  readonly prefer: MergeSide | null;
}

/** Ids of the texts of an entry in the three versions; null for an empty text. */
export type TextIds = Values<string | null>;

/** Looks up the merge of three stored texts. */
export type LookUpText = (ids: TextIds) => MergedText;

interface Values<Value> {
  readonly base: Value;
  readonly main: Value;
  readonly changeRequest: Value;
}

/** Merges an entry field by field. */
export function mergeFields(states: PresentVersions, { lookUpText, prefer }: FieldOptions): MergedEntry {
  const conflicts: Conflict[] = [];
  const side = prefer ?? 'change-request';
  const pick = <Value>(values: Values<Value>, onConflict: () => Conflict): Value => {
    const agreed = agreedValue(values);
    if (agreed) return agreed.value;
    conflicts.push(onConflict());
    return sideOf(values, side);
  };
  const column = <Name extends keyof EntryState>(name: Name): EntryState[Name] => {
    const values = valuesOf(states, (entry) => entry[name]);
    return pick(values, () => conflictOf(name === 'slug' ? 'slug' : 'attribute', nameOf[name] ?? name, values));
  };
  const record = (values: Values<Attributes>, path: string): Attributes => {
    const merged: Record<string, unknown> = {};
    for (const key of new Set(Object.values(values).flatMap((one: Attributes) => Object.keys(one)))) {
      const inner = { base: values.base[key], main: values.main[key], changeRequest: values.changeRequest[key] };
      const field = `${path}${key}`;
      const value = nested.has(field)
        ? undefinedIfEmpty(
            record(
              valuesOf(inner, (one) => (one ?? {}) as Attributes),
              `${field}.`,
            ),
          )
        : pick(inner, () => conflictOf('attribute', field, inner));
      if (value !== undefined) merged[key] = value;
    }
    return merged;
  };
  const text = mergeDocument(states, lookUpText);
  if (text.conflict) conflicts.push(text.conflict);
  const slot = mergeSlot(states, side);
  if (slot.conflict) conflicts.push(slot.conflict);
  const entry: EntryState = {
    ...states.main,
    ...slot.slot,
    type: column('type'),
    title: column('title'),
    slug: column('slug'),
    blobHash: column('blobHash'),
    documentId: text.documentId,
    attributes: record(
      valuesOf(states, ({ attributes }) => attributes as Attributes),
      '',
    ),
  };
  return { entry, conflicts, storedText: text.storedText };
}

type Attributes = Readonly<Record<string, unknown>>;

/** Attributes that are merged member by member. */
const nested: ReadonlySet<string> = new Set(['variables', 'layout']);

const nameOf: Readonly<Partial<Record<keyof EntryState, string>>> = { blobHash: 'file' };

const undefinedIfEmpty = (record: Attributes) => (Object.keys(record).length === 0 ? undefined : record);

const valuesOf = <From, Value>({ base, main, changeRequest }: Values<From>, read: (from: From) => Value) => ({
  base: read(base),
  main: read(main),
  changeRequest: read(changeRequest),
});

/** The value without conflict: from the side that changed it, or from both if they agree. Null for a conflict. */
function agreedValue<Value>({ base, main, changeRequest }: Values<Value>): { readonly value: Value } | null {
  if (isDeepStrictEqual(main, changeRequest) || isDeepStrictEqual(base, changeRequest)) return { value: main };
  return isDeepStrictEqual(base, main) ? { value: changeRequest } : null;
}

type TreeSlot = Pick<EntryState, 'parentId' | 'position'>;

/** Merges parent and position as a unit: the side that moved the page decides both. Only different parents conflict. */
function mergeSlot(
  { base, main, changeRequest }: PresentVersions,
  side: MergeSide,
): { slot: TreeSlot; conflict: Conflict | null } {
  const toSlot = ({ parentId, position }: TreeSlot): TreeSlot => ({ parentId, position });
  const slots = valuesOf({ base, main, changeRequest }, toSlot);
  const parents = valuesOf(slots, ({ parentId }) => parentId);
  if (agreedValue(parents) === null)
    return { slot: sideOf(slots, side), conflict: conflictOf('move', 'parent', parents) };
  if (parents.main === parents.changeRequest)
    // If both sides changed the order, the change request wins.
    return { slot: (agreedValue(slots) ?? { value: slots.changeRequest }).value, conflict: null };
  return { slot: parents.base === parents.main ? slots.changeRequest : slots.main, conflict: null };
}

interface TextOutcome {
  readonly documentId: string | null;
  readonly storedText: StoredText | null;
  readonly conflict: Conflict | null;
}

function mergeDocument(states: PresentVersions, lookUpText: LookUpText): TextOutcome {
  const ids = valuesOf(states, ({ documentId }) => documentId);
  const agreed = agreedValue(ids);
  if (agreed) return { documentId: agreed.value, storedText: null, conflict: null };
  const { text, hunks } = lookUpText(ids);
  const storedText = storedTextOf(text);
  const none = { base: null, main: null, changeRequest: null };
  const conflict = hunks.length === 0 ? null : { ...conflictOf('text', null, none), hunks };
  return { documentId: storedText?.id ?? null, storedText, conflict };
}

/** Lists the stored texts that must be merged; none when one side left the text unchanged. */
export function textIdsToMerge(states: PresentVersions): TextIds[] {
  const ids = valuesOf(states, ({ documentId }) => documentId);
  return agreedValue(ids) ? [] : [ids];
}
