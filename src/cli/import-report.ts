import type { ImportCounts } from '../domain/exchange/imports/commit/commit-tree.ts';
import type { ImportChanges } from '../domain/exchange/imports/commit/update-entries.ts';
import type { ImportedVariant, ImportNote } from '../text/imports/import-tree.ts';
import { counted } from '../lib/counted.ts';

/** What an import counts, and what an update of an earlier one changes. */
interface CountsAndChanges extends ImportCounts {
  readonly changes?: ImportChanges | null | undefined;
}

/** Prints how many pages and files were imported, and which were left out or changed. */
export function printCounts({ importedResources, totalResources, ...notes }: CountsAndChanges, about: string): void {
  console.log(`${importedResources} of ${totalResources} pages and files${about}`);
  printChanges(notes);
  printLosses(notes);
}

interface PreviewReport {
  /** Titles of pages with their depth in the tree, parents first. */
  readonly lines: readonly { readonly title: string; readonly depth: number }[];
  readonly files: number;
  readonly counts: CountsAndChanges & { readonly isPartial: boolean; readonly variants: readonly ImportedVariant[] };
}

/** Prints the tree of pages that would be imported, and which pages and files would be left out or changed. */
export function printPreview({ lines, files, counts }: PreviewReport): void {
  for (const { title, depth } of lines) console.log(`${'  '.repeat(depth)}${title}`);
  const { importedResources, totalResources } = counts;
  console.log(
    `${importedResources} of ${totalResources} would be imported: ${counted(lines.length, 'page')}, ${counted(files, 'file')}. Nothing was written.`,
  );
  if (counts.isPartial) console.log('  Most pages would be left out: the import needs --allow-partial');
  for (const { version, language, pages, isDefault } of counts.variants)
    console.log(
      `  ${[version === null ? '' : ` --import-version ${version}`, language === null ? '' : ` --language ${language}`].join('').trim()}: ${counted(pages, 'page')}${isDefault ? ', shown first' : ''}`,
    );
  printChanges(counts);
  printLosses(counts);
}

function printChanges({ changes }: Pick<CountsAndChanges, 'changes'>): void {
  if (!changes) return;
  const { added, updated, removed, unchanged } = changes;
  console.log(`  update: ${added} added, ${updated} updated, ${removed} removed, ${unchanged} unchanged`);
}

function printLosses({ skipped, warnings }: Pick<ImportCounts, 'skipped' | 'warnings'>): void {
  printNotes('left out', skipped);
  printNotes('changed', warnings);
}

/** Prints a line for each page or file with what happened to it, its path or URL, and the reason. */
export function printNotes(what: string, notes: readonly ImportNote[]): void {
  for (const { key, reason } of notes) console.log(`  ${what}: ${key === '' ? '' : `${key}: `}${reason}`);
}
