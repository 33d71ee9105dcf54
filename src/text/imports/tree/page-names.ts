import GithubSlugger from 'github-slugger';
import { slugOf } from '../../../lib/slugs.ts';
import { readFolder, isIndexPath, readName, stemOf } from '../unpack/source-path.ts';
import type { NameInTree } from './sibling-names.ts';

/** Derives a title from a file or folder name: replaces `-` and `_` by spaces, except in dates, and capitalizes. */
export function titleFromPath(path: string, nameInTree: NameInTree = stemOf): string {
  const words = nameInTree(path)
    .replaceAll(/(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d])|[-_\s]+/g, (found) => (/\d/.test(found) ? found : ' '))
    .trim();
  return words === '' ? readName(path) : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * The path from which a page takes its name: its own, or the folder of an index page. Null for the index of the root.
 */
export function namingPath(path: string, root: string): string | null {
  if (!isIndexPath(path)) return path;
  const folder = readFolder(path);
  return folder === root || folder === '' ? null : folder;
}

/**
 * Whether a page takes its name from its title: the index of the root, and a page without a file. `key` is that of its source.
 */
export const isNamedByTitle = (key: string): boolean => key.endsWith('/') || namingPath(key, '') === null;

/** Returns a generator of slugs for siblings. Repeated names get the suffixes `-1`, `-2`, as on GitHub. */
export function createSiblingSlugs(): (name: string) => string {
  const slugger = new GithubSlugger();
  return (name) => slugger.slug(slugOf(name));
}
