import type { EntryKind } from '../../../../text/content/changes.ts';
import { walkPages, type ImportedPage, type ImportTree } from '../../../../text/imports/import-tree.ts';
import type { ImportIds } from './link-states.ts';

/** An entry of an import and the source it was read from. */
export interface SourceEntry {
  readonly kind: EntryKind;
  /** Path of the source, unique among the sources of its kind. */
  readonly key: string;
  readonly entryId: string;
  /** Order among the siblings. */
  readonly place: number;
}

/** Names each page by the path of its source, unique among pages. Links to elsewhere have no source but their URL. */
export function pageKeys(pages: readonly ImportedPage[]): ReadonlyMap<ImportedPage, string> {
  const keys = new Map<ImportedPage, string>();
  const used = new Map<string, number>();
  for (const page of walkPages(pages)) {
    const own = page.kind === 'link' ? `link ${page.link?.url ?? page.title}` : page.key;
    const count = (used.get(own) ?? 0) + 1;
    used.set(own, count);
    keys.set(page, count === 1 ? own : `${own} ${count}`);
  }
  return keys;
}

/** Lists the entries of an import with their sources, parents before children. */
export function listSourceEntries(
  tree: ImportTree,
  files: readonly { readonly key: string }[],
  ids: ImportIds,
): SourceEntry[] {
  const keys = pageKeys(tree.pages);
  const listPages = (siblings: readonly ImportedPage[]): SourceEntry[] =>
    siblings.flatMap((page, place) => [
      { kind: 'page', key: keys.get(page) ?? page.key, entryId: ids.page(page), place } as const,
      ...listPages(page.children),
    ]);
  const entryOf = (kind: EntryKind, key: string, entryId: string | undefined): SourceEntry[] =>
    entryId === undefined ? [] : [{ kind, key, entryId, place: 0 }];
  return [
    ...listPages(tree.pages),
    ...files.flatMap(({ key }) => entryOf('file', key, ids.fileOfKey(key))),
    ...(tree.exported?.reusableContents ?? []).flatMap(({ id }) => entryOf('reusable-content', id, ids.ofExported(id))),
  ];
}
