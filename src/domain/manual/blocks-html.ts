import { escaped, tagWith } from '../rich-text/write/html.ts';
import { inlineText, stringOf, type Block, type InlineNode } from '../rich-text/document.ts';
import { codeHtml } from './code-html.ts';
import { inlinesHtml, imageHtml, type HtmlTargets } from './inlines-html.ts';
import { tableHtml } from './table-html.ts';

/** Blocks of a document as HTML. Throws for a block that the documents of this project do not use. */
export const blocksHtml = (nodes: readonly Block[], targets: HtmlTargets): string =>
  nodes.map((node) => blockHtml(node, targets)).join('\n');

function blockHtml(node: Block, targets: HtmlTargets): string {
  const blocks = (node.nodes ?? []).filter((one) => one.object === 'block');
  const inside = () => blocksHtml(blocks, targets);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- a test reads every page of this project
  switch (node.type) {
    case 'paragraph':
      return `<p>${inlinesHtml(inlinesOf(node), targets)}</p>`;
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return headingHtml(node, targets);
    case 'list-ordered':
      return `<ol>${blocks.map((item) => itemHtml(item, targets)).join('')}</ol>`;
    case 'list-unordered':
      return `<ul>${blocks.map((item) => itemHtml(item, targets)).join('')}</ul>`;
    case 'blockquote':
      return `<blockquote>${inside()}</blockquote>`;
    case 'divider':
      return '<hr>';
    case 'code':
      return codeHtml(blocks.map((line) => inlineText(inlinesOf(line))).join('\n'), stringOf(node.data['syntax']));
    case 'hint':
      return `${tagWith('div', { class: `hint ${stringOf(node.data['style'])}` })}${inside()}</div>`;
    case 'images':
      return `<figure>${blocks.map(({ data }) => imageHtml(data, targets)).join('')}</figure>`;
    case 'table':
      return tableHtml(node, (cell) => cellHtml(cell, targets));
    case 'markdown':
      // Comments and definitions of links.
      return '';
    default:
      throw new Error(`The manual has a block that it cannot show: ${node.type}`);
  }
}

const inlinesOf = (node: Block): InlineNode[] => (node.nodes ?? []).filter((one) => one.object !== 'block');

function headingHtml(node: Block, targets: HtmlTargets): string {
  const level = Math.min(Number(node.meta?.depth ?? node.type.slice(-1)), 6);
  const id = targets.anchors(inlineText(inlinesOf(node)).trim(), node.meta?.id).id;
  const link = `<a class="anchor" href="#${escaped(id)}" aria-label="Link to this section">#</a>`;
  return `<h${level} id="${escaped(id)}">${inlinesHtml(inlinesOf(node), targets)} ${link}</h${level}>`;
}

function itemHtml(item: Block, targets: HtmlTargets): string {
  const blocks = (item.nodes ?? []).filter((one) => one.object === 'block');
  return `<li>${cellHtml(blocks, targets)}</li>`;
}

/** Blocks of an item or a cell. A single paragraph is written without space around it. */
function cellHtml(blocks: readonly Block[], targets: HtmlTargets): string {
  const [first, ...rest] = blocks;
  if (first?.type !== 'paragraph' || rest.some(({ type }) => type === 'paragraph')) return blocksHtml(blocks, targets);
  return inlinesHtml(inlinesOf(first), targets) + blocksHtml(rest, targets);
}
