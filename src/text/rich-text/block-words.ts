import { inlineText, type Block, type InlineNode } from './document.ts';

/** Lists the blocks in a container. */
export const blocksIn = (node: Pick<Block, 'nodes'> | undefined): readonly Block[] =>
  (node?.nodes ?? []).filter((one) => one.object === 'block');

/** Lists the inline nodes in a block of text. */
export const inlinesIn = (node: Block | undefined): readonly InlineNode[] =>
  (node?.nodes ?? []).filter((one) => one.object !== 'block');

/** Extracts the text of a block. */
export function blockText(node: Block): string {
  const inside = [...blocksIn(node), ...(node.fragments ?? []).flatMap((fragment) => fragment.nodes)];
  return [inlineText(inlinesIn(node)), ...inside.map(blockText)].filter((text) => text.trim() !== '').join(' ');
}
