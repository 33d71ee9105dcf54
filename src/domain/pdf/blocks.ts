import { toString } from 'mdast-util-to-string';
import type { PrintBlock } from '../../infra/pdf/document.ts';
import { headingText } from '../imports/document.ts';
import type { MarkdownBlock } from '../rich-text/markdown.ts';
import { writeCode } from './code.ts';
import { maxDepth } from './fields.ts';
import { blocksOfHtml } from './html.ts';
import { writeInlines, writeParagraph, type Definitions } from './inlines.ts';
import { addPlace, breakable, type PageWriter } from './page-writer.ts';
import { endsOfTags, tagOf } from './tags.ts';
import { writeTable } from './table.ts';
import { writeTagged } from './tagged.ts';

export interface Place {
  readonly writer: PageWriter;
  readonly definitions: Definitions;
  /** Containers around it. */
  readonly depth: number;
}

/** Blocks that are siblings, as they are printed. */
export function writeBlocks(place: Place, nodes: readonly MarkdownBlock[]): PrintBlock[] {
  const { writer, depth } = place;
  if (depth > maxDepth) return nodes.flatMap((node) => plain(toString(node)));
  const tags = nodes.map((node) => tagOf(node, writer.markdown));
  const ends = endsOfTags(tags);
  const found: PrintBlock[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const [node, tag] = [nodes[index], tags[index]];
    const end = ends.get(index);
    const inside = end === undefined ? [] : writeInside(place, nodes.slice(index + 1, end));
    if (tag) found.push(...writeTagged(writer, tag, inside));
    else if (node) found.push(...writeBlock(place, node));
    if (end !== undefined) index = end;
  }
  return found;
}

/** What is inside of a container. */
const writeInside = (place: Place, nodes: readonly MarkdownBlock[]): PrintBlock[] =>
  writeBlocks({ ...place, depth: place.depth + 1 }, nodes);

const plain = (text: string): PrintBlock[] =>
  text.trim() === '' ? [] : [{ k: 'paragraph', c: [{ k: 'text', v: breakable(text) }] }];

function writeBlock(place: Place, node: MarkdownBlock): PrintBlock[] {
  const { writer, definitions } = place;
  switch (node.type) {
    case 'paragraph':
      return writeParagraph(writeInlines(writer, node.children, definitions));
    case 'heading':
      return writeHeading(place, node);
    case 'thematicBreak':
      return [{ k: 'rule' }];
    case 'blockquote':
      return [{ k: 'quote', c: writeInside(place, node.children) }];
    case 'list':
      return [writeList(place, node)];
    case 'code':
      return [writeCode(node.value, node.lang ?? null)];
    case 'table':
      return writeTable(place, node);
    case 'html':
      return writeHtml(place, node.value);
    case 'footnoteDefinition':
      return writeFootnote(place, node);
    // Definitions are used up by now; the others stand in containers of their own, never among blocks.
    case 'definition':
    case 'yaml':
    case 'listItem':
    case 'tableRow':
    case 'tableCell':
    case 'break':
    case 'text':
    case 'strong':
    case 'emphasis':
    case 'delete':
    case 'inlineCode':
    case 'image':
    case 'imageReference':
    case 'link':
    case 'linkReference':
    case 'footnoteReference':
      return [];
  }
}

type Of<Type extends MarkdownBlock['type']> = Extract<MarkdownBlock, { type: Type }>;

function writeHeading({ writer, definitions }: Place, node: Of<'heading'>): PrintBlock[] {
  const text = headingText(node);
  const own = /\{#([\w:.-]{1,100})\}$/.exec(text)?.[1];
  const anchors = [writer.slugger.slug(text), ...(own === undefined ? [] : [own])];
  const ids = anchors.flatMap((anchor) => addPlace(writer, anchor) ?? []);
  const c = writeInlines(writer, node.children, definitions).map((inline) =>
    inline.k === 'text' && own !== undefined ? { ...inline, v: inline.v.replace(`{#${own}}`, '').trimEnd() } : inline,
  );
  const [id = null, second] = ids;
  return [
    ...(second === undefined ? [] : [{ k: 'anchor' as const, id: second }]),
    { k: 'heading', size: node.depth, level: writer.level + node.depth, id, c },
  ];
}

function writeList(place: Place, node: Of<'list'>): PrintBlock {
  const isTasks = node.children.some(({ checked }) => typeof checked === 'boolean');
  const items = node.children.map((item) => ({
    checked: item.checked === true,
    c: writeInside(place, item.children),
  }));
  if (isTasks) return { k: 'tasks', items };
  const blocks = items.map(({ c }) => c);
  const tight = node.spread !== true && node.children.every(({ spread }) => spread !== true);
  return node.ordered
    ? { k: 'numbers', tight, start: node.start ?? 1, items: blocks }
    : { k: 'bullets', tight, items: blocks };
}

function writeHtml(place: Place, html: string): PrintBlock[] {
  if (/^\s*<!--[\s\S]*-->\s*$/.test(html)) return [];
  const blocks = blocksOfHtml(html);
  if (blocks === null) return [writeCode(html, 'html')];
  // Their places are those in the piece of HTML, not in the page; and HTML holds no tags.
  return writeInside({ ...place, writer: { ...place.writer, markdown: '' } }, blocks);
}

function writeFootnote(place: Place, node: Of<'footnoteDefinition'>): PrintBlock[] {
  const [first, ...rest] = writeInside(place, node.children);
  const mark = { k: 'text' as const, v: `[${node.label ?? node.identifier}] ` };
  return first?.k === 'paragraph'
    ? [{ k: 'paragraph', c: [mark, ...first.c] }, ...rest]
    : [{ k: 'paragraph', c: [mark] }, ...(first ? [first] : []), ...rest];
}
