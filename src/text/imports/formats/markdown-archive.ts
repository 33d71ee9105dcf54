import { findLayout, isSystemFile } from '../unpack/archive-layout.ts';
import { assembleTree } from './assemble-tree.ts';
import { buildExportedTree } from '../formats/exported/build-exported.ts';
import { readExport } from '../formats/exported/read-export.ts';
import { readFormerPaths } from '../links/former-paths.ts';
import { createIncludeMatcher, isIncluded, nameIncluded } from '../formats/includes.ts';
import type { ImportNote, ImportTree } from '../import-tree.ts';
import { indexPaths } from '../links/locator.ts';
import { hiddenReason, readSources, createSourceReader, type TreeOptions } from '../formats/read-sources.ts';
import { importRefused } from '../refusal.ts';
import { outlinePaths } from './page-builder.ts';
import { isPagePath } from '../unpack/source-path.ts';
import { planTree } from './tree-plan.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';

/**
 * Builds the tree of an archive of Markdown and HTML files: the original tree for an exported space, otherwise in the
 * order of its SUMMARY.md, otherwise of its folders. Throws import_refused when it has no readable page or too much
 * text, and when aborted.
 */
export async function buildMarkdownTree(
  entries: readonly ArchiveEntry[],
  options: TreeOptions = {},
): Promise<ImportTree> {
  const kept = entries.filter(({ path }) => !isSystemFile(path));
  const index = readExport(kept);
  if (index) return buildExportedTree(index, options);
  const layout = findLayout(kept);
  const summaries = new Set([layout.summary, ...(layout.summaries ?? [])].map((entry) => entry?.path));
  const isPage = ({ path }: ArchiveEntry) => isPagePath(path) && !summaries.has(path);
  const texts = kept.filter(isIncluded);
  const read = createSourceReader(createIncludeMatcher(texts));
  const { sources, notes } = await readSources(
    kept.filter((entry) => isPage(entry) && !isIncluded(entry)),
    options,
    read,
  );
  if (sources.size === 0) throw noPage(notes.find(({ reason }) => reason !== hiddenReason));
  const includes = await readSources(texts, { ...options, isHidden: () => false }, read);
  const { included, taken } = nameIncluded(includes.sources.values());
  const { config } = layout;
  return assembleTree({
    ...options,
    sources,
    entries: kept,
    notes: [...notes, ...includes.notes, ...taken],
    included,
    formerPaths:
      config &&
      (({ root, locate, outline }) => readFormerPaths({ config, root, locate, pages: new Set(outlinePaths(outline)) })),
    plan: (paths) => planTree({ entries: kept, layout, sources, index: indexPaths(paths) }),
  });
}

const noPage = (first: ImportNote | undefined) =>
  importRefused(
    first
      ? `The archive contains no page that can be read. ${first.key}: ${first.reason}`
      : 'The archive contains no Markdown or HTML page (.md, .markdown, .mdx, .html, .htm)',
  );
