import type { Attributes } from '../../markdown/attributes.ts';
import { decodeAddress } from '../../markdown/html-tags.ts';
import {
  blockWith,
  inlineText,
  paragraphOf,
  textNode,
  voidBlock,
  type Block,
  type InlineNode,
  stringOf,
} from '../document.ts';
import { admonition, admonitionKind, hint, optionsIn, styleOf, titleOf, titleRange } from './admonitions.ts';
import { alignBlocks, readExpandable } from './frames.ts';
import { codeBlock, readCodeBlock, sourceAsCode } from './code.ts';
import { blocksFromHtml } from './html.ts';
import { linkWith } from './inline-nodes.ts';
import { measureLength } from './lengths.ts';
import { openApiBlock } from './openapi.ts';
import { knownReference, placed, referenceTo, type ReadContext } from './read-context.ts';
import type { SourceSpan } from '../source-span.ts';
import { unresolved } from '../unresolved.ts';
import type { Tag } from './tag-syntax.ts';

/** A child of a container. */
export interface Item {
  /** Null for content between tags. */
  readonly tag: Tag | null;
  readonly span: SourceSpan | null;
  /** Converts the content of the tag to blocks. */
  readonly blocks: () => Block[];
  /** Converts the tag with its content to blocks. */
  readonly whole: () => Block[];
}

/** The content between a tag and its end tag. */
export interface Inside {
  readonly reading: ReadContext;
  /** The start tag and the end tag in the text; null without such tags. */
  readonly open: SourceSpan | null;
  readonly close: SourceSpan | null;
  readonly raw: string;
  readonly blocks: () => Block[];
  readonly items: () => readonly Item[];
  readonly title?: string;
}

/** Converts a tag and its content to blocks; null for a tag that lacks its end tag. */
export function container(reading: ReadContext, tag: Tag, inside: Inside | null): Block[] {
  if (tag.pair === '///') return slashBlock(tag, inside);
  if (tag.pair === '::' && !inside) return [paragraphOf([textNode(tag.value)])];
  if (tag.role === 'close') return isKnownHtml(tag) ? [] : [sourceAsCode(tag.value)];
  const name = aliases[tag.name] ?? tag.name;
  const blocks = inside?.blocks ?? (() => []);
  const { attributes } = tag;
  switch (name) {
    case 'embed':
    case 'content-ref':
    case 'file':
      return reference(reading, name, attributes, inside);
    case 'include':
      return [included(reading, tag)];
    case 'openapi':
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'openapi-webhook':
      return openApiBlock(reading, name, tag, blocks);
    case '@mermaid/diagram':
      return [inside ? sourceAsCode(inside.raw, 'mermaid') : diagram(tag)];
    case '$$':
      return inside
        ? [voidBlock('math', { formula: inside.raw.replace(/^\r?\n|\s+$/g, '') })]
        : [paragraphOf([textNode('$$')])];
  }
  if (!inside) return isKnownHtml(tag) ? blocksFromHtml(reading, tag.value) : [sourceAsCode(tag.value)];
  switch (name) {
    case 'hint':
      return [hint(styleOf(attributes['style'] ?? attributes['type'] ?? ''), blocks())];
    case 'tabs':
      return [tabs(inside, attributes)];
    case 'stepper':
      return [stepper(inside)];
    case 'columns':
      return [columns(inside, attributes)];
    case 'details':
      return [expandable(tag, inside)];
    case 'code':
      return applyCodeAttributes(blocks(), attributes);
    case 'code-group':
      return [codeGroup(blocks())];
    case 'if':
      return condition(reading, tag.rest, blocks);
    case 'updates':
      return blocks();
    case 'update':
      return [placedAtTags(inside, dateLine(attributes)), ...blocks()];
    case 'prompt':
      return [promptOf(inside, attributes)];
    case 'raw':
      return [sourceAsCode(inside.raw, '')];
    case 'highlight':
      return [readCodeBlock(inside.raw.replace(/^\r?\n|\r?\n$/g, ''), tag.rest)];
  }
  const kind = admonitionKind(tag);
  if (kind !== null) return [titledHint(inside, tag, kind)];
  return [...titleOfComponent(tag, inside), ...alignBlocks(blocks(), attributes)];
}

/** The title in the tag of a component that no block expresses, such as a card, in bold above its text. */
function titleOfComponent({ name, attributes }: Tag, inside: Inside): Block[] {
  const title = decodeAddress(attributes['title'] ?? '');
  if (title === '' || !/^\/[A-Z]/.test(name)) return [];
  return [placedAtTags(inside, paragraphOf([textNode(title, [{ object: 'mark', type: 'bold' }])]))];
}

/** A hint whose heading is the title in the tag. */
function titledHint({ reading, open, blocks }: Inside, tag: Tag, kind: string): Block {
  const title = titleOf(tag);
  const range = open && titleRange(reading.source.slice(open.start, open.end), title);
  const span = range && { start: open.start + range.start, end: open.start + range.end, isTag: true };
  return admonition(kind, title, blocks(), (heading) => (span ? placed(reading, heading, span) : heading));
}

const aliases: Readonly<Record<string, string>> = {
  '/details': 'details',
  ':accordion-item': 'details',
  '/Accordion': 'details',
  '/Expandable': 'details',
  ':details': 'details',
  '<details': 'details',
  '/Tabs': 'tabs',
  ':tabs': 'tabs',
  '<tabs': 'tabs',
  '<tabpane': 'tabs',
  '/CodeGroup': 'code-group',
  ':code-group': 'code-group',
  '/Steps': 'stepper',
  '<steps': 'stepper',
  '/Columns': 'columns',
  '/Callout': 'hint',
};

/** Whether a tag is an HTML element, which is written in lower case, and not a JSX component. */
const isKnownHtml = ({ name }: Tag) => /^\/[a-z][a-z\d]*$/.test(name);

/**
 * Converts a block of pymdownx: `/// note | Title`. The kind of `/// admonition` is an option on the indented lines below it.
 * A line without its partner is text, because slashes have other uses.
 */
function slashBlock(tag: Tag, inside: Inside | null): Block[] {
  if (!inside) return [paragraphOf([textNode(tag.value)])];
  const [options, ...blocks] = optionsIn(inside.blocks());
  if (tag.name === '|details') return [expandable(tag, { ...inside, blocks: () => blocks })];
  if (tag.name === '|tab')
    return [blockWith('tabs', [blockWith('tabs-item', blocks, { data: { title: titleOf(tag) } })])];
  const type = /^type:[ \t]*([\w-]+)/m.exec(options)?.[1];
  const kind = admonitionKind(tag) ?? (tag.name === '|admonition' ? (type ?? 'note') : null);
  return kind === null ? blocks : [titledHint({ ...inside, blocks: () => blocks }, tag, kind)];
}

const itemNames: ReadonlySet<string> = new Set([
  'tab',
  'step',
  'column',
  '/TabItem',
  '/Tab',
  '/Tabs.Tab',
  '/Step',
  '/Column',
  '<tab',
  '<step',
  ':tab',
  ':tabs-item',
  ':step',
]);

interface FoundItem {
  readonly span: SourceSpan | null;
  readonly attributes: Attributes;
  readonly blocks: readonly Block[];
}

/** Lists the items of a container. Content outside of items becomes an item, so that nothing is lost. */
function listItems({ items }: Inside): FoundItem[] {
  return items().flatMap((item): FoundItem[] => {
    if (item.tag && itemNames.has(item.tag.name))
      return [{ attributes: item.tag.attributes, span: item.span, blocks: item.blocks() }];
    const blocks = item.whole();
    return blocks.length === 0 ? [] : [{ attributes: {}, span: null, blocks }];
  });
}

/** Adds its place to the block of an item. */
const placedItem = ({ reading }: Inside, { span }: FoundItem, item: Block): Block =>
  span === null ? item : placed(reading, item, span);

/** Adds to a block that a start tag is shown as the place of the tag. The end tag goes with it. */
const placedAtTags = ({ reading, open, close }: Inside, block: Block): Block =>
  open === null || close === null ? block : placed(reading, block, { ...open, isTag: true, partner: close });

const isFullWidth = (attributes: Attributes) =>
  ['true', ''].includes(attributes['fullWidth'] ?? attributes['full-width'] ?? 'no');

function tabs(inside: Inside, attributes: Attributes): Block {
  const titles = titlesOfItems(attributes);
  return blockWith(
    'tabs',
    listItems(inside).map((item, index) => {
      const { title, label, name, header, value } = item.attributes;
      const data = { title: title ?? label ?? name ?? header ?? value ?? titles[index] ?? '' };
      return placedItem(inside, item, blockWith('tabs-item', item.blocks, { data }));
    }),
    { data: isFullWidth(attributes) ? { fullWidth: true } : {} },
  );
}

/** The titles in a tag of Nextra and Fumadocs: `<Tabs items={['npm', 'yarn']}>`. */
const titlesOfItems = ({ items = '' }: Attributes): string[] =>
  Array.from(items.matchAll(/(["'])([^"'\n]{1,200})\1/g), ([, , title = '']) => title);

const codeGroup = (blocks: readonly Block[]): Block =>
  blockWith(
    'tabs',
    blocks.map((block) => {
      const { title, ...data } = block.data;
      const label = stringOf(title ?? data['syntax']);
      return blockWith('tabs-item', [block.type === 'code' ? { ...block, data } : block], { data: { title: label } });
    }),
  );

const stepper = (inside: Inside): Block =>
  blockWith(
    'stepper',
    listItems(inside).map((item) => {
      const { icon, title } = item.attributes;
      const blocks = title ? [blockWith('heading-3', [textNode(title)]), ...item.blocks] : item.blocks;
      return placedItem(inside, item, blockWith('stepper-step', blocks, { data: icon ? { icon } : {} }));
    }),
  );

const alignments: ReadonlySet<string> = new Set(['top', 'middle', 'bottom']);

const columns = (inside: Inside, attributes: Attributes): Block => ({
  ...blockWith(
    'columns',
    listItems(inside).map((item) => {
      const { width = '', valign = '' } = item.attributes;
      const data = { ...measureLength(width, 'width'), ...(alignments.has(valign) && { verticalAlignment: valign }) };
      return placedItem(inside, item, blockWith('column', item.blocks, { data }));
    }),
    { data: isFullWidth(attributes) ? { fullWidth: true } : {} },
  ),
  isVoid: false,
});

/** Converts `details` to an expandable. Its summary is the first block or an attribute of the tag. */
function expandable(tag: Tag, inside: Inside): Block {
  const summary = /^\s*<summary[^<>]*>([\s\S]{0,2000}?)<\/summary>/i.exec(inside.raw)?.[1];
  const blocks = inside.blocks();
  const [first, ...rest] = blocks;
  const isFirst = summary !== undefined && first?.type === 'paragraph';
  const given =
    inside.title ?? tag.attributes['title'] ?? tag.attributes['label'] ?? (/^[:|]/.test(tag.name) ? titleOf(tag) : '');
  const title: readonly InlineNode[] = isFirst ? (first.nodes as readonly InlineNode[]) : [textNode(given)];
  return readExpandable(title, isFirst ? rest : blocks, tag.attributes['open'] !== undefined);
}

/** A text for an assistant, which its readers copy as it is written. */
function promptOf({ raw }: Inside, { description = '' }: Attributes): Block {
  const title = decodeAddress(description);
  const text = raw.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '');
  return codeBlock(text, { syntax: 'markdown', ...(title !== '' && { title }), overflow: 'wrap' });
}

/** Applies the attributes of `{% code title="a.ts" overflow="wrap" lineNumbers="true" %}` to the code in it. */
function applyCodeAttributes(blocks: readonly Block[], attributes: Attributes): Block[] {
  const { title, overflow, lineNumbers, expandable: isExpandable } = attributes;
  const more = {
    ...(title && { title: decodeAddress(title) }),
    ...((overflow === 'wrap' || overflow === 'scroll') && { overflow }),
    ...(lineNumbers !== undefined && { lineNumbers: lineNumbers !== 'false' }),
    ...(isExpandable === 'true' && { expandable: true }),
    ...(isFullWidth(attributes) && { fullWidth: true }),
  };
  return blocks.map((block) => (block.type === 'code' ? { ...block, data: { ...block.data, ...more } } : block));
}

function condition(reading: ReadContext, expression: string, blocks: () => Block[]): Block[] {
  const shown = reading.decide(expression);
  if (shown === null) return [blockWith('if', blocks(), { data: { expression } })];
  return shown ? blocks() : [];
}

const dateLine = ({ date = '', tags = '' }: Attributes): Block =>
  blockWith('heading-2', [textNode([date, tags.replaceAll(',', ', ')].filter((part) => part !== '').join(' · '))]);

/** Converts an embed, page link or file. The content of the tag becomes its caption. */
function reference(
  reading: ReadContext,
  type: 'embed' | 'content-ref' | 'file',
  attributes: Attributes,
  inside: Inside | null,
): Block[] {
  const url = decodeAddress(attributes['url'] ?? attributes['src'] ?? '').trim();
  const ref = referenceTo(reading, url);
  const found = inside?.blocks().filter((block) => block.type === 'paragraph') ?? [];
  const caption = (found[0]?.nodes ?? []) as readonly InlineNode[];
  if (type === 'content-ref') return [voidBlock(type, { ref })];
  const fragments =
    caption.length === 0
      ? {}
      : {
          fragments: [
            { object: 'fragment' as const, fragment: 'caption', type: 'caption', nodes: [paragraphOf(caption)] },
          ],
        };
  if (type === 'embed')
    return [voidBlock(type, { url, ...(isFullWidth(attributes) && { fullWidth: true }) }, fragments)];
  if (ref.kind === 'file') return [voidBlock(type, { ref }, fragments)];
  // A link, because a file block without a stored file would be empty.
  const label = inlineText(caption) || url.split('/').at(-1) || url;
  return [paragraphOf([linkWith(ref, [textNode(label)])])];
}

/** Converts a diagram whose source is an attribute. Quotes in it may be written as they are. */
function diagram({ rest, value }: Tag): Block {
  const source = /^\s*content="([^]*?)"(?:\s+[\w-]{1,100}="[^"\n]*")*\s*$/.exec(rest)?.[1];
  return source === undefined ? sourceAsCode(value) : sourceAsCode(source.replaceAll('\\"', '"').trimEnd(), 'mermaid');
}

/** Converts an include to reusable content, or keeps its source where its URL leads to none. */
function included(reading: ReadContext, tag: Tag): Block {
  const url = /^"([^"]*)"/.exec(tag.rest)?.[1] ?? '';
  const ref = knownReference(reading, `include:${url}`);
  if (ref?.kind === 'reusable-content') return voidBlock('reusable-content', { ref });
  return { ...sourceAsCode(tag.value), [unresolved]: true };
}
