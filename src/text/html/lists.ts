import { html, joinHtml, noHtml, type Safe } from '../../lib/html.ts';
import { blocksIn, inlinesIn } from '../rich-text/block-words.ts';
import type { Block } from '../rich-text/document.ts';
import { wordHtml, type HtmlContext } from './html-context.ts';
import { takeNotes, writeInlines } from './inlines.ts';

/** Writes the items of a list. */
export const writeItems = (context: HtmlContext, node: Block): Safe =>
  joinHtml(blocksIn(node).map((item) => html`<li>${writeTight(context, blocksIn(item))}</li>`));

/** Writes the content of an item or cell: a lone paragraph, with or without other blocks below it, without its tags. */
export function writeTight(context: HtmlContext, blocks: readonly Block[]): Safe {
  const [first, ...rest] = blocks;
  if (!first) return noHtml;
  if (!isLone(first, rest)) return context.writeBlocks(context, blocks);
  const words = writeInlines(context, inlinesIn(first));
  return joinHtml([words, takeNotes(context), context.writeBlocks(context, rest)]);
}

const isLone = (first: Block, rest: readonly Block[]) =>
  first.type === 'paragraph' && Object.keys(first.data).length === 0 && !rest.some(({ type }) => type === 'paragraph');

/** Writes tasks, whose checkboxes have their words as names. */
export const writeTasks = (context: HtmlContext, node: Block): Safe =>
  joinHtml(blocksIn(node).map((item) => html`<li>${writeTask(context, item)}</li>`));

function writeTask(context: HtmlContext, item: Block): Safe {
  const isDone = item.data['checked'] === true;
  const checked = isDone ? html` checked` : noHtml;
  const [first, ...rest] = blocksIn(item);
  const words = first?.type === 'paragraph' ? writeInlines(context, inlinesIn(first)) : noHtml;
  if (first?.type === 'paragraph' && words.html !== '') {
    const label = html`<label><input type="checkbox" disabled${checked}> ${words}</label>`;
    return joinHtml([label, takeNotes(context), context.writeBlocks(context, rest)]);
  }
  const name = wordHtml(context, isDone ? 'taskDone' : 'taskOpen');
  const box = html`<input type="checkbox" disabled${checked} aria-label="${name}"> `;
  return joinHtml([box, context.writeBlocks(context, blocksIn(item))]);
}
