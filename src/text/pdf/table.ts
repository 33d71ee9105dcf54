import { stringOf } from '../rich-text/document.ts';
import { TextProblem } from '../../lib/text-outcome.ts';
import type { PrintBlock, PrintInline } from './document.ts';
import type { Block } from '../rich-text/document.ts';
import { maxTableCells, maxWholeLines } from './limits.ts';
import { writeUrl, writeLink } from './inlines.ts';
import { withBreakOpportunities, type PageWriter } from './page-writer.ts';

interface Column {
  readonly title: string;
  readonly type: string;
  readonly textAlignment?: 'left' | 'center' | 'right';
}

interface TableData {
  readonly view: {
    readonly columns: readonly string[];
    readonly hideHeader?: boolean;
    /** Columns of cards that are not shown: the target of a card, and its cover. */
    readonly targetDefinition?: string;
    readonly coverDefinition?: string;
  };
  readonly definition: Readonly<Record<string, Column>>;
  readonly records: Readonly<Record<string, { readonly values: Readonly<Record<string, unknown>> }>>;
}

/** Converts a table, with the blocks of its cells by `writeCell`. Omits hidden columns. */
export function writeTable(
  writer: PageWriter,
  node: Block,
  writeCell: (nodes: readonly Block[]) => PrintBlock[],
): PrintBlock[] {
  const { view, definition, records } = node.data as unknown as TableData;
  const rows = Object.values(records);
  const columns = view.columns.length;
  if (columns === 0) return [];
  if (columns * (rows.length + 1) > maxTableCells)
    throw new TextProblem(`a table has more than ${maxTableCells} cells`);
  const fragments = new Map((node.fragments ?? []).map((one) => [one.fragment, one.nodes]));
  const titles = view.columns.map((id) => definition[id]?.title ?? '');
  const head = view.hideHeader || titles.every((title) => title === '') ? [] : titles;
  const cells = rows.map(({ values }) =>
    view.columns.map((id): PrintBlock[] => {
      const blocks = fragments.get(stringOf(values[id]));
      const isText = definition[id]?.type === 'text' && blocks !== undefined;
      return isText ? writeCell(blocks).map(narrow) : paragraphOf(valueOf(writer, values[id]).map(narrow));
    }),
  );
  const { coverDefinition = '', targetDefinition = '' } = view;
  for (const [at, { values }] of rows.entries()) {
    cells[at]?.[0]?.unshift(...coverOf(writer, values[coverDefinition]));
    cells[at]?.at(-1)?.push(...paragraphOf(valueOf(writer, values[targetDefinition]).map(narrow)));
  }
  return [
    {
      k: 'table',
      columns,
      aligns: view.columns.map((id) => {
        const { textAlignment = 'left' } = definition[id] ?? {};
        return textAlignment === 'left' ? 'start' : textAlignment;
      }),
      head: head.map((title) => (title === '' ? [] : [{ k: 'text', v: withBreakOpportunities(title) }])),
      rows: cells,
      whole: cells.map((row) => row.every((cell) => writeLines(cell, columns) <= maxWholeLines)),
      even: cells.some((row) => row.some((cell) => cell.some(({ k }) => needsWidth.has(k)))),
    },
  ];
}

/** Estimates the number of lines of a cell in one of equal columns; Infinity when it contains more than text. */
function writeLines(cell: readonly PrintBlock[], columns: number): number {
  const lines = cell.map((block) => {
    if (block.k === 'aligned') return writeLines(block.c, columns);
    if (block.k !== 'paragraph') return Infinity;
    const { characters, breaks } = measured(block.c);
    return 2 + breaks + (characters * columns) / lineCharacters;
  });
  return lines.reduce((sum, one) => sum + one, 0);
}

/** Characters per line in a table of one column. */
const lineCharacters = 100;

function measured(nodes: readonly PrintInline[]): { characters: number; breaks: number } {
  let [characters, breaks] = [0, 0];
  for (const node of nodes) {
    if (node.k === 'break') breaks += 1;
    if ('v' in node) characters += node.v.length;
    if (!('c' in node)) continue;
    const inside = measured(node.c);
    characters += inside.characters;
    breaks += inside.breaks;
  }
  return { characters, breaks };
}

/**
 * Blocks that fill the available width. In a column of automatic width they would take the width of the whole table.
 */
const needsWidth: ReadonlySet<PrintBlock['k']> = new Set([
  'code',
  'columns',
  'hint',
  'image',
  'quote',
  'rule',
  'tab',
  'table',
]);

const paragraphOf = (c: readonly PrintInline[]): PrintBlock[] => (c.length === 0 ? [] : [{ k: 'paragraph', c }]);

/** Converts the cover of a card, which is printed above its text. */
const coverOf = (writer: PageWriter, value: unknown): PrintBlock[] =>
  valueOf(writer, value).flatMap((node) =>
    node.k === 'image' ? [{ k: 'image', file: node.file, alt: node.alt, caption: '', width: maxCoverWidth }] : [],
  );

/** Maximum width of a cover, in CSS pixels. */
const maxCoverWidth = 240;

/** Converts a value that is not text: a number, an option or a reference. */
function valueOf(writer: PageWriter, value: unknown): PrintInline[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'boolean') return value ? [{ k: 'text', v: '✓' }] : [];
  if (Array.isArray(value))
    return value.flatMap((one, at) => [...(at === 0 ? [] : [comma]), ...itemOf(writer, stringOf(one))]);
  if (typeof value !== 'object') return [{ k: 'text', v: withBreakOpportunities(stringOf(value)) }];
  const url = writeUrl(value as Parameters<typeof writeUrl>[0]);
  const target = writer.targets.get(url);
  if (target?.kind === 'image') return [{ k: 'image', file: target.file, alt: '' }];
  const title = target?.kind === 'page' || target?.kind === 'none' ? target.title : '';
  return [...writeLink(writer, url, [{ k: 'text', v: withBreakOpportunities(title || url) }])];
}

const comma: PrintInline = { k: 'text', v: ', ' };

/** Converts a file, user or option of a cell with several values. Files are identified by their URL. */
function itemOf({ targets }: PageWriter, value: string): PrintInline[] {
  const target = targets.get(value);
  if (target?.kind === 'image') return [{ k: 'image', file: target.file, alt: target.title }];
  return [
    { k: 'text', v: withBreakOpportunities(target?.kind === 'none' && target.title !== '' ? target.title : value) },
  ];
}

/** Allows line breaks in long names of code, which would otherwise overflow their cell. */
function narrow<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(narrow) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { k, v } = value as { readonly k?: unknown; readonly v?: unknown };
  if (k === 'code' && typeof v === 'string')
    return { ...value, v: v.replaceAll(longName, (name) => name.replaceAll(joint, '$&\u200b')) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, narrow(inner)])) as Value;
}

const longName = /[^\s\u200b]{13,}/gu;
const joint = /[._/:,;=&?)}\]-]+(?=.)|\p{Ll}(?=\p{Lu})/gu;
