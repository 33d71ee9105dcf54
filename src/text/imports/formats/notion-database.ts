import type { Locate } from '../links/locator.ts';
import { readFolder, linkAddress, relativePath, stemOf } from '../unpack/source-path.ts';
import { escapeCell, printTable, readCsv } from './csv-table.ts';

/** Finds the pages of rows. */
export interface RowTargets {
  readonly locate: Locate;
  /** Path of the page of a folder with a heading; undefined when there is none. */
  readonly pageTitled: (folder: string, title: string) => string | undefined;
}

/** Formats a database as a table. The first column links to the page of the row, if any. */
export function databasePage(csv: string, path: string, targets: RowTargets): string {
  const title = stemOf(path);
  const rows = readCsv(csv);
  if (!rows || rows.length === 0) return `# ${title}\n\n\`\`\`csv\n${csv.replaceAll('```', '` ` `')}\n\`\`\`\n`;
  const shown = rows.slice(0, maxRows);
  const linked = (value: string, column: number) => (column === 0 ? linkTo(value, path, targets) : escapeCell(value));
  const rest = rows.length > shown.length ? `\n${rows.length - shown.length} more rows were left out.\n` : '';
  return `# ${title}\n\n${printTable(shown, linked)}\n${rest}`;
}

function linkTo(value: string, path: string, { locate, pageTitled }: RowTargets): string {
  const label = escapeCell(value);
  if (label === '') return '';
  const folder = `${stemOf(path)}/`;
  const address = `${encodeURIComponent(folder.slice(0, -1))}/${encodeURIComponent(value.trim())}`;
  const location = locate(path, address);
  const isPage = location.kind === 'inside' && location.path !== path && !location.path.endsWith('/');
  const target = isPage ? location.path : pageTitled(`${readFolder(path)}${folder}`, value);
  return target === undefined ? label : `[${label}](${linkAddress(relativePath(readFolder(path), target))})`;
}

/** Maximum number of rows. The Markdown parser takes quadratic time for tables. */
const maxRows = 1000;
