import { findLayout, isSystemFile } from './archive-layout.ts';
import { assembleTree } from './assemble-tree.ts';
import { buildExportedTree } from './exported/build-exported.ts';
import { readExport } from './exported/read-export.ts';
import type { ImportTree } from './import-tree.ts';
import type { ImportNote } from './import-tree.ts';
import { hiddenReason, readSources, type TreeOptions } from './read-sources.ts';
import { importRefused } from './refusal.ts';
import { isPagePath } from './source-path.ts';
import { planTree } from './tree-plan.ts';
import type { ArchiveEntry } from './zip.ts';

/**
 * Builds the tree of an archive of Markdown and HTML files: as it was, if it was exported from a space, otherwise in the
 * order of its SUMMARY.md, otherwise of its folders.
 * Throws import_refused when it has no page that can be read or too much text, and when aborted.
 */
export async function buildMarkdownTree(
  entries: readonly ArchiveEntry[],
  options: TreeOptions = {},
): Promise<ImportTree> {
  const kept = entries.filter(({ path }) => !isSystemFile(path));
  const index = readExport(kept);
  if (index) return buildExportedTree(index, options);
  const layout = findLayout(kept);
  const isPage = ({ path }: ArchiveEntry) => isPagePath(path) && path !== layout.summary?.path;
  const { sources, notes } = await readSources(kept.filter(isPage), options);
  if (sources.size === 0) throw noPage(notes.find(({ reason }) => reason !== hiddenReason));
  return assembleTree({
    ...options,
    sources,
    entries: kept,
    notes,
    plan: (paths) => planTree({ entries: kept, layout, sources, paths }),
  });
}

const noPage = (first: ImportNote | undefined) =>
  importRefused(
    first
      ? `The archive contains no page that can be read. ${first.key}: ${first.reason}`
      : 'The archive contains no Markdown or HTML page (.md, .markdown, .mdx, .html, .htm)',
  );
