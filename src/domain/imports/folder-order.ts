import type { Locate } from './locator.ts';
import type { OutlineNode, OutlineSource } from './outline.ts';
import { folderOf, isIndexPath, nameOf, stemOf } from './source-path.ts';

/** An archive without a SUMMARY.md: its pages by path, their common folder, and how to follow their links. */
export interface FolderTree {
  readonly root: string;
  readonly sources: ReadonlyMap<string, OutlineSource>;
  readonly locate: Locate;
}

/**
 * The outline of a folder tree. The index (or readme) of a folder, else the page beside it of the same name, is the
 * folder's page with the rest as children; without either the folder is a group at the root and an empty page below.
 * Order: the index first; then as a list of links in the index says, where one names half of the siblings or more
 * (the others follow); else by numeric prefix, then in natural alphabetical order.
 */
export function outlineFolders(tree: FolderTree): OutlineNode[] {
  const folders = collectFolders(tree);
  const top = folders.get(tree.root);
  if (!top) return [];
  const index = top.index === undefined ? [] : [pageNode(top.index, [])];
  return [...index, ...outlineChildren({ ...tree, folders }, tree.root)];
}

interface Folder {
  index?: string;
  readonly pages: string[];
  readonly folders: Set<string>;
}

interface Walk extends FolderTree {
  readonly folders: ReadonlyMap<string, Folder>;
}

function collectFolders({ root, sources }: FolderTree): Map<string, Folder> {
  const folders = new Map<string, Folder>();
  const open = (path: string): Folder => {
    const known = folders.get(path);
    if (known) return known;
    const folder: Folder = { pages: [], folders: new Set() };
    folders.set(path, folder);
    if (path !== root) open(folderOf(path)).folders.add(path);
    return folder;
  };
  for (const path of [...sources.keys()].toSorted(comparePaths)) {
    if (!path.startsWith(root)) continue;
    const folder = open(folderOf(path));
    // `index` before `readme`, as the sort has it; the other stays a page of its own.
    if (isIndexPath(path) && folder.index === undefined) folder.index = path;
    else folder.pages.push(path);
  }
  return folders;
}

function outlineChildren(walk: Walk, path: string): OutlineNode[] {
  const folder = walk.folders.get(path);
  if (!folder) return [];
  const twins = new Map(
    [...folder.folders]
      .filter((child) => walk.folders.get(child)?.index === undefined)
      .map((child) => [nameOf(child).toLowerCase(), child]),
  );
  const named: { name: string; node: OutlineNode }[] = [];
  for (const page of folder.pages) {
    const name = stemOf(page).toLowerCase();
    const twin = twins.get(name);
    twins.delete(name);
    named.push({ name: page, node: pageNode(page, twin === undefined ? [] : outlineChildren(walk, twin)) });
  }
  for (const child of folder.folders) {
    const index = walk.folders.get(child)?.index;
    const isTwin = index === undefined && !twins.has(nameOf(child).toLowerCase());
    if (!isTwin) named.push({ name: child, node: folderNode(walk, child, index) });
  }
  const nodes = named.toSorted((a, b) => comparePaths(a.name, b.name)).map(({ node }) => node);
  return orderByIndex(walk, folder.index, nodes);
}

const pageNode = (path: string, children: readonly OutlineNode[]): OutlineNode => ({
  kind: 'document',
  path,
  children,
});

function folderNode(walk: Walk, path: string, index: string | undefined): OutlineNode {
  const children = outlineChildren(walk, path);
  if (index !== undefined) return pageNode(index, children);
  return { kind: folderOf(path) === walk.root ? 'group' : 'document', path, children };
}

/** Puts siblings in the order in which the index page of their folder lists them, and takes their names from there. */
function orderByIndex(walk: Walk, index: string | undefined, nodes: OutlineNode[]): OutlineNode[] {
  const source = index === undefined ? undefined : walk.sources.get(index);
  if (!source) return nodes;
  const siblings = new Map(nodes.flatMap((node) => (node.path === undefined ? [] : [[node.path, node]])));
  const lists = source.lists.map((list) => namedSiblings(list, source.path, { walk, siblings }));
  const longest = lists.reduce((a, b) => (b.size > a.size ? b : a), new Map<string, string>());
  const all = new Map(lists.flatMap((list) => [...list]));
  // One complete list beats an earlier excerpt of it; several partial lists follow one another.
  const chosen = longest.size === all.size ? longest : all;
  if (chosen.size < 2 || chosen.size * 2 < nodes.length) return nodes;
  const listed = [...chosen].flatMap(([path, label]) => {
    const node = siblings.get(path);
    return node ? [{ ...node, label }] : [];
  });
  return [...listed, ...nodes.filter(({ path }) => path === undefined || !chosen.has(path))];
}

function namedSiblings(
  list: OutlineSource['lists'][number],
  from: string,
  { walk, siblings }: { walk: Walk; siblings: ReadonlyMap<string, OutlineNode> },
): Map<string, string> {
  const named = new Map<string, string>();
  for (const { url, label } of list) {
    const location = walk.locate(from, url);
    if (location.kind !== 'inside' || named.has(location.path)) continue;
    if (siblings.has(location.path)) named.set(location.path, label);
  }
  return named;
}

/** Numbered names first, by number; then natural order without regard to case; then by code unit. */
function comparePaths(a: string, b: string): number {
  const numberOf = (path: string) => Number(/^(\d{1,9})(?!\d)[-_. )]/.exec(nameOf(path))?.[1] ?? Infinity);
  const [first, second] = [numberOf(a), numberOf(b)];
  if (first !== second) return first < second ? -1 : 1;
  return collator.compare(stemOf(a), stemOf(b)) || (a < b ? -1 : Number(a > b));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
