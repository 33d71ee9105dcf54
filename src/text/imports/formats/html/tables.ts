import { visit } from 'unist-util-visit';
import { TextProblem } from '../../../../lib/text-outcome.ts';
import { element, isElement, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/** Largest spans in HTML. https://html.spec.whatwg.org/multipage/tables.html#forming-a-table */
const maxColSpan = 1_000;
const maxRowSpan = 65_534;

/** Maximum number of cells in a table, including cells added to make it rectangular. */
const maxCells = 20_000;

/**
 * Limits the spans of cells, in place. Markdown has no spans, so each becomes that many cells, and 60 bytes could
 * create a billion. A table that its spans make too large loses them. Throws TextProblem when it is too large without
 * spans.
 */
export function limitTableSpans(root: HtmlRoot): void {
  visit(root, 'element', (node) => {
    if (node.tagName !== 'table') return;
    const rows = listRows(node);
    for (const cell of rows.flat()) {
      setSpan(cell, 'colSpan', Math.min(readSpan(cell, 'colSpan'), maxColSpan));
      setSpan(cell, 'rowSpan', Math.min(readSpan(cell, 'rowSpan'), maxRowSpan, rows.length));
    }
    if (isWithin(rows)) return;
    for (const cell of rows.flat()) for (const name of ['colSpan', 'rowSpan']) setSpan(cell, name, 1);
    if (!isWithin(rows)) throw new TextProblem(`a table has more than ${maxCells} cells`);
  });
}

/** Puts empty cells in the place of spans, in place, so that each cell stands below the head that it has in the source. */
export function spreadTableSpans(root: HtmlRoot): void {
  visit(root, 'element', (node) => {
    if (node.tagName !== 'table') return;
    /** The rows that a cell above still takes, by column. */
    const taken: number[] = [];
    for (const row of ownRows(node)) {
      const cells: HtmlElement[] = [];
      const fill = () => {
        for (let left = taken[cells.length] ?? 0; left > 0; left = taken[cells.length] ?? 0) {
          taken[cells.length] = left - 1;
          cells.push(element('td', []));
        }
      };
      for (const cell of row.children.filter(isElement)) {
        fill();
        const [columns, down] = [readSpan(cell, 'colSpan'), readSpan(cell, 'rowSpan')];
        for (let column = 0; column < columns; column += 1) {
          taken[cells.length] = Math.max(down, taken[cells.length] ?? 0) - 1;
          cells.push(column === 0 ? cell : element(cell.tagName, []));
        }
        for (const name of ['colSpan', 'rowSpan']) setSpan(cell, name, 1);
      }
      const end = taken.findLastIndex((left) => left > 0);
      while (cells.length <= end) {
        taken[cells.length] = Math.max(1, taken[cells.length] ?? 0) - 1;
        cells.push(element('td', []));
      }
      row.children = cells;
    }
  });
}

/**
 * Writes heads of rows as bold words, in place, because Markdown has heads of columns alone. A table of which each row has such a head, as for
 * the properties of a page, has no head of columns.
 */
export function headColumns(root: HtmlRoot): void {
  visit(root, 'element', (node) => {
    if (node.tagName !== 'table') return;
    const rows = ownRows(node).map((row) => row.children.filter(isElement));
    const hasHead = rows[0]?.every(({ tagName }) => tagName === 'th') === true || rows.length < 2;
    for (const row of hasHead ? rows.slice(1) : rows)
      for (const cell of row) {
        if (cell.tagName !== 'th' || !row.some(({ tagName }) => tagName === 'td')) continue;
        cell.tagName = 'td';
        if (cell.children.length > 0 && !cell.children.some(isBlock))
          cell.children = [element('strong', cell.children)];
      }
  });
}

const isBlock = (node: HtmlElement['children'][number]) =>
  isElement(node) && /^(?:div|ol|p|pre|table|ul)$/.test(node.tagName);

/** The rows of a table, without those of tables in its cells. */
const ownRows = (node: HtmlElement): HtmlElement[] =>
  node.children.filter(isElement).flatMap((child) => {
    if (child.tagName === 'tr') return [child];
    return /^t(?:head|body|foot)$/.test(child.tagName) ? ownRows(child) : [];
  });

function listRows(table: HtmlElement): HtmlElement[][] {
  const rows: HtmlElement[][] = [];
  visit(table, 'element', (node) => {
    if (node.tagName === 'tr') rows.push([]);
    if (node.tagName === 'td' || node.tagName === 'th') rows.at(-1)?.push(node);
  });
  return rows;
}

const readSpan = ({ properties }: HtmlElement, name: string) => Math.max(1, Number(properties[name]) || 1);

function setSpan({ properties }: HtmlElement, name: string, span: number): void {
  if (span > 1) properties[name] = span;
  else delete properties[name];
}

function isWithin(rows: readonly (readonly HtmlElement[])[]): boolean {
  const widths = rows.map(() => 0);
  let cells = 0;
  for (const [at, row] of rows.entries())
    for (const cell of row) {
      const [columns, down] = [readSpan(cell, 'colSpan'), readSpan(cell, 'rowSpan')];
      cells += columns * down;
      if (cells > maxCells) return false;
      for (let below = at; below < Math.min(at + down, rows.length); below += 1)
        widths[below] = (widths[below] ?? 0) + columns;
    }
  return widths.reduce((widest, width) => Math.max(widest, width), 1) * (rows.length + 1) <= maxCells;
}
