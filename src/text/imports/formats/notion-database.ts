import { counted } from '../../../lib/counted.ts';
import type { Locate } from '../links/locator.ts';
import { readFolder, linkAddress, relativePath, stemOf } from '../unpack/source-path.ts';
import { linkValue } from './notion-markdown.ts';
import { escapeCell, printTable, readCsv } from './csv-table.ts';

/** Finds the pages of rows. */
export interface RowTargets {
  readonly locate: Locate;
  /** The pages of a folder with a heading. */
  readonly pagesTitled: (folder: string, title: string) => readonly TitledPage[];
}

/** A page, and the lines at its start, where Notion repeats the properties of its row: `Due: January 1, 2024`. */
export interface TitledPage {
  readonly path: string;
  readonly lines: ReadonlySet<string>;
}

/** A database as a page, and what of it is not on it. */
interface DatabasePage {
  readonly markdown: string;
  readonly warnings: readonly string[];
}

/** Formats a database as a table. The first column links to the page of the row, if any. */
export function databasePage(csv: string, path: string, targets: RowTargets): DatabasePage {
  const title = stemOf(path);
  const rows = readCsv(csv);
  if (!rows || rows.length === 0)
    return {
      markdown: `# ${title}\n\n\`\`\`csv\n${csv.replaceAll('```', '` ` `')}\n\`\`\`\n`,
      warnings: csv.trim() === '' ? [] : ['The database is shown as it is written, because it is no table'],
    };
  const [head = [], ...body] = rows.slice(0, maxRows);
  const taken = new Set<string>();
  const linked = (value: string, column: number, row: readonly string[]) => {
    const label = column > 0 ? linkValue(escapeCell(value), path, targets.locate) : escapeCell(value);
    if (column > 0 || label === '') return label;
    const target = findPage(row, { head, path, targets, taken });
    if (target === undefined) return label;
    taken.add(target);
    return `[${label}](${linkAddress(relativePath(readFolder(path), target))})`;
  };
  const left = rows.length - body.length - 1;
  const rest = left > 0 ? `\n${left} more rows were left out.\n` : '';
  return {
    markdown: `# ${title}\n\n${printTable([head, ...body], linked)}\n${rest}`,
    warnings: left > 0 ? [`${counted(left, 'row is', 'rows are')} left out of the database, beyond ${maxRows}`] : [],
  };
}

interface Database {
  readonly head: readonly string[];
  readonly path: string;
  readonly targets: RowTargets;
  /** Pages of earlier rows. */
  readonly taken: ReadonlySet<string>;
}

/** The path of the page of a row: by the name of its file, or by its heading. Of several, the one with its properties. */
function findPage(row: readonly string[], { head, path, targets, taken }: Database): string | undefined {
  const [value = ''] = row;
  const folder = `${stemOf(path)}/`;
  const titled = targets.pagesTitled(`${readFolder(path)}${folder}`, value);
  if (titled.length > 1) {
    const properties = head.map((name, column) => `${name}: ${row[column] ?? ''}`).slice(1);
    const countShared = ({ lines }: TitledPage) => properties.filter((line) => lines.has(line)).length;
    const free = titled.filter((page) => !taken.has(page.path)).map((page) => ({ page, shared: countShared(page) }));
    const most = Math.max(...free.map(({ shared }) => shared));
    return free.find(({ shared }) => shared === most)?.page.path;
  }
  const address = `${encodeURIComponent(folder.slice(0, -1))}/${encodeURIComponent(value.trim())}`;
  const location = targets.locate(path, address);
  const isPage = location.kind === 'inside' && location.path !== path && !location.path.endsWith('/');
  return isPage ? location.path : titled[0]?.path;
}

/** Maximum number of rows. The Markdown parser takes quadratic time for tables. */
const maxRows = 1000;
