import type { BlockNode, IndentedBlock } from '../../markdown/block-tree.ts';
import { splitHeadingId } from '../../markdown/anchors.ts';
import { headingText } from '../../markdown/markdown-facts.ts';
import type { MarkdownBlock } from '../../markdown/parser.ts';
import { parseAttributes } from '../../markdown/attributes.ts';
import type { DocumentReference } from '../content-reference.ts';
import { blockWith, voidBlock, inlineText, type Block, type InlineNode } from '../document.ts';
import { readCodeBlock, sourceAsCode } from './code.ts';
import { admonition, titleRange } from './admonitions.ts';
import { splitQuote } from './attribute-lists.ts';
import { container, type Inside, type Item } from './containers.ts';
import { directive } from './directives.ts';
import { blocksFromHtml } from './html.ts';
import { inlineNodes } from './inlines.ts';
import { markedParagraph } from './marked-paragraphs.ts';
import { sourceSpan } from '../source-span.ts';
import { deeper, headingLevel, maxDepth, placed, readSource, type ReadContext } from './read-context.ts';
import { readTable } from './table.ts';
import { listUnits, withoutOptions, type Unit } from './units.ts';

type Of<Type extends MarkdownBlock['type']> = Extract<MarkdownBlock, { type: Type }>;

/** Blocks that were read from one piece of source. */
export interface Group {
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly Block[];
  readonly links: readonly (readonly [string, DocumentReference])[];
}

/** Converts the content of a container to blocks. */
export function readBlocks(reading: ReadContext, nodes: readonly BlockNode[]): Block[] {
  if (reading.depth > maxDepth) return nodes.map((node) => sourceAsCode(readSource(reading, node)));
  const units = listUnits(reading, nodes);
  return readUnits(reading, units, 0, units.length).flatMap(({ blocks }) => blocks);
}

/** Converts top-level nodes to blocks, grouped by the piece of source they were read from. */
export function readGroups(reading: ReadContext, nodes: readonly BlockNode[]): Group[] {
  const units = listUnits(reading, nodes);
  return readUnits(reading, units, 0, units.length);
}

function readUnits(reading: ReadContext, units: readonly Unit[], from: number, to: number): Group[] {
  const groups: Group[] = [];
  for (let index = from; index < to; index += 1) {
    const unit = units[index];
    if (!unit) break;
    const last = Math.min(to - 1, unit.closedAt ?? endOfTabs(units, index));
    const [start, end] = [unit.start, units[last]?.end ?? unit.end];
    const blocks = readUnit(reading, units, index, last);
    // Several blocks of a wrapper have spans of their own.
    const [only] = blocks.length === 1 && unit.isShared !== true ? blocks : [];
    const isPlaced = unit.isBesideTag === true && only?.[sourceSpan] !== undefined;
    const shown = only && !isPlaced ? [placed(reading, only, { start, end })] : blocks;
    groups.push({ start, end, blocks: shown, links: takeLinks(reading) });
    index = last;
  }
  return groups;
}

/** Returns the references used since the last call, which belong to one top-level group; none within containers. */
function takeLinks({ depth, used }: ReadContext): Group['links'] {
  if (depth > 0) return [];
  const links = [...used];
  used.clear();
  return links;
}

function readUnit(reading: ReadContext, units: readonly Unit[], index: number, last: number): Block[] {
  const unit = units[index];
  if (!unit) return [];
  if (unit.html !== undefined)
    return blocksFromHtml({ ...reading, htmlStart: unit.isExact === true ? unit.start : null }, unit.html);
  if (unit.node) return last > index ? indentedTabs(reading, units.slice(index, last + 1)) : block(reading, unit.node);
  const { tag } = unit;
  if (!tag) return [];
  if (unit.closedAt === undefined) return container(reading, tag, null);
  if (reading.depth > maxDepth) return [sourceAsCode(reading.source.slice(unit.start, units[last]?.end ?? unit.end))];
  return container(reading, tag, readInside(deeper(reading), units, index, last));
}

/** Takes the content between a tag and its end tag. */
function readInside(reading: ReadContext, units: readonly Unit[], index: number, last: number): Inside {
  const [start, end] = [units[index]?.end ?? 0, units[last]?.start ?? 0];
  return {
    reading,
    open: { start: units[index]?.start ?? 0, end: start },
    close: { start: end, end: units[last]?.end ?? end },
    raw: reading.source.slice(start, Math.max(start, end)),
    blocks: () => readUnits(reading, withoutOptions(units, index), index + 1, last).flatMap(({ blocks }) => blocks),
    items: () => {
      const items: Item[] = [];
      for (let at = index + 1; at < last; at += 1) {
        const unit = units[at];
        const close = unit?.closedAt === undefined || unit.closedAt >= last ? undefined : unit.closedAt;
        const group = () => readUnits(reading, units, at, at + 1).flatMap(({ blocks }) => blocks);
        if (unit?.tag && close !== undefined) {
          const [from, to] = [at, close];
          items.push({
            tag: unit.tag,
            span: { start: unit.start, end: units[close]?.end ?? unit.end },
            blocks: () => readUnits(deeper(reading), units, from + 1, to).flatMap(({ blocks }) => blocks),
            whole: () => readUnits(reading, units, from, to + 1).flatMap(({ blocks }) => blocks),
          });
          at = close;
        } else if (unit) {
          const whole = group();
          items.push({ tag: unit.tag ?? null, span: null, blocks: () => whole, whole: () => whole });
        }
      }
      return items;
    },
  };
}

const isTab = (unit: Unit | undefined) => unit?.node?.type === 'indentedBlock' && unit.node.head.startsWith('=');

/** Index of the last of consecutive tabs that start at an index. */
function endOfTabs(units: readonly Unit[], index: number): number {
  let last = index;
  while (isTab(units[index]) && isTab(units[last + 1])) last += 1;
  return last;
}

const titleOfHead = (head: string) => /"([^"]*)"/.exec(head)?.[1] ?? '';

const indentedTabs = (reading: ReadContext, units: readonly Unit[]): Block[] => [
  blockWith(
    'tabs',
    units.flatMap(({ node, start, end }) =>
      node?.type === 'indentedBlock'
        ? [
            placed(
              reading,
              blockWith('tabs-item', readBlocks(deeper(reading), node.children), {
                data: { title: titleOfHead(node.head) },
              }),
              { start, end },
            ),
          ]
        : [],
    ),
  ),
];

function block(reading: ReadContext, node: BlockNode): Block[] {
  switch (node.type) {
    case 'paragraph':
      return markedParagraph(reading, node);
    case 'heading':
      return [heading(reading, node)];
    case 'thematicBreak':
      return [voidBlock('divider', {})];
    case 'blockquote':
      return quote(deeper(reading), node);
    case 'list':
      return [list(deeper(reading), node)];
    case 'code':
      return directive(reading, node) ?? [readCodeBlock(node.value, `${node.lang ?? ''} ${node.meta ?? ''}`)];
    case 'table':
      return [readTable(reading, node)];
    case 'indentedBlock':
      return indented(deeper(reading), node);
    // Units read tags, and containers their items. Definitions are shown where something refers to them.
    case 'html':
    case 'lineTag':
    case 'listItem':
    case 'tableRow':
    case 'tableCell':
    case 'definition':
    case 'footnoteDefinition':
    case 'yaml':
      return [];
    // Words stand in blocks.
    case 'break':
    case 'delete':
    case 'emphasis':
    case 'footnoteReference':
    case 'image':
    case 'imageReference':
    case 'inlineCode':
    case 'link':
    case 'linkReference':
    case 'strong':
    case 'text':
      return [];
  }
}

/** Matches an anchor at the end of a heading: `<a href="#x" id="x"></a>`. */
const anchorTag = /<a\b[^<>]{0,500}\b(?:id|name)="([^"<>\s]{1,100})"[^<>]{0,500}>\s*<\/a>\s*$/;

function heading(reading: ReadContext, node: Of<'heading'>): Block {
  const { type, depth } = headingLevel(reading, node.depth);
  const own = anchorTag.exec(readSource(reading, node).replace(/[ \t]+#*[ \t]*$/, ''))?.[1];
  const { id, slug } = reading.anchors(headingText(node), own);
  const nodes = withoutId(inlineNodes(reading, node.children));
  const data = id === slug ? {} : { id };
  return blockWith(type, nodes, { data, meta: { id, ...(depth !== undefined && { depth }) } });
}

/** Removes an id that was set by hand from the end of a heading. Parts of it may have marks. */
function withoutId(nodes: readonly InlineNode[]): readonly InlineNode[] {
  const whole = inlineText(nodes);
  let rest = whole.length - splitHeadingId(whole).title.length;
  const kept = [...nodes];
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    if (rest === 0 || last.object !== 'text') return trimmedEnd([...kept, last]);
    const leaves = last.leaves.toReversed().flatMap((leaf) => {
      const cut = Math.min(rest, leaf.text.length);
      rest -= cut;
      return cut > 0 && cut === leaf.text.length ? [] : [{ ...leaf, text: leaf.text.slice(0, leaf.text.length - cut) }];
    });
    if (leaves.length > 0) kept.push({ ...last, leaves: leaves.toReversed() });
    if (rest === 0) break;
  }
  return trimmedEnd(kept);
}

function trimmedEnd(nodes: readonly InlineNode[]): readonly InlineNode[] {
  const last = nodes.at(-1);
  const leaf = last?.object === 'text' ? last.leaves.at(-1) : undefined;
  if (last?.object !== 'text' || !leaf || !/[ \t]$/.test(leaf.text)) return nodes;
  return [
    ...nodes.slice(0, -1),
    { ...last, leaves: [...last.leaves.slice(0, -1), { ...leaf, text: leaf.text.trimEnd() }] },
  ];
}

const alertHead = /^\[!([a-z][\w-]{0,40})\][+-]?[ \t]*([^\n]{0,200})(?:\n|$)/i;

/** Converts a block quote, or a GitHub alert to a hint. */
function quote(reading: ReadContext, node: Of<'blockquote'>): Block[] {
  const split = splitQuote(node, (inside) => readSource(reading, inside));
  if (split?.node && split.kind !== null) return [admonition(split.kind, '', readBlocks(reading, split.node.children))];
  const [first, ...rest] = node.children;
  const start = first?.type === 'paragraph' ? first.children[0] : undefined;
  const alert = start?.type === 'text' ? alertHead.exec(start.value) : null;
  if (first?.type !== 'paragraph' || start?.type !== 'text' || !alert)
    return [blockWith('blockquote', readBlocks(reading, node.children))];
  const text = start.value.slice(alert[0].length);
  const children = [...(text === '' ? [] : [{ ...start, value: text }]), ...first.children.slice(1)];
  const left = children[0]?.type === 'break' ? children.slice(1) : children;
  const body = left.length === 0 ? rest : [{ ...first, position: belowHead(reading, first), children: left }, ...rest];
  return [admonition(alert[1] ?? '', alert[2]?.trim() ?? '', readBlocks(reading, body as BlockNode[]))];
}

/** The position of the first paragraph of an alert without the line of its head. */
function belowHead(reading: ReadContext, first: Of<'paragraph'>): Of<'paragraph'>['position'] {
  const [head] = /^[^\n]*\n[ \t>]*/.exec(readSource(reading, first)) ?? [];
  const { position } = first;
  if (head === undefined || !position) return position;
  return { ...position, start: { ...position.start, offset: (position.start.offset ?? 0) + head.length } };
}

function indented(reading: ReadContext, { head, children, position }: IndentedBlock): Block[] {
  const body = readBlocks(reading, children);
  const [, marker = '', kind = ''] = /^(\S+)[ \t]+([\w-]*)/.exec(head) ?? [];
  const title = titleOfHead(head);
  if (marker.startsWith('=')) return [blockWith('tabs', [blockWith('tabs-item', body, { data: { title } })])];
  const range = titleRange(head, title);
  const start = position?.start.offset;
  if (!marker.startsWith('?'))
    return [
      admonition(kind, title, body, (line) =>
        range && start !== undefined
          ? placed(reading, line, { start: start + range.start, end: start + range.end, isTag: true })
          : line,
      ),
    ];
  return container(
    reading,
    { role: 'open', pair: '', name: '/details', rest: '', value: head, attributes: parseAttributes('') },
    {
      reading,
      open: null,
      close: null,
      raw: '',
      blocks: () => body,
      items: () => [],
      title: title || kind,
    },
  );
}

function list(reading: ReadContext, node: Of<'list'>): Block {
  const isTasks = !node.ordered && node.children.some(({ checked }) => typeof checked === 'boolean');
  const items = node.children.map(({ checked, children, position }) => {
    const data = isTasks ? { checked: checked === true } : {};
    const item = blockWith('list-item', readBlocks(reading, children), { data });
    const [start, end] = [position?.start.offset, position?.end.offset];
    return start === undefined || end === undefined ? item : placed(reading, item, { start, end });
  });
  if (node.ordered)
    return blockWith('list-ordered', items, {
      data: typeof node.start === 'number' && node.start !== 1 ? { start: node.start } : {},
    });
  return blockWith(isTasks ? 'list-tasks' : 'list-unordered', items);
}
