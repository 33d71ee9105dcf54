import { html, joinHtml, noHtml, type Safe } from '../../lib/html.ts';
import type { DocumentReference } from '../rich-text/content-reference.ts';
import { stringOf, type Block } from '../rich-text/document.ts';
import { writeChange } from './changes.ts';
import { indexOfReference, slotHtml, wordHtml, type HtmlContext } from './html-context.ts';
import { writeImage } from './images.ts';
import { writeLink, writeMention } from './links.ts';
import { writeTight } from './lists.ts';
import { isCompared, type TableColumn } from './table-data.ts';

/** Writes a cell by the type of its column. `blocks` are those of a cell of text. */
export function writeCell(
  context: HtmlContext,
  column: TableColumn,
  { value, blocks }: { readonly value: unknown; readonly blocks: readonly Block[] },
): Safe {
  if (blocks.length > 0) return writeTight(context, blocks);
  if (isCompared(value))
    return joinHtml(
      (['removed', 'added'] as const).map((kind) =>
        writeChange(context, kind, writeCell(context, column, { value: value[kind], blocks: [] })),
      ),
      ' ',
    );
  if (value === null || value === undefined) return noHtml;
  switch (column.type) {
    case 'checkbox':
      return wordHtml(context, value === true ? 'yes' : 'no');
    case 'rating':
      return writeRating(context, value, column.max);
    case 'select':
      return joinHtml(
        listOf(value).map((one) => writeChoice(column, one)),
        ' ',
      );
    case 'users':
      return joinHtml(
        listOf(value).map((user) => writeUser(context, user)),
        ', ',
      );
    case 'files':
      return joinHtml(
        listOf(value).map((file) =>
          slotHtml(context, { kind: 'file', to: indexOfReference(context, { kind: 'file', file }) }),
        ),
        ' ',
      );
    case 'content-ref':
      return writePage(context, value as DocumentReference);
    case 'image':
      return writeImage(context, { ref: value as DocumentReference }, { alt: '' });
    default:
      return html`${stringOf(value)}`;
  }
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(stringOf) : []);

/** A link with the title of a page, or with the address of another site. */
const writePage = (context: HtmlContext, ref: DocumentReference): Safe =>
  ref.kind === 'url' ? writeLink(context, ref, { words: html`${ref.url}` }) : writeMention(context, ref);

/** Most stars that are drawn. More are words alone. */
const maxStars = 10;

function writeRating(context: HtmlContext, value: unknown, max = 5): Safe {
  const stars = typeof value === 'number' ? Math.min(Math.max(0, Math.round(value)), max) : 0;
  const words = wordHtml(context, 'rating', { value: Number(value), max });
  if (max > maxStars) return words;
  const drawn = '★'.repeat(stars) + '☆'.repeat(max - stars);
  return html`<span class="rating" role="img" aria-label="${words}">${drawn}</span>`;
}

/** The named colours of options, and the hexadecimal ones that documents write for them. */
const colours: ReadonlySet<string> = new Set(['green', 'blue', 'red', 'orange', 'yellow', 'purple']);

/** Writes an option of a selection as a chip: `span.chip`, with its colour as a class. */
function writeChoice({ options = [] }: TableColumn, value: string): Safe {
  const option = options.find((one) => one.value === value);
  const colour = colours.has(option?.color ?? '') ? ` paper-${option?.color}` : '';
  return html`<span class="chip${colour}">${option?.label ?? value}</span>`;
}

function writeUser(context: HtmlContext, user: string): Safe {
  if (/^(?:https?|mailto):/i.test(user))
    return writeLink(context, { kind: 'url', url: user }, { words: html`${user}` });
  return slotHtml(context, { kind: 'user', to: indexOfReference(context, { kind: 'user', user }) });
}
