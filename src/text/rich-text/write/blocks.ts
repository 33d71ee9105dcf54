import type { MarkdownBlock, Phrasing } from '../../markdown/parser.ts';
import { withoutMarks } from '../../markdown/title-inlines.ts';
import { blockTypes, hintStyles, type BlockType } from '../document.ts';
import { codeFrom } from './code.ts';
import { blockTag, escaped, writeHtml, lengthText, tagWith, writeAnchor } from './html.ts';
import { imagesFrom } from './images.ts';
import {
  addressAt,
  arrayOf,
  writeData,
  objectMember,
  listNodes,
  refuse,
  textAt,
  writeType,
  type InputPart,
} from './input-part.ts';
import { dataText, inlineFrom } from './inlines.ts';
import { tableFrom } from './table.ts';
import type { WriteContext } from './write-context.ts';

type Of<Type extends MarkdownBlock['type']> = Extract<MarkdownBlock, { type: Type }>;

/** Maximum nesting depth of blocks. */
const maxDepth = 100;

/** Converts the blocks of a container to Markdown. Throws validation_failed. */
export function blocksFrom(writing: WriteContext, at: InputPart, depth: number): MarkdownBlock[] {
  if (depth > maxDepth) throw refuse(at, `is nested deeper than ${maxDepth} blocks`);
  return listNodes(at).flatMap((node) => blockFrom(writing, node, depth + 1));
}

const raw = (value: string): MarkdownBlock => ({ type: 'html', value });

/** Wraps blocks in a start and an end tag. */
const between = (start: string, inside: readonly MarkdownBlock[], end: string): MarkdownBlock[] => [
  raw(start),
  ...inside,
  raw(end),
];

/** Converts one block to Markdown. Throws validation_failed for a block that Markdown cannot express. */
export function blockFrom(writing: WriteContext, at: InputPart, depth: number): MarkdownBlock[] {
  const type = writeType(at, 'block');
  const known = blockTypes.find((one) => one === type);
  const writer = known === undefined ? null : writers[known];
  if (writer === null)
    throw refuse({ value: type, path: `${at.path}.type` }, 'is not a block that Markdown can express');
  return writer(writing, at, depth);
}

type Writer = (writing: WriteContext, at: InputPart, depth: number) => MarkdownBlock[];

const headingWriter =
  (level: 1 | 2 | 3): Writer =>
  (writing, at) => [headingFrom(writing, at, level)];

const listWriter =
  (type: ListType): Writer =>
  (writing, at, depth) => [listFrom(writing, at, type, depth)];

/** Null for blocks that only their containers hold. */
const writers: Readonly<Record<BlockType, Writer | null>> = {
  paragraph: paragraphFrom,
  'heading-1': headingWriter(1),
  'heading-2': headingWriter(2),
  'heading-3': headingWriter(3),
  'list-ordered': listWriter('list-ordered'),
  'list-unordered': listWriter('list-unordered'),
  'list-tasks': listWriter('list-tasks'),
  'list-item': null,
  blockquote: (writing, at, depth) => [
    { type: 'blockquote', children: blocksFrom(writing, at, depth) as Of<'blockquote'>['children'] },
  ],
  divider: () => [{ type: 'thematicBreak' }],
  code: (_writing, at) => codeFrom(at),
  'code-line': null,
  hint: hintFrom,
  tabs: itemsWriter({
    item: 'tabs-item',
    tags: ['tabs', 'tab'],
    attributes: (item) => ({ title: dataText(item, 'title') ?? '' }),
  }),
  'tabs-item': null,
  stepper: itemsWriter({
    item: 'stepper-step',
    tags: ['stepper', 'step'],
    attributes: (item) => ({ icon: dataText(item, 'icon') }),
  }),
  'stepper-step': null,
  expandable: expandableFrom,
  columns: itemsWriter({
    item: 'column',
    tags: ['columns', 'column'],
    attributes: (item) => ({
      width: lengthText(objectMember(item, 'data')['width']),
      valign: dataText(item, 'verticalAlignment'),
    }),
  }),
  column: null,
  images: imagesFrom,
  image: null,
  file: (writing, at) => captioned(writing, at, blockTag('file', { src: addressAt(writing, at) }), 'endfile'),
  embed: (writing, at) =>
    captioned(
      writing,
      at,
      blockTag('embed', { url: dataText(at, 'url') ?? '', fullWidth: flag(at, 'fullWidth') }),
      'endembed',
    ),
  'content-ref': contentRefFrom,
  table: tableFrom,
  math: (_writing, at) => [raw(`$$\n${dataText(at, 'formula') ?? ''}\n$$`)],
  swagger: (writing, at) =>
    tagFrom('openapi', {
      src: addressAt(writing, at),
      ...texts(at, 'path', 'method'),
      expanded: flag(at, 'expanded'),
      fullWidth: flag(at, 'fullWidth'),
    }),
  'openapi-operation': (_writing, at) =>
    tagFrom('openapi-operation', { spec: specOf(at), ...texts(at, 'path', 'method') }),
  'openapi-schemas': (_writing, at) =>
    tagFrom('openapi-schemas', {
      spec: specOf(at),
      schemas: arrayOf(dataOf(at), 'schemas')
        .map((one) => textAt(one) ?? '')
        .join(','),
      grouped: flag(at, 'grouped'),
    }),
  'openapi-webhook': (_writing, at) => tagFrom('openapi-webhook', { spec: specOf(at), ...texts(at, 'name', 'method') }),
  'reusable-content': includeFrom,
  if: (writing, at, depth) => {
    const expression = (dataText(at, 'expression') ?? '').replaceAll(/\s+/g, ' ').replaceAll('%}', '% }');
    return between(`{% if ${expression} %}`, blocksFrom(writing, at, depth), '{% endif %}');
  },
  markdown: (_writing, at) => verbatimFrom(at),
};

function hintFrom(writing: WriteContext, at: InputPart, depth: number): MarkdownBlock[] {
  const { style } = objectMember(at, 'data');
  if (!hintStyles.some((known) => known === style))
    throw refuse({ value: style, path: `${at.path}.data.style` }, `must be one of ${hintStyles.join(', ')}`);
  return between(blockTag('hint', { style: String(style) }), blocksFrom(writing, at, depth), blockTag('endhint'));
}

interface ItemKind {
  readonly item: string;
  readonly tags: readonly [string, string];
  readonly attributes: (item: InputPart) => Attributes;
}

function itemsWriter({ item, tags: [outer, inner], attributes }: ItemKind): Writer {
  return (writing, at, depth) => {
    const items = listNodes(at).flatMap((node) => {
      writeType(node, 'block', item);
      return between(blockTag(inner, attributes(node)), blocksFrom(writing, node, depth + 1), blockTag(`end${inner}`));
    });
    return between(blockTag(outer, { fullWidth: flag(at, 'fullWidth') }), items, blockTag(`end${outer}`));
  };
}

const aligns = { center: 'center', end: 'right' } as const;

function paragraphFrom(writing: WriteContext, at: InputPart): MarkdownBlock[] {
  const children = inlineFrom(writing, at, 'hard breaks');
  if (children.length === 0) return [];
  const { align } = objectMember(at, 'data');
  const paragraph: MarkdownBlock = { type: 'paragraph', children };
  if (align !== 'center' && align !== 'end') return [paragraph];
  return between(`<div align="${aligns[align]}">`, [paragraph], '</div>');
}

function headingFrom(writing: WriteContext, at: InputPart, type: 1 | 2 | 3): MarkdownBlock {
  const { depth: own } = objectMember(at, 'meta');
  const isBesideTitle = type === 1 && own === 0 && writing.isBelowTitle;
  const isDeeper = type === 3 && (own === 4 || own === 5 || own === 6);
  const level = isDeeper || isBesideTitle ? Number(own) : type;
  const depth = Math.min(6, writing.isBelowTitle ? level + 1 : level) as 1 | 2 | 3 | 4 | 5 | 6;
  const children = inlineFrom(writing, at, 'one line');
  const id = dataText(at, 'id') ?? '';
  const anchor: Phrasing[] =
    id === ''
      ? []
      : [
          { type: 'text', value: ' ' },
          { type: 'html', value: writeAnchor(id) },
        ];
  return { type: 'heading', depth, children: [...children, ...anchor] };
}

type ListType = 'list-ordered' | 'list-unordered' | 'list-tasks';

function listFrom(writing: WriteContext, at: InputPart, type: ListType, depth: number): Of<'list'> {
  const { start } = objectMember(at, 'data');
  if (start !== undefined && !(Number.isSafeInteger(start) && Number(start) >= 0 && Number(start) < 1e9))
    throw refuse({ value: start, path: `${at.path}.data.start` }, 'must be an integer from 0 to 999999999');
  const items = listNodes(at).map((item): Of<'list'>['children'][number] => {
    writeType(item, 'block', 'list-item');
    const { checked } = objectMember(item, 'data');
    const children = blocksFrom(writing, item, depth) as Of<'list'>['children'][number]['children'];
    return {
      type: 'listItem',
      // Without a blank line, raw Markdown could become part of the preceding paragraph.
      spread: children.some((child) => child.type === 'html'),
      ...(type === 'list-tasks' ? { checked: checked === true } : {}),
      children,
    };
  });
  const ordered = type === 'list-ordered';
  return { type: 'list', ordered, ...(ordered ? { start: Number(start ?? 1) } : {}), spread: false, children: items };
}

function verbatimFrom(at: InputPart): MarkdownBlock[] {
  const value = dataText(at, 'markdown') ?? '';
  return value === '' ? [] : [raw(value)];
}

function expandableFrom(writing: WriteContext, at: InputPart, depth: number): MarkdownBlock[] {
  const fragments = new Map(
    arrayOf(at, 'fragments').map((one) => [writeData(one)['type'] ?? writeData(one)['fragment'], one]),
  );
  const [title, body] = [fragments.get('expandable-title'), fragments.get('expandable-body')];
  const isOpen = objectMember(at, 'data')['defaultExpanded'] === true;
  const words = title ? listNodes(title).flatMap((node) => inlineFrom(writing, node, 'one line')) : [];
  const summary = `${tagWith('details', { open: isOpen || undefined })}\n\n<summary>${writeHtml(words, (text) => withoutMarks(escaped(text)))}</summary>`;
  return between(summary, body ? blocksFrom(writing, body, depth) : [], '</details>');
}

function contentRefFrom(writing: WriteContext, at: InputPart): MarkdownBlock[] {
  const url = addressAt(writing, at);
  return between(
    blockTag('content-ref', { url }),
    [{ type: 'paragraph', children: [{ type: 'link', url, children: [{ type: 'text', value: url }] }] }],
    blockTag('endcontent-ref'),
  );
}

function includeFrom(writing: WriteContext, at: InputPart): MarkdownBlock[] {
  const ref: InputPart = { value: objectMember(at, 'data')['ref'], path: `${at.path}.data.ref` };
  const id = textAt({ value: writeData(ref)['reusableContent'], path: `${ref.path}.reusableContent` });
  if (id === undefined || !/^[\w-]{1,64}$/.test(id)) throw refuse(ref, 'must refer to a reusable content');
  return [raw(`{% include "${writing.addresses.get(`include ${id}`) ?? `/reusable-contents/${id}`}" %}`)];
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** A start and an end tag with nothing between them. */
const tagFrom = (name: string, attributes: Attributes): MarkdownBlock[] =>
  between(blockTag(name, attributes), [], blockTag(`end${name}`));

const flag = (at: InputPart, name: string) => (objectMember(at, 'data')[name] === true ? 'true' : undefined);

const texts = (at: InputPart, ...names: readonly string[]): Attributes =>
  Object.fromEntries(names.map((name) => [name, dataText(at, name)]));

const dataOf = (at: InputPart): InputPart => ({ value: objectMember(at, 'data'), path: `${at.path}.data` });

/** The slug of the specification of a block. */
const specOf = (at: InputPart) =>
  textAt({ value: objectMember(dataOf(at), 'ref')['spec'], path: `${at.path}.data.ref.spec` });

/** Converts a tag with the caption of its block. The end tag is written only with a caption. */
function captioned(writing: WriteContext, at: InputPart, tag: string, end: string): MarkdownBlock[] {
  const children = arrayOf(at, 'fragments')
    .flatMap((fragment) => listNodes(fragment))
    .flatMap((node) => inlineFrom(writing, node, 'one line'));
  return children.length === 0 ? [raw(tag)] : between(tag, [{ type: 'paragraph', children }], blockTag(end));
}
