import { addToList } from '../../../../lib/add-to-list.ts';
import type { Entity } from './confluence-entities.ts';
import type { Page } from './confluence-tree.ts';

/** The labels of pages by their ids. */
export type Labels = ReadonlyMap<string, readonly string[]>;

export function listLabels(labellings: readonly Entity[], labels: readonly Entity[]): Labels {
  const names = new Map(labels.map(({ id, texts }) => [id, texts.get('name') ?? '']));
  const found = new Map<string, string[]>();
  for (const { references } of labellings) {
    const name = names.get(references.get('label') ?? '') ?? '';
    const page = references.get('content') ?? '';
    if (name !== '') addToList(found, page, name);
  }
  return found;
}

/** The pages that have a label, by their places among all. */
export function indexLabelled(pages: readonly Page[], labels: Labels): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const [at, { entity }] of pages.entries())
    for (const name of labels.get(entity.id) ?? []) found.set(name, (found.get(name) ?? new Set()).add(at));
  return found;
}

/** The pages that have a label of each group, in the order of all. */
export function pagesLabelled(
  pages: readonly Page[],
  labelled: ReadonlyMap<string, ReadonlySet<number>>,
  groups: readonly (readonly string[])[],
): readonly Page[] {
  const sets = groups.map((names) => new Set(names.flatMap((name) => [...(labelled.get(name) ?? [])])));
  const [first] = sets;
  if (first === undefined) return pages;
  const found = [...first].filter((at) => sets.every((set) => set.has(at))).toSorted((one, other) => one - other);
  return found.flatMap((at) => pages[at] ?? []);
}
