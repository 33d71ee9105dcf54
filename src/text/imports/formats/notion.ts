import { addToList } from '../../../lib/add-to-list.ts';
import { isSystemFile } from '../unpack/archive-layout.ts';
import { findContentType, extensionOf } from '../../../lib/media-types.ts';
import type { HtmlRoot } from '../../markdown/html-tree.ts';
import type { FrontMatter } from '../../markdown/front-matter.ts';
import { createLocator, type Locate } from '../links/locator.ts';
import { readPages, type ReadOptions } from './read-pages.ts';
import type { SourceContent } from './source-content.ts';
import { DomainError } from '../../../lib/errors.ts';
import type { ImportNote } from '../import-tree.ts';
import { importRefused } from '../refusal.ts';
import { readHtmlPage, readMarkdownPage, type SourcePage } from './source-page.ts';
import { headOf } from '../unpack/head-of.ts';
import { readFolder, isHtmlPath, isPagePath } from '../unpack/source-path.ts';
import { decodeText } from '../unpack/text.ts';
import { type ArchiveEntry, type ArchiveFiles, entryAt, readZip } from '../unpack/zip.ts';
import { databasePage, type RowTargets, type TitledPage } from './notion-database.ts';
import { cleanNotionPaths, hasNotionId, listViews } from './notion-names.ts';
import { pickArticle, readFields } from './notion-html.ts';
import { withBoxes, withFormulas, withProperties } from './notion-markdown.ts';
import { planNotion } from './notion-plan.ts';

export const expectedNotion = 'Expected a Notion export, as Markdown and CSV or as HTML (.zip)';

/**
 * Reads a Notion export. Removes ids from names, nests pages below the page of their folder in the order of
 * its links, and converts databases to tables. Throws import_refused for other archives.
 */
export async function readNotion(archive: readonly ArchiveEntry[], options: ReadOptions): Promise<SourceContent> {
  const { entries: parts, notes: damaged } = await unpack(archive, options);
  const unpacked = parts.filter(({ path }) => !isSystemFile(path) && !isList(path));
  const views = listViews(unpacked.map(({ path }) => path));
  const entries = unpacked.filter(({ path }) => !views.has(path));
  if (!entries.some(({ path }) => hasNotionId(path)))
    throw importRefused(`${expectedNotion}: the file names of its pages end in 32 hexadecimal digits`);
  const clean = cleanNotionPaths(unpacked.map(({ path }) => path));
  const locate = locateCleaned(clean);
  const readPath = (path: string) => clean.get(path) ?? path;
  const pagesTitled = titledPages(entries, readPath);
  const pages = entries.filter(({ path }) => isPagePath(path) || isDatabase(path));
  const { sources: read, notes } = await readPages(pages, options, (entry) =>
    readPage(entry, readPath(entry.path), { locate, pagesTitled }),
  );
  const sources = new Map([...read.values()].map((source) => [source.path, source]));
  if (sources.size === 0) throw importRefused(`${expectedNotion}, but the archive contains no page`);
  const planned = planNotion(sources, locate);
  return {
    ...options,
    sources,
    entries: entries.filter(({ path }) => !isDatabase(path)).map((entry) => entryAt(readPath(entry.path), entry)),
    notes: [...damaged, ...notes.map((note) => ({ ...note, key: readPath(note.key) }))],
    isWanted: (path) => findContentType(path) !== undefined,
    plan: () => ({ root: '', pages: planned, locate, missing: [], skipReason: 'It is not part of the tree' }),
  };
}

interface Unpacked {
  readonly entries: readonly ArchiveEntry[];
  /** The nested archives that cannot be read. */
  readonly notes: readonly ImportNote[];
}

/** Unpacks nested archives. The export of a workspace is an archive of archives. One that is damaged costs only its own pages. */
async function unpack(archive: readonly ArchiveEntry[], { limits }: ReadOptions): Promise<Unpacked> {
  const parts = archive.filter(({ path }) => extensionOf(path) === 'zip' && !isSystemFile(path));
  if (parts.length === 0 || archive.some(({ path }) => isPagePath(path) && hasNotionId(path)))
    return { entries: archive, notes: [] };
  const inner: ArchiveEntry[] = [];
  const notes: ImportNote[] = [];
  // One at a time to limit memory, because each may be as large as the outer archive.
  for (const part of parts.slice(0, maxParts)) {
    const files = await readPart(part, limits);
    if ('reason' in files) {
      notes.push({ key: part.path, reason: files.reason });
      continue;
    }
    // Parts of one export repeat pages.
    const known = new Set(inner.map(({ path }) => path));
    inner.push(...files.entries.filter(({ path }) => !known.has(path)));
    notes.push(...files.leftOut);
    if (inner.reduce((sum, entry) => sum + entry.body.length, 0) > maxInnerBytes)
      throw importRefused(`The nested archives expand to more than ${maxInnerBytes} bytes`);
  }
  if (inner.length === 0 && notes[0]) throw importRefused(notes[0].reason);
  return { entries: inner, notes };
}

/** Reads a nested archive, or returns the reason why it cannot be read. */
async function readPart(
  part: ArchiveEntry,
  limits: ReadOptions['limits'],
): Promise<ArchiveFiles | { readonly reason: string }> {
  try {
    return await readZip(part.body, limits);
  } catch (error) {
    if (error instanceof DomainError && error.type === 'import_refused') return { reason: error.message };
    throw error;
  }
}

const maxParts = 20;
const maxInnerBytes = 100 * 1024 * 1024;

/** Whether the file is the list of all pages in an HTML export. */
const isList = (path: string) => /(?:^|\/)index\.html$/.test(path);

const isDatabase = (path: string) => extensionOf(path) === 'csv' && hasNotionId(path);

function readPage({ path, body }: ArchiveEntry, clean: string, targets: RowTargets) {
  if (isDatabase(path)) {
    const { markdown, warnings } = databasePage(decodeText({ body, name: path }), clean, targets);
    const page = readMarkdownPage(clean, markdown);
    return { ...page, warnings: [...(page.warnings ?? []), ...warnings] };
  }
  if (isHtmlPath(path)) return readArticle(clean, decodeText({ body, name: path, html: true }));
  const markdown = decodeText({ body, name: path }).replaceAll('\r\n', '\n');
  return readMarkdownPage(clean, withFormulas(withBoxes(withProperties(markdown, clean, targets.locate))));
}

/**
 * Finds the pages of a folder by their heading. Notion shortens the names of files and leaves out characters, but not in the
 * heading of the page.
 */
function titledPages(entries: readonly ArchiveEntry[], readPath: (path: string) => string): RowTargets['pagesTitled'] {
  const pages = new Map<string, TitledPage[]>();
  const read = once(() => {
    for (const entry of entries) {
      const { path } = entry;
      if (!isPagePath(path) || isHtmlPath(path)) continue;
      const head = headOf(entry, maxHead);
      const heading = /^#[ \t]+(.{1,1000})/.exec(head)?.[1];
      if (heading === undefined) continue;
      const key = `${readFolder(readPath(path))}${titleKey(heading)}`;
      const page = { path: readPath(path), lines: new Set(head.split(/\r?\n/)) };
      addToList(pages, key, page);
    }
  });
  return (folder, title) => {
    read();
    return pages.get(`${folder}${titleKey(title)}`) ?? [];
  };
}

/** Bytes in which the heading and the properties of a page stand. */
const maxHead = 4_096;

const titleKey = (title: string) =>
  title
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

/** Resolves links, which use archive paths, to the cleaned paths of pages. */
function locateCleaned(clean: ReadonlyMap<string, string>): Locate {
  const original = new Map([...clean].map(([path, name]) => [name, path]));
  const byId = new Map([...clean].map(([path, name]) => [idOf(path), name]));
  byId.delete('');
  const locate = createLocator([...clean.keys()], '');
  const made = createLocator([...clean.values()], '');
  return (from, url) => {
    const own = byId.get(idOfAddress(url));
    if (own !== undefined) return { kind: 'inside', path: own };
    const location = locate(original.get(from) ?? from, url);
    if (location.kind === 'nowhere') return made(from, url);
    if (location.kind !== 'inside') return location;
    return { ...location, path: clean.get(location.path) ?? location.path };
  };
}

/** The id at the end of the name of a page or database; empty for other files. */
const idOf = (path: string) =>
  isPagePath(path) || isDatabase(path)
    ? (/[\da-f]{32}(?=(?:_all)?\.\w{1,8}$)/i.exec(path)?.[0].toLowerCase() ?? '')
    : '';

/** The id of the page to which an address of Notion leads; empty for other addresses. */
const idOfAddress = (url: string) =>
  (
    /^https:\/\/(?:[\w-]{1,60}\.)?notion\.(?:so|site)\/[^?#]{0,500}?([\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[?#]|$)/i.exec(
      url,
    )?.[1] ?? ''
  )
    .replaceAll('-', '')
    .toLowerCase();

/** Reads a page of the export in HTML. Its icon, its cover and its description are fields of the page. */
function readArticle(path: string, html: string): SourcePage {
  let fields: Partial<FrontMatter> = {};
  const pick = (page: HtmlRoot) => {
    fields = readFields(page);
    return pickArticle(page);
  };
  const source = readHtmlPage(path, html, { pick });
  return { ...source, matter: { ...source.matter, ...fields } };
}
