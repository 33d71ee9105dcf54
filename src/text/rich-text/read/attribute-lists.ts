import type { BlockNode } from '../../markdown/block-tree.ts';
import type { MarkdownBlock, Position } from '../../markdown/parser.ts';
import { isAdmonition } from './admonitions.ts';

/*
 * Attribute lists of kramdown and Python-Markdown: lines `{: .note }`, `{:toc}` and `{::options … /}`, of the block above or
 * below them. They show nothing, except that some classes make a block an admonition.
 */

type Paragraph = Extract<MarkdownBlock, { type: 'paragraph' }>;

const listAtStart = /^\{::?[^{}\n]{0,300}\}[ \t]*(?:\n|$)/;
const listAtEnd = /(?:^|\n)[ \t]*\{::?[^{}\n]{0,300}\}[ \t]*$/;

/** A block without its attribute lists. */
interface Split<Node> {
  /** Null for a paragraph of attribute lists alone. */
  readonly node: Node | null;
  /** The kind of the admonition that the lists make of the block; null for other lists. */
  readonly kind: string | null;
}

/** Takes the attribute lists from the lines above and below a paragraph; null when there is none. */
export function splitParagraph(node: Paragraph, source: string): Split<Paragraph> | null {
  if (!source.includes('{:')) return null;
  const lists: string[] = [];
  let { children, position } = node;
  for (;;) {
    const [first, ...rest] = children;
    const [list] = (first?.type === 'text' && listAtStart.exec(first.value)) || [];
    if (first?.type !== 'text' || list === undefined) break;
    lists.push(list);
    const value = first.value.slice(list.length);
    children = value === '' ? rest : [{ ...first, value }, ...rest];
    position = movedStart(
      position,
      source.indexOf('\n', (position?.start.offset ?? 0) - (node.position?.start.offset ?? 0)) + 1,
      node,
    );
  }
  for (;;) {
    const last = children.at(-1);
    const [list] = (last?.type === 'text' && listAtEnd.exec(last.value)) || [];
    if (last?.type !== 'text' || list === undefined) break;
    lists.push(list);
    const value = last.value.slice(0, -list.length).trimEnd();
    children = value === '' ? children.slice(0, -1) : [...children.slice(0, -1), { ...last, value }];
    position = movedEnd(position, node, source);
  }
  if (lists.length === 0) return null;
  return { node: children.length === 0 ? null : { ...node, children, position }, kind: kindIn(lists.join(' ')) };
}

/** Takes the attribute list from the end of the last paragraph of a quote, which it is read as; null when there is none. */
export function splitQuote(
  node: Extract<MarkdownBlock, { type: 'blockquote' }>,
  read: (inside: Paragraph) => string,
): Split<typeof node> | null {
  const last = node.children.at(-1);
  if (last?.type !== 'paragraph') return null;
  const split = splitParagraph(last, read(last));
  if (!split) return null;
  const children = [...node.children.slice(0, -1), ...(split.node ? [split.node] : [])];
  return { node: { ...node, children }, kind: split.kind };
}

/** Whether a row of a table is an attribute list below the table. */
export const isListRow = (cells: readonly string[]): boolean =>
  /^\{::?[^{}\n]{0,300}\}$/.test(cells[0]?.trim() ?? '') && cells.slice(1).every((cell) => cell.trim() === '');

/** The kind of admonition among the classes: `.note`, `.note-title`, `.prompt-tip`. */
function kindIn(lists: string): string | null {
  const classes = [...lists.matchAll(/\.([a-z][\w-]{0,60})/gi)].map(([, name = '']) => name);
  return (
    classes.map((name) => name.replace(/^prompt-|-title$/g, '').toLowerCase()).find((name) => isAdmonition(name)) ??
    null
  );
}

function movedStart(position: Position, lines: number, node: BlockNode): Position {
  const start = node.position?.start.offset;
  if (!position || start === undefined || lines === 0) return position;
  return { ...position, start: { ...position.start, offset: start + lines } };
}

function movedEnd(position: Position, node: BlockNode, source: string): Position {
  const start = node.position?.start.offset;
  const end = position?.end.offset;
  if (!position || start === undefined || end === undefined) return position;
  const text = source.slice(0, end - start);
  const kept = text.slice(0, Math.max(0, text.trimEnd().lastIndexOf('\n'))).replace(/[\s>]+$/, '');
  return { ...position, end: { ...position.end, offset: start + kept.length } };
}
