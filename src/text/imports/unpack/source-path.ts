import { extensionOf } from '../../../lib/media-types.ts';

/** Parent folder of a path, ending in `/`. Empty at the top. */
export const readFolder = (path: string) => path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);

/** Last segment of a path, also for folders. */
export const readName = (path: string) => path.replace(/\/$/, '').slice(readFolder(path).length);

/** Last segment of a path without its extension. */
export const stemOf = (path: string) => {
  const name = readName(path);
  const extension = path.endsWith('/') ? '' : extensionOf(path);
  return extension === '' ? name : name.slice(0, -extension.length - 1);
};

/** Whether the extension is that of a Markdown or HTML file. */
export const isPagePath = (path: string) => isMarkdownPath(path) || isHtmlPath(path);

export const isHtmlPath = (path: string) => ['htm', 'html', 'xhtml'].includes(extensionOf(path));

const isMarkdownPath = (path: string) => ['markdown', 'md', 'mdx'].includes(extensionOf(path));

/**
 * Whether the file is the page of its folder: `index`, `readme`, or `_index` as in Hugo, ignoring case, also with a number
 * before it (`0.index.md`).
 */
export const isIndexPath = (path: string) =>
  isPagePath(path) && ['_index', 'index', 'readme'].includes(withoutNumber(stemOf(path)).toLowerCase());

/** Removes a number before a name, as links do that lead to numbered files. */
export const withoutNumber = (name: string) => name.replace(/^\d{1,9}[-_. )、]+(?=\S)/, '');

/** Path relative to a folder of the same archive, with `../` for paths outside of it. */
export function relativePath(fromFolder: string, path: string): string {
  let folder = fromFolder;
  let up = '';
  while (!path.startsWith(folder)) {
    folder = readFolder(folder);
    up += '../';
  }
  return up + path.slice(folder.length);
}

/** Joins paths and resolves `.` and `..`. Null when the path leaves the archive. Keeps a trailing `/`. */
export function joinPath(folder: string, path: string): string | null {
  const segments = folder.split('/').filter((segment) => segment !== '');
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  const joined = segments.join('/');
  return /(?:^|\/)\.{0,2}$/.test(path) && joined !== '' ? `${joined}/` : joined;
}

/** Encodes a path as a Markdown link target, including parentheses. */
export const linkAddress = (path: string) =>
  encodeURI(path).replaceAll(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
