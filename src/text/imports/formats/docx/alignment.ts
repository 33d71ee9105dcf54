import { isElement, type HtmlElement } from '../../../markdown/html-tree.ts';

/** A part of a document as the converter reads it. */
interface WordNode {
  readonly type?: string;
  readonly children?: readonly WordNode[];
  readonly alignment?: string | null;
  readonly numbering?: unknown;
  styleName?: string | null;
}

const sideNames: Readonly<Record<string, string>> = { center: 'center', right: 'right', end: 'right' };

/** Gives paragraphs without a look of their own styles that say how they are aligned, in place. */
export function nameAlignments<Node extends WordNode>(node: Node): Node {
  const side = sideNames[node.alignment ?? ''];
  const isPlain = !node.numbering && /^(?:Normal|Body Text)?$/i.test(node.styleName ?? '');
  if (node.type === 'paragraph' && side !== undefined && isPlain) node.styleName = `aligned ${side}`;
  for (const child of node.children ?? []) nameAlignments(child);
  return node;
}

/** How the converter writes such paragraphs. */
export const alignmentStyles = ['center', 'right'].map(
  (side) => `p[style-name='aligned ${side}'] => p.aligned-${side}:fresh`,
);

/** Takes the alignment of a paragraph from its class; a cell has that of all of its paragraphs. */
export function takeAlignment(node: HtmlElement): void {
  if (node.tagName === 'p') node.properties.align = sideOf(node);
  if (node.tagName !== 'td' && node.tagName !== 'th') return;
  const sides = new Set(node.children.map((child) => (isElement(child) ? sideOf(child) : undefined)));
  const [side] = sides;
  if (sides.size === 1 && side !== undefined) node.properties.align = side;
}

const sideOf = ({ properties: { className } }: HtmlElement) =>
  [className].flat().flatMap((name) => /^aligned-(center|right)$/.exec(`${name}`)?.[1] ?? [])[0];
