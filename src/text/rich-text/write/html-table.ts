import { defaultColor, stringOf } from '../document.ts';
import type { MarkdownBlock } from '../../markdown/parser.ts';
import { escaped, writeHtml, tagWith } from './html.ts';
import { writeAddress, writeData, listNodes, type InputPart } from './input-part.ts';
import { inlineFrom } from './inlines.ts';
import { writeBlockAsHtml } from './html-blocks.ts';
import type { TableParts } from './table-data.ts';
import type { WriteContext } from './write-context.ts';

/** Converts a table block to HTML, with the types of its columns as attributes. Throws validation_failed. */
export function htmlTableFrom(writing: WriteContext, parts: TableParts): MarkdownBlock {
  const { view, columns, rows, isFullWidth } = parts;
  const { type, cardSize, hideHeader } = writeData(view);
  const isCards = type === 'cards';
  const table = tagWith('table', {
    'data-view': isCards ? 'cards' : undefined,
    'data-card-size': isCards && cardSize === 'large' ? 'large' : undefined,
    'data-full-width': isFullWidth ? 'true' : undefined,
    'data-header-hidden': hideHeader === true ? true : undefined,
  });
  const head = columns.map(
    (column) =>
      `${tagWith('th', headAttributes(view, column))}${escaped(column.title).replaceAll('\n', '<br>')}${writeSelect(column)}</th>`,
  );
  const body = rows.map((values) => writeRow(writing, parts, values));
  const value = `${table}<thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  return { type: 'html', value };
}

/** Writes a row of a table as HTML. */
export const writeRow = (writing: WriteContext, parts: TableParts, values: InputPart): string =>
  `<tr>${parts.columns.map((column) => `<td>${cellFrom(writing, parts, { values, column })}</td>`).join('')}</tr>`;

type Column = TableParts['columns'][number];

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

function headAttributes(view: InputPart, { id, type, data, isShown }: Column) {
  const { columnWidths, targetDefinition, coverDefinition, coverDefinitionDark } = writeData(view);
  const width =
    typeof columnWidths === 'object' && columnWidths !== null
      ? (columnWidths as Record<string, unknown>)[id]
      : undefined;
  const { textAlignment, verticalAlignment, max, multiple } = data;
  return {
    width: typeof width === 'number' ? String(width) : undefined,
    'data-type': type === 'text' ? undefined : type,
    'data-max': typeof max === 'number' ? String(max) : undefined,
    'data-multiple': multiple === true ? true : undefined,
    align: textAlignment === 'left' ? undefined : text(textAlignment),
    valign: text(verticalAlignment),
    'data-hidden': isShown ? undefined : true,
    'data-card-target': targetDefinition === id ? true : undefined,
    'data-card-cover': coverDefinition === id ? true : undefined,
    'data-card-cover-dark': coverDefinitionDark === id ? true : undefined,
  } as const;
}

const listOptions = ({ type, data }: Column): Readonly<Record<string, unknown>>[] =>
  type === 'select' && Array.isArray(data['options'])
    ? data['options'].filter(
        (option): option is Record<string, unknown> => typeof option === 'object' && option !== null,
      )
    : [];

/** The options of a select column, unless they are what its cells say. */
function writeSelect(column: Column): string {
  const options = listOptions(column).map(({ value, label, color }) => ({
    value: stringOf(value),
    label: stringOf(label) || stringOf(value),
    color: stringOf(color),
  }));
  if (options.every(({ value, label, color }) => label === value && (color === '' || color === defaultColor)))
    return '';
  return `<select>${options.map((one) => `${tagWith('option', one)}</option>`).join('')}</select>`;
}

interface Cell {
  readonly values: InputPart;
  readonly column: Column;
}

export function cellFrom(writing: WriteContext, { fragments }: TableParts, { values, column }: Cell): string {
  const at: InputPart = { value: writeData(values)[column.id], path: `${values.path}.${column.id}` };
  const { value } = at;
  if (value === undefined || value === null) return '';
  if (column.type === 'text') {
    const fragment = fragments.get(value);
    return fragment ? writeContent(writing, fragment) : escaped(stringOf(value));
  }
  if (column.type === 'checkbox') return value === true ? 'true' : 'false';
  if (Array.isArray(value))
    return value.map((item: unknown) => itemFrom(column, item)).join(column.type === 'select' ? '' : ', ');
  if (typeof value !== 'object') return escaped(stringOf(value));
  const ref = 'ref' in value ? (value as { ref: unknown }).ref : value;
  const url = writeAddress(writing, { value: ref, path: at.path });
  return `${tagWith('a', { href: url })}${escaped(url)}</a>`;
}

function itemFrom(column: Column, item: unknown): string {
  const { type } = column;
  const name = stringOf(item);
  if (type === 'select') {
    const label = stringOf(listOptions(column).find(({ value }) => value === name)?.['label']) || name;
    return `<span data-option="${escaped(name)}">${escaped(label)}</span>`;
  }
  const url = type === 'files' && /^file_[\w-]+$/.test(name) ? `/files/${name}` : name;
  return type === 'files' ? `${tagWith('a', { href: url })}${escaped(name)}</a>` : escaped(name);
}

/** Converts the blocks of a cell: a single paragraph to its text, others to elements. */
function writeContent(writing: WriteContext, fragment: InputPart): string {
  const blocks = listNodes(fragment);
  const paragraphs = blocks.map((block) => {
    if (writeData(block)['type'] !== 'paragraph') return null;
    return writeHtml(inlineFrom(writing, block, 'hard breaks'));
  });
  const [only] = paragraphs;
  if (paragraphs.length === 1 && typeof only === 'string') return only;
  if (paragraphs.every((one) => one !== null)) return paragraphs.map((one) => `<p>${one}</p>`).join('');
  return blocks.map((block) => writeBlockAsHtml(writing, block)).join('');
}
