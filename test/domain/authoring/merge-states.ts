import { storedTextOf, type EntryState } from '../../../src/text/content/changes.ts';
import type { EntryVersions } from '../../../src/text/three-way-merge/conflict.ts';
import type { LookUpText } from '../../../src/text/three-way-merge/merge-fields.ts';
import { mergeEntries, type Merge } from '../../../src/text/three-way-merge/merge-entries.ts';
import { mergeText } from '../../../src/text/three-way-merge/merge-text.ts';

export type State = ReadonlyMap<string, EntryState>;

const texts = new Map<string, string>();
const readText = (id: string | null) => texts.get(id ?? '') ?? '';

const lookUpText: LookUpText = ({ base, main, changeRequest }) =>
  mergeText({ base: readText(base), main: readText(main), changeRequest: readText(changeRequest) });

/** The document id of a text. */
export function doc(text: string): string | null {
  const document = storedTextOf(text);
  if (document) texts.set(document.id, text);
  return document?.id ?? null;
}

export const page = (id: string, values: Partial<EntryState> = {}): EntryState => ({
  id,
  kind: 'page',
  parentId: null,
  position: 'a0',
  type: 'document',
  title: id,
  slug: id,
  documentId: null,
  blobHash: null,
  attributes: {},
  ...values,
});

export const stateOf = (...entries: EntryState[]): State => new Map(entries.map((entry) => [entry.id, entry]));

export function listTriples(base: State, main: State, changeRequest: State): EntryVersions[] {
  const ids = [...new Set([...base.keys(), ...main.keys(), ...changeRequest.keys()])];
  return ids.map((id) => ({
    id,
    base: base.get(id) ?? null,
    main: main.get(id) ?? null,
    changeRequest: changeRequest.get(id) ?? null,
  }));
}

export function merge(base: State, main: State, changeRequest: State): Merge {
  const merged = mergeEntries(listTriples(base, main, changeRequest), lookUpText);
  for (const { id, markdown } of merged.texts) texts.set(id, markdown);
  return merged;
}

export const presentIn = ({ entries }: Merge): State =>
  new Map([...entries].flatMap(([id, entry]) => (entry ? [[id, entry] as const] : [])));

export const kindsOf = ({ conflicts }: Merge) =>
  Object.fromEntries([...conflicts].map(([id, list]) => [id, list.map(({ kind }) => kind)]));
