import { outcomeOf } from '../../../lib/text-outcome.ts';
import { htmlProblem } from '../../markdown/html-budget.ts';
import { parseHtmlFragment, type HtmlElement, type HtmlNode } from '../../markdown/html-tree.ts';
import { parseTitle } from '../../markdown/title-inlines.ts';
import { blockWith, inlineText, voidBlock, type Block, type InlineNode } from '../document.ts';
import { codeBlock, sourceAsCode } from './code.ts';
import { alignBlocks, readExpandable } from './frames.ts';
import { figure } from './figures.ts';
import { readAttributes, htmlInlines, isFigure, readText, trimInlines } from './html-inlines.ts';
import { htmlTable } from './html-table.ts';
import { inlineNodes } from './inlines.ts';
import { blocksOfInlines } from './paragraphs.ts';
import { headingLevel, placed, type ReadContext } from './read-context.ts';

/** Maximum length of HTML that is converted, in characters. Longer HTML becomes code. */
const maxHtmlCharacters = 400_000;

/** Converts HTML to blocks. Comments are dropped; HTML that is too complex becomes code. */
export function blocksFromHtml(around: ReadContext, html: string): Block[] {
  const reading: ReadContext = { ...around, html };
  if (/^\s*<!--[\s\S]*-->\s*$/.test(html)) return [voidBlock('markdown', { markdown: html })];
  if (html.length > maxHtmlCharacters || htmlProblem(html) !== null) return [sourceAsCode(html, 'html')];
  const read = outcomeOf(() => {
    const { children } = parseHtmlFragment(html);
    return isScript(html) ? [sourceAsCode(html, 'jsx')] : htmlBlocks(reading, children);
  });
  return 'value' in read ? read.value : [sourceAsCode(html, 'html')];
}

/** Whether HTML is a script or style, which has no readable text. */
const isScript = (html: string) => /^\s*<(?:script|style)(?=[\s/>]|$)/i.test(html);

/** Converts HTML nodes to blocks. Consecutive text and inline elements become a paragraph. */
function htmlBlocks(reading: ReadContext, nodes: readonly HtmlNode[]): Block[] {
  const found: Block[] = [];
  let open: HtmlNode[] = [];
  const close = () => {
    found.push(...inPlace(reading, open, textBlocks(reading, open)));
    open = [];
  };
  for (const node of nodes) {
    if (node.type !== 'element' || !isBlock(node)) {
      open.push(node);
      continue;
    }
    close();
    found.push(...inPlace(reading, [node], elementBlocks(reading, node)));
  }
  close();
  return found;
}

/** Adds its place to the one block that nodes are read as. Several blocks of an element have places of their own. */
function inPlace(reading: ReadContext, nodes: readonly HtmlNode[], blocks: readonly Block[]): readonly Block[] {
  const { htmlStart } = reading;
  const [block, ...others] = blocks;
  const shown = withoutOpenTags(reading, nodes);
  const [start, end] = [shown[0]?.position?.start.offset, shown.at(-1)?.position?.end.offset];
  if (!block || others.length > 0 || htmlStart === null || start === undefined || end === undefined) return blocks;
  const text = reading.source.slice(htmlStart + start, htmlStart + end);
  const from = htmlStart + start + (text.length - text.trimStart().length);
  return [placed(reading, block, { start: from, end: from + text.trim().length, isHtml: true })];
}

/** The nodes that are shown, without elements around them whose end tags stand below other text. */
function withoutOpenTags(reading: ReadContext, nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const shown = nodes.filter((node) => node.type !== 'text' || node.value.trim() !== '');
  const [only, ...others] = shown;
  if (only?.type !== 'element' || others.length > 0 || only.children.length === 0) return shown;
  const end = (reading.htmlStart ?? 0) + (only.position?.end.offset ?? 0);
  const isClosed = /<\/[^<>]{1,100}>$/.test(reading.source.slice(Math.max(0, end - 103), end));
  return isClosed ? shown : withoutOpenTags(reading, only.children);
}

function textBlocks(reading: ReadContext, nodes: readonly HtmlNode[]): Block[] {
  const inlines = trimInlines(htmlInlines(reading, nodes, []));
  return inlines.length === 0 ? [] : blocksOfInlines(inlines);
}

const blockNames: ReadonlySet<string> = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol dl dt dd li blockquote pre hr div section article header footer main center table figure ' +
    'details summary body html nav aside address hgroup form fieldset video iframe'
  ).split(' '),
);

const isBlock = (node: HtmlElement): boolean => blockNames.has(node.tagName) || isFigure(node);

function elementBlocks(reading: ReadContext, node: HtmlElement): Block[] {
  const attributes = readAttributes(node);
  const inside = () => htmlBlocks(reading, node.children);
  switch (node.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return alignBlocks([heading(reading, node)], attributes);
    case 'ul':
    case 'ol':
      return [list(reading, node)];
    case 'blockquote':
      return [blockWith('blockquote', inside())];
    case 'pre':
      return [preformatted(node)];
    case 'hr':
      return [voidBlock('divider', {})];
    case 'table':
      return [htmlTable(reading, node, htmlBlocks)];
    case 'details':
      return [details(reading, node)];
    case 'summary':
      return [...inPlace(reading, node.children, titleBlocks(summaryInlines(reading, node)))];
    case 'iframe':
    case 'video':
      return [voidBlock('embed', { url: attributes['src'] ?? '' })];
  }
  if (isFigure(node)) return [figure(reading, node)];
  return alignBlocks(inside(), attributes);
}

function heading(reading: ReadContext, node: HtmlElement): Block {
  const { type } = headingLevel(reading, Number(node.tagName.slice(1)));
  const nodes = trimInlines(htmlInlines(reading, node.children, []));
  const { id } = reading.anchors(inlineText(nodes), readAttributes(node)['id']);
  return blockWith(type, nodes, id === '' ? {} : { meta: { id } });
}

function list(reading: ReadContext, node: HtmlElement): Block {
  const items = node.children.flatMap((child) =>
    child.type === 'element'
      ? inPlace(
          reading,
          [child],
          [blockWith('list-item', htmlBlocks(reading, child.tagName === 'li' ? child.children : [child]))],
        )
      : [],
  );
  const start = Number(node.properties['start'] ?? 1);
  if (node.tagName !== 'ol') return blockWith('list-unordered', items);
  return blockWith('list-ordered', items, {
    data: Number.isSafeInteger(start) && start >= 0 && start !== 1 ? { start } : {},
  });
}

function preformatted(node: HtmlElement): Block {
  const [only] = node.children.filter((child) => child.type === 'element');
  const language = /(?:^|\s)(?:lang|language)-(\S+)/.exec(only ? (readAttributes(only)['class'] ?? '') : '')?.[1];
  const attributes = readAttributes(node);
  const { title } = attributes;
  return codeBlock(readText(node).replace(/^\n|\n$/g, ''), {
    ...(language && { syntax: language }),
    ...(title && { title }),
    ...(attributes['data-overflow'] === 'wrap' && { overflow: 'wrap' }),
    ...(attributes['data-line-numbers'] !== undefined && { lineNumbers: true }),
  });
}

function details(reading: ReadContext, node: HtmlElement): Block {
  const summary = node.children.find((child) => child.type === 'element' && child.tagName === 'summary');
  const title = summary?.type === 'element' ? summaryInlines(reading, summary) : [];
  const body = htmlBlocks(
    reading,
    node.children.filter((child) => child !== summary),
  );
  return readExpandable(title, body, node.properties['open'] !== undefined);
}

const titleBlocks = (title: readonly InlineNode[]) => (title.length === 0 ? [] : [blockWith('paragraph', title)]);

/** The title of a fold. Its text is Markdown, as it is where blank lines stand around it. */
function summaryInlines(reading: ReadContext, { children }: HtmlElement): InlineNode[] {
  const [start, end] = [children[0]?.position?.start.offset, children.at(-1)?.position?.end.offset];
  const written = start === undefined || end === undefined ? null : reading.html.slice(start, end);
  const title = written === null ? null : parseTitle(written);
  if (!title) return trimInlines(htmlInlines(reading, children, []));
  return trimInlines(inlineNodes({ ...reading, source: title.source, spansFrom: null }, title.inlines));
}
