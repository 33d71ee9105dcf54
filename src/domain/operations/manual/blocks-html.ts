import { escaped, tagWith } from '../../../text/rich-text/write/html.ts';
import { inlineText, stringOf, type Block, type InlineNode } from '../../../text/rich-text/document.ts';
import { renderCode } from './code-html.ts';
import { renderInlines, renderImage, type HtmlTargets } from './inlines-html.ts';
import { renderTable } from './table-html.ts';

/** Renders blocks to HTML. Throws for a block that the manual does not use. */
export const renderBlocks = (nodes: readonly Block[], targets: HtmlTargets): string =>
  nodes.map((node) => blockHtml(node, targets)).join('\n');

function blockHtml(node: Block, targets: HtmlTargets): string {
  const blocks = (node.nodes ?? []).filter((one) => one.object === 'block');
  const inside = () => renderBlocks(blocks, targets);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- a test reads every page of this project
  switch (node.type) {
    case 'paragraph':
      return `<p>${renderInlines(listInlines(node), targets)}</p>`;
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
      return renderCode(blocks.map((line) => inlineText(listInlines(line))).join('\n'), stringOf(node.data['syntax']));
    case 'hint':
      return `${tagWith('div', { class: `hint ${stringOf(node.data['style'])}` })}${inside()}</div>`;
    case 'images':
      return `<figure>${blocks.map(({ data }) => renderImage(data, targets)).join('')}</figure>`;
    case 'table':
      return renderTable(node, (cell) => cellHtml(cell, targets));
    case 'markdown':
      // Comments and link definitions.
      return '';
    default:
      throw new Error(`The manual has a block that it cannot show: ${node.type}`);
  }
}

const listInlines = (node: Block): InlineNode[] => (node.nodes ?? []).filter((one) => one.object !== 'block');

function headingHtml(node: Block, targets: HtmlTargets): string {
  const level = Math.min(Number(node.meta?.depth ?? node.type.slice(-1)), 6);
  const id = targets.anchors(inlineText(listInlines(node)).trim(), node.meta?.id).id;
  const link = `<a class="anchor" href="#${escaped(id)}" aria-label="Link to this section">#</a>`;
  return `<h${level} id="${escaped(id)}">${renderInlines(listInlines(node), targets)} ${link}</h${level}>`;
}

function itemHtml(item: Block, targets: HtmlTargets): string {
  const blocks = (item.nodes ?? []).filter((one) => one.object === 'block');
  return `<li>${cellHtml(blocks, targets)}</li>`;
}

/** Renders the blocks of an item or cell. A single paragraph is rendered without surrounding space. */
function cellHtml(blocks: readonly Block[], targets: HtmlTargets): string {
  const [first, ...rest] = blocks;
  if (first?.type !== 'paragraph' || rest.some(({ type }) => type === 'paragraph'))
    return renderBlocks(blocks, targets);
  return renderInlines(listInlines(first), targets) + renderBlocks(rest, targets);
}
