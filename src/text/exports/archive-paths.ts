import { safeFileName } from '../../lib/file-names.ts';
import { extensionOf } from '../../lib/media-types.ts';
import { slugOf } from '../../lib/slugs.ts';
import { isHiddenPath, isSystemFile } from '../imports/unpack/archive-layout.ts';
import { assetsFolder, configFile, includesFolder, summaryFile } from '../imports/formats/exported/format.ts';
import { isPagePath } from '../imports/unpack/source-path.ts';
import { maxPathBytes } from './limits.ts';
import type { ExportedPage } from './tree-order.ts';

/** Assigns each file of an archive a unique path, also on file systems that ignore case. */
export class ArchivePaths {
  readonly #taken = new Set([summaryFile, configFile].map(fold));

  /** Takes the first candidate that is free and valid on every file system and for every importer. */
  take(candidates: Iterable<string>): string {
    for (const path of candidates) if (isUsable(path) && this.#add(path)) return path;
    throw new Error('None of the paths is free');
  }

  /** Takes a path that a file has already, whatever it is. */
  reserve(path: string): void {
    this.#taken.add(fold(path));
  }

  #add(path: string): boolean {
    const key = fold(path);
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

const isUsable = (path: string) =>
  Buffer.byteLength(path) <= maxPathBytes &&
  !isSystemFile(path) &&
  !isHiddenPath(path.startsWith(includesFolder) ? path.slice(includesFolder.length) : path);

const fold = (path: string) => path.normalize('NFC').toLowerCase();

/** Assigns paths to pages: `a/b.md`, and `a/b/README.md` for a page with children. */
export function pagePaths(rows: readonly ExportedPage[], paths: ArchivePaths): Map<string, string> {
  const parents = new Set(rows.map(({ parentId }) => parentId));
  const folders = new Map<string | null, string>([[null, '']]);
  const found = new Map<string, string>();
  for (const { id, parentId, type, slug } of rows) {
    const own = `${folders.get(parentId) ?? ''}${safeSegment(slug ?? id)}`;
    folders.set(id, `${own}/`);
    if (type !== 'document') continue;
    const natural = parents.has(id) ? `${own}/README.md` : `${own}.md`;
    found.set(id, paths.take([natural, `${own}-${id.slice(-8)}.md`, `${id}.md`]));
  }
  return found;
}

/** Converts a slug to the name of a file or folder. */
export const safeSegment = (slug: string) => safeFileName(slug).replaceAll(/\s/g, '-');

/** The name of a file of the space in a folder of assets. */
export function assetName(name: string): string {
  // Keeps only characters that need no escaping in a URL, except spaces.
  const plain = safeFileName(name.normalize('NFC')).replaceAll(/[^\p{L}\p{M}\p{N} ._~-]/gu, '_');
  return isPagePath(plain) || reserved.test(plain) ? `${plain}.txt` : plain;
}

/** Assigns a path to a file of the space. */
export function assetPath({ id, name }: { readonly id: string; readonly name: string }, paths: ArchivePaths): string {
  const safe = assetName(name);
  const extension = extensionOf(safe);
  const end = extension === '' ? '' : `.${extension}`;
  const numbered = `${safe.slice(0, safe.length - end.length)}-${id.slice(-8)}${end}`;
  return paths.take([safe, numbered, `${id}${end}`, id].map((one) => `${assetsFolder}${one}`));
}

/** Names of files that configure the page order of importers. */
const reserved = /^(?:\.gitbook\.yaml|mkdocs\.ya?ml|_category_\.(?:json|ya?ml))$/i;

/** Assigns a path to a reusable content. Texts include it by this name. */
export function includePath(
  { id, title }: { readonly id: string; readonly title: string },
  paths: ArchivePaths,
): string {
  return paths.take([slugOf(title), id].map((name) => `${includesFolder}${name}.md`));
}
