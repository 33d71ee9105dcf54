import type { Figures } from './result.ts';
import type { Bar, Result, Row, Table } from './result.ts';

/** Formats the result as Markdown. */
export function report({ machine, tables, figures, notes }: Result): string {
  const facts = Object.entries(machine).map(([name, value]) => `${name} ${value}`);
  return [
    facts.join(' · '),
    ...tables.map(tableText),
    ...figures.map(figuresText),
    ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
    verdict([...tables, ...figures]),
  ].join('\n\n');
}

const columns = [
  'contender',
  'req/s',
  'least..most',
  'ours is',
  'p50 ms',
  'p99 ms',
  'server µs',
  'ours needs',
  'database µs',
  'SQL',
  'bytes',
  'compared',
];

function tableText({ name, title, node, rows, bars, skipped }: Table): string {
  const [first] = rows;
  const lines = rows.map((row) => listCells(row, first ?? row));
  return [
    `## ${name}: ${title} (Node ${node})`,
    aligned([columns, columns.map(() => '---'), ...lines]),
    ...bars.map(barText),
    ...skipped.map((reason) => `- left out: ${reason}`),
  ].join('\n');
}

/** Formats a table of figures with its goals. */
export const figuresText = ({ title, columns: names, rows, bars }: Figures): string =>
  [`## ${title}`, '', aligned([names, names.map(() => '---'), ...rows]), ...bars.map(barText), ''].join('\n');

/**
 * Returns the cells of a row. In the column `ours is`, 2.5× means that the throughput of Octavo is 2.5 times that of the
 * row. In `ours needs`, 40 % means that Octavo needs 40 % of the processor time of the row.
 */
const listCells = (row: Row, ours: Row): string[] => [
  row.name,
  Math.round(row.throughput[0]).toString(),
  `${Math.round(row.throughput[1])}..${Math.round(row.throughput[2])}`,
  row === ours ? '' : `${(ours.throughput[0] / row.throughput[0]).toFixed(2)}×`,
  row.p50Ms.toFixed(2),
  row.p99Ms.toFixed(2),
  Math.round(row.serverMicros).toString(),
  row === ours ? '' : `${Math.round((100 * ours.serverMicros) / Math.max(1, row.serverMicros))} %`,
  Math.round(row.databaseMicros).toString(),
  row.statements === null ? '–' : String(row.statements),
  Math.round(row.bytes).toString(),
  row.isCompared ? 'yes' : '–',
];

/** Formats a goal as a list item. */
export const barText = ({ what, reached, wanted, sense, pass }: Bar) =>
  `- ${mark(pass)} ${what}: ${Number(reached.toFixed(2))} (${sense} ${wanted})${pass === null ? ', which needs a quiet machine' : ''}`;

function mark(pass: boolean | null): string {
  if (pass === null) return '– skipped:';
  return pass ? '✔' : '✘';
}

/** Formats a Markdown table. The second row consists of dashes. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' ')).join(' | ')} |`,
    )
    .join('\n');
}

/** Counts the goals that were reached. */
export function verdict(tables: readonly { readonly bars: readonly Bar[] }[]): string {
  const bars = tables.flatMap((table) => table.bars);
  const decided = bars.filter(({ pass }) => pass !== null);
  const reached = decided.filter(({ pass }) => pass);
  const text =
    reached.length === decided.length
      ? `All ${decided.length} goals reached.`
      : `${reached.length} of ${decided.length} goals reached.`;
  const skipped = bars.length - decided.length;
  return skipped === 0 ? text : `${text} Skipped, because the machine was busy when the run began: ${skipped}.`;
}
