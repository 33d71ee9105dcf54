import type { PrintBlock, PrintInline } from '../../infra/pdf/document.ts';
import type { MarkdownBlock } from '../rich-text/markdown.ts';
import { writeInlines } from './inlines.ts';
import type { Place } from './blocks.ts';

/** A table, of which every row has as many cells as the first. */
export function writeTable(
  { writer, definitions }: Place,
  node: Extract<MarkdownBlock, { type: 'table' }>,
): PrintBlock[] {
  const cellsOf = (row: (typeof node.children)[number]) =>
    row.children.map((cell) => writeInlines(writer, cell.children, definitions).map(narrow));
  const [head = [], ...rows] = node.children.map(cellsOf);
  const columns = Math.max(1, head.length);
  const filled = (row: typeof head) => Array.from({ length: columns }, (_none, at) => row[at] ?? []);
  return [
    {
      k: 'table',
      columns,
      aligns: Array.from({ length: columns }, (_none, at) => node.align?.[at] ?? 'left'),
      head: head.every((cell) => cell.length === 0) ? [] : filled(head),
      rows: rows.map(filled),
    },
  ];
}

/** A long name in code can be broken where its parts meet: a cell has little room, and else it would run into the next. */
const narrow = (inline: PrintInline): PrintInline =>
  inline.k === 'code'
    ? { ...inline, v: inline.v.replaceAll(longName, (name) => name.replaceAll(joint, '$&\u200b')) }
    : inline;

const longName = /[^\s\u200b]{13,}/gu;
const joint = /[._/:,;=&?)}\]-]+(?=.)|\p{Ll}(?=\p{Lu})/gu;
