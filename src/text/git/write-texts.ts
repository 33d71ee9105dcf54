import { slug } from 'github-slugger';
import { createYielder } from '../../lib/in-turns.ts';
import type { EntryState } from '../content/changes.ts';
import { createLocator, type Locate } from '../imports/links/locator.ts';
import type { ImportNote } from '../imports/import-tree.ts';
import { titleFromPath, namingPath } from '../imports/tree/page-names.ts';
import { siblingNames } from '../imports/tree/sibling-names.ts';
import { isPagePath, stemOf } from '../imports/unpack/source-path.ts';
import { includeName } from '../markdown/include-name.ts';
import type { FileChange, FolderReaders, FolderSource } from './folder.ts';
import type { PageToWrite } from './page-to-write.ts';
import type { Places } from './place-files.ts';
import type { LinkPaths } from './rewrite-links.ts';
import { writePage } from './write-page.ts';
import type { Writing } from './writing.ts';

interface WrittenTexts {
  readonly changes: readonly FileChange[];
  readonly skipped: readonly ImportNote[];
}

/** Writes the files of pages and reusable contents that have changed or moved, or have links to such. `listed` names pages with a title elsewhere. */
export async function writeTexts(
  writing: Writing,
  listed: ReadonlySet<string>,
  read: FolderReaders,
): Promise<WrittenTexts> {
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
  const saidBy = createTitles(writing, listed);
  // A first export parses each page.
  const yieldIfDue = createYielder();
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
      await yieldIfDue();
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
      said: saidBy(entry.id, file),
    };
  });
}

type TitleSource = (id: string, file: string) => PageToWrite['said'];

function createTitles({ folder: { root }, places }: Writing, listed: ReadonlySet<string>): TitleSource {
  const names = siblingNames(places.all.filter(isPagePath));
  return (id, file) => {
    const naming = namingPath(file, root);
    return {
      isListed: listed.has(id),
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
  const former = new Set(folder.paths);
  return {
    pathOf: (id) => places.paths.get(id),
    formerPathOf: (id) => places.former.get(id),
    locate: lazily(() => createLocator(places.all, folder.root)),
    formerLocate: lazily(() => createLocator(folder.paths, folder.root)),
    isFile: (path) => former.has(path),
    includePath: (url) => includes.get(includeName(url)) ?? includes.get(/rc_[\w-]{20}/.exec(url)?.[0] ?? ''),
  };
}

/** A resolver that is made when it is needed first. */
function lazily(create: () => Locate): Locate {
  let made: Locate | undefined;
  return (from, url) => (made ??= create())(from, url);
}
