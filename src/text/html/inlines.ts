import { html, joinHtml, noHtml, trustedHtml, type Safe } from '../../lib/html.ts';
import { stringOf, type Inline, type InlineNode, type Leaf, type Mark } from '../rich-text/document.ts';
import { readEmoji } from '../rich-text/read/inline-nodes.ts';
import { withChange } from './changes.ts';
import { idHtml, makeId, slotHtml, wordHtml, type HtmlContext } from './html-context.ts';
import { writeInlineImage } from './images.ts';
import { writeLink, writeMention } from './links.ts';
import { writeFormula } from './math.ts';

/** Writes inline nodes. The bodies of their notes wait in the context for the end of the block. */
export function writeInlines(context: HtmlContext, nodes: readonly InlineNode[]): Safe {
  if (nodes.length === 1 && nodes[0]) return writeNode(context, nodes[0]);
  return joinHtml(nodes.map((node) => writeNode(context, node)));
}

const writeNode = (context: HtmlContext, node: InlineNode): Safe =>
  withChange(context, node, node.object === 'text' ? joinHtml(node.leaves.map(writeLeaf)) : writeInline(context, node));

/** Writes text with its marks. Colours are classes: `ink-red`, `paper-yellow`. */
function writeLeaf({ text, marks }: Leaf): Safe {
  const words = html`${text}`;
  const lines = text.includes('\n') ? trustedHtml(words.html.replaceAll('\n', '<br>')) : words;
  return marks.reduceRight(writeMark, lines);
}

function writeMark(words: Safe, { type, data }: Mark): Safe {
  switch (type) {
    case 'color': {
      const { text = 'default', background = 'default' } = data ?? {};
      const classes = [text !== 'default' && `ink-${text}`, background !== 'default' && `paper-${background}`];
      const names = classes.filter((name) => name !== false).map((name) => name.replace('$', ''));
      return names.length === 0 ? words : html`<span class="${names.join(' ')}">${words}</span>`;
    }
    case 'bold':
      return html`<strong>${words}</strong>`;
    case 'italic':
      return html`<em>${words}</em>`;
    case 'strikethrough':
      return html`<del>${words}</del>`;
    case 'superscript':
      return html`<sup>${words}</sup>`;
    case 'subscript':
      return html`<sub>${words}</sub>`;
    case 'keyboard':
      return html`<kbd>${words}</kbd>`;
    case 'code':
      return html`<code>${words}</code>`;
  }
}

function writeInline(context: HtmlContext, node: Inline): Safe {
  const { data, nodes = [] } = node;
  switch (node.type) {
    case 'link':
      return writeLink(context, data.ref, { words: writeInlines(context, nodes) });
    case 'inline-image':
      return writeInlineImage(context, node);
    case 'inline-math':
      return writeFormula(stringOf(data['formula']), false);
    case 'emoji':
      return html`${readEmoji(stringOf(data['code']))}`;
    case 'icon':
      return slotHtml(context, { kind: 'icon', name: stringOf(data['icon']) });
    case 'button': {
      const icon = stringOf(data['icon']);
      const image = icon === '' ? noHtml : slotHtml(context, { kind: 'icon', name: icon });
      const className = data['kind'] === 'secondary' ? 'button secondary' : 'button';
      return writeLink(context, data.ref, { words: html`${image}${stringOf(data['label'])}`, className });
    }
    case 'mention':
      return writeMention(context, data.ref);
    case 'annotation':
      return writeAnnotation(context, node);
    case 'expression':
      return html`<code class="expression">${stringOf(data['expression'])}</code>`;
  }
}

/** Writes a word with a note: a link to the note, which stands after the block, because notes are blocks. */
function writeAnnotation(context: HtmlContext, { nodes = [], fragments = [] }: Inline): Safe {
  const id = idHtml(context, makeId(context, 'note'));
  const back = idHtml(context, makeId(context, 'noted'));
  const words = writeInlines(context, nodes);
  const outer = context.notes;
  context.notes = [];
  const body = context.writeBlocks(
    context,
    fragments.flatMap((one) => one.nodes),
  );
  const label = wordHtml(context, 'backToText');
  outer.push(html`<li id="${id}">${body}<a class="back" href="#${back}" aria-label="${label}">↩</a></li>`);
  context.notes = outer;
  return html`<a class="noted" id="${back}" href="#${id}" role="doc-noteref">${words}</a>`;
}

/** Writes the notes of the block before, and takes them from the context. */
export function takeNotes(context: HtmlContext): Safe {
  if (context.notes.length === 0) return noHtml;
  const { notes } = context;
  context.notes = [];
  return html`<ul class="notes" aria-label="${wordHtml(context, 'notes')}">${notes}</ul>`;
}
