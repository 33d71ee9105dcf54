import { isDeepStrictEqual } from 'node:util';
import { createYielder } from '../../lib/in-turns.ts';
import { slugOf } from '../../lib/slugs.ts';
import { ArchivePaths, assetName, includePath, safeSegment } from '../exports/archive-paths.ts';
import { assetsFolder, summaryFile } from '../imports/formats/exported/format.ts';
import type { EntryState } from '../content/changes.ts';
import { isIndexPath, joinPath, readFolder, readName, stemOf, withoutNumber } from '../imports/unpack/source-path.ts';
import { extensionOf } from '../../lib/media-types.ts';
import type { FolderSource, ReadFolder } from './folder.ts';
import { containerOf, PageFolders } from './page-folders.ts';

/** Where the files of entries are in a folder. */
export interface Places {
  /** The path of each entry that has a file, as the folder was read. */
  readonly former: ReadonlyMap<string, string>;
  /** The path of each entry that has a file after the changes. */
  readonly paths: ReadonlyMap<string, string>;
  /** The folder of each page and group that is a folder without a file, ending in `/`. */
  readonly folders: ReadonlyMap<string, string>;
  /** Files whose entries have gone. */
  readonly deleted: readonly string[];
  /** All paths of the folder after the changes. */
  readonly all: readonly string[];
}

export interface PlacedContent {
  readonly folder: ReadFolder;
  /** Pages in tree order, then all other entries. */
  readonly entries: readonly EntryState[];
  /** Pages whose slug their front matter says, so that it moves no file. */
  readonly ownSlugs: ReadonlySet<string>;
}

/** The path of a source in the folder; undefined for one without a file of its own. */
export function sourcePath({ root, paths }: Pick<ReadFolder, 'root'> & { readonly paths: ReadonlySet<string> }) {
  return ({ kind, key }: Pick<FolderSource, 'kind' | 'key'>): string | undefined => {
    const path = kind === 'reusable-content' ? key : (joinPath(root, key) ?? '');
    return paths.has(path) && !path.endsWith('/') ? path : undefined;
  };
}

/**
 * Gives entries the paths of their files. A page stays where it is until its parent or slug changes, or the folder of its parent moves;
 * its name keeps its form (`x.mdx`, `x/index.md`, `01-x.md`). Paths of new files are made from slugs and names.
 */
export async function placeFiles({ folder, entries, ownSlugs }: PlacedContent): Promise<Places> {
  const { root } = folder;
  const sources = new Map(folder.sources.map((source) => [source.entryId, source]));
  const former = formerPaths(folder);
  const folders = new PageFolders({ folder, entries, former, sources });
  const moves = new Map<string, readonly string[]>();
  const paths = new Map<string, string>();
  const yieldIfDue = createYielder();
  for (const entry of entries) {
    await yieldIfDue();
    const candidates = candidatesFor({ entry, sources, former, folders, ownSlugs, root });
    const [first] = candidates;
    if (first !== undefined && first === former.get(entry.id)) paths.set(entry.id, first);
    else if (candidates.length > 0) moves.set(entry.id, candidates);
    // Children of a page that moves are placed by where it is going.
    if (entry.kind === 'page') folders.place(entry.id, first);
  }
  const present = new Set(entries.map(({ id }) => id));
  const deleted = [...former].flatMap(([id, path]) => (present.has(id) ? [] : [path]));
  const left = new Set([...deleted, ...[...moves.keys()].flatMap((id) => former.get(id) ?? [])]);
  const staying = folder.paths.filter((path) => !left.has(path));
  const archive = new ArchivePaths();
  for (const path of staying) {
    await yieldIfDue();
    archive.reserve(path);
  }
  const added: string[] = [];
  const put = (id: string, path: string) => {
    paths.set(id, path);
    added.push(path);
  };
  for (const [id, candidates] of moves) put(id, archive.take([...candidates, `${root}${id}.md`]));
  for (const { kind, id, title } of entries)
    if (kind === 'reusable-content' && !former.has(id)) put(id, includePath({ id, title }, archive));
  const withoutFile = entries.filter(({ id, kind }) => kind === 'page' && !paths.has(id));
  const own = new Map(
    withoutFile.flatMap(({ id }) => {
      const path = folders.ownFolder(id) ?? (sources.has(id) ? undefined : folders.below(id));
      return path === undefined ? [] : [[id, path] as const];
    }),
  );
  return { former, paths, folders: own, deleted, all: [...staying, ...added] };
}

/** The path of each entry that has a file. */
function formerPaths(folder: ReadFolder): Map<string, string> {
  const pathOf = sourcePath({ root: folder.root, paths: new Set(folder.paths) });
  return new Map(
    folder.sources.flatMap((source) => {
      const path = pathOf(source);
      return path === undefined ? [] : [[source.entryId, path] as const];
    }),
  );
}

interface Placing {
  readonly entry: EntryState;
  readonly sources: ReadonlyMap<string, FolderSource>;
  readonly former: ReadonlyMap<string, string>;
  readonly folders: PageFolders;
  readonly ownSlugs: ReadonlySet<string>;
  readonly root: string;
}

/** Possible paths of the file of an entry, best first. None for an entry without a file. */
function candidatesFor(placing: Placing): readonly string[] {
  const { entry, sources, former, root } = placing;
  const source = sources.get(entry.id);
  const from = former.get(entry.id);
  if (entry.kind === 'page') return entry.type === 'document' ? pageCandidates(placing) : [];
  if (entry.kind === 'reusable-content') return from === undefined ? [] : [from];
  // A file without a path was fetched from its URL, or is a part of a page.
  if (entry.kind !== 'file' || (source && from === undefined)) return [];
  if (from !== undefined && source?.state.title === entry.title) return [from];
  return fileCandidates(from === undefined ? `${root}${assetsFolder}` : readFolder(from), entry);
}

/** `name.png`, then `name (1).png`. */
function fileCandidates(folder: string, { id, title }: EntryState): string[] {
  const name = assetName(title);
  const extension = extensionOf(name);
  const end = extension === '' ? '' : name.slice(-extension.length - 1);
  const stem = name.slice(0, name.length - end.length);
  const numbered = Array.from({ length: maxNumber }, (_none, index) => `${stem} (${index + 1})${end}`);
  return [name, ...numbered, `${id}${end}`, id].map((one) => `${folder}${one}`);
}

const maxNumber = 99;

function pageCandidates({ entry, sources, former, folders, ownSlugs, root }: Placing): string[] {
  const { id, parentId } = entry;
  const source = sources.get(id);
  const from = former.get(id);
  const isIndex = from === undefined ? folders.isParent(id) : isIndexPath(from);
  if (source === undefined || from === undefined) {
    const own = folders.ownFolder(id);
    if (source && needsNoFile(entry, { source, isParent: folders.isParent(id), isFolder: own !== undefined }))
      return [];
    if (own !== undefined) return [`${own}${folders.indexName}`, `${own.slice(0, -1)}-${id.slice(-8)}.md`];
    const places = [folders.below(parentId), folders.inside(parentId)];
    const first = places.map((container) => {
      const plain = `${container}${segmentOf(entry)}`;
      return isIndex || isReservedPath(`${plain}.md`) ? `${plain}/${folders.indexName}` : `${plain}.md`;
    });
    return [
      ...first,
      ...places
        .slice(0, 1)
        .flatMap((container) => [`${container}${segmentOf(entry)}-${id.slice(-8)}.md`, `${container}${id}.md`]),
    ];
  }
  const isHome = isIndex && readFolder(from) === root;
  const { state } = source;
  const isSameSlug = state.slug === entry.slug || ownSlugs.has(id) || isHome;
  const isSameParent = state.parentId === parentId || isHome;
  if (isSameParent && isSameSlug) return [folders.movedAlong(parentId, from)];
  const containers = isSameParent
    ? [containerOf(folders.movedAlong(parentId, from))]
    : [folders.below(parentId), folders.inside(parentId)];
  const last = isIndex ? readName(readFolder(from)) : stemOf(from);
  const name = isSameSlug ? last : renamed(last, state.slug, segmentOf(entry));
  const end = isIndex ? `/${readName(from)}` : readName(from).slice(stemOf(from).length);
  const isReserved = !isIndex && isReservedPath(`${name}${end}`);
  const [first = ''] = containers;
  return [
    ...containers.map((container) => `${container}${name}${isReserved ? `/${folders.indexName}` : end}`),
    `${first}${name}-${id.slice(-8)}${end}`,
    `${first}${id}${end}`,
  ];
}

/** Whether a file of this name would be read as the page of its folder, or as a table of contents. */
const isReservedPath = (path: string) =>
  isIndexPath(path) || readName(path).toLowerCase() === summaryFile.toLowerCase();

interface FilelessPage {
  readonly source: FolderSource;
  readonly isParent: boolean;
  readonly isFolder: boolean;
}

/** Whether a page without a file can do without one: it says nothing but its title, and is the folder or the entry that it was. */
function needsNoFile({ parentId, documentId, attributes }: EntryState, { source, isParent, isFolder }: FilelessPage) {
  if (documentId !== null || !isDeepStrictEqual(attributes, source.state.attributes)) return false;
  // At the top it would be a group.
  return isParent ? parentId !== null : !isFolder;
}

const segmentOf = ({ id, slug }: EntryState) => safeSegment(slug ?? id);

/** A new name, with the number by which the former one was ordered. */
function renamed(last: string, slug: string | null, segment: string): string {
  const plain = withoutNumber(last);
  return plain !== last && slugOf(plain) === slug ? last.slice(0, last.length - plain.length) + segment : segment;
}
