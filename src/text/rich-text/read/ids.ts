import { slug } from 'github-slugger';
import { inlineText, type Block, type Fragment, type InlineNode, stringOf } from '../document.ts';
import type { Group } from './blocks.ts';

/** Assigns unique ids, derived from titles, to tabs and expandables. Clients use them as URL fragments. */
export function assignBlockIds(groups: readonly Group[]): Group[] {
  const used = new Set<string>();
  for (const { blocks } of groups) for (const block of blocks) collect(block, used);
  return groups.map((group) => ({ ...group, blocks: group.blocks.map((block) => named(block, used)) }));
}

function collect({ meta, nodes = [], fragments = [] }: Block, used: Set<string>): void {
  if (meta?.id) used.add(meta.id);
  for (const node of nodes) if (node.object === 'block') collect(node, used);
  for (const { nodes: inside } of fragments) for (const block of inside) collect(block, used);
}

function named(block: Block, used: Set<string>): Block {
  const { nodes, fragments } = block;
  const hasBlocks = nodes?.some(({ object }) => object === 'block') ?? false;
  if (!hasBlocks && !fragments && !block.type.startsWith('openapi')) return block;
  const title = block.meta ? null : findTitle(block);
  const meta = title === null ? {} : { meta: { id: unique(slug(title) || block.type, used) } };
  return {
    ...block,
    ...meta,
    ...(hasBlocks && { nodes: nodes?.map((node) => (node.object === 'block' ? named(node, used) : node)) ?? [] }),
    ...(fragments && {
      fragments: fragments.map((one): Fragment => ({ ...one, nodes: one.nodes.map((node) => named(node, used)) })),
    }),
  };
}

function findTitle({ type, data, fragments }: Block): string | null {
  if (type === 'tabs-item') return stringOf(data['title']);
  if (type !== 'expandable') return null;
  return inlineText((fragments?.[0]?.nodes[0]?.nodes ?? []) as readonly InlineNode[]);
}

function unique(id: string, used: Set<string>): string {
  let found = id;
  for (let n = 1; used.has(found); n += 1) found = `${id}-${n}`;
  used.add(found);
  return found;
}
