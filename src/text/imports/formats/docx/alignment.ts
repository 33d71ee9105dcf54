import type { HtmlElement } from '../../../markdown/html-tree.ts';

/** A part of a document as the converter reads it. */
interface WordNode {
  readonly type?: string;
  readonly children?: readonly WordNode[];
  readonly alignment?: string | null;
  readonly numbering?: unknown;
  styleName?: string | null;
}

const sides: Readonly<Record<string, string>> = { center: 'center', right: 'right', end: 'right' };

/** Gives paragraphs without a look of their own styles that say how they are aligned, in place. */
export function nameAlignments<Node extends WordNode>(node: Node): Node {
  const side = sides[node.alignment ?? ''];
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
export function takeAlignment({ tagName, properties, children }: HtmlElement): void {
  const sideOf = (node: HtmlElement) => /^aligned-(center|right)$/.exec(`${node.properties.className}`)?.[1];
  if (tagName === 'p') properties.align = sideOf({ properties } as HtmlElement);
  if (tagName !== 'td' && tagName !== 'th') return;
  const [side, ...others] = new Set(children.map((child) => (child.type === 'element' ? sideOf(child) : undefined)));
  if (side !== undefined && others.length === 0) properties.align = side;
}
