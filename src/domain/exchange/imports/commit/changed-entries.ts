import type { ContentState } from '../../../../db/content/states.ts';
import { findContentType, unknownMediaType } from '../../../../lib/media-types.ts';
import { storedTextOf, type EntryState, type LinkState } from '../../../../text/content/changes.ts';
import type { PageAttributes } from '../../../../text/content/fields.ts';
import { readChanges, type ChangedPage } from '../../../../text/git/read-changes.ts';
import type { ImportNote } from '../../../../text/imports/import-tree.ts';
import type { ContentReference } from '../../../../text/rich-text/content-reference.ts';
import { isPagePath, readName, relativePath } from '../../../../text/imports/unpack/source-path.ts';
import type { Context } from '../../../core/context.ts';
import { listSourcesByKey, type EarlierSource } from '../queries.ts';
import { resolveChangedLinks, type ChangedEntry, type ChangedLinks } from './changed-links.ts';
import { sourceName } from './earlier-import.ts';
import { storeFiles } from './store-files.ts';

/** A folder that was imported, and files in it that have other bytes since. No file was added, removed or renamed. */
export interface ChangedFolder {
  readonly importId: string;
  /** The line of history whose sources count alone. */
  readonly line?: string | undefined;
  /** Folder to which the keys of the import are relative. */
  readonly root: string;
  /** The paths of all files of the folder. */
  readonly paths: readonly string[];
  readonly changed: ReadonlyMap<string, ChangedBytes>;
}

interface ChangedBytes {
  readonly bytes: Buffer;
  /** The bytes that were imported, where they are known. */
  readonly former?: Buffer | undefined;
}

/** The entries that an import of changed files alone would write. */
export interface ChangedEntries {
  readonly entries: readonly WantedEntry[];
  readonly links: readonly LinkState[];
  readonly warnings: readonly ImportNote[];
}

/** An entry as its file says it; apart from the position, which the file does not say. */
export interface WantedEntry {
  readonly source: EarlierSource;
  readonly entry: Omit<EntryState, 'position'>;
  /** The text of a page, and the anchors that links to it may name. */
  readonly text: { readonly markdown: string; readonly anchors: readonly string[] | null } | null;
}

interface ChangedFile extends ChangedBytes {
  readonly path: string;
  readonly source: EarlierSource;
}

/**
 * Reads changed files of a folder without any other file. Null when the folder must be imported as a whole, because its tree or another page
 * may change, too.
 */
export async function loadChangedEntries(
  ctx: Context,
  head: ContentState,
  folder: ChangedFolder,
): Promise<ChangedEntries | null> {
  const files = await findSources(ctx, head, folder);
  if (files === null) return null;
  const { paths, root, importId, line } = folder;
  const pages = files.filter(({ source }) => source.kind === 'page');
  const texts = await loadFormer(ctx, pages);
  const read = readChanges({
    paths,
    root,
    changed: pages.map(({ path, bytes, former, source: { state } }) => {
      return { path, bytes, title: state.title, former: former ?? texts.get(state.documentId ?? '') ?? '' };
    }),
  });
  if (read === null) return null;
  const byPath = new Map(files.map((file) => [file.path, file.source]));
  const changed = read.pages.map((page) => ({ page, entryId: byPath.get(page.path)?.entryId ?? '' }));
  const resolved = await resolveChangedLinks(ctx, head, { importId, line, root, locate: read.locate, changed });
  if (resolved === null) return null;
  const wanted = changed.map((entry) => pageEntry(entry, byPath.get(entry.page.path), resolved));
  if (wanted.includes(null)) return null;
  return {
    entries: [...wanted.filter((one) => one !== null), ...(await fileEntries(ctx, files))],
    links: resolved.links,
    warnings: read.pages.flatMap(({ path, source }) =>
      (source.warnings ?? []).map((reason) => ({ key: relativePath(root, path), reason })),
    ),
  };
}

/** The sources of all changed files; null when one of them was no source. */
async function findSources(ctx: Context, head: ContentState, folder: ChangedFolder): Promise<ChangedFile[] | null> {
  const keys = new Map([...folder.changed.keys()].map((path) => [path, relativePath(folder.root, path)]));
  const sources = await listSourcesByKey(ctx.sql, head, folder, [...keys.values()]);
  const byName = new Map(sources.map((source) => [sourceName(source.kind, source.key), source]));
  const files = [...folder.changed].flatMap(([path, bytes]): ChangedFile[] => {
    const source = byName.get(sourceName(isPagePath(path) ? 'page' : 'file', keys.get(path) ?? ''));
    return source ? [{ ...bytes, path, source }] : [];
  });
  return files.length < folder.changed.size ? null : files;
}

async function loadFormer(ctx: Context, pages: readonly ChangedFile[]): Promise<Map<string, string>> {
  const ids = pages.flatMap(({ former, source }) => (former ? [] : (source.state.documentId ?? [])));
  const texts = await ctx.loaders.storedText.loadMany(ids);
  return new Map(texts.flatMap((text) => (text && 'markdown' in text ? [[text.id, text.markdown] as const] : [])));
}

/** The entry of a changed page; null when its cover is no part of the space. */
function pageEntry(changed: ChangedEntry, source: EarlierSource | undefined, links: ChangedLinks): WantedEntry | null {
  if (!source) throw new Error(`There is no source of ${changed.page.path}`);
  const { page } = changed;
  const { markdown, facts } = page.source;
  const attributes = attributesWith(source.state.attributes, changed, links);
  if (attributes === null) return null;
  const documentId = storedTextOf(markdown)?.id ?? null;
  const entry = {
    ...source.state,
    id: source.entryId,
    kind: 'page',
    title: page.title,
    documentId,
    attributes,
  } as const;
  return { source, entry, text: documentId === null ? null : { markdown, anchors: facts.linkable } };
}

/** The attributes of a page with those that its file says otherwise than before. */
function attributesWith(former: PageAttributes, changed: ChangedEntry, links: ChangedLinks): PageAttributes | null {
  const { fields } = changed.page;
  const attributes: Record<string, unknown> = { ...former, ...fields };
  if ('cover' in fields) {
    const cover = coverOf(changed.page, (url) => referenceOf(links.resolve(changed, url)));
    if (cover === null) return null;
    attributes['cover'] = cover;
  }
  return JSON.parse(JSON.stringify(attributes)) as PageAttributes;
}

function coverOf({ source: { matter } }: ChangedPage, toReference: (url: string) => ContentReference | null) {
  const { cover } = matter;
  if (!cover) return undefined;
  const [ref, refDark] = [toReference(cover.url), cover.dark === undefined ? undefined : toReference(cover.dark)];
  return ref === null || refDark === null ? null : { ref, ...(refDark && { refDark }), yPos: cover.yPos };
}

function referenceOf(target: ReturnType<ChangedLinks['resolve']>): ContentReference | null {
  if (target === null) return null;
  const { url, kind, targetId, anchor } = target;
  if (targetId === null) return { kind: 'url', url };
  if (kind === 'file') return { kind: 'file', file: targetId };
  return anchor === null ? { kind: 'page', page: targetId } : { kind: 'anchor', page: targetId, anchor };
}

async function fileEntries(ctx: Context, files: readonly ChangedFile[]): Promise<WantedEntry[]> {
  const changed = files.filter(({ source }) => source.kind === 'file');
  const stored = await storeFiles(
    ctx,
    changed.map(({ path, bytes, source: { key } }) => {
      const contentType = findContentType(path) ?? unknownMediaType;
      return { key, name: readName(path), contentType, body: bytes };
    }),
  );
  return changed.flatMap(({ source }, at): WantedEntry[] => {
    const file = stored[at];
    if (!file) return [];
    const { contentType: type, blobHash } = file;
    return [{ source, entry: { ...source.state, id: source.entryId, kind: 'file', type, blobHash }, text: null }];
  });
}
