import type { ImportCounts } from '../domain/exchange/imports/commit/commit-tree.ts';
import type { ImportNote } from '../text/imports/import-tree.ts';

/** Prints how many pages and files were imported, and which were left out or changed. */
export function printCounts({ importedResources, totalResources, ...notes }: ImportCounts, about: string): void {
  console.log(`${importedResources} of ${totalResources} pages and files${about}`);
  printLosses(notes);
}

interface PreviewReport {
  /** Titles of pages with their depth in the tree, parents first. */
  readonly lines: readonly { readonly title: string; readonly depth: number }[];
  readonly files: number;
  readonly counts: ImportCounts;
}

/** Prints the tree of pages that would be imported, and which pages and files would be left out or changed. */
export function printPreview({ lines, files, counts }: PreviewReport): void {
  for (const { title, depth } of lines) console.log(`${'  '.repeat(depth)}${title}`);
  const { importedResources, totalResources } = counts;
  console.log(
    `${importedResources} of ${totalResources} would be imported: ${lines.length} pages, ${files} files. Nothing was written.`,
  );
  printLosses(counts);
}

function printLosses({ skipped, warnings }: Pick<ImportCounts, 'skipped' | 'warnings'>): void {
  printNotes('left out', skipped);
  printNotes('changed', warnings);
}

/** Prints a line for each page or file with what happened to it, its path or URL, and the reason. */
export function printNotes(what: string, notes: readonly ImportNote[]): void {
  for (const { key, reason } of notes) console.log(`  ${what}: ${key === '' ? '' : `${key}: `}${reason}`);
}
