import { directiveBody, readFence, type Fence } from '../../markdown/directive-fences.ts';
import { parseBlocks, type BlockNode } from '../../markdown/block-tree.ts';
import type { Block } from '../document.ts';
import { admonition, titleRange } from './admonitions.ts';
import { readExpandable } from './frames.ts';
import { textNode } from '../document.ts';
import { deeper, maxDepth, placed, readSource, type ReadContext } from './read-context.ts';

type Code = Extract<BlockNode, { type: 'code' }>;

/** Converts a fence whose text is Markdown: an admonition of mdbook-admonish or a directive of MyST. Null for code. */
export function directive(reading: ReadContext, node: Code): Block[] | null {
  const fence = readFence(node.lang ?? '', node.meta ?? '', node.value);
  if (fence === null || reading.depth >= maxDepth) return null;
  const { value, from } = directiveBody(node, readSource(reading, node), fence);
  const start = node.position?.start.offset ?? 0;
  const isExact = from !== null && reading.spansFrom !== null;
  const inside: ReadContext = {
    ...deeper(reading),
    source: value,
    spansFrom: isExact ? (reading.spansFrom ?? 0) - start - from : null,
    htmlStart: null,
  };
  const blocks = reading.readBlocks(inside, parseBlocks(value));
  if (fence.isFolded) return [readExpandable([textNode(fence.title)], blocks, false)];
  return [admonition(fence.kind, fence.title, blocks, (heading) => placeTitle(reading, node, fence, heading))];
}

/** Adds to the heading of an admonition where its title stands in the first line of the fence. */
function placeTitle(reading: ReadContext, node: Code, { title }: Fence, heading: Block): Block {
  const [head = ''] = /^[^\n]*/.exec(readSource(reading, node)) ?? [];
  const range = titleRange(head, title);
  const start = node.position?.start.offset;
  if (range === null || start === undefined) return heading;
  return placed(reading, heading, { start: start + range.start, end: start + range.end, isTag: true });
}
