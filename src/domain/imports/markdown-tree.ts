import { setImmediate } from 'node:timers/promises';
import { findLayout, isHiddenPath, isRubbish } from './archive-layout.ts';
import { contentTypeOf } from './content-type.ts';
import type { ImportedFile, ImportedPage, ImportNote, ImportTree } from './import-tree.ts';
import { type ImportLimits, importLimits } from './limits.ts';
import { buildPages, outlinePaths } from './page-builder.ts';
import { importRefused, quote } from './refusal.ts';
import { readHtmlSource, readMarkdownSource, type Source } from './source.ts';
import { isHtmlPath, isPagePath, nameOf, relativePath } from './source-path.ts';
import { decodeText } from './text.ts';
import { planTree } from './tree-plan.ts';
import type { ArchiveEntry } from './zip.ts';

/** How large a tree may be, and when to stop. */
export interface TreeOptions {
  readonly limits?: ImportLimits;
  /** Looked at before each page; an aborted import is refused. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Builds the pages and files of a tree of Markdown and HTML files, in the order of its SUMMARY.md or else of its folders.
 * Throws import_refused for a tree without a page, for pages that are no text or too many, and when aborted.
 */
export async function buildMarkdownTree(
  entries: readonly ArchiveEntry[],
  { limits = importLimits, signal }: TreeOptions = {},
): Promise<ImportTree> {
  const kept = entries.filter(({ path }) => !isRubbish(path));
  const layout = findLayout(kept);
  const isPage = ({ path }: ArchiveEntry) => isPagePath(path) && path !== layout.summary?.path;
  const { sources, notes } = await readSources(kept.filter(isPage), { limits, signal });
  if (sources.size === 0) throw noPage();
  const { files, skipped } = sortFiles(kept, limits);
  for (const { key, ...file } of [...sources.values()].flatMap((source) => source.files))
    files.set(key, { key, ...file });
  const paths = [...kept.map(({ path }) => path), ...files.keys()];
  const plan = planTree({ entries: kept, layout, sources, paths });
  const referenced = new Set<string>();
  const making = { ...plan, sources, referenced, files: new Set(files.keys()) };
  const pages = buildPages(making, plan.outline);
  const present = new Set(outlinePaths(plan.outline));
  const leftOut = [...sources.keys()].filter((path) => !present.has(path));
  for (const key of leftOut) notes.push({ key, reason: plan.leftOut });
  const { taken, unwanted } = pickFiles(files, referenced);
  return finish({
    pages,
    files: taken,
    sources: [...sources.values()].filter(({ path }) => present.has(path)),
    skipped: [...notes, ...skipped, ...unwanted],
    missing: plan.missing,
    toKey: (path) => relativePath(plan.root, path),
  });
}

const noPage = () => importRefused('The archive holds no Markdown or HTML page (.md, .markdown, .mdx, .html, .htm)');

async function readSources(
  entries: readonly ArchiveEntry[],
  { limits, signal }: { limits: ImportLimits; signal: AbortSignal | undefined },
): Promise<{ sources: Map<string, Source>; notes: ImportNote[] }> {
  const sources = new Map<string, Source>();
  const notes: ImportNote[] = [];
  let textBytes = 0;
  for (const { path, body } of entries) {
    if (isHiddenPath(path)) {
      notes.push({ key: path, reason: 'It lies in a hidden folder' });
      continue;
    }
    if (body.length > limits.maxDocumentBytes) {
      notes.push({ key: path, reason: `It is larger than ${limits.maxDocumentBytes} bytes` });
      continue;
    }
    textBytes += body.length;
    if (textBytes > limits.maxTextBytes)
      throw importRefused(`The pages have more than ${limits.maxTextBytes} bytes together`);
    // Parsing blocks: others get their turn between two pages.
    await setImmediate();
    if (signal?.aborted) throw importRefused(`The import took too long; it got to ${quote(path)}`);
    sources.set(path, readSource(path, body));
  }
  return { sources, notes };
}

const readSource = (path: string, body: Buffer): Source =>
  isHtmlPath(path)
    ? readHtmlSource(path, decodeText({ body, name: path, html: true }))
    : readMarkdownSource(path, decodeText({ body, name: path }));

/** Everything of an archive that is no page: what may come along, by archive path, and what may not. */
function sortFiles(entries: readonly ArchiveEntry[], limits: ImportLimits) {
  const files = new Map<string, ImportedFile>();
  const skipped: ImportNote[] = [];
  for (const { path, body } of entries) {
    if (isPagePath(path) || nameOf(path) === '.gitbook.yaml') continue;
    if (body.length > limits.maxFileBytes) {
      skipped.push({ key: path, reason: `It is larger than ${limits.maxFileBytes} bytes` });
      continue;
    }
    const contentType = contentTypeOf(path) ?? 'application/octet-stream';
    files.set(path, { key: path, name: nameOf(path), contentType, body });
  }
  return { files, skipped };
}

/** Takes the files that pages refer to, and of the others those of a known type in open folders. */
function pickFiles(files: ReadonlyMap<string, ImportedFile>, referenced: ReadonlySet<string>) {
  const taken: ImportedFile[] = [];
  const unwanted: ImportNote[] = [];
  for (const [path, file] of files) {
    const isWanted = contentTypeOf(path) !== undefined && !isHiddenPath(path);
    if (isWanted || referenced.has(path)) taken.push(file);
    else unwanted.push({ key: path, reason: 'It is no page, and no page refers to it' });
  }
  return { taken, unwanted };
}

/** Everything under its key. */
function finish(parts: {
  pages: readonly ImportedPage[];
  files: readonly ImportedFile[];
  sources: readonly Source[];
  skipped: readonly ImportNote[];
  missing: readonly ImportNote[];
  toKey: (path: string) => string;
}): ImportTree {
  const { pages, sources, missing, toKey } = parts;
  const files = parts.files.map((file) => ({ ...file, key: toKey(file.key) }));
  const skipped = [...parts.skipped.map((note) => ({ ...note, key: toKey(note.key) })), ...missing];
  const warnings = sources.flatMap(({ path, matter, facts }) =>
    [matter.warning, facts.warning].flatMap((reason) => (reason === undefined ? [] : [{ key: toKey(path), reason }])),
  );
  return {
    pages,
    files,
    skipped,
    warnings,
    totalResources: sources.length + files.length + skipped.length,
  };
}
