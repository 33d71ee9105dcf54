import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';

/** What the blocks of a text show: their types, the styles of hints, the titles of tabs, and their words. */
export const sketchOf = (markdown: string): string =>
  JSON.parse(JSON.stringify(documentFromMarkdown(markdown)))
    .nodes.map(sketch)
    .join(' ');

function sketch(node: any): string {
  const words = (node.leaves ?? []).map((leaf: any) => leaf.text).join('');
  const inside = [...(node.nodes ?? []), ...(node.fragments ?? []).flatMap((one: any) => one.nodes)].map(sketch);
  if (node.object === 'text') return words.replaceAll('\n', ' ');
  if (node.type === 'paragraph' || node.object === 'inline') return inside.join('');
  const kind = node.data.style ?? node.data.title;
  return `${node.type}${kind ? `:${kind}` : ''}(${inside.join(', ')})`;
}
