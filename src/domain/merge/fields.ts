import { isDeepStrictEqual } from 'node:util';
import { documentText, type DocumentText, type EntryState } from '../content/changes.ts';
import { conflictOf, type Conflict, type MergeSide } from './conflict.ts';
import { sideOf, type MergedText } from './text.ts';

/** One entry that all three states have. */
export interface Present {
  readonly base: EntryState;
  readonly main: EntryState;
  readonly changeRequest: EntryState;
}

export interface MergedEntry {
  readonly entry: EntryState;
  readonly conflicts: readonly Conflict[];
  /** The text that merging made. */
  readonly document: DocumentText | null;
}

export interface FieldOptions {
  readonly mergedTextOf: MergedTextOf;
  /** Whose word counts; null for the change request's, with its text between markers. */
  readonly prefer: MergeSide | null;
}

/** The documents that three states have of one page; null for no text. */
export type DocumentIds = Values<string | null>;

/** What merging the texts of documents comes to. */
export type MergedTextOf = (ids: DocumentIds) => MergedText;

interface Values<Value> {
  readonly base: Value;
  readonly main: Value;
  readonly changeRequest: Value;
}

/** Merges an entry field by field. */
export function mergeFields(states: Present, { mergedTextOf, prefer }: FieldOptions): MergedEntry {
  const conflicts: Conflict[] = [];
  const side = prefer ?? 'change-request';
  const pick = <Value>(values: Values<Value>, onConflict: () => Conflict): Value => {
    const settled = settle(values);
    if (settled) return settled.value;
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
        ? filled(
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
  const text = mergedText(states, mergedTextOf);
  if (text.conflict) conflicts.push(text.conflict);
  const place = mergePlace(states, side);
  if (place.conflict) conflicts.push(place.conflict);
  const entry: EntryState = {
    ...states.main,
    ...place.place,
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
  return { entry, conflicts, document: text.document };
}

type Attributes = Readonly<Record<string, unknown>>;

/** Attributes whose members are merged one by one. */
const nested: ReadonlySet<string> = new Set(['variables', 'layout']);

const nameOf: Readonly<Partial<Record<keyof EntryState, string>>> = { blobHash: 'file' };

const filled = (record: Attributes) => (Object.keys(record).length === 0 ? undefined : record);

const valuesOf = <From, Value>({ base, main, changeRequest }: Values<From>, read: (from: From) => Value) => ({
  base: read(base),
  main: read(main),
  changeRequest: read(changeRequest),
});

/** The value that both can agree on; null when they cannot. */
function settle<Value>({ base, main, changeRequest }: Values<Value>): { readonly value: Value } | null {
  if (isDeepStrictEqual(main, changeRequest) || isDeepStrictEqual(base, changeRequest)) return { value: main };
  return isDeepStrictEqual(base, main) ? { value: changeRequest } : null;
}

type Place = Pick<EntryState, 'parentId' | 'position'>;

/** A place is a parent and an order under it: who moves the page decides about both. Only parents are in conflict. */
function mergePlace(
  { base, main, changeRequest }: Present,
  side: MergeSide,
): { place: Place; conflict: Conflict | null } {
  const placeOf = ({ parentId, position }: Place): Place => ({ parentId, position });
  const places = valuesOf({ base, main, changeRequest }, placeOf);
  const parents = valuesOf(places, ({ parentId }) => parentId);
  if (settle(parents) === null) return { place: sideOf(places, side), conflict: conflictOf('move', 'parent', parents) };
  if (parents.main === parents.changeRequest)
    // Where both reordered, the later word is that of the change request.
    return { place: (settle(places) ?? { value: places.changeRequest }).value, conflict: null };
  return { place: parents.base === parents.main ? places.changeRequest : places.main, conflict: null };
}

interface TextOutcome {
  readonly documentId: string | null;
  readonly document: DocumentText | null;
  readonly conflict: Conflict | null;
}

function mergedText(states: Present, mergedTextOf: MergedTextOf): TextOutcome {
  const ids = valuesOf(states, ({ documentId }) => documentId);
  const settled = settle(ids);
  if (settled) return { documentId: settled.value, document: null, conflict: null };
  const { text, hunks } = mergedTextOf(ids);
  const document = documentText(text);
  const none = { base: null, main: null, changeRequest: null };
  const conflict = hunks.length === 0 ? null : { ...conflictOf('text', null, none), hunks };
  return { documentId: document?.id ?? null, document, conflict };
}

/** The documents whose texts merging these states merges. */
export function textsNeeded(states: Present): DocumentIds[] {
  const ids = valuesOf(states, ({ documentId }) => documentId);
  return settle(ids) ? [] : [ids];
}
