import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import type { MarkdownRoot } from '../../../markdown/parser.ts';
import { element, isElement, text, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

type Inline = HtmlElement['children'][number];

/**
 * Turns blocks in the cells of tables into lines, in place. A cell of Markdown has one line, so a paragraph, an item of a
 * list and a line of code become a line each, with a break between them.
 */
export function flattenCells(root: HtmlRoot): void {
  visit(root, 'element', (node) => {
    if (node.tagName !== 'td' && node.tagName !== 'th') return;
    if (!node.children.some(hasLines)) return;
    const lines = linesOf(node.children, 0).filter((line) => line.some(isVisible));
    node.children = lines.flatMap((line, at) => (at === 0 ? line : [element('br', []), ...line]));
  });
}

/** Prints the breaks in cells as `<br>`, because Markdown has no other in a table. */
export function markCellBreaks(tree: MarkdownRoot): void {
  visit(tree, 'tableCell', (cell) => {
    visit(cell, 'break', (_, index, parent) => {
      if (parent && index !== undefined && 'children' in parent)
        parent.children[index] = { type: 'html', value: '<br>' };
    });
  });
}

const isVisible = (node: Inline) => !(node.type === 'text' && node.value.trim() === '');

const hasLines = (node: Inline): boolean =>
  isElement(node) && (blocks.has(node.tagName) || node.children.some(hasLines));

const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote center dd details div dl dt figure figcaption h1 h2 h3 h4 h5 h6 hr li main ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/** The lines of blocks and of the text between them. `depth` is that of the list around them. */
function linesOf(nodes: readonly Inline[], depth: number): Inline[][] {
  const lines: Inline[][] = [];
  let isOpen = false;
  for (const node of nodes) {
    if (!isElement(node) || !hasLines(node)) {
      const line = isElement(node) && node.tagName === 'br' ? undefined : lines.at(-1);
      if (isElement(node) && node.tagName === 'br') isOpen = false;
      else if (isOpen && line) line.push(asInline(node));
      else if (isVisible(node)) {
        lines.push([asInline(node)]);
        isOpen = true;
      }
      continue;
    }
    isOpen = false;
    lines.push(...blockLines(node, depth));
  }
  return lines;
}

function blockLines(node: HtmlElement, depth: number): Inline[][] {
  const { tagName, children } = node;
  if (tagName === 'ul' || tagName === 'ol') return listLines(node, depth);
  if (tagName === 'pre') return codeLines(node);
  if (tagName === 'tr') return rowLines(children);
  const lines = linesOf(children, depth);
  return /^h[1-6]$/.test(tagName) ? lines.map((line) => [element('strong', line)]) : lines;
}

function listLines({ tagName, properties, children }: HtmlElement, depth: number): Inline[][] {
  let number = Number(properties.start ?? 1) || 1;
  return children.filter(isElement).flatMap((item) => {
    const mark = `${'\u00a0\u00a0'.repeat(depth)}${tagName === 'ol' ? `${number}.` : '•'} `;
    if (item.tagName === 'li') number += 1;
    const [first = [], ...others] = linesOf(
      [item].flatMap((one) => one.children),
      depth + 1,
    );
    return [[text(mark), ...first], ...others];
  });
}

/** The row of a table in a cell, on one line. */
function rowLines(children: readonly Inline[]): Inline[][] {
  const cells = children.filter(isElement).map((cell) => {
    const lines = linesOf(cell.children, 0);
    return lines.flatMap((line, at) => (at === 0 ? line : [text(' '), ...line]));
  });
  return [cells.flatMap((cell, at) => (at === 0 ? cell : [text(' | '), ...cell]))];
}

const codeLines = (node: HtmlElement): Inline[][] =>
  toText(element('pre', node.children))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [element('code', [text(line)])]);

/** A checkbox as a letter, because a cell has no task list. */
const asInline = (node: Inline): Inline =>
  isElement(node) && node.tagName === 'input' && node.properties.type === 'checkbox'
    ? text(node.properties.checked === true ? '☑ ' : '☐ ')
    : node;
