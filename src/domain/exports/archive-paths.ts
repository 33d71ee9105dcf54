import type { PageRow } from '../../db/content/pages.ts';
import { safeFileName } from '../../infra/storage/download-headers.ts';
import { extensionOf } from '../../lib/media-types.ts';
import { slugOf } from '../../lib/slugs.ts';
import { isHiddenPath, isSystemFile } from '../imports/archive-layout.ts';
import { assetsFolder, configFile, includesFolder, summaryFile } from '../imports/exported/format.ts';
import { isPagePath } from '../imports/source-path.ts';
import { maxPathBytes } from './fields.ts';

/** Gives each file of an archive a unique path, also on file systems that ignore case. */
export class ArchivePaths {
  readonly #taken = new Set([summaryFile, configFile].map(fold));

  /** The first of the paths that is free and that every disk and importer takes. */
  take(candidates: Iterable<string>): string {
    for (const path of candidates) if (isUsable(path) && this.#add(path)) return path;
    throw new Error('None of the paths is free');
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

/** The Markdown files of documents: `a/b.md`, and `a/b/README.md` for a page with pages below it. */
export function pagePaths(rows: readonly PageRow[], paths: ArchivePaths): Map<string, string> {
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

/** A slug as a name of a file or folder. */
const safeSegment = (slug: string) => safeFileName(slug).replaceAll(/\s/g, '-');

/** The path of a file of the space in the archive. */
export function assetPath({ id, name }: { readonly id: string; readonly name: string }, paths: ArchivePaths): string {
  // Only names that need no escapes in a URL but for spaces.
  const plain = safeFileName(name.normalize('NFC')).replaceAll(/[^\p{L}\p{M}\p{N} ._~-]/gu, '_');
  const safe = isPagePath(plain) || reserved.test(plain) ? `${plain}.txt` : plain;
  const extension = extensionOf(safe);
  const end = extension === '' ? '' : `.${extension}`;
  const numbered = `${safe.slice(0, safe.length - end.length)}-${id.slice(-8)}${end}`;
  return paths.take([safe, numbered, `${id}${end}`, id].map((one) => `${assetsFolder}${one}`));
}

/** Names that order the pages of an import. */
const reserved = /^(?:\.gitbook\.yaml|mkdocs\.ya?ml|_category_\.(?:json|ya?ml))$/i;

/** The path of a reusable content in the archive. Texts include it by its name. */
export function includePath(
  { id, title }: { readonly id: string; readonly title: string },
  paths: ArchivePaths,
): string {
  return paths.take([slugOf(title), id].map((name) => `${includesFolder}${name}.md`));
}
