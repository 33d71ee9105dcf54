import { marks, type Mark } from './document.ts';
import { arrayOf, dataOf, memberOf, nodesOf, refuse, textAt, typeOf, urlOf, type At } from './given.ts';
import type { Phrasing } from './markdown.ts';

/** What becomes of a line break in a text: headings and cells are one line. */
export type LineBreaks = 'hard breaks' | 'one line';

/** Text, and how it looks. */
type Piece = { readonly held: ReadonlySet<Mark> } & ({ readonly text: string } | { readonly node: Phrasing });

/** The inline nodes of a block as Markdown. Throws validation_failed for what Markdown cannot hold. */
export const inlineFrom = (at: At, breaks: LineBreaks): Phrasing[] =>
  nested(
    nodesOf(at).flatMap((node) => piecesOf(node, breaks)),
    0,
    breaks,
  );

/** The bare text of a block that holds text alone, such as a line of code. Throws validation_failed. */
export const plainFrom = (at: At): string =>
  nodesOf(at)
    .flatMap((node) => leavesOf(node))
    .map(({ text }) => text)
    .join('');

/** An image of a block or line. Throws validation_failed. */
export const imageFrom = (at: At): Phrasing => ({
  type: 'image',
  url: urlOf(at),
  alt: textAt({ value: memberOf(at, 'data')['alt'], path: `${at.path}.data.alt` }) ?? '',
});

function piecesOf(at: At, breaks: LineBreaks): Piece[] {
  if (dataOf(at)['object'] === 'text') return leavesOf(at);
  const type = typeOf(at, 'inline');
  if (type === 'inline-image') return [{ node: imageFrom(at), held: new Set() }];
  if (type !== 'link')
    throw refuse({ value: type, path: `${at.path}.type` }, 'is not an inline that Markdown can hold');
  const children = nodesOf(at).flatMap((node) => {
    if (dataOf(node)['type'] === 'link') throw refuse(node, 'is a link in a link');
    return piecesOf(node, breaks);
  });
  const link = { type: 'link', url: urlOf(at), children: nested(children, 0, breaks) } as Phrasing;
  return [{ node: link, held: new Set() }];
}

function leavesOf(at: At): { text: string; held: ReadonlySet<Mark> }[] {
  if (dataOf(at)['object'] !== 'text') throw refuse({ value: null, path: `${at.path}.object` }, 'must be "text"');
  return arrayOf(at, 'leaves').map((leaf) => ({
    text: textAt({ value: dataOf(leaf)['text'], path: `${leaf.path}.text` }) ?? '',
    held: new Set(arrayOf(leaf, 'marks').map(markOf)),
  }));
}

function markOf(at: At): Mark {
  const { type } = dataOf(at);
  const mark = marks.find((known) => known === type);
  if (!mark) throw refuse({ value: type, path: `${at.path}.type` }, `must be one of ${marks.join(', ')}`);
  return mark;
}

const wrappers = { bold: 'strong', italic: 'emphasis', strikethrough: 'delete' } as const;

/** Runs of one mark become one wrapped node, from the outermost mark inwards. */
function nested(pieces: readonly Piece[], level: number, breaks: LineBreaks): Phrasing[] {
  const mark = marks[level];
  if (mark === undefined || mark === 'code') return pieces.flatMap((piece) => plain(piece, breaks));
  return runsOf(pieces, mark).flatMap((run) => {
    const children = nested(run, level + 1, breaks);
    if (!run[0]?.held.has(mark) || children.length === 0) return children;
    return [{ type: wrappers[mark], children } as Phrasing];
  });
}

function runsOf(pieces: readonly Piece[], mark: Mark): Piece[][] {
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last?.[0]?.held.has(mark) === piece.held.has(mark)) last.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

function plain(piece: Piece, breaks: LineBreaks): Phrasing[] {
  if ('node' in piece) return [piece.node];
  const { text, held } = piece;
  if (text === '') return [];
  if (held.has('code')) return [{ type: 'inlineCode', value: text.replaceAll(/\r?\n/g, ' ') }];
  const [first = '', ...more] = text.split(/\r?\n/);
  if (breaks === 'one line') return [{ type: 'text', value: [first, ...more].join(' ') }];
  return [textNode(first), ...more.flatMap((line) => [{ type: 'break' } as const, textNode(line)])].filter(
    (node) => node.type !== 'text' || node.value !== '',
  );
}

const textNode = (value: string) => ({ type: 'text', value }) as const;
