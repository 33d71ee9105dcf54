import { slug } from 'github-slugger';
import type { EntryState } from '../content/changes.ts';
import { inTreeOrder } from '../exports/tree-order.ts';
import { createLocator, type Locate } from '../imports/links/locator.ts';
import { ownSlug } from '../imports/links/own-addresses.ts';
import type { ImportNote } from '../imports/import-tree.ts';
import { sourceState } from '../imports/source-state.ts';
import { titleFromPath, namingPath } from '../imports/tree/page-names.ts';
import { siblingNames } from '../imports/tree/sibling-names.ts';
import { isPagePath, relativePath, stemOf } from '../imports/unpack/source-path.ts';
import { includeName } from '../markdown/include-name.ts';
import { readFrontMatter } from '../markdown/front-matter.ts';
import type { FileChange, FolderChanges, FolderReaders, FolderSource, PresentContent, ReadFolder } from './folder.ts';
import { placeFiles, sourcePath, type Places } from './place-files.ts';
import { readRaw } from './raw-text.ts';
import type { LinkPaths } from './rewrite-links.ts';
import type { PageToWrite } from './page-to-write.ts';
import { writePage } from './write-page.ts';

/**
 * The changes that make a folder of a repository say what a space says: the inverse of reading it. Only what differs from the state in which
 * both were equal is written, and nothing is reformatted: an entry that has not changed keeps its bytes, and an edited one those of
 * the lines, keys and links that are as they were. See ADR 150.
 */
export async function writeFolder(
  folder: ReadFolder,
  { entries: unsorted, redirects: _redirects }: PresentContent,
  read: FolderReaders,
): Promise<FolderChanges> {
  const entries = inOrder(unsorted);
  const sources = new Map(folder.sources.map((source) => [source.entryId, source]));
  const places = placeFiles({
    folder,
    entries,
    ownSlugs: await findOwnSlugs(folder, entries, read),
  });
  const texts = await writeTexts({ folder, entries, sources, places }, read);
  return {
    changes: [...texts.changes, ...fileChanges(entries, sources, places), ...deletions(places)].toSorted((one, other) =>
      one.path < other.path ? -1 : 1,
    ),
    skipped: texts.skipped,
    sources: sourcesAfter({ folder, entries, sources, places }),
  };
}

interface Writing {
  readonly folder: ReadFolder;
  readonly entries: readonly EntryState[];
  readonly sources: ReadonlyMap<string, FolderSource>;
  readonly places: Places;
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

async function writeTexts(writing: Writing, read: FolderReaders) {
  const { entries, sources, places } = writing;
  const moved = entries.filter(({ id }) => places.former.has(id) && places.former.get(id) !== places.paths.get(id));
  const linking = new Set(moved.length === 0 ? [] : await read.linksTo(moved.map(({ id }) => id)));
  const wanted = entries.filter((entry) => {
    if (entry.kind === 'file' || !places.paths.has(entry.id)) return false;
    const state = sources.get(entry.id)?.state;
    return !state || linking.has(entry.id) || isMoved(places, entry.id) || hasChanged(entry, state);
  });
  const changes: FileChange[] = [];
  const skipped: ImportNote[] = [];
  const paths = linkPaths(writing);
  const saidBy = createTitles(writing);
  for (let at = 0; at < wanted.length; at += textsAtOnce) {
    // So that not all texts are in memory at once.
    const pages = await loadPages(wanted.slice(at, at + textsAtOnce), {
      writing,
      read,
      saidBy,
    });
    for (const page of pages) {
      const { from, file, bytes } = page;
      const before = from === undefined || from === file ? {} : { from };
      if (bytes === undefined && from !== undefined) {
        skipped.push({
          key: from,
          reason: 'Its text could not be read from the repository',
        });
        continue;
      }
      const written = writePage(page, paths);
      if (written.problem !== null) skipped.push({ key: file, reason: written.problem });
      if (bytes === undefined || !written.bytes.equals(bytes))
        changes.push({
          kind: 'text',
          path: file,
          bytes: written.bytes,
          ...before,
        });
      else if (from !== undefined && from !== file) changes.push({ kind: 'move', path: file, from });
    }
  }
  return { changes, skipped };
}

const textsAtOnce = 100;

const isMoved = ({ former, paths }: Places, id: string) => former.get(id) !== paths.get(id);

/** Whether a member that its file says has changed. */
function hasChanged(entry: EntryState, state: FolderSource['state']): boolean {
  const { documentId, title, slug: ownName, attributes } = entry;
  const isSame = documentId === state.documentId && title === state.title && ownName === state.slug;
  return !isSame || JSON.stringify(attributes) !== JSON.stringify(state.attributes);
}

async function loadPages(
  entries: readonly EntryState[],
  { writing: { sources, places }, read, saidBy }: { writing: Writing; read: FolderReaders; saidBy: TitleSource },
): Promise<PageToWrite[]> {
  const ids = entries.map(({ id }) => id);
  const listed = entries.flatMap(({ id, documentId }) => [documentId, sources.get(id)?.state.documentId ?? null]);
  const [blobs, texts, links] = await Promise.all([
    read.blobs(ids.flatMap((id) => places.former.get(id) ?? [])),
    read.texts([...new Set(listed)].filter((id) => id !== null)),
    read.links(ids),
  ]);
  return entries.map((entry) => {
    const state = sources.get(entry.id)?.state;
    const from = places.former.get(entry.id);
    const file = places.paths.get(entry.id) ?? '';
    const formerMarkdown = state && (state.documentId === null ? '' : texts.get(state.documentId));
    const markdown = entry.documentId === null ? '' : (texts.get(entry.documentId) ?? '');
    const bytes = from === undefined ? undefined : blobs.get(from);
    return {
      entry,
      state,
      markdown,
      formerMarkdown,
      links: links.get(entry.id) ?? [],
      from,
      file,
      bytes,
      said: saidBy(file),
    };
  });
}

type TitleSource = (file: string) => PageToWrite['said'];

function createTitles({ folder: { root }, places }: Writing): TitleSource {
  const names = siblingNames(places.all.filter(isPagePath));
  return (file) => {
    const naming = namingPath(file, root);
    return {
      isListed: false,
      byPath: naming === null ? '' : titleFromPath(naming, names),
    };
  };
}

function linkPaths({ folder, entries, places }: Writing): LinkPaths {
  const includes = new Map<string, string>();
  for (const { id, kind, title } of entries) {
    const path = kind === 'reusable-content' ? places.paths.get(id) : undefined;
    if (path === undefined) continue;
    for (const name of [id, slug(stemOf(path)), slug(title)]) if (!includes.has(name)) includes.set(name, path);
  }
  return {
    pathOf: (id) => places.paths.get(id),
    formerPathOf: (id) => places.former.get(id),
    locate: lazily(() => createLocator(places.all, folder.root)),
    formerLocate: lazily(() => createLocator(folder.paths, folder.root)),
    includePath: (url) => includes.get(includeName(url)) ?? includes.get(/rc_[\w-]{20}/.exec(url)?.[0] ?? ''),
  };
}

/** A resolver that is made when it is needed first. */
function lazily(create: () => Locate): Locate {
  let made: Locate | undefined;
  return (from, url) => (made ??= create())(from, url);
}

/** Files with new bytes or names. */
function fileChanges(
  entries: readonly EntryState[],
  sources: Writing['sources'],
  { former, paths }: Places,
): FileChange[] {
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

function sourcesAfter({ folder: { root }, entries, sources, places }: Writing): FolderSource[] {
  const counts = new Map<string | null, number>();
  return entries.flatMap((entry): FolderSource[] => {
    const { id, kind, parentId } = entry;
    const place = counts.get(parentId) ?? 0;
    if (kind === 'page') counts.set(parentId, place + 1);
    const path = places.paths.get(id);
    const key = path === undefined ? sources.get(id)?.key : keyIn(root, { kind, path });
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
