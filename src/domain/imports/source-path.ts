import { extensionOf } from './content-type.ts';

/** The folder of a path, ending in `/`; empty at the top. */
export const folderOf = (path: string) => path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);

/** The last segment of a path, folders included. */
export const nameOf = (path: string) => path.replace(/\/$/, '').slice(folderOf(path).length);

/** The last segment without its extension. */
export const stemOf = (path: string) => {
  const name = nameOf(path);
  const extension = path.endsWith('/') ? '' : extensionOf(path);
  return extension === '' ? name : name.slice(0, -extension.length - 1);
};

/** Markdown and HTML by name. */
export const isPagePath = (path: string) => isMarkdownPath(path) || isHtmlPath(path);

export const isHtmlPath = (path: string) => ['htm', 'html', 'xhtml'].includes(extensionOf(path));

const isMarkdownPath = (path: string) => ['markdown', 'md', 'mdx'].includes(extensionOf(path));

/** The page that stands for its folder: `index` or `readme`, in any case. */
export const isIndexPath = (path: string) =>
  isPagePath(path) && ['index', 'readme'].includes(stemOf(path).toLowerCase());

/** A path from one folder to a path of the same archive: `../x` for what lies outside. */
export function relativePath(fromFolder: string, path: string): string {
  let folder = fromFolder;
  let up = '';
  while (!path.startsWith(folder)) {
    folder = folderOf(folder);
    up += '../';
  }
  return up + path.slice(folder.length);
}

/** Joins and resolves `.` and `..`; null where the path leaves the archive. A final `/` stays. */
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

/** A path as the address of a Markdown link, which ends at a parenthesis. */
export const linkAddress = (path: string) =>
  encodeURI(path).replaceAll(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
