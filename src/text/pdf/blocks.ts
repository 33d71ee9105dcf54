import type { PrintBlock, PrintInline } from './document.ts';
import { stringOf, inlineText, type Block, type BlockType, type Fragment } from '../rich-text/document.ts';
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
  const blocks = writers[node.type](context, node);
  const to = isAlignable(node) ? alignments[text(node.data['align'])] : undefined;
  return to === undefined || blocks.length === 0 ? blocks : [{ k: 'aligned', to, c: blocks }];
}

const isAlignable = ({ type }: Block) => type === 'paragraph' || type === 'images' || type.startsWith('heading-');

/** Print alignments of texts (`end`) and images (`right`). The default is left. */
const alignments: Readonly<Record<string, 'center' | 'right'>> = { center: 'center', end: 'right', right: 'right' };

type Writer = (context: BlockContext, node: Block) => PrintBlock[];

const writeNodes: Writer = (context, node) => writeInside(context, blocksIn(node));

/** A tab for each block inside. */
const writeTabs = (context: BlockContext, node: Block, titleOf: (item: Block, index: number) => string): PrintBlock[] =>
  blocksIn(node).map((item, index) => ({ k: 'tab', title: titleOf(item, index), c: writeNodes(context, item) }));

const writers: Readonly<Record<BlockType, Writer>> = {
  paragraph: ({ writer }, node) => writeParagraph(writeInlines(writer, inlinesIn(node))),
  'heading-1': writeHeading,
  'heading-2': writeHeading,
  'heading-3': writeHeading,
  'list-ordered': writeList,
  'list-unordered': writeList,
  'list-tasks': writeList,
  blockquote: (context, node) => [{ k: 'quote', c: writeNodes(context, node) }],
  divider: () => [{ k: 'rule' }],
  code: writeCodeLines,
  hint: (context, node) => [{ k: 'hint', tone: text(node.data['style']), c: writeNodes(context, node) }],
  tabs: (context, node) => writeTabs(context, node, ({ data }) => text(data['title'])),
  stepper: (context, node) => writeTabs(context, node, (_step, index) => String(index + 1)),
  expandable: (context, node) => [
    {
      k: 'tab',
      title: inlineText(titleIn(node)),
      c: writeInside(context, findFragment(node, 'expandable-body')?.nodes ?? []),
    },
  ],
  columns: writeColumns,
  images: (context, node) => blocksIn(node).flatMap((image) => writeImage(context, image)),
  file: writeReference,
  embed: writeReference,
  'content-ref': writeReference,
  table: (context, node) => writeTable(context.writer, node, (nodes) => writeInside(context, nodes)),
  math: (_context, { data }) => [
    { k: 'math', tex: text(data['formula']).trim(), v: withBreakOpportunities(text(data['formula'])) },
  ],
  swagger: writeOpenApi,
  'openapi-operation': writeOpenApi,
  'openapi-webhook': writeOpenApi,
  'openapi-schemas': writeOpenApi,
  'reusable-content': writeIncluded,
  // A condition was decided before; a block that is left is printed.
  if: writeNodes,
  // Their containers write these.
  'list-item': writeNodes,
  'tabs-item': writeNodes,
  'stepper-step': writeNodes,
  column: writeNodes,
  image: writeImage,
  'code-line': () => [],
  // Comments and definitions.
  markdown: () => [],
};

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

function writeCodeLines(_context: BlockContext, node: Block): PrintBlock[] {
  if (node[unresolved] === true) return [];
  const lines = blocksIn(node).map((line) => inlineText(inlinesIn(line)));
  return [writeCode(lines.join('\n'), text(node.data['syntax']) || null, text(node.data['title']))];
}

function writeOpenApi(_context: BlockContext, { data: { method, path, name, schemas } }: Block): PrintBlock[] {
  const parts = [text(method), text(path) || text(name), ...(Array.isArray(schemas) ? schemas.map(stringOf) : [])];
  return [writeCode(parts.filter((part) => part !== '').join(' '), 'http')];
}

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

function writeList(context: BlockContext, node: Block): PrintBlock[] {
  const items = blocksIn(node);
  const blocks = items.map((item) => writeInside(context, blocksIn(item)));
  if (node.type === 'list-tasks')
    return [
      {
        k: 'tasks',
        items: items.map(({ data }, at) => ({ checked: data['checked'] === true, c: blocks[at] ?? [] })),
      },
    ];
  const tight = blocks.every((item) => item.filter(({ k }) => k === 'paragraph').length < 2);
  return node.type === 'list-ordered'
    ? [{ k: 'numbers', tight, start: Number(node.data['start'] ?? 1), items: blocks }]
    : [{ k: 'bullets', tight, items: blocks }];
}

function writeImage({ writer }: BlockContext, { data, fragments = [] }: Block): PrintBlock[] {
  const caption = fragments
    .flatMap((one) => one.nodes)
    .map(blockText)
    .join(' ');
  return [{ ...imageOf(writer, data), k: 'image', caption, width: findPixels(data['width']) }];
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
