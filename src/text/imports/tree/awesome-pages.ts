import { readYamlConfig } from './config-values.ts';
import type { SourcePage } from '../formats/source-page.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { isPagePath, readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import type { FolderCategory } from './plan-by-folders.ts';
import { readRecord } from './site-config.ts';

/** What a `.pages` or `.nav.yml` of MkDocs says of its folder. */
export interface FolderNav {
  readonly path: string;
  readonly folder: string;
  readonly isHidden: boolean;
  readonly category: FolderCategory;
  /** What stands in the folder, by its name, in order. Those that it does not name share the place of `...`. */
  readonly items: readonly {
    readonly name: string;
    readonly title?: string;
    readonly order: number;
  }[];
}

const fileName = /^(?:\.pages|\.nav\.ya?ml)$/;

/**
 * Reads the order and titles of folders by plugins of MkDocs. https://github.com/lukasgeiter/mkdocs-awesome-pages-plugin and
 * https://lukasgeiter.github.io/mkdocs-awesome-nav/
 */
export const readFolderNavs = (entries: readonly ArchiveEntry[]): FolderNav[] =>
  entries.flatMap((entry) => {
    const { path } = entry;
    const folder = readFolder(path);
    if (!fileName.test(readName(path)) || isHiddenPath(folder)) return [];
    const { title, hide, nav, arrange } = readRecord(readYamlConfig(entry));
    const named = [nav ?? arrange ?? []].flat().flatMap(readItem);
    return [
      {
        path,
        folder,
        isHidden: hide === 'true',
        category: typeof title === 'string' && title.trim() !== '' ? { label: title } : {},
        items: named.length === 0 ? [] : placeAll(named, listNames(entries, folder)),
      },
    ];
  });

interface NavItem {
  readonly name: string;
  readonly title?: string;
}

/** An item: `page.md`, `Title: page.md`, or `...` for the rest. Sections and links have no place in a folder. */
function readItem(item: unknown): NavItem[] {
  if (typeof item === 'string') return [{ name: nameOf(item) }];
  return Object.entries(readRecord(item)).flatMap(([title, value]) =>
    typeof value === 'string' ? [{ title, name: nameOf(value) }] : [],
  );
}

const nameOf = (written: string) => written.replace(/^\.\//, '').replace(/\/$/, '');

const isRest = ({ name }: NavItem) => /^\.\.\.(?:$|[ |])|^\*(?:\*|$)/.test(name);

function placeAll(named: readonly NavItem[], names: ReadonlySet<string>): FolderNav['items'] {
  const rest = named.findIndex(isRest);
  const order = rest < 0 ? named.length : rest;
  const listed = new Set(named.map(({ name }) => name));
  return [
    ...named.flatMap((item, at) => (isRest(item) ? [] : [{ ...item, order: at }])),
    ...[...names].filter((name) => !listed.has(name)).map((name) => ({ name, order })),
  ];
}

/** The names of the pages and folders in a folder. */
function listNames(entries: readonly ArchiveEntry[], folder: string): Set<string> {
  const below = entries.filter(({ path }) => path.startsWith(folder) && isPagePath(path) && !isHiddenPath(path));
  return new Set(below.map(({ path }) => path.slice(folder.length).split('/', 1)[0] ?? ''));
}

/** Positions and titles of folders. */
export function readNavCategories(entries: readonly ArchiveEntry[]): Map<string, FolderCategory> {
  const categories = new Map<string, FolderCategory>();
  const add = (folder: string, category: FolderCategory) =>
    categories.set(folder, { ...categories.get(folder), ...category });
  const navs = readFolderNavs(entries);
  for (const { folder, items } of navs)
    for (const { name, title, order } of items)
      add(`${folder}${name}/`, {
        order,
        ...(title !== undefined && { label: title }),
      });
  for (const { folder, category } of navs) add(folder, category);
  return categories;
}

/** Gives pages the order and titles that these files state. */
export function applyFolderNavs(sources: Map<string, SourcePage>, entries: readonly ArchiveEntry[]): void {
  for (const { folder, items } of readFolderNavs(entries))
    for (const { name, title, order } of items) {
      const page = `${folder}${name}`;
      const source = sources.get(page);
      if (source)
        sources.set(page, {
          ...source,
          order,
          ...(title !== undefined && { title }),
        });
    }
}
