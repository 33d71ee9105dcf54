import type { Locate } from '../links/locator.ts';
import type { GeneratedIndex } from './generated-index.ts';
import type { PlannedPage } from './plan.ts';
import { readFolder, isIndexPath, readName, stemOf, withoutNumber } from '../unpack/source-path.ts';

/** The pages of an archive by path, their common folder, and a resolver for their links. */
export interface FolderPages {
  readonly root: string;
  readonly sources: ReadonlyMap<string, OrderedPage>;
  readonly locate: Locate;
  /** Settings of a folder from its `_category_` file. */
  readonly categories?: ReadonlyMap<string, FolderCategory>;
  /** Page of the root; its index by default. */
  readonly home?: string | undefined;
  /** Pages of the folders that a SUMMARY.md orders. */
  readonly planned?: ReadonlyMap<string, readonly PlannedPage[]>;
}

/** The parts of a page that determine its position. */
export interface OrderedPage {
  readonly path: string;
  /** Position among its siblings from front matter; smallest first. */
  readonly order?: number;
  readonly lists: readonly (readonly { readonly url: string; readonly label: string }[])[];
}

/** Position and title of a folder. */
export interface FolderCategory {
  readonly order?: number;
  readonly label?: string;
  /** The generated page of the folder. */
  readonly index?: GeneratedIndex;
  /** The page that is named as that of the folder. */
  readonly page?: string;
}

/**
 * Plans the pages of an archive by its folders.
 *
 * The page of a folder is its `index` or `readme`, otherwise the page of the same name in or beside the folder. The other
 * pages of the folder become its children. A folder without such a page becomes a group at the root, and an empty page
 * below.
 *
 * Pages with a position in their front matter come first, in that order, as do folders whose index or category has one.
 *
 * Otherwise the index comes first. If it has a list of links to at least half of the siblings, they follow in the order
 * of the list, then the others. Without such a list the order is by numeric prefix, then natural alphabetical.
 */
export function planByFolders(tree: FolderPages): PlannedPage[] {
  const folders = collectFolders(tree);
  const top = folders.get(tree.root);
  if (!top) return [];
  const index = top.index === undefined ? [] : [pageNode(top.index, [])];
  return [...index, ...planChildren({ ...tree, folders }, tree.root)];
}

interface Folder {
  index?: string;
  readonly pages: string[];
  readonly folders: Set<string>;
}

interface Walk extends FolderPages {
  readonly folders: ReadonlyMap<string, Folder>;
}

function collectFolders({ root, sources, home, categories }: FolderPages): Map<string, Folder> {
  const folders = new Map<string, Folder>();
  const open = (path: string): Folder => {
    const known = folders.get(path);
    if (known) return known;
    const folder: Folder = { pages: [], folders: new Set() };
    folders.set(path, folder);
    if (path !== root) open(readFolder(path)).folders.add(path);
    return folder;
  };
  for (const path of [...sources.keys()].toSorted(comparePaths)) {
    if (!path.startsWith(root)) continue;
    if (path === home) {
      open(root).index = path;
      continue;
    }
    const folder = open(readFolder(path));
    // `index` sorts before `readme`, so it takes the folder; `readme` becomes a separate page.
    const takesFolder = folder.index === undefined && (home === undefined || readFolder(path) !== root);
    if (isIndexPath(path) && takesFolder) folder.index = path;
    else folder.pages.push(path);
  }
  for (const [path, { page }] of categories ?? [])
    if (page !== undefined && page !== home) takePage(folders, path, page);
  for (const [path, folder] of folders) if (path !== root) takeFolderNote(path, folder, sources);
  return folders;
}

/** Makes a page the page of a folder, unless it is that of another one. */
function takePage(folders: ReadonlyMap<string, Folder>, path: string, page: string): void {
  const [folder, from] = [folders.get(path), folders.get(readFolder(page))];
  const at = from?.pages.indexOf(page) ?? -1;
  if (!folder || at < 0) return;
  from?.pages.splice(at, 1);
  if (folder.index !== undefined) folder.pages.push(folder.index);
  folder.index = page;
}

/** Makes a page that is named like its folder the page of the folder, unless there is another one in or beside it. */
function takeFolderNote(path: string, folder: Folder, sources: ReadonlyMap<string, unknown>): void {
  if (folder.index !== undefined || sources.has(`${path.slice(0, -1)}.md`) || sources.has(`${path.slice(0, -1)}.mdx`))
    return;
  const name = withoutNumber(readName(path)).toLowerCase();
  const at = folder.pages.findIndex((page) => withoutNumber(stemOf(page)).toLowerCase() === name);
  if (at >= 0) [folder.index] = folder.pages.splice(at, 1);
}

function planChildren(walk: Walk, path: string): PlannedPage[] {
  const folder = walk.folders.get(path);
  if (!folder) return [];
  const foldersByName = new Map(
    [...folder.folders]
      .filter((child) => walk.folders.get(child)?.index === undefined)
      .map((child) => [readName(child).toLowerCase(), child]),
  );
  const named: { name: string; node: PlannedPage; order: number }[] = [];
  const findOrder = (page: string | undefined) => (page === undefined ? undefined : walk.sources.get(page)?.order);
  for (const page of folder.pages) {
    const name = stemOf(page).toLowerCase();
    const twin = foldersByName.get(name);
    foldersByName.delete(name);
    const children = twin === undefined ? [] : planChildren(walk, twin);
    const order = findOrder(page) ?? walk.categories?.get(twin ?? '')?.order;
    named.push({ name: page, node: pageNode(page, children), order: order ?? readNumber(page) });
  }
  for (const child of folder.folders) {
    const index = walk.folders.get(child)?.index;
    const isTwin = index === undefined && !foldersByName.has(readName(child).toLowerCase());
    const order = walk.categories?.get(child)?.order ?? findOrder(index) ?? readNumber(child);
    if (!isTwin) named.push({ name: child, node: folderNode(walk, child, index), order });
  }
  const byOrder = (a: number, b: number) => (a === b ? 0 : a - b);
  const nodes = named
    .toSorted((a, b) => byOrder(a.order, b.order) || comparePaths(a.name, b.name))
    .map(({ node }) => node);
  const isOrdered = named.some(({ name, order }) => order !== readNumber(name));
  return isOrdered ? nodes : orderByIndex(walk, folder.index, nodes);
}

const pageNode = (path: string, children: readonly PlannedPage[]): PlannedPage => ({
  kind: 'document',
  path,
  children,
});

function folderNode(walk: Walk, path: string, index: string | undefined): PlannedPage {
  const planned = walk.planned?.get(path);
  const [first, ...others] = planned ?? [];
  if (first?.path !== undefined && first.path === index) return { ...first, children: [...first.children, ...others] };
  const children = planned ?? planChildren(walk, path);
  const { label, index: generated } = walk.categories?.get(path) ?? {};
  if (index !== undefined && !planned) return { ...pageNode(index, children), ...(generated && { generated }) };
  const kind = readFolder(path) === walk.root && !generated ? 'group' : 'document';
  return { kind, path, children, ...(label !== undefined && { label }), ...(generated && { generated }) };
}

/** Orders siblings by the list of links in the index page of their folder. */
function orderByIndex(walk: Walk, index: string | undefined, nodes: PlannedPage[]): PlannedPage[] {
  const source = index === undefined ? undefined : walk.sources.get(index);
  if (!source) return nodes;
  const siblings = new Map(nodes.flatMap((node) => (node.path === undefined ? [] : [[node.path, node]])));
  const lists = source.lists.map((list) => namedSiblings(list, source.path, { walk, siblings }));
  const longest = lists.reduce((a, b) => (b.size > a.size ? b : a), new Map<string, string>());
  const all = new Map(lists.flatMap((list) => [...list]));
  // A list that is complete takes precedence over an excerpt before it. Partial lists are joined.
  const chosen = longest.size === all.size ? longest : all;
  if (chosen.size < 2 || chosen.size * 2 < nodes.length) return nodes;
  const listed = [...chosen].flatMap(([path, label]) => {
    const node = siblings.get(path);
    return node ? [{ ...node, linkText: label }] : [];
  });
  return [...listed, ...nodes.filter(({ path }) => path === undefined || !chosen.has(path))];
}

function namedSiblings(
  list: OrderedPage['lists'][number],
  from: string,
  { walk, siblings }: { walk: Walk; siblings: ReadonlyMap<string, PlannedPage> },
): Map<string, string> {
  const named = new Map<string, string>();
  for (const { url, label } of list) {
    const location = walk.locate(from, url);
    if (location.kind !== 'inside' || named.has(location.path)) continue;
    if (siblings.has(location.path)) named.set(location.path, label);
  }
  return named;
}

/** Compares by numeric prefix first, then in natural order ignoring case, then by code unit. */
function comparePaths(a: string, b: string): number {
  const [first, second] = [readNumber(a), readNumber(b)];
  if (first !== second) return first < second ? -1 : 1;
  return collator.compare(stemOf(a), stemOf(b)) || (a < b ? -1 : Number(a > b));
}

/** The numeric prefix of a name. */
const readNumber = (path: string) => Number(/^(\d{1,9})(?!\d)[-_. )、]/.exec(readName(path))?.[1] ?? Infinity);

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
