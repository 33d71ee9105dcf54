import { html, joinHtml, noHtml, type Safe } from '../../lib/html.ts';
import { blockText } from '../rich-text/block-words.ts';
import type { DocumentReference } from '../rich-text/content-reference.ts';
import { stringOf } from '../rich-text/document.ts';
import { writeCell } from './cells.ts';
import { whenHtml, type HtmlContext } from './html-context.ts';
import { writeImage } from './images.ts';
import { findDestination, urlTitle, writeLink, writeMention } from './links.ts';
import type { TableData, TableRow } from './table-data.ts';

/**
 * Writes a table as cards: `ul.cards`, with `large`. A card has its cover, its cells, and a link `.card-target` that covers all of
 * it, so that links in its cells stay links.
 */
export function writeCards(context: HtmlContext, table: TableData): Safe {
  const { view, rows } = table;
  const items = rows.map((row) => html`<li>${writeCard(context, table, row)}</li>`);
  return html`<ul class="cards${view.cardSize === 'large' ? ' large' : ''}">${items}</ul>`;
}

function writeCard(context: HtmlContext, { view, columns, blocksOf }: TableData, row: TableRow): Safe {
  const cover = coverOf(row, view.coverDefinition);
  const dark = coverOf(row, view.coverDefinitionDark);
  const image = cover ? writeImage(context, { ref: cover, refDark: dark }, { alt: '', class: 'cover' }) : noHtml;
  const cells = columns.map((column) => {
    const value = row[column.id];
    const content = writeCell(context, column, { value, blocks: blocksOf(value) });
    return content.html === '' ? noHtml : html`<div>${content}</div>`;
  });
  const title = columns
    .flatMap(({ id }) => blocksOf(row[id]))
    .map(blockText)
    .find((text) => text !== '');
  return joinHtml([image, ...cells, writeTarget(context, targetOf(row, view.targetDefinition), title)]);
}

/** The link of a card, whose name is the first text of the card, or else the title of the page. */
function writeTarget(context: HtmlContext, ref: DocumentReference | null, title: string | undefined): Safe {
  if (ref === null) return noHtml;
  const destination = findDestination(context, ref);
  if (destination.kind === 'nowhere') return noHtml;
  if (title === undefined && ref.kind !== 'url') return writeMention(context, ref);
  const words = html`<span>${title ?? (ref.kind === 'url' ? urlTitle(ref.url) : '')}</span>`;
  const link = writeLink(context, ref, { words, className: 'card-target' });
  return destination.kind === 'reference' ? whenHtml(context, destination.to, link) : link;
}

function targetOf(row: TableRow, id: string | undefined): DocumentReference | null {
  const value = id === undefined ? null : row[id];
  return isReference(value) ? value : null;
}

/** The cover: a file of the space or an image. */
function coverOf(row: TableRow, id: string | undefined): DocumentReference | undefined {
  const value = id === undefined ? null : row[id];
  if (Array.isArray(value)) return value.length === 0 ? undefined : { kind: 'file', file: stringOf(value[0]) };
  return isReference(value) ? value : undefined;
}

const isReference = (value: unknown): value is DocumentReference =>
  typeof value === 'object' && value !== null && 'kind' in value;
