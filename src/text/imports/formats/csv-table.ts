/** Parses CSV (RFC 4180). Null when a quoted field is not closed. */
export function readCsv(csv: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < csv.length) {
    const cell = readCell(csv, at);
    if (cell === null) return null;
    row.push(cell.value);
    const mark = csv[cell.end];
    at = cell.end + 1;
    if (mark === ',' && at < csv.length) continue;
    if (mark === ',') row.push('');
    if (mark === '\r' && csv[at] === '\n') at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

function readCell(csv: string, start: number): { value: string; end: number } | null {
  const mark = /[,\r\n]|$/g;
  if (csv[start] !== '"') {
    mark.lastIndex = start;
    const end = mark.exec(csv)?.index ?? csv.length;
    return { value: csv.slice(start, end), end };
  }
  let close = csv.indexOf('"', start + 1);
  while (close >= 0 && csv[close + 1] === '"') close = csv.indexOf('"', close + 2);
  if (close < 0) return null;
  mark.lastIndex = close + 1;
  return { value: csv.slice(start + 1, close).replaceAll('""', '"'), end: mark.exec(csv)?.index ?? csv.length };
}

/** Formats rows as a GFM table. The first row is its header. `cell` converts a value of a further row to Markdown. */
export function printTable(
  rows: readonly (readonly string[])[],
  cell: (value: string, column: number, row: readonly string[]) => string = escapeCell,
): string {
  const [head = [], ...body] = rows;
  const line = (values: readonly string[]) => `| ${values.join(' | ')} |`;
  const fit = (row: readonly string[]) => head.map((_, column) => cell(row[column] ?? '', column, row));
  return [line(head.map(escapeCell)), line(head.map(() => '---')), ...body.map((row) => line(fit(row)))].join('\n');
}

/** Escapes a text for a table cell. */
export const escapeCell = (value: string) =>
  value
    .trim()
    .replaceAll(/[\\`*_[\]<>|~#]/g, String.raw`\$&`)
    .replaceAll(/\s*[\r\n]+\s*/g, ' ');
