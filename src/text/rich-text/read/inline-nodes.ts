import { marks, stringOf, textNode, type Inline, type InlineNode, type Leaf } from '../document.ts';

/** Creates an inline without nodes. */
export const voidInline = (type: Inline['type'], data: Inline['data']): Inline => ({
  object: 'inline',
  type,
  isVoid: true,
  data,
});

/** Creates a link. Nodes that may not occur in a link, such as another link, are replaced with their text. */
export const linkWith = (ref: Inline['data']['ref'], nodes: readonly InlineNode[]): Inline => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data: { ...(ref && { ref }) },
  nodes: mergeInlines(
    nodes.flatMap((node): InlineNode[] => {
      if (node.object === 'text' || node.type === 'inline-image') return [node];
      if (node.nodes) return [...node.nodes];
      const { label, formula, code } = node.data;
      const text = stringOf(label ?? formula);
      if (node.type === 'emoji') return [textNode(readEmoji(stringOf(code)))];
      return text === '' ? [] : [textNode(text)];
    }),
  ),
});

export const readEmoji = (code: string): string =>
  /^[\da-f]{1,6}(?:-[\da-f]{1,6}){0,9}$/i.test(code)
    ? code
        .split('-')
        .map((point) => Number.parseInt(point, 16))
        .map((point) => (point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''))
        .join('')
    : '';

/** Replaces each line break, with the blanks around it, with one space. */
export function joinLines(value: string): string {
  const lines = value.split('\n');
  return lines
    .map((line, index) => {
      const trimmed = index === 0 ? line : line.replace(/^[ \t]+/, '');
      return index === lines.length - 1 ? trimmed : trimBlankEnd(trimmed);
    })
    .join(' ');
}

/** Trims trailing blanks by a loop, because a regular expression takes quadratic time. */
function trimBlankEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** Merges adjacent text nodes and adjacent leaves with the same marks, and orders marks. */
export function mergeInlines(nodes: readonly InlineNode[]): InlineNode[] {
  const found: InlineNode[] = [];
  let leaves: Leaf[] = [];
  const close = () => {
    if (leaves.length > 0) found.push({ object: 'text', leaves: joined(leaves) });
    leaves = [];
  };
  for (const node of nodes) {
    if (node.object === 'text') {
      leaves.push(...node.leaves.map(inOrder));
      continue;
    }
    close();
    found.push(node);
  }
  close();
  return found;
}

const inOrder = (leaf: Leaf): Leaf =>
  leaf.marks.length < 2
    ? leaf
    : { ...leaf, marks: marks.flatMap((type) => leaf.marks.findLast((mark) => mark.type === type) ?? []) };

const sameMarks = (left: Leaf, right: Leaf) =>
  left.marks.length === right.marks.length &&
  left.marks.every((mark, at) => JSON.stringify(mark) === JSON.stringify(right.marks[at]));

function joined(leaves: readonly Leaf[]): Leaf[] {
  const found: Leaf[] = [];
  let texts: string[] = [];
  for (const leaf of leaves) {
    const last = found.at(-1);
    if (last && sameMarks(last, leaf)) texts.push(leaf.text);
    else {
      if (last) found[found.length - 1] = { ...last, text: texts.join('') };
      found.push(leaf);
      texts = [leaf.text];
    }
  }
  const last = found.at(-1);
  if (last) found[found.length - 1] = { ...last, text: texts.join('') };
  return found;
}
