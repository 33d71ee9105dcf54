import { marks, type InlineImage, type InlineNode, type Leaf, type Mark, type TextNode } from './document.ts';
import type { MarkdownBlock, Phrasing } from './markdown.ts';

/** Where reference links and images point to, by label. */
export type Definitions = ReadonlyMap<string, string>;

/** The link definitions anywhere in a tree; the first of a label counts. */
export function definitionsIn(children: readonly MarkdownBlock[], found = new Map<string, string>()): Definitions {
  for (const child of children) {
    if (child.type === 'definition' && !found.has(child.identifier)) found.set(child.identifier, child.url);
    if ('children' in child) definitionsIn(child.children as readonly MarkdownBlock[], found);
  }
  return found;
}

/** Inline Markdown as text nodes with marks, links and images. */
export function inlineNodes(children: readonly Phrasing[], definitions: Definitions): InlineNode[] {
  return merged(children.flatMap((child) => inline(child, [], definitions)));
}

/** The bare text of inline Markdown. */
export const plainText = (children: readonly Phrasing[], definitions: Definitions): string =>
  inlineNodes(children, definitions).map(textOf).join('');

const textOf = (node: InlineNode): string => {
  if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
  return node.type === 'link' ? node.nodes.map(textOf).join('') : (node.data.alt ?? '');
};

function inline(child: Phrasing, held: readonly Mark[], definitions: Definitions): InlineNode[] {
  const inside = (children: readonly Phrasing[], mark?: Mark) =>
    children.flatMap((node) => inline(node, mark === undefined ? held : [...held, mark], definitions));
  switch (child.type) {
    case 'text':
      return [text(onOneLine(child.value), held)];
    case 'break':
      return [text('\n', held)];
    case 'html':
      return [text(child.value, held)];
    case 'strong':
      return inside(child.children, 'bold');
    case 'emphasis':
      return inside(child.children, 'italic');
    case 'delete':
      return inside(child.children, 'strikethrough');
    case 'inlineCode':
      return [text(child.value.replaceAll(/\r?\n/g, ' '), [...held, 'code'])];
    case 'image':
      return [image(child.url, child.alt)];
    case 'imageReference':
      return [image(definitions.get(child.identifier) ?? '', child.alt)];
    case 'link':
      return [link(child.url, inside(child.children))];
    case 'linkReference':
      return [link(definitions.get(child.identifier) ?? '', inside(child.children))];
    case 'footnoteReference':
      return [text(`[${child.label ?? child.identifier}]`, held)];
  }
}

/** Line breaks in the source are spaces, and take the blanks around them. */
export function onOneLine(value: string): string {
  const lines = value.split('\n');
  return lines
    .map((line, index) => {
      const begun = index === 0 ? line : line.replace(/^[ \t]+/, '');
      return index === lines.length - 1 ? begun : withoutBlankEnd(begun);
    })
    .join(' ');
}

/** A regular expression would try at each blank anew. */
function withoutBlankEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

const text = (value: string, held: readonly Mark[]): TextNode => ({
  object: 'text',
  leaves: [
    {
      object: 'leaf',
      text: value,
      marks: marks.filter((mark) => held.includes(mark)).map((type) => ({ object: 'mark', type })),
    },
  ],
});

const image = (url: string, alt: string | null | undefined): InlineImage => ({
  object: 'inline',
  type: 'inline-image',
  isVoid: true,
  data: { ref: { kind: 'url', url }, ...(alt ? { alt } : {}) },
});

const link = (url: string, nodes: readonly InlineNode[]): InlineNode => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data: { ref: { kind: 'url', url } },
  nodes: merged(nodes).flatMap((node) => (node.object === 'inline' && node.type === 'link' ? node.nodes : [node])),
});

/** Neighbouring texts are one node, neighbouring leaves of one look are one leaf. */
function merged(nodes: readonly InlineNode[]): InlineNode[] {
  const found: InlineNode[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    if (node.object !== 'text' || last?.object !== 'text') found.push(node);
    else found[found.length - 1] = { object: 'text', leaves: joined([...last.leaves, ...node.leaves]) };
  }
  return found;
}

const sameLook = (left: Leaf, right: Leaf) =>
  left.marks.map(({ type }) => type).join() === right.marks.map(({ type }) => type).join();

function joined(leaves: readonly Leaf[]): Leaf[] {
  const found: Leaf[] = [];
  for (const leaf of leaves) {
    const last = found.at(-1);
    if (last && sameLook(last, leaf)) found[found.length - 1] = { ...last, text: last.text + leaf.text };
    else found.push(leaf);
  }
  return found;
}
