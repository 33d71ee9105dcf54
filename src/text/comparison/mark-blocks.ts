import { blocksIn, inlinesIn } from '../rich-text/block-words.ts';
import { change, type Change } from '../rich-text/change.ts';
import type { Block, BlockType } from '../rich-text/document.ts';

/** Blocks whose words stand in them, and blocks that are places in others: their contents are marked instead of them. */
export const lines: ReadonlySet<BlockType> = new Set<BlockType>(['paragraph', 'heading-1', 'heading-2', 'heading-3']);
const places: ReadonlySet<BlockType> = new Set<BlockType>([
  'list-item',
  'tabs-item',
  'stepper-step',
  'column',
  'if',
  'list-ordered',
  'list-unordered',
  'list-tasks',
]);

/** A block that only one of two texts has. One of the earlier text has no ids, which are those of the later one. */
export function markBlock(block: Block, kind: Change): Block {
  const own = kind === 'removed' ? withoutIds(block) : block;
  if (lines.has(own.type)) return { ...own, nodes: inlinesIn(own).map((node) => ({ ...node, [change]: kind })) };
  if (places.has(own.type)) return { ...own, nodes: blocksIn(own).map((node) => markBlock(node, kind)) };
  return { ...own, [change]: kind };
}

function withoutIds({ meta: _meta, ...block }: Block): Block {
  return {
    ...block,
    ...(block.nodes && { nodes: block.nodes.map((node) => (node.object === 'block' ? withoutIds(node) : node)) }),
    ...(block.fragments && {
      fragments: block.fragments.map((fragment) => ({ ...fragment, nodes: fragment.nodes.map(withoutIds) })),
    }),
  };
}
