import type { MarkdownBlock, Phrasing } from '../../markdown/parser.ts';
import { hintStyles } from '../document.ts';
import { codeFrom } from './code.ts';
import { blockTag, writeHtml, lengthText, tagWith } from './html.ts';
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
  const inside = () => blocksFrom(writing, at, depth);
  switch (type) {
    case 'paragraph':
      return paragraphFrom(writing, at);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return [headingFrom(writing, at, Number(type.slice(-1)) as 1 | 2 | 3)];
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return [listFrom(writing, at, type, depth)];
    case 'blockquote':
      return [{ type: 'blockquote', children: inside() as Of<'blockquote'>['children'] }];
    case 'code':
      return codeFrom(at);
    case 'divider':
      return [{ type: 'thematicBreak' }];
    case 'images':
      return imagesFrom(writing, at);
    case 'hint': {
      const { style } = objectMember(at, 'data');
      if (!hintStyles.some((known) => known === style))
        throw refuse({ value: style, path: `${at.path}.data.style` }, `must be one of ${hintStyles.join(', ')}`);
      return between(blockTag('hint', { style: String(style) }), inside(), blockTag('endhint'));
    }
    case 'table':
      return tableFrom(writing, at);
    case 'markdown':
      return verbatimFrom(at);
    case 'tabs':
      return itemsFrom(writing, at, depth, {
        item: 'tabs-item',
        tags: ['tabs', 'tab'],
        attributes: (item) => ({ title: dataText(item, 'title') ?? '' }),
      });
    case 'stepper':
      return itemsFrom(writing, at, depth, {
        item: 'stepper-step',
        tags: ['stepper', 'step'],
        attributes: (item) => ({ icon: dataText(item, 'icon') }),
      });
    case 'columns':
      return itemsFrom(writing, at, depth, {
        item: 'column',
        tags: ['columns', 'column'],
        attributes: columnAttributes,
      });
    case 'if': {
      const expression = (dataText(at, 'expression') ?? '').replaceAll(/\s+/g, ' ').replaceAll('%}', '% }');
      return between(`{% if ${expression} %}`, inside(), '{% endif %}');
    }
    case 'expandable':
      return expandableFrom(writing, at, depth);
    default:
      return voidFrom(writing, at, type);
  }
}

interface ItemKind {
  readonly item: string;
  readonly tags: readonly [string, string];
  readonly attributes: (item: InputPart) => Readonly<Record<string, string | undefined>>;
}

function itemsFrom(
  writing: WriteContext,
  at: InputPart,
  depth: number,
  { item, tags: [outer, inner], attributes }: ItemKind,
): MarkdownBlock[] {
  const items = listNodes(at).flatMap((node) => {
    writeType(node, 'block', item);
    return between(blockTag(inner, attributes(node)), blocksFrom(writing, node, depth + 1), blockTag(`end${inner}`));
  });
  const { fullWidth } = objectMember(at, 'data');
  return between(
    blockTag(outer, { fullWidth: fullWidth === true ? 'true' : undefined }),
    items,
    blockTag(`end${outer}`),
  );
}

const columnAttributes = (item: InputPart) => ({
  width: lengthText(objectMember(item, 'data')['width']),
  valign: dataText(item, 'verticalAlignment'),
});

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
          { type: 'html', value: `${tagWith('a', { href: `#${id}`, id })}</a>` },
        ];
  return { type: 'heading', depth, children: [...children, ...anchor] };
}

function listFrom(
  writing: WriteContext,
  at: InputPart,
  type: 'list-ordered' | 'list-unordered' | 'list-tasks',
  depth: number,
): Of<'list'> {
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
  const summary = `${tagWith('details', { open: isOpen || undefined })}\n\n<summary>${writeHtml(words)}</summary>`;
  return between(summary, body ? blocksFrom(writing, body, depth) : [], '</details>');
}

/** Converts a block without nodes to its tag. */
function voidFrom(writing: WriteContext, at: InputPart, type: string): MarkdownBlock[] {
  const data = objectMember(at, 'data');
  const flag = (name: string) => (data[name] === true ? 'true' : undefined);
  switch (type) {
    case 'math':
      return [raw(`$$\n${dataText(at, 'formula') ?? ''}\n$$`)];
    case 'embed':
      return captioned(
        writing,
        at,
        blockTag('embed', { url: dataText(at, 'url') ?? '', fullWidth: flag('fullWidth') }),
        'endembed',
      );
    case 'file':
      return captioned(writing, at, blockTag('file', { src: addressAt(writing, at) }), 'endfile');
    case 'content-ref': {
      const url = addressAt(writing, at);
      return between(
        blockTag('content-ref', { url }),
        [{ type: 'paragraph', children: [{ type: 'link', url, children: [{ type: 'text', value: url }] }] }],
        blockTag('endcontent-ref'),
      );
    }
    case 'reusable-content': {
      const ref: InputPart = { value: data['ref'], path: `${at.path}.data.ref` };
      const id = textAt({ value: writeData(ref)['reusableContent'], path: `${ref.path}.reusableContent` });
      if (id === undefined || !/^[\w-]{1,64}$/.test(id)) throw refuse(ref, 'must refer to a reusable content');
      return [raw(`{% include "${writing.addresses.get(`include ${id}`) ?? `/reusable-contents/${id}`}" %}`)];
    }
    default:
      return openApiFrom(writing, at, type);
  }
}

/** Converts the tags of parts of a specification. Throws validation_failed for any other block. */
function openApiFrom(writing: WriteContext, at: InputPart, type: string): MarkdownBlock[] {
  const data = objectMember(at, 'data');
  const flag = (name: string) => (data[name] === true ? 'true' : undefined);
  const spec = () =>
    textAt({
      value: objectMember({ value: data, path: `${at.path}.data` }, 'ref')['spec'],
      path: `${at.path}.data.ref.spec`,
    });
  const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, dataText(at, name)]));
  switch (type) {
    case 'swagger':
      return [
        raw(
          blockTag('openapi', {
            src: addressAt(writing, at),
            ...texts('path', 'method'),
            expanded: flag('expanded'),
            fullWidth: flag('fullWidth'),
          }),
        ),
        raw(blockTag('endopenapi')),
      ];
    case 'openapi-operation':
      return [raw(blockTag(type, { spec: spec(), ...texts('path', 'method') })), raw(blockTag(`end${type}`))];
    case 'openapi-webhook':
      return [raw(blockTag(type, { spec: spec(), ...texts('name', 'method') })), raw(blockTag(`end${type}`))];
    case 'openapi-schemas': {
      const schemas = arrayOf({ value: data, path: `${at.path}.data` }, 'schemas').map((one) => textAt(one) ?? '');
      return [
        raw(blockTag(type, { spec: spec(), schemas: schemas.join(','), grouped: flag('grouped') })),
        raw(blockTag(`end${type}`)),
      ];
    }
    default:
      throw refuse({ value: type, path: `${at.path}.type` }, 'is not a block that Markdown can express');
  }
}

/** Converts a tag with the caption of its block. The end tag is written only with a caption. */
function captioned(writing: WriteContext, at: InputPart, tag: string, end: string): MarkdownBlock[] {
  const children = arrayOf(at, 'fragments')
    .flatMap((fragment) => listNodes(fragment))
    .flatMap((node) => inlineFrom(writing, node, 'one line'));
  return children.length === 0 ? [raw(tag)] : between(tag, [{ type: 'paragraph', children }], blockTag(end));
}
