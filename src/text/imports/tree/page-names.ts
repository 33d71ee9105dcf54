import GithubSlugger from 'github-slugger';
import { slugOf } from '../../../lib/slugs.ts';
import { folderOf, isIndexPath, nameOf, stemOf } from '../unpack/source-path.ts';

/** Derives a title from a file or folder name: removes its numeric prefix, replaces `-` and `_` by spaces, capitalizes. */
export function titleFromPath(path: string): string {
  const words = withoutNumber(stemOf(path))
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? nameOf(path) : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * The path from which a page takes its name: its own, or the folder of an index page. Null for the index of the root.
 */
export function namingPath(path: string, root: string): string | null {
  if (!isIndexPath(path)) return path;
  const folder = folderOf(path);
  return folder === root || folder === '' ? null : folder;
}

/** Returns a generator of slugs for siblings. Repeated names get the suffixes `-1`, `-2`, as on GitHub. */
export function createSiblingSlugs(): (name: string) => string {
  const slugger = new GithubSlugger();
  return (name) => slugger.slug(slugOf(name));
}

/** Removes the numeric prefix that orders a file. */
export const withoutNumber = (name: string) => name.replace(/^\d{1,9}[-_. )]+(?=\S)/, '');
