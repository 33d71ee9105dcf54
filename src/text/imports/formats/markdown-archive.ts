import { findLayout, isSystemFile } from '../unpack/archive-layout.ts';
import type { ExportedContent, SourceContent } from './source-content.ts';
import { buildExportedTree } from './exported/build-exported.ts';
import { readExport } from './exported/read-export.ts';
import { readFormerPaths } from '../links/former-paths.ts';
import { createIncludeMatcher, isIncluded, nameIncluded } from './includes.ts';
import type { ImportNote } from '../import-tree.ts';
import { indexPaths } from '../links/locator.ts';
import { hiddenReason, readPages, createPageReader, type ReadOptions } from './read-pages.ts';
import { importRefused } from '../refusal.ts';
import { plannedPaths } from '../tree/plan.ts';
import { isPagePath } from '../unpack/source-path.ts';
import { planTree } from '../tree/plan-tree.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';

export const expectedMarkdownArchive = 'Expected a ZIP archive of Markdown or HTML files';

/**
 * Reads an archive of Markdown and HTML files. Its tree is the original one for an exported space, otherwise in the
 * order of its SUMMARY.md, otherwise of its folders. Throws import_refused when it has no readable page or too much
 * text, and when aborted.
 */
export async function readMarkdownArchive(
  entries: readonly ArchiveEntry[],
  options: ReadOptions = {},
): Promise<SourceContent | ExportedContent> {
  const kept = entries.filter(({ path }) => !isSystemFile(path));
  const index = readExport(kept);
  if (index) return { tree: await buildExportedTree(index, options) };
  const layout = findLayout(kept);
  const summaries = new Set([layout.summary, ...(layout.summaries ?? [])].map((entry) => entry?.path));
  const isPage = ({ path }: ArchiveEntry) => isPagePath(path) && !summaries.has(path);
  const texts = kept.filter(isIncluded);
  const read = createPageReader(createIncludeMatcher(texts));
  const { sources, notes } = await readPages(
    kept.filter((entry) => isPage(entry) && !isIncluded(entry)),
    options,
    read,
  );
  if (sources.size === 0) throw noPage(notes.find(({ reason }) => reason !== hiddenReason));
  const includes = await readPages(texts, { ...options, isHidden: () => false }, read);
  const { included, taken } = nameIncluded(includes.sources.values());
  const { config } = layout;
  return {
    ...options,
    sources,
    entries: kept,
    notes: [...notes, ...includes.notes, ...taken],
    included,
    formerPaths:
      config &&
      (({ root, locate, pages }) => readFormerPaths({ config, root, locate, pages: new Set(plannedPaths(pages)) })),
    plan: (paths) => planTree({ entries: kept, layout, sources, index: indexPaths(paths) }),
  };
}

const noPage = (first: ImportNote | undefined) =>
  importRefused(
    first
      ? `The archive contains no page that can be read. ${first.key}: ${first.reason}`
      : 'The archive contains no Markdown or HTML page (.md, .markdown, .mdx, .html, .htm)',
  );
