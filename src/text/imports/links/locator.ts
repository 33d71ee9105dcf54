import { decodePercent } from '../../../lib/percent.ts';
import {
  readFolder,
  isIndexPath,
  isPagePath,
  joinPath,
  readName,
  stemOf,
  withoutNumber,
} from '../unpack/source-path.ts';

/** The target of a link. Paths are relative to the archive; folder paths end in `/`. */
export type Location =
  | { readonly kind: 'inside'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'outside'; readonly url: string }
  | { readonly kind: 'nowhere' };

/** Resolves a URL written in the document at `from`, in constant time. */
export type Locate = (from: string, url: string) => Location;

/**
 * Creates a resolver for the links of an archive. Matches paths exactly, then ignoring case, then without the number
 * prefixes of files and folders. Absolute paths are resolved from the top of the archive, then from `root`.
 */
export const createLocator = (paths: readonly string[], root: string): Locate => locatorIn(indexPaths(paths), root);

/**
 * Creates a resolver from an index of paths. `mounts` are other prefixes of absolute paths, such as `/docs/`. What is found
 * neither at the top nor in `root` is searched where generators publish it: below the folders above the document, and
 * in their folders for public files.
 */
export function locatorIn(index: PathIndex, root: string, mounts: readonly string[] = []): Locate {
  return (from, written) => {
    const url = siteUrl(written);
    const outside = classify(url);
    if (outside) return outside;
    const [address, fragment] = splitOnce(url, '#');
    const anchor = fragment ? { anchor: decodePercent(fragment) } : {};
    const path = splitOnce(address, '?')[0].replaceAll('\\', '/');
    if (path === '') return { kind: 'inside', path: from, ...anchor };
    const spellings = path.startsWith('/') ? [path, ...belowMounts(path, mounts)] : [path];
    for (const bases of path.startsWith('/') ? [['', root], siteFolders(index, from)] : [relativeFolders(from)])
      for (const spelling of new Set(spellings.flatMap((one) => [decodePercent(one), one])))
        for (const base of bases) {
          const found = find(index, joinPath(base, spelling));
          if (found !== null) return { kind: 'inside', path: found, ...anchor };
        }
    const named = fileNamed(index, path.startsWith('/') ? root : readFolder(from), url);
    return named ?? { kind: 'nowhere' };
  };
}

/** A file whose name has a `#` or `?` that the author has not written as `%23` or `%3F`. */
function fileNamed(index: PathIndex, folder: string, url: string): Location | null {
  if (!/[#?]/.test(url)) return null;
  const path = joinPath(folder, url.replaceAll('\\', '/'));
  const found = path === null ? undefined : (index.get(path) ?? index.get(decodePercent(path)));
  return found === undefined ? null : { kind: 'inside', path: found };
}

/**
 * The aliases by which generators name the root of a site: `@site/` and `pathname:///` of Docusaurus, `@/` and `~/`. Bundlers are often told
 * that `@assets/` and its like are folders below it.
 */
const siteUrl = (url: string) =>
  url
    .replace(/^(?:@site|pathname:\/\/|[@~](?=\/))\//, '/')
    .replace(/^@(?=(?:assets|images|img|media|public|static)\/)/, '/');

/** The path below each mount that it begins with. */
const belowMounts = (path: string, mounts: readonly string[]) =>
  mounts.flatMap((mount) => (`${path}/`.startsWith(mount) ? [`/${path.slice(mount.length)}`] : []));

/** The folder of a document, and the folder that the document is in the URLs of many generators. */
const relativeFolders = (from: string) =>
  isIndexPath(from) ? [readFolder(from)] : [readFolder(from), `${readFolder(from)}${stemOf(from)}/`];

/** Where the path of a URL may lie: the folders above a document from the top, and their folders of public files. */
function siteFolders(index: PathIndex, from: string): string[] {
  const above: string[] = [];
  for (let folder = readFolder(from); folder !== '' && above.length < maxFolders; folder = readFolder(folder))
    above.push(folder);
  const top = ['', ...above.toReversed()];
  const named = top.flatMap((folder) => publicFolders.map((name) => `${folder}${name}/`));
  return [...top.slice(1), ...named.filter((folder) => index.has(folder))];
}

const maxFolders = 12;

/** Folders whose files are published at the root of a site, and `src`, which `@/` and `~/` name. */
const publicFolders = ['static', 'public', '.vitepress/public', '.vuepress/public', 'src', 'assets', 'content'];

/** Maps each path to a file or folder, and its lower-case form unless that is taken. */
export type PathIndex = ReadonlyMap<string, string>;

export function indexPaths(paths: readonly string[]): PathIndex {
  const index = new Map<string, string>();
  const all = new Set<string>();
  for (const path of paths) {
    all.add(path);
    for (let folder = readFolder(path); folder !== '' && !all.has(folder); folder = readFolder(folder)) all.add(folder);
  }
  for (const path of all) index.set(path, path);
  const unnumbered = new Map<string, string | null>();
  for (const path of all) {
    const folded = fold(path);
    if (!index.has(folded)) index.set(folded, path);
    if (isIndexPath(path)) addIndex(index, readFolder(path), path);
  }
  // As where pages are arranged by their folders, a page that is named like its folder is the page of the folder.
  for (const path of all) {
    const folder = readFolder(path);
    const isNamed =
      isPagePath(path) && folder !== '' && fold(withoutNumber(stemOf(path))) === fold(withoutNumber(readName(folder)));
    if (isNamed && !['md', 'mdx'].some((extension) => all.has(`${folder.slice(0, -1)}.${extension}`)))
      addIndex(index, folder, path);
  }
  for (const [path, found] of index) {
    const plain = path.split('/').map(withoutNumber).join('/');
    const key = fold(plain);
    // Null marks an ambiguous name.
    if (plain !== path) unnumbered.set(key, (unnumbered.get(key) ?? found) === found ? found : null);
  }
  for (const [path, found] of unnumbered) if (found !== null && !index.has(path)) index.set(path, found);
  return index;
}

function addIndex(index: Map<string, string>, folder: string, path: string): void {
  for (const name of [`${folder}${indexOf}`, fold(`${folder}${indexOf}`)]) if (!index.has(name)) index.set(name, path);
}

/**
 * An index in which pages are also found at other paths, unless these lead to a page or file already. A path that ends in `/` is that of
 * an index page.
 */
export function withPaths(index: PathIndex, paths: Iterable<readonly [path: string, page: string]>): PathIndex {
  const added = new Map(index);
  for (const [path, page] of paths) {
    if (find(index, path)?.endsWith('/') === false) continue;
    const key = path === '' || path.endsWith('/') ? `${path}${indexOf}` : path;
    for (const spelling of [key, fold(key)]) if (!added.has(spelling)) added.set(spelling, page);
  }
  return added;
}

/** Entry names cannot contain NUL. */
const indexOf = '\0index';

const fold = (path: string) => path.normalize('NFC').toLowerCase();

function find(index: PathIndex, path: string | null): string | null {
  if (path === null) return null;
  for (const candidate of candidates(path)) {
    const found = index.get(candidate) ?? index.get(fold(candidate));
    if (found !== undefined) return found;
  }
  return null;
}

function* candidates(path: string): Generator<string> {
  const isFolder = path === '' || path.endsWith('/');
  const file = isFolder ? path.slice(0, -1) : path;
  const folder = file === '' ? '' : `${file}/`;
  if (isFolder) yield `${folder}${indexOf}`;
  if (file !== '') {
    yield file;
    for (const extension of pageExtensions) yield `${file}.${extension}`;
    // Sources may link to generated pages (`x.html` for `x.md`), and the reverse.
    if (isPagePath(file)) {
      const stem = file.slice(0, file.lastIndexOf('.'));
      for (const extension of pageExtensions) yield `${stem}.${extension}`;
    }
  }
  if (!isFolder) yield `${folder}${indexOf}`;
  if (folder !== '') yield folder;
}

const pageExtensions = ['md', 'markdown', 'mdx', 'html', 'htm'];

/** Classifies URLs with a scheme or a host. Schemes that can run code have no target. Null for other URLs. */
function classify(url: string): Location | null {
  if (url.startsWith('//')) return { kind: 'outside', url: `https:${url}` };
  const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(url)?.[0].toLowerCase();
  if (scheme === undefined) return null;
  const isHarmless = harmlessSchemes.has(scheme) || /^data:image\//i.test(url);
  return isHarmless ? { kind: 'outside', url } : { kind: 'nowhere' };
}

const harmlessSchemes: ReadonlySet<string> = new Set([
  'ftp',
  'http',
  'https',
  'irc',
  'ircs',
  'mailto',
  'sms',
  'tel',
  'xmpp',
]);

const splitOnce = (text: string, mark: string): [string, string | undefined] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
};
