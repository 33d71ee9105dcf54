import { findLayout, isRubbish } from './archive-layout.ts';
import { assembleTree } from './assemble-tree.ts';
import type { ImportTree } from './import-tree.ts';
import { readSources, type TreeOptions } from './read-sources.ts';
import { importRefused } from './refusal.ts';
import { isPagePath } from './source-path.ts';
import { planTree } from './tree-plan.ts';
import type { ArchiveEntry } from './zip.ts';

/**
 * Builds the pages and files of a tree of Markdown and HTML files, in the order of its SUMMARY.md or else of its folders.
 * Throws import_refused for a tree without a page, for pages that are no text or too many, and when aborted.
 */
export async function buildMarkdownTree(
  entries: readonly ArchiveEntry[],
  options: TreeOptions = {},
): Promise<ImportTree> {
  const kept = entries.filter(({ path }) => !isRubbish(path));
  const layout = findLayout(kept);
  const isPage = ({ path }: ArchiveEntry) => isPagePath(path) && path !== layout.summary?.path;
  const { sources, notes } = await readSources(kept.filter(isPage), options);
  if (sources.size === 0) throw noPage();
  return assembleTree({
    ...options,
    sources,
    entries: kept,
    notes,
    plan: (paths) => planTree({ entries: kept, layout, sources, paths }),
  });
}

const noPage = () => importRefused('The archive holds no Markdown or HTML page (.md, .markdown, .mdx, .html, .htm)');
