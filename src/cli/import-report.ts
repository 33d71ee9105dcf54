import type { ImportCounts } from '../domain/imports/import-content.ts';
import type { ImportNote } from '../domain/imports/import-tree.ts';

/** Prints how much was imported, and what was left out or changed. */
export function printCounts({ importedResources, totalResources, ...notes }: ImportCounts, about: string): void {
  console.log(`${importedResources} of ${totalResources} pages and files${about}`);
  printLosses(notes);
}

interface PreviewReport {
  /** Titles of pages, with the number of pages above. */
  readonly lines: readonly { readonly title: string; readonly depth: number }[];
  readonly files: number;
  readonly counts: ImportCounts;
}

/** Prints the pages that would be imported as a tree, and what would be left out or changed. */
export function printPreview({ lines, files, counts }: PreviewReport): void {
  for (const { title, depth } of lines) console.log(`${'  '.repeat(depth)}${title}`);
  const { importedResources, totalResources } = counts;
  console.log(
    `${importedResources} of ${totalResources} would come: ${lines.length} pages, ${files} files. Nothing was written.`,
  );
  printLosses(counts);
}

function printLosses({ skipped, warnings }: Pick<ImportCounts, 'skipped' | 'warnings'>): void {
  printNotes('left out', skipped);
  printNotes('changed', warnings);
}

/** Prints a line for each page or file: what happened to it, its path or URL, and why. */
export function printNotes(what: string, notes: readonly ImportNote[]): void {
  for (const { key, reason } of notes) console.log(`  ${what}: ${key === '' ? '' : `${key}: `}${reason}`);
}
