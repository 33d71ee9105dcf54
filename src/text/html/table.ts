import { html, joinHtml, noHtml, type Safe } from '../../lib/html.ts';
import { stringOf, type Block } from '../rich-text/document.ts';
import { writeCards } from './cards.ts';
import { writeCell } from './cells.ts';
import { withChange } from './changes.ts';
import { wordHtml, type HtmlContext } from './html-context.ts';
import { readTableData, type TableColumn } from './table-data.ts';

/** Writes a table: a grid in a box that scrolls, or cards. */
export function writeTable(context: HtmlContext, node: Block): Safe {
  const table = readTableData(node);
  if (table.view.type === 'cards') return writeCards(context, table);
  const { view, rows, columns } = table;
  if (columns.length === 0) return noHtml;
  const isTitled = view.hideHeader !== true && columns.some(({ title }) => title !== '');
  const head = isTitled ? html`<thead><tr>${columns.map((column) => headHtml(context, column))}</tr></thead>` : noHtml;
  const body = rows.map((row) => {
    const cells = columns.map((column) => {
      const content = writeCell(context, column, { value: row[column.id], blocks: table.blocksOf(row[column.id]) });
      return html`<td${lookOf(column)}>${content}</td>`;
    });
    return html`<tr>${cells}</tr>`;
  });
  const name = wordHtml(context, 'table');
  const classes = node.data['fullWidth'] === true ? 'table wide' : 'table';
  return html`<div class="${classes}" role="group" aria-label="${name}" tabindex="0"><table>${head}<tbody>${joinHtml(body)}</tbody></table></div>`;
}

/** A column without a title has no header. */
const headHtml = (context: HtmlContext, column: TableColumn): Safe =>
  column.title === ''
    ? html`<td></td>`
    : html`<th scope="col"${lookOf(column)}>${withChange(context, column, html`${column.title}`)}</th>`;

/** The classes of a cell: `end` for numbers and texts on the right, `center`, `middle`, `bottom`. */
function lookOf({ type, textAlignment, verticalAlignment }: TableColumn): Safe {
  const align = type === 'number' || textAlignment === 'right' ? 'end' : stringOf(textAlignment);
  const classes = [align, stringOf(verticalAlignment)].filter((name) => lookNames.has(name));
  return classes.length === 0 ? noHtml : html` class="${classes.join(' ')}"`;
}

const lookNames: ReadonlySet<string> = new Set(['end', 'center', 'middle', 'bottom']);
