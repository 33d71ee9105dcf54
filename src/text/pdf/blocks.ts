import type { PrintBlock, PrintInline } from './document.ts';
import { stringOf, inlineText, type Block, type Fragment } from '../rich-text/document.ts';
import { blocksIn, inlinesIn, blockText } from '../rich-text/block-words.ts';
import { unresolved } from '../rich-text/unresolved.ts';
import type { BlockContext } from './block-context.ts';
import { writeCode } from './code.ts';
import { documentFromMarkdown } from '../rich-text/read/document-from-markdown.ts';
import { maxDepth } from './limits.ts';
import { imageOf, writeUrl, writeInlines, writeLink, writeParagraph } from './inlines.ts';
import { addDestination, withBreakOpportunities } from './page-writer.ts';
import { writeTable } from './table.ts';

/** Converts sibling blocks to print blocks. */
export function writeBlocks(context: BlockContext, nodes: readonly Block[]): PrintBlock[] {
  if (context.depth > maxDepth) return nodes.flatMap((node) => plain(blockText(node)));
  return nodes.flatMap((node) => writeBlock(context, node));
}

const writeInside = (context: BlockContext, nodes: readonly Block[]): PrintBlock[] =>
  writeBlocks({ ...context, depth: context.depth + 1 }, nodes);

const plain = (text: string): PrintBlock[] =>
  text.trim() === '' ? [] : [{ k: 'paragraph', c: [{ k: 'text', v: withBreakOpportunities(text) }] }];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function writeBlock(context: BlockContext, node: Block): PrintBlock[] {
  const blocks = writeContainer(context, node) ?? writeSingle(context, node);
  const to = isAlignable(node) ? alignments[text(node.data['align'])] : undefined;
  return to === undefined || blocks.length === 0 ? blocks : [{ k: 'aligned', to, c: blocks }];
}

const isAlignable = ({ type }: Block) => type === 'paragraph' || type === 'images' || type.startsWith('heading-');

/** Print alignments of texts (`end`) and images (`right`). The default is left. */
const alignments: Readonly<Record<string, 'center' | 'right'>> = { center: 'center', end: 'right', right: 'right' };

/** Converts a container block; null for other blocks. */
function writeContainer(context: BlockContext, node: Block): PrintBlock[] | null {
  const inside = () => writeInside(context, blocksIn(node));
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- other blocks are not containers
  switch (node.type) {
    case 'blockquote':
      return [{ k: 'quote', c: inside() }];
    case 'hint':
      return [{ k: 'hint', tone: text(node.data['style']), c: inside() }];
    case 'tabs':
      return blocksIn(node).map((tab) => ({
        k: 'tab',
        title: text(tab.data['title']),
        c: writeInside(context, blocksIn(tab)),
      }));
    case 'stepper':
      return blocksIn(node).map((step, at) => ({
        k: 'tab',
        title: String(at + 1),
        c: writeInside(context, blocksIn(step)),
      }));
    case 'expandable':
      return [
        {
          k: 'tab',
          title: inlineText(titleIn(node)),
          c: writeInside(context, findFragment(node, 'expandable-body')?.nodes ?? []),
        },
      ];
    case 'columns':
      return writeColumns(context, node);
    case 'list-item':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
    case 'if':
      return inside();
    default:
      return null;
  }
}

/** Maximum number of columns printed side by side. */
const maxColumns = 4;

function writeColumns(context: BlockContext, node: Block): PrintBlock[] {
  const columns = blocksIn(node).map((column) => writeInside(context, blocksIn(column)));
  if (columns.length > maxColumns) return columns.flat();
  return [{ k: 'columns', columns, widths: blocksIn(node).map(({ data }) => findShare(data['width'])) }];
}

/** Width of a column in percent; null when it is not set. */
function findShare(width: unknown): number | null {
  const { value } = (width ?? {}) as { readonly value?: unknown };
  return typeof value === 'number' && value >= 5 && value <= 95 ? value : null;
}

/** Converts the text of a reusable content in place. Its own includes are not printed. */
function writeIncluded({ writer, depth }: BlockContext, { data }: Block): PrintBlock[] {
  const address = data.ref?.kind === 'reusable-content' ? data.ref.reusableContent : '';
  const markdown = writer.included.get(address) ?? '';
  writer.budget.characters -= markdown.length;
  if (markdown === '' || writer.budget.characters < 0) return [];
  const inner = { ...writer, included: new Map<string, string>() };
  return writeInside({ writer: inner, depth }, documentFromMarkdown(markdown, writer.reading).nodes);
}

function writeSingle(context: BlockContext, node: Block): PrintBlock[] {
  const { writer } = context;
  const { data } = node;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are containers or not printed
  switch (node.type) {
    case 'paragraph':
      return writeParagraph(writeInlines(writer, inlinesIn(node)));
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHeading(context, node);
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return [writeList(context, node)];
    case 'divider':
      return [{ k: 'rule' }];
    case 'code':
      if (node[unresolved] === true) return [];
      return [
        writeCode(
          blocksIn(node)
            .map((line) => inlineText(inlinesIn(line)))
            .join('\n'),
          text(data['syntax']) || null,
          text(data['title']),
        ),
      ];
    case 'images':
      return blocksIn(node).map((image) => writeImage(context, image));
    case 'file':
    case 'embed':
    case 'content-ref':
      return writeReference(context, node);
    case 'reusable-content':
      return writeIncluded(context, node);
    case 'table':
      return writeTable(writer, node, (nodes) => writeInside(context, nodes));
    case 'math':
      return [{ k: 'math', tex: text(data['formula']).trim(), v: withBreakOpportunities(text(data['formula'])) }];
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      return [writeCode(writeOperation(data), 'http')];
    case 'image':
      return [writeImage(context, node)];
    default:
      // Comments and definitions are not printed.
      return [];
  }
}

const writeOperation = ({ method, path, name, schemas }: Block['data']) =>
  [text(method), text(path) || text(name), ...(Array.isArray(schemas) ? schemas.map(stringOf) : [])]
    .filter((part) => part !== '')
    .join(' ');

const findFragment = (node: Block, type: string): Fragment | undefined =>
  node.fragments?.find((one) => one.type === type);

const titleIn = (node: Block) => inlinesIn(findFragment(node, 'expandable-title')?.nodes[0]);

function writeHeading({ writer }: BlockContext, node: Block): PrintBlock[] {
  const size = Number(node.meta?.depth ?? node.type.slice(-1));
  const { slug } = writer.anchors(inlineText(inlinesIn(node)).trim());
  const ids = [node.meta?.id, slug].flatMap((anchor) => (anchor ? (addDestination(writer, anchor) ?? []) : []));
  const [id = null, second] = ids;
  return [
    ...(second === undefined ? [] : [{ k: 'anchor' as const, id: second }]),
    { k: 'heading', size, id, c: writeInlines(writer, inlinesIn(node)) },
  ];
}

function writeList(context: BlockContext, node: Block): PrintBlock {
  const items = blocksIn(node);
  const blocks = items.map((item) => writeInside(context, blocksIn(item)));
  if (node.type === 'list-tasks')
    return {
      k: 'tasks',
      items: items.map(({ data }, at) => ({ checked: data['checked'] === true, c: blocks[at] ?? [] })),
    };
  const tight = blocks.every((item) => item.filter(({ k }) => k === 'paragraph').length < 2);
  return node.type === 'list-ordered'
    ? { k: 'numbers', tight, start: Number(node.data['start'] ?? 1), items: blocks }
    : { k: 'bullets', tight, items: blocks };
}

function writeImage({ writer }: BlockContext, { data, fragments = [] }: Block): PrintBlock {
  const caption = fragments
    .flatMap((one) => one.nodes)
    .map(blockText)
    .join(' ');
  return { ...imageOf(writer, data), k: 'image', caption, width: findPixels(data['width']) };
}

/** A width in pixels; null when it is not set or relative. */
const findPixels = (width: unknown): number | null => (typeof width === 'number' && width >= 1 ? width : null);

/** Converts embedded content to a link with its title, or else its caption or URL, as text. */
function writeReference({ writer }: BlockContext, node: Block): PrintBlock[] {
  const url = text(node.data['url']) || writeUrl(node.data.ref);
  const target = writer.targets.get(url);
  const title = target === undefined || target.kind === 'url' ? '' : target.title;
  const caption = writeInlines(writer, (node.fragments ?? []).flatMap((one) => one.nodes).flatMap(inlinesIn));
  const label: readonly PrintInline[] =
    title === '' && caption.length > 0 ? caption : [{ k: 'text', v: withBreakOpportunities(title || url) }];
  // A file shows its name and its caption.
  const more: readonly PrintInline[] =
    node.type === 'file' && title !== '' && caption.length > 0 ? [{ k: 'text', v: ' – ' }, ...caption] : [];
  const c = writeLink(writer, url, label);
  return c.length === 0 ? [] : [{ k: 'paragraph', c: [...c, ...more] }];
}
