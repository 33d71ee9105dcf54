import type { Attributes } from '../../markdown/attributes.ts';
import type { HtmlElement, HtmlNode } from '../../markdown/html-tree.ts';
import { defaultColor, paragraphOf, textNode, voidBlock, inlineText, type Block, type Fragment } from '../document.ts';
import { readAttributes, htmlInlines, readText, trimInlines } from './html-inlines.ts';
import { rowSpans, type RowSpan, type SourceSpan } from '../source-span.ts';
import { referenceTo, type ReadContext } from './read-context.ts';
import { cellFragment, chargeCells, columnName, readOrder, rowName } from './table.ts';

/** Converts elements to blocks. */
type ReadNodes = (reading: ReadContext, nodes: readonly HtmlNode[]) => Block[];

interface Column {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly attributes: Attributes;
  /** The options that a select column lists in its head. */
  readonly options: readonly SelectOption[];
}

interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly color: string;
}

/** Converts an HTML table, with the types of its columns, to a grid or cards. */
export function htmlTable(reading: ReadContext, table: HtmlElement, read: ReadNodes): Block {
  const rows = listRows(table);
  const hasHead = rows[0]?.cells.some(({ tagName }) => tagName === 'th') ?? false;
  const head = hasHead ? (rows[0]?.cells ?? []) : [];
  const body = (hasHead ? rows.slice(1) : rows).map(({ cells }) => cells);
  const width = Math.max(head.length, ...body.slice(0, maxRows).map((cells) => cells.length));
  chargeCells(reading, width * (body.length + 1));
  const columns = Array.from({ length: width }, (_none, at) => pickColumn(reading, head[at], at)).map((column, at) =>
    withCoverType(
      reading,
      column,
      body.map((cells) => cells[at]),
    ),
  );
  const fragments: Fragment[] = [];
  const options = columns.map(() => new Set<string>());
  const records = body.map((cells, at) => {
    const values = columns.map((column, place) => {
      const value = findValue(reading, column, cells[place]);
      for (const option of Array.isArray(value) ? value : []) options[place]?.add(option);
      if (value !== undefined) return [column.id, value] as const;
      const fragment = cellFragment(
        at,
        place,
        cellBlocks(cells[place], (nodes) => read(reading, nodes)),
      );
      fragments.push(fragment);
      return [column.id, fragment.fragment] as const;
    });
    return [rowName(at), { orderIndex: readOrder(at), values: Object.fromEntries(values) }] as const;
  });
  const data = {
    view: readView(table, columns, hasHead),
    records: Object.fromEntries(records),
    definition: Object.fromEntries(
      columns.map((column, at) => [column.id, readDefinition(column, options[at] ?? new Set())]),
    ),
    ...(readAttributes(table)['data-full-width'] === 'true' && { fullWidth: true }),
  };
  const spans = spansOfRows(reading, hasHead ? rows.slice(1) : rows);
  return { ...voidBlock('table', data, { fragments }), ...(spans && { [rowSpans]: spans }) };
}

/** The places of rows; null where one is not in the text as it is. */
function spansOfRows({ htmlStart, spansFrom }: ReadContext, rows: readonly Row[]): RowSpan[] | null {
  if (htmlStart === null || spansFrom === null) return null;
  const shift = htmlStart - spansFrom;
  const spans = rows.flatMap(({ element, cells }) => {
    const { start, end } = element.position ?? {};
    if (start?.offset === undefined || end?.offset === undefined) return [];
    return [
      {
        start: start.offset + shift,
        end: end.offset + shift,
        isHtml: true,
        cells: cells.map((cell) => insideOf(cell, shift)),
      },
    ];
  });
  return spans.length === rows.length ? spans : null;
}

/** The place of what is between the tags of a cell; null for an empty cell. */
function insideOf({ children }: HtmlElement, shift: number): SourceSpan | null {
  const [start, end] = [children[0]?.position?.start.offset, children.at(-1)?.position?.end.offset];
  return start === undefined || end === undefined ? null : { start: start + shift, end: end + shift };
}

/** Maximum number of rows examined for the widest one. No table may have more cells than that. */
const maxRows = 20_000;

interface Row {
  readonly element: HtmlElement;
  readonly cells: readonly HtmlElement[];
}

function listRows(table: HtmlElement): Row[] {
  const rows: Row[] = [];
  const walk = (nodes: readonly HtmlNode[]) => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      if (['thead', 'tbody', 'tfoot'].includes(node.tagName)) walk(node.children);
      if (node.tagName === 'tr')
        rows.push({ element: node, cells: node.children.filter((child) => isCell(child)) as HtmlElement[] });
    }
  };
  walk(table.children);
  return rows;
}

const isCell = (node: HtmlNode) => node.type === 'element' && (node.tagName === 'td' || node.tagName === 'th');

const types: ReadonlySet<string> = new Set(
  'text number checkbox files users rating select content-ref image'.split(' '),
);

function pickColumn(reading: ReadContext, cell: HtmlElement | undefined, at: number): Column {
  const attributes = cell ? readAttributes(cell) : {};
  const isSelect = (node: HtmlNode) => node.type === 'element' && node.tagName === 'select';
  const words = cell?.children.filter((node) => !isSelect(node)) ?? [];
  const title = inlineText(trimInlines(htmlInlines(reading, words, [])));
  const select = cell?.children.find(isSelect);
  const { 'data-type': given = select ? 'select' : 'text' } = attributes;
  const options = select?.type === 'element' ? select.children.flatMap(optionOf) : [];
  return { id: columnName(at), title, type: types.has(given) ? given : 'text', attributes, options };
}

/** An option in the head of a column: `<option value="a" label="A" color="blue">`. */
function optionOf(node: HtmlNode): SelectOption[] {
  if (node.type !== 'element' || node.tagName !== 'option') return [];
  const { value, label, color } = readAttributes(node);
  const text = readText(node).trim();
  const known = value ?? (text || label);
  return known ? [{ value: known, label: label || text || known, color: color || defaultColor }] : [];
}

/**
 * The covers of cards are a column of files, which every renderer shows, unless a cover is not a file of the space. Without
 * a type, a column of covers is one of images.
 */
function withCoverType(reading: ReadContext, column: Column, cells: readonly (HtmlElement | undefined)[]): Column {
  const { attributes, type } = column;
  const isCover = attributes['data-card-cover'] !== undefined || attributes['data-card-cover-dark'] !== undefined;
  if (!isCover || !(type === 'image' || type === 'files' || attributes['data-type'] === undefined)) return column;
  const urls = cells.flatMap((cell) => (cell ? urlsIn(cell) : []));
  const areFiles = urls.every((url) => referenceTo(reading, url).kind === 'file');
  return { ...column, type: areFiles ? 'files' : 'image' };
}

function readDefinition({ id, title, type, attributes, options: listed }: Column, used: ReadonlySet<string>) {
  const base = { id, title, type };
  const multiple = attributes['data-multiple'] !== undefined && attributes['data-multiple'] !== 'false';
  switch (type) {
    case 'rating':
      return { ...base, max: Number(attributes['data-max']) || 5 };
    case 'users':
      return { ...base, multiple };
    case 'select':
      return {
        ...base,
        multiple,
        options: [
          ...listed,
          ...[...used]
            .filter((value) => !listed.some((one) => one.value === value))
            .map((value) => ({ value, label: value, color: defaultColor })),
        ],
      };
    case 'text': {
      const { align = 'left', valign } = attributes;
      const textAlignment = align === 'center' || align === 'right' ? align : 'left';
      const isKnown = valign === 'top' || valign === 'middle' || valign === 'bottom';
      return { ...base, textAlignment, ...(isKnown && { verticalAlignment: valign }) };
    }
    default:
      return base;
  }
}

function readView(table: HtmlElement, columns: readonly Column[], hasHead: boolean) {
  const attributes = readAttributes(table);
  const isShown = ({ attributes: own }: Column) => own['data-hidden'] === undefined;
  const findId = (name: string) => columns.find(({ attributes: own }) => own[name] !== undefined)?.id;
  if (attributes['data-view'] === 'cards') {
    const target = findId('data-card-target');
    const cover = findId('data-card-cover');
    const dark = findId('data-card-cover-dark');
    return {
      type: 'cards',
      cardSize: attributes['data-card-size'] === 'large' ? 'large' : 'medium',
      columns: columns.filter(isShown).map(({ id }) => id),
      ...(target && { targetDefinition: target }),
      ...(cover && { coverDefinition: cover }),
      ...(dark && { coverDefinitionDark: dark }),
    };
  }
  const widths = columns.flatMap(({ id, attributes: own }) => {
    const width = Number.parseInt(own['width'] ?? '', 10);
    return width > 0 ? [[id, width] as const] : [];
  });
  return {
    type: 'grid',
    columns: columns.filter(isShown).map(({ id }) => id),
    ...(widths.length > 0 && { columnWidths: Object.fromEntries(widths) }),
    hideHeader: !hasHead || attributes['data-header-hidden'] !== undefined,
  };
}

/** The value of a cell; undefined for text, which becomes a fragment. */
function findValue(reading: ReadContext, { type, options }: Column, cell: HtmlElement | undefined) {
  if (type === 'text') return undefined;
  const urls = cell ? urlsIn(cell) : [];
  const text = cell ? readText(cell).trim() : '';
  switch (type) {
    case 'number':
    case 'rating':
      return Number.isFinite(Number(text)) && text !== '' ? Number(text) : null;
    case 'checkbox':
      return /^(?:true|yes|x|✓|☑️?|✅)$/iu.test(text);
    case 'files':
      return urls.flatMap((url) => idOfFile(referenceTo(reading, url)) ?? []);
    case 'users':
      return urls.length > 0 ? urls : listed(text);
    case 'select':
      return cell ? optionsIn(cell, text, options) : [];
    case 'content-ref':
      return urls[0] === undefined ? null : referenceTo(reading, urls[0]);
    default: {
      const ref = urls[0] === undefined ? null : referenceTo(reading, urls[0]);
      return ref && (ref.kind === 'file' || ref.kind === 'url') ? ref : null;
    }
  }
}

const idOfFile = (ref: ReturnType<typeof referenceTo>) => (ref.kind === 'file' ? ref.file : undefined);

const listed = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Lists the options of a cell: `<span data-option="a">A</span>`. */
function optionsIn(cell: HtmlElement, text: string, options: readonly SelectOption[]): string[] {
  const spans = cell.children.flatMap((child) => {
    if (child.type !== 'element' || child.tagName !== 'span') return [];
    const given = readAttributes(child)['data-option'];
    if (given !== undefined && options.some(({ value }) => value === given)) return [given];
    return [readText(child).trim().replace(/,$/, '')];
  });
  const valueOfLabel = (name: string) =>
    options.find(({ label, value }) => label === name || value === name)?.value ?? name;
  return (spans.length > 0 ? spans : listed(text)).map(valueOfLabel);
}

const addressNames: Readonly<Record<string, string>> = { img: 'src', a: 'href' };

function urlsIn(node: HtmlElement): string[] {
  const own = node.properties[addressNames[node.tagName] ?? ''];
  const inside = node.children.flatMap((child) => (child.type === 'element' ? urlsIn(child) : []));
  return typeof own === 'string' && own !== '' ? [own, ...inside] : inside;
}

const cellBlocks = (cell: HtmlElement | undefined, read: (nodes: readonly HtmlNode[]) => Block[]): Block[] => {
  const blocks = cell ? read(cell.children) : [];
  return blocks.length > 0 ? blocks : [paragraphOf([textNode('')])];
};
