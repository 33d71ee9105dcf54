import { emojiName } from '../../markdown/emoji-names.ts';
import type { Phrasing } from '../../markdown/parser.ts';
import { marks as markOrder, type MarkType, stringOf } from '../document.ts';
import { readEmoji } from '../read/inline-nodes.ts';
import { escaped, lengthText, writePicture, tagWith } from './html.ts';
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
import type { WriteContext } from './write-context.ts';

/** How line breaks are written. Headings and table cells have one line, in which a break is `<br>`. */
export type LineBreaks = 'hard breaks' | 'one line';

type Marks = ReadonlyMap<MarkType, string>;

/** Text or a node with its marks. The value of a color is its style. */
type Piece = { readonly marks: Marks } & ({ readonly text: string } | { readonly node: Phrasing });

/**
 * Converts the inline nodes of a block to Markdown. Throws validation_failed for inlines that Markdown cannot express.
 */
export const inlineFrom = (writing: WriteContext, at: InputPart, breaks: LineBreaks): Phrasing[] =>
  nested(
    listNodes(at).flatMap((node) => listPieces(writing, node, breaks)),
    0,
    breaks,
  );

/** Extracts the text of a block that may contain only text, such as a line of code. Throws validation_failed. */
export const plainFrom = (at: InputPart): string =>
  listNodes(at)
    .map((node): string => {
      const { object, type } = writeData(node);
      if (object !== 'inline')
        return listLeaves(node)
          .map((leaf) => leaf.text)
          .join('');
      return type === 'expression' ? stringOf(objectMember(node, 'data')['expression']) : plainFrom(node);
    })
    .join('');

const raw = (value: string): Phrasing => ({ type: 'html', value });

/** Reads a data member that must be a string. Throws validation_failed. */
export const dataText = (at: InputPart, name: string): string | undefined =>
  textAt({ value: objectMember(at, 'data')[name] ?? undefined, path: `${at.path}.data.${name}` });

function listPieces(writing: WriteContext, at: InputPart, breaks: LineBreaks): Piece[] {
  if (writeData(at)['object'] === 'text') return listLeaves(at);
  return inlineNodesFrom(writing, at, breaks).map((node) => ({ node, marks: new Map() }));
}

function inlineNodesFrom(writing: WriteContext, at: InputPart, breaks: LineBreaks): Phrasing[] {
  const type = writeType(at, 'inline');
  switch (type) {
    case 'link':
      return [linkFrom(writing, at)];
    case 'inline-image':
      return [imageFrom(writing, at)];
    case 'mention':
      return [
        {
          type: 'link',
          url: addressAt(writing, at),
          title: 'mention',
          children: [{ type: 'text', value: addressAt(writing, at) }],
        },
      ];
    case 'inline-math':
      return [raw(`$$${(dataText(at, 'formula') ?? '').replaceAll('$$', '$ $')}$$`)];
    case 'emoji':
      return [emojiFrom(at)];
    case 'icon': {
      const icon = dataText(at, 'icon') ?? '';
      return [raw(`${tagWith('i', { class: `fa-${icon}` })}:${escaped(icon)}:</i>`)];
    }
    case 'button': {
      const { kind } = objectMember(at, 'data');
      const attributes = {
        href: addressAt(writing, at),
        class: kind === 'secondary' ? 'button secondary' : 'button primary',
        'data-icon': dataText(at, 'icon'),
      };
      return [raw(`${tagWith('a', attributes)}${escaped(dataText(at, 'label') ?? '')}</a>`)];
    }
    case 'expression':
      return [raw(`<code class="expression">${escaped(dataText(at, 'expression') ?? '')}</code>`)];
    case 'annotation':
      return annotationFrom(writing, at, breaks);
    default:
      throw refuse({ value: type, path: `${at.path}.type` }, 'is not an inline that Markdown can express');
  }
}

function linkFrom(writing: WriteContext, at: InputPart): Phrasing {
  const children = listNodes(at).flatMap((node) => {
    if (writeData(node)['type'] === 'link') throw refuse(node, 'must not be a link inside a link');
    return listPieces(writing, node, 'one line');
  });
  return { type: 'link', url: addressAt(writing, at), children: nested(children, 0, 'one line') } as Phrasing;
}

/** Converts an inline image. Throws validation_failed. */
function imageFrom(writing: WriteContext, at: InputPart): Phrasing {
  const url = addressAt(writing, at);
  const [alt, caption, size] = [dataText(at, 'alt') ?? '', dataText(at, 'caption'), dataText(at, 'size')];
  const { refDark, width, height } = objectMember(at, 'data');
  const isPlain = [size, refDark, width, height].every((one) => one === undefined);
  if (isPlain) return { type: 'image', url, alt, ...(caption !== undefined && { title: caption }) };
  const image = tagWith('img', {
    src: url,
    alt,
    title: caption,
    'data-size': size,
    width: lengthText(width),
    height: lengthText(height),
  });
  return raw(refDark === undefined ? image : writePicture(image, addressAt(writing, at, 'refDark')));
}

function emojiFrom(at: InputPart): Phrasing {
  const emoji = readEmoji(dataText(at, 'code') ?? '');
  const name = emojiName(emoji);
  return name === undefined ? { type: 'text', value: emoji } : raw(`:${name}:`);
}

/**
 * Converts an annotation to a footnote reference. Its body becomes a footnote, unless the text already has one with
 * that label.
 */
function annotationFrom(writing: WriteContext, at: InputPart, breaks: LineBreaks): Phrasing[] {
  const label = dataText(at, 'label') ?? writing.newLabel();
  if (!/^[^\s[\]]{1,200}$/.test(label))
    throw refuse({ value: label, path: `${at.path}.data.label` }, 'must be one word without brackets');
  const words = nested(
    listNodes(at).flatMap((node) => listPieces(writing, node, breaks)),
    0,
    breaks,
  );
  const [fragment] = arrayOf(at, 'fragments');
  if (fragment) writing.footnotes.set(label, fragment);
  const [only] = words;
  const isPlaceholder = words.length === 1 && only?.type === 'text' && only.value === `[${label}]`;
  return [...(isPlaceholder ? [] : words), raw(`[^${label}]`)];
}

function listLeaves(at: InputPart): { text: string; marks: Marks }[] {
  if (writeData(at)['object'] !== 'text') throw refuse({ value: null, path: `${at.path}.object` }, 'must be "text"');
  return arrayOf(at, 'leaves').map((leaf) => ({
    text: textAt({ value: writeData(leaf)['text'], path: `${leaf.path}.text` }) ?? '',
    marks: new Map(arrayOf(leaf, 'marks').map(markOf)),
  }));
}

function markOf(at: InputPart): [MarkType, string] {
  const { type } = writeData(at);
  const mark = markOrder.find((known) => known === type);
  if (!mark) throw refuse({ value: type, path: `${at.path}.type` }, `must be one of ${markOrder.join(', ')}`);
  return [mark, mark === 'color' ? writeStyle(at) : ''];
}

function writeStyle(at: InputPart): string {
  const colour = (name: string) => {
    const value = dataText(at, name) ?? 'default';
    if (!/^[$\w-]{1,30}$/.test(value)) throw refuse({ value, path: `${at.path}.data.${name}` }, 'must be a colour');
    return value;
  };
  const [text, background] = [colour('text'), colour('background')];
  const parts = [
    ...(text === 'default' ? [] : [`color:${text};`]),
    ...(background === 'default' ? [] : [`background-color:${background};`]),
  ];
  return parts.join('');
}

const wrappers: Partial<Record<MarkType, 'strong' | 'emphasis' | 'delete'>> = {
  bold: 'strong',
  italic: 'emphasis',
  strikethrough: 'delete',
};
const elements: Partial<Record<MarkType, string>> = {
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
};

/** Wraps runs of pieces with the same mark in one node, from the outermost mark inwards. */
function nested(pieces: readonly Piece[], level: number, breaks: LineBreaks): Phrasing[] {
  const mark = markOrder[level];
  if (mark === undefined || mark === 'code') return pieces.flatMap((piece) => plain(piece, breaks));
  return listRuns(pieces, mark).flatMap((run) => {
    const children = nested(run, level + 1, breaks);
    const value = run[0]?.marks.get(mark);
    if (value === undefined || children.length === 0) return children;
    const wrapper = wrappers[mark];
    if (wrapper !== undefined) return [{ type: wrapper, children } as Phrasing];
    const name = elements[mark] ?? 'mark';
    return [raw(tagWith(name, { style: value === '' ? undefined : value })), ...children, raw(`</${name}>`)];
  });
}

function listRuns(pieces: readonly Piece[], mark: MarkType): Piece[][] {
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last && last[0]?.marks.get(mark) === piece.marks.get(mark)) last.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

function plain(piece: Piece, breaks: LineBreaks): Phrasing[] {
  if ('node' in piece) return [piece.node];
  const { text, marks } = piece;
  if (text === '') return [];
  if (marks.has('code')) return [{ type: 'inlineCode', value: text.replaceAll(/\r?\n/g, ' ') }];
  return textWithBreaks(text, breaks);
}

/** Converts a text without marks, with its line breaks. */
export function textWithBreaks(text: string, breaks: LineBreaks): Phrasing[] {
  const [first = '', ...more] = text.split(/\r?\n/);
  const lineBreak: Phrasing = breaks === 'one line' ? raw('<br>') : { type: 'break' };
  return [textNode(first), ...more.flatMap((line) => [lineBreak, textNode(line)])].filter(
    (node) => node.type !== 'text' || node.value !== '',
  );
}

const textNode = (value: string) => ({ type: 'text', value }) as const;
