import { safeSegment } from '../exports/archive-paths.ts';
import type { EntryState } from '../content/changes.ts';
import { isIndexPath, readFolder, readName, stemOf } from '../imports/unpack/source-path.ts';
import type { FolderSource, ReadFolder } from './folder.ts';

/** The folder in which a page is listed: `a/` for `a/b.md` and `a/b/README.md`. */
export const containerOf = (path: string): string =>
  isIndexPath(path) ? readFolder(readFolder(path)) : readFolder(path);

/** The folder for pages below the page of a file: `a/b/` for `a/b.md` and `a/b/README.md`. */
const naturalFolder = (path: string): string =>
  isIndexPath(path) ? readFolder(path) : `${readFolder(path)}${stemOf(path)}/`;

interface FolderOptions {
  readonly folder: ReadFolder;
  readonly entries: readonly EntryState[];
  readonly former: ReadonlyMap<string, string>;
  readonly sources: ReadonlyMap<string, FolderSource>;
}

/** The folders in which the files of pages below others are. Paths end in `/`; the one of the root may be empty. */
export class PageFolders {
  /** The name of the page of a folder, as most folders have it. */
  readonly indexName: string;
  readonly #root: string;
  readonly #former: FolderOptions['former'];
  readonly #sources: FolderOptions['sources'];
  readonly #entries: ReadonlyMap<string, EntryState>;
  readonly #folders: ReadonlySet<string>;
  /** How many pages below a parent are in each folder, of those that have been below it before. */
  readonly #containers = new Map<string | null, Map<string, number>>();
  readonly #present = new Map<string, string>();
  readonly #parents: ReadonlySet<string | null>;

  constructor({ folder, entries, former, sources }: FolderOptions) {
    this.#root = folder.root;
    this.#former = former;
    this.#sources = sources;
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.#folders = listFolders(folder.paths);
    this.#parents = new Set(entries.flatMap(({ kind, parentId }) => (kind === 'page' ? [parentId] : [])));
    this.indexName = mostCommonIndex(former.values(), folder.root);
    for (const { id, kind, parentId } of entries) {
      const path = former.get(id);
      if (kind !== 'page' || path === undefined || sources.get(id)?.state.parentId !== parentId) continue;
      const counts = this.#containers.get(parentId) ?? new Map<string, number>();
      const container = containerOf(path);
      this.#containers.set(parentId, counts.set(container, (counts.get(container) ?? 0) + 1));
    }
  }

  /** Notes where the file of a page will be. Pages are placed in tree order. */
  place(id: string, path: string | undefined): void {
    if (path !== undefined) this.#present.set(id, path);
  }

  isParent(id: string): boolean {
    return this.#parents.has(id);
  }

  /** The folder that a page or group without a file of its own is; undefined when it is none. */
  ownFolder(id: string): string | undefined {
    const was = this.#formerOwn(id);
    const [state, entry] = [this.#sources.get(id)?.state, this.#entries.get(id)];
    if (was === undefined || !state || !entry) return undefined;
    const isStill = state.parentId === entry.parentId && state.slug === entry.slug;
    if (isStill) return this.movedAlong(entry.parentId, was);
    return `${this.below(entry.parentId)}${safeSegment(entry.slug ?? id)}/`;
  }

  /** The path of a file below a parent, whose folder may have moved. */
  movedAlong(parentId: string | null, path: string): string {
    const [was, is] = [this.#formerBelow(parentId), this.#natural(parentId)];
    if (was === undefined || is === undefined || was === is || was === '' || !path.startsWith(was)) return path;
    return `${is}${path.slice(was.length)}`;
  }

  /** The folder for new pages below a page or group. */
  below(parentId: string | null): string {
    const counts = [...(this.#containers.get(parentId) ?? [])].toSorted((one, other) => other[1] - one[1]);
    const was = this.#formerBelow(parentId);
    const [most] = counts.map(([container]) => container);
    // Where the pages below are not in the folder of their parent, new ones come beside them.
    if (most !== undefined && !counts.some(([container]) => container === was)) return most;
    return this.inside(parentId);
  }

  /** The folder that is named as a page or group. */
  inside(parentId: string | null): string {
    const is = this.#natural(parentId);
    if (is !== undefined) return is;
    const entry = this.#entries.get(parentId ?? '');
    return entry ? `${this.below(entry.parentId)}${safeSegment(entry.slug ?? entry.id)}/` : this.#root;
  }

  /** The folder that a page without a file was, as it was read. */
  #formerOwn(id: string): string | undefined {
    const folder = `${this.#root}${this.#sources.get(id)?.key ?? ''}`;
    return folder.endsWith('/') && folder !== this.#root && this.#folders.has(folder) ? folder : undefined;
  }

  #formerBelow(id: string | null): string | undefined {
    if (id === null) return this.#root;
    const path = this.#former.get(id);
    return path === undefined ? this.#formerOwn(id) : naturalFolder(path);
  }

  #natural(id: string | null): string | undefined {
    if (id === null) return this.#root;
    const path = this.#present.get(id);
    return path === undefined ? this.ownFolder(id) : naturalFolder(path);
  }
}

function listFolders(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let one = readFolder(path); one !== '' && !folders.has(one); one = readFolder(one)) folders.add(one);
  return folders;
}

function mostCommonIndex(paths: Iterable<string>, root: string): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = readName(path);
    if (isIndexPath(path) && readFolder(path) !== root && /^[a-z_]+\.mdx?$/i.test(name))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 'README.md';
}
