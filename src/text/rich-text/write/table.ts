import type { MarkdownBlock, Phrasing } from '../../markdown/parser.ts';
import { htmlTableFrom } from './html-table.ts';
import { writeData, listNodes, textAt, type InputPart } from './input-part.ts';
import { inlineFrom, textWithBreaks } from './inlines.ts';
import { writeTableParts, type TableParts } from './table-data.ts';
import type { WriteContext } from './write-context.ts';

type Table = Extract<MarkdownBlock, { type: 'table' }>;
type Row = Table['children'][number];

/** Converts a table block to a Markdown table if possible, otherwise to HTML. Throws validation_failed. */
export function tableFrom(writing: WriteContext, at: InputPart): MarkdownBlock[] {
  const parts = writeTableParts(at);
  return isPlain(parts) ? [plainTable(writing, parts)] : [htmlTableFrom(writing, parts)];
}

/** Whether Markdown can express a table: a grid of texts, each of at most one paragraph. */
function isPlain({ view, columns, rows, fragments, isFullWidth }: TableParts): boolean {
  const { type, columnWidths, hideHeader } = writeData(view);
  if (type === 'cards' || columnWidths !== undefined || isFullWidth) return false;
  if (
    columns.some(
      (column) => column.type !== 'text' || !column.isShown || column.data['verticalAlignment'] !== undefined,
    )
  )
    return false;
  if (hideHeader === true && columns.some(({ title }) => title !== '')) return false;
  if (hideHeader === false && columns.every(({ title }) => title === '')) return rows.length === 0;
  return rows.every((values) =>
    columns.every(({ id }) => {
      const fragment = fragments.get(writeData(values)[id]);
      const blocks = fragment ? listNodes(fragment) : [];
      return blocks.every((block) => writeData(block)['type'] === 'paragraph') && blocks.length < 2;
    }),
  );
}

const alignments = ['left', 'center', 'right'] as const;

function plainTable(writing: WriteContext, { columns, rows, fragments }: TableParts): Table {
  const cellOf = (values: InputPart, id: string): Phrasing[] => {
    const at: InputPart = { value: writeData(values)[id], path: `${values.path}.${id}` };
    if (at.value === undefined || at.value === null) return [];
    const fragment = fragments.get(at.value);
    if (fragment) return listNodes(fragment).flatMap((block) => inlineFrom(writing, block, 'one line'));
    return textWithBreaks(textAt(at) ?? '', 'one line');
  };
  const head: Row = {
    type: 'tableRow',
    children: columns.map(({ title }) => cell(textWithBreaks(title, 'one line'))),
  };
  const body = rows.map((values): Row => ({
    type: 'tableRow',
    children: columns.map(({ id }) => cell(cellOf(values, id))),
  }));
  const align = columns.map(
    ({ data }) => alignments.find((one) => one === data['textAlignment'] && one !== 'left') ?? null,
  );
  return { type: 'table', align, children: [head, ...body] };
}

const cell = (children: Phrasing[]): Row['children'][number] => ({ type: 'tableCell', children });
