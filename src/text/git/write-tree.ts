import { isDeepStrictEqual } from 'node:util';
import { createYielder } from '../../lib/in-turns.ts';
import type { EntryState } from '../content/changes.ts';
import type { ImportNote } from '../imports/import-tree.ts';
import { createLocator } from '../imports/links/locator.ts';
import { editSummary, type ListedEntry } from './edit-summary.ts';
import type { FileChange, FolderReaders, FolderSource } from './folder.ts';
import { isInFolderOrder, isSameFolder } from './folder-order.ts';
import { listEntries } from './list-entries.ts';
import { listReordered } from './list-reordered.ts';
import { readLayout } from './read-layout.ts';
import { readRaw, writeRaw, type RawText } from './raw-text.ts';
import { planLines, readSummaryLines, type PlannedLine, type SummaryFile, type SummaryLine } from './summary-lines.ts';
import type { Writing } from './writing.ts';

/** How the tree of a space is written. */
export interface WrittenTree {
  readonly changes: readonly FileChange[];
  readonly skipped: readonly ImportNote[];
  /** Pages that a table of contents lists with their titles. */
  readonly listed: ReadonlySet<string>;
  /** Keys of pages without files, as an import of the folder has them; null where these are as before. */
  readonly keys: ReadonlyMap<string, string> | null;
}

/**
 * Writes the order and the place of pages into the lines of SUMMARY.md. A folder without one gets it once folders do not express the tree
 * any more.
 */
export async function writeTree(writing: Writing, read: FolderReaders): Promise<WrittenTree> {
  const { folder, entries, sources, places } = writing;
  const pages = entries.filter(({ kind }) => kind === 'page');
  const yieldIfDue = createYielder();
  const layout = await readLayout(folder.paths, read);
  await yieldIfDue();
  const summary = layout.summary?.path;
  const changed = changedPlaces(pages, writing);
  const renamed = pages.filter((page) => !places.paths.has(page.id) && !isSameFolder(page, writing));
  const gone = [...sources.values()].filter(({ kind, entryId }) => kind === 'page' && !writing.present.has(entryId));
  if (summary === undefined) {
    const hasSeveral = (layout.summaries ?? []).length > 0;
    if (hasSeveral) return { ...nothing, skipped: changed.length > 0 ? [severalNote] : [] };
    return (await isByFolders(writing, { changed: [...changed, ...renamed], gone }, read))
      ? nothing
      : createSummary(writing, pages);
  }
  const raw = readRaw((await read.blobs([summary])).get(summary) ?? Buffer.alloc(0));
  const keys = new Map(folder.sources.flatMap(({ kind, key, entryId }) => (kind === 'page' ? [[key, entryId]] : [])));
  const file = summaryFile(writing, { path: summary, text: raw?.text ?? '', paths: places.former, all: folder.paths });
  const lines = raw && readSummaryLines(file, (key) => keys.get(key));
  const listed = new Set(lines?.map(({ id }) => id));
  // It lists no page, so folders order them.
  if (lines?.length === 0) {
    const isSaid = await isByFolders(writing, { changed: [...changed, ...renamed], gone }, read);
    return { ...nothing, skipped: isSaid ? [] : [{ key: summary, reason: 'It lists no page, and was not changed' }] };
  }
  if (changed.length === 0 && gone.length === 0 && !retitled(pages, writing)) return { ...nothing, listed };
  if (!raw || !lines)
    return {
      ...nothing,
      listed,
      skipped: [{ key: summary, reason: 'Two of its entries are on one line, so that it was not changed' }],
    };
  const wanted = listEntries({ pages, sources, places, lines, path: summary, root: folder.root });
  const text = editedSummary(writing, { path: summary, text: raw.text, lines, wanted });
  return {
    ...written(writing, { path: summary, raw, text, pages }),
    listed: new Set(wanted.map(({ id }) => id)),
  };
}

interface SummaryEdit {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly SummaryLine[];
  readonly wanted: readonly ListedEntry[];
}

/** The edited table of contents. Where its lines cannot stay as they are, they are indented anew if that says the tree. */
function editedSummary(writing: Writing, { path, text, lines, wanted }: SummaryEdit): string {
  const { places } = writing;
  const listed = new Set(places.paths.values());
  const toShape = (depth: number, own: string | undefined) =>
    `${depth} ${own !== undefined && listed.has(own) ? own : ''}`;
  const depths = new Map<string | null, number>([[null, 0]]);
  const shape = wanted.map(({ id, parentId }) => {
    const depth = depths.get(parentId) ?? 0;
    depths.set(id, depth + 1);
    return toShape(depth, places.paths.get(id));
  });
  const says = (edited: string) => {
    const file = summaryFile(writing, { path, text: edited, paths: places.paths, all: places.all });
    return isDeepStrictEqual(
      planLines(file).map((line) => toShape(depthOf(line), line.path)),
      shape,
    );
  };
  const edited = editSummary(text, lines, wanted);
  if (says(edited)) return edited;
  const anew = editSummary(text, lines, wanted, true);
  return says(anew) ? anew : edited;
}

const depthOf = ({ parent }: PlannedLine): number => (parent === null ? 0 : depthOf(parent) + 1);

const nothing: WrittenTree = { changes: [], skipped: [], listed: new Set(), keys: null };

const severalNote: ImportNote = { key: 'SUMMARY.md', reason: 'There are several of them, and none was changed' };

/** Whether a folder needs no table of contents: nothing has moved, or its folders express the changed parts of the tree. */
async function isByFolders(writing: Writing, { changed, gone }: TreeChanges, read: FolderReaders): Promise<boolean> {
  if (changed.length === 0 && gone.length === 0) return true;
  const yieldIfDue = createYielder();
  // The pages that are left may all be in one folder, which would be taken for that of all pages.
  const { root } = await readLayout(writing.places.all, read);
  await yieldIfDue();
  if (root !== (await readLayout(writing.folder.paths, read)).root) return false;
  await yieldIfDue();
  const former = changed.flatMap(({ id }) => writing.sources.get(id)?.state.parentId ?? []);
  const isAtTop = changed.some(({ id }) => writing.sources.get(id)?.state.parentId === null);
  const left = [...former, ...(isAtTop ? [null] : []), ...gone.map(({ state }) => state.parentId)];
  const isThere = (id: string | null) => id === null || writing.present.has(id);
  const parents = new Set([...changed.map(({ parentId }) => parentId), ...left.filter(isThere)]);
  if (await isInFolderOrder(writing, { changed, parents }, read)) return true;
  // Where something else than folders orders the pages, it does so without those that have gone.
  return changed.length === 0 && !(await isInFolderOrder(asRead(writing), { changed, parents }, read));
}

interface TreeChanges {
  readonly changed: readonly EntryState[];
  readonly gone: readonly FolderSource[];
}

/** The folder as it was before any change. */
function asRead({ folder, sources, places }: Writing): Writing {
  const entries = folder.sources
    .toSorted((one, other) => one.place - other.place)
    .map(({ kind, entryId, state }): EntryState => ({ ...state, id: entryId, kind, position: '' }));
  const folders = new Map(
    folder.sources.flatMap(({ entryId, key }) =>
      key.endsWith('/') ? [[entryId, `${folder.root}${key}`] as const] : [],
    ),
  );
  const former = { ...places, paths: places.former, folders, all: folder.paths };
  return { folder, entries, sources, places: former, present: new Set(entries.map(({ id }) => id)) };
}

/** The pages that were added, moved, or stand in another order than before. */
function changedPlaces(pages: readonly EntryState[], { sources, places }: Writing): EntryState[] {
  const isElsewhere = ({ id, parentId }: EntryState) => {
    const source = sources.get(id);
    return !source || source.state.parentId !== parentId || places.former.get(id) !== places.paths.get(id);
  };
  const others = pages.filter((page) => !isElsewhere(page));
  const reordered = listReordered(others, (id) => sources.get(id)?.place ?? 0);
  return pages.filter((page) => isElsewhere(page) || reordered.has(page.id));
}

/** Whether a page has a title, a target or a visibility that a table of contents may say. */
const retitled = (pages: readonly EntryState[], { sources }: Writing): boolean =>
  pages.some(({ id, title, attributes }) => {
    const state = sources.get(id)?.state;
    return (
      title !== state?.title ||
      attributes.hidden !== state.attributes.hidden ||
      !isDeepStrictEqual(attributes.target, state.attributes.target)
    );
  });

function createSummary(writing: Writing, pages: readonly EntryState[]): WrittenTree {
  const { folder, places } = writing;
  const path = `${folder.root}SUMMARY.md`;
  const wanted = listEntries({ pages, sources: new Map(), places, lines: [], path, root: folder.root });
  const text = editSummary('# Table of contents\n\n', [], wanted);
  const raw = { text: '', mark: 'none' } as const;
  return { ...written(writing, { path, raw, text, pages }), listed: new Set(wanted.map(({ id }) => id)) };
}

interface NewSummary {
  readonly path: string;
  readonly raw: RawText;
  readonly text: string;
  readonly pages: readonly EntryState[];
}

/** The change of a table of contents, and the keys that an import would give its pages. */
function written(writing: Writing, { path, raw, text, pages }: NewSummary): Omit<WrittenTree, 'listed'> {
  const planned = planLines(summaryFile(writing, { path, text, paths: writing.places.paths, all: writing.places.all }));
  const byKey = new Map([...writing.places.paths].map(([id, own]) => [own, id]));
  const open = pages.filter(({ id }) => !writing.places.paths.has(id));
  const keys = new Map<string, string>();
  for (const { key, kind, title, path: own } of planned) {
    if (own !== undefined && byKey.has(own)) continue;
    const at = open.findIndex(
      (page) => page.title.replaceAll(/\s+/g, ' ').trim() === title && (page.type === 'link') === (kind === 'link'),
    );
    const [page] = at < 0 ? [] : open.splice(at, 1);
    if (page) keys.set(page.id, key);
  }
  const lost = open.map((page) => ({
    key: page.title,
    reason: `${path} cannot list it: ${page.type === 'group' ? 'a group without pages' : 'it has no file'}`,
  }));
  const bytes = writeRaw({ ...raw, text });
  return { changes: text === raw.text ? [] : [{ kind: 'text', path, bytes }], skipped: lost, keys };
}

interface SummaryAt {
  readonly path: string;
  readonly text: string;
  readonly paths: ReadonlyMap<string, string>;
  readonly all: readonly string[];
}

function summaryFile(
  { folder: { root }, entries, sources }: Writing,
  { path, text, paths, all }: SummaryAt,
): SummaryFile {
  const read = [...sources.values()].flatMap(({ kind, entryId }) => (kind === 'page' ? [entryId] : []));
  const pageIds = new Set([...read, ...entries.flatMap(({ kind, id }) => (kind === 'page' ? [id] : []))]);
  const pages = new Set([...paths].flatMap(([id, own]) => (pageIds.has(id) ? [own] : [])));
  return { text, path, root, pages, locate: createLocator(all, root) };
}
