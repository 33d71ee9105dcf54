import GithubSlugger from 'github-slugger';
import { slugOf } from '../content/slugs.ts';
import { folderOf, isIndexPath, nameOf, stemOf } from './source-path.ts';

/** A file or folder name as a title: without its number, dashes and underscores as spaces, a capital first. */
export function humanise(path: string): string {
  const words = withoutNumber(stemOf(path))
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? nameOf(path) : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The file name that names a page: its own, or for the index of a folder that folder's; null for that of the root. */
export function namingPath(path: string, root: string): string | null {
  if (!isIndexPath(path)) return path;
  const folder = folderOf(path);
  return folder === root || folder === '' ? null : folder;
}

/** Gives slugs to siblings in their order: as GitHub makes them, `-1` and `-2` for repeated ones. */
export function createSiblingSlugs(): (name: string) => string {
  const slugger = new GithubSlugger();
  return (name) => slugger.slug(slugOf(name));
}

/** The name of a page by its file, without the number that orders it. */
export const withoutNumber = (name: string) => name.replace(/^\d{1,9}[-_. )]+(?=\S)/, '');
