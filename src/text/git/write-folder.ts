import type { EntryState } from '../content/changes.ts';
import { createYielder } from '../../lib/in-turns.ts';
import { inTreeOrder } from '../exports/tree-order.ts';
import { ownSlug } from '../imports/links/own-addresses.ts';
import { sourceState } from '../imports/source-state.ts';
import { relativePath } from '../imports/unpack/source-path.ts';
import { readFrontMatter } from '../markdown/front-matter.ts';
import type { FileChange, FolderChanges, FolderReaders, FolderSource, PresentContent, ReadFolder } from './folder.ts';
import { placeFiles, sourcePath, type Places } from './place-files.ts';
import { readRaw } from './raw-text.ts';
import { writeRedirects } from './write-redirects.ts';
import { writeTexts } from './write-texts.ts';
import { writeTree } from './write-tree.ts';
import type { Writing } from './writing.ts';

/**
 * The changes that make a folder of a repository say what a space says: the inverse of reading it. Only what differs from the state in which
 * both were equal is written, and nothing is reformatted: an entry that has not changed keeps its bytes, and an edited one those of
 * the lines, keys and links that are as they were. See ADR 150.
 */
export async function writeFolder(
  folder: ReadFolder,
  { entries: unsorted, redirects }: PresentContent,
  read: FolderReaders,
): Promise<FolderChanges> {
  // A large folder takes a while, and its readers may answer without waiting for anything.
  const yieldIfDue = createYielder();
  const entries = inOrder(unsorted);
  const sources = new Map(folder.sources.map((source) => [source.entryId, source]));
  const ownSlugs = await findOwnSlugs(folder, entries, read);
  await yieldIfDue();
  const places = await placeFiles({ folder, entries, ownSlugs });
  await yieldIfDue();
  const writing = { folder, entries, sources, places, present: new Set(entries.map(({ id }) => id)) };
  const tree = await writeTree(writing, read);
  await yieldIfDue();
  const texts = await writeTexts(writing, tree.listed, read);
  await yieldIfDue();
  const config = await writeRedirects(writing, redirects, read);
  await yieldIfDue();
  const changes = [...tree.changes, ...texts.changes, ...config, ...fileChanges(writing), ...deletions(places)];
  return {
    changes: changes.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    skipped: [...tree.skipped, ...texts.skipped],
    sources: sourcesAfter(writing, tree.keys),
  };
}

/** Pages in tree order, then the other entries. */
function inOrder(entries: readonly EntryState[]): EntryState[] {
  const pages = entries
    .filter(({ kind }) => kind === 'page')
    .toSorted((one, other) => (one.position < other.position ? -1 : Number(one.position > other.position)));
  const others = entries.filter(({ kind }) => kind === 'file' || kind === 'reusable-content');
  return [...inTreeOrder(pages), ...others.toSorted((one, other) => (one.id < other.id ? -1 : 1))];
}

/** The pages with a new slug whose front matter says the former one. */
async function findOwnSlugs(folder: ReadFolder, entries: readonly EntryState[], read: FolderReaders) {
  const pathOf = sourcePath({
    root: folder.root,
    paths: new Set(folder.paths),
  });
  const slugs = new Map(entries.map(({ id, slug: now }) => [id, now]));
  const renamed = folder.sources.flatMap((source) => {
    const path = source.state.slug === slugs.get(source.entryId) ? undefined : pathOf(source);
    return source.kind === 'page' && path !== undefined && slugs.has(source.entryId) ? [{ source, path }] : [];
  });
  if (renamed.length === 0) return new Set<string>();
  const blobs = await read.blobs(renamed.map(({ path }) => path));
  return new Set(
    renamed.flatMap(({ source, path }) => {
      const raw = readRaw(blobs.get(path) ?? Buffer.alloc(0));
      return raw && ownSlug(readFrontMatter(raw.text)) === source.state.slug ? [source.entryId] : [];
    }),
  );
}

/** Files with new bytes or names. */
function fileChanges({ entries, sources, places: { former, paths } }: Writing): FileChange[] {
  return entries.flatMap(({ id, kind, blobHash }): FileChange[] => {
    const path = paths.get(id);
    if (kind !== 'file' || path === undefined || blobHash === null) return [];
    const from = former.get(id);
    const before = from === undefined || from === path ? {} : { from };
    if (sources.get(id)?.state.blobHash !== blobHash) return [{ kind: 'blob', path, blobHash, ...before }];
    return from === undefined || from === path ? [] : [{ kind: 'move', path, from }];
  });
}

/** Files that have moved or whose entries have gone, unless others have taken their place. */
function deletions({ deleted, former, paths }: Places): FileChange[] {
  const taken = new Set(paths.values());
  const left = [...former].flatMap(([id, path]) => (paths.has(id) && paths.get(id) !== path ? [path] : []));
  return [...deleted, ...left].filter((path) => !taken.has(path)).map((path) => ({ kind: 'delete', path }));
}

/** The key under which an import of the folder would have a file. */
const keyIn = (root: string, { kind, path }: { readonly kind: EntryState['kind']; readonly path: string }) =>
  kind === 'reusable-content' ? path : relativePath(root, path);

function sourcesAfter(
  { folder: { root }, entries, sources, places }: Writing,
  keys: ReadonlyMap<string, string> | null,
): FolderSource[] {
  const counts = new Map<string | null, number>();
  return entries.flatMap((entry): FolderSource[] => {
    const { id, kind, parentId } = entry;
    const place = counts.get(parentId) ?? 0;
    if (kind === 'page') counts.set(parentId, place + 1);
    const path = places.paths.get(id);
    const folder = places.folders.get(id);
    const asBefore = folder === undefined ? sources.get(id)?.key : relativePath(root, folder);
    const ownKey = keys && kind === 'page' ? keys.get(id) : asBefore;
    const key = path === undefined ? ownKey : keyIn(root, { kind, path });
    if (key === undefined) return [];
    return [
      {
        kind,
        key,
        entryId: id,
        place: kind === 'page' ? place : 0,
        state: sourceState(entry),
      },
    ];
  });
}
