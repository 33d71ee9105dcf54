import type { Block, InlineNode } from '../document.ts';
import { rowSpans, sourceSpan, type SourceSpan } from '../source-span.ts';

const moved = <Span extends SourceSpan>(span: Span, by: number): Span => ({
  ...span,
  start: span.start + by,
  end: span.end + by,
  ...(span.partner && { partner: moved(span.partner, by) }),
});

/** Moves the spans of a block and of all blocks in it. */
export function moveSpans(block: Block, by: number): Block {
  const { nodes, fragments, [sourceSpan]: span, [rowSpans]: rows } = block;
  const within = (one: Block | InlineNode) => (one.object === 'block' ? moveSpans(one, by) : one);
  return {
    ...block,
    ...(span && { [sourceSpan]: moved(span, by) }),
    ...(rows && {
      [rowSpans]: rows.map((row) => ({ ...moved(row, by), cells: row.cells.map((cell) => cell && moved(cell, by)) })),
    }),
    ...(nodes && { nodes: nodes.map(within) }),
    ...(fragments && {
      fragments: fragments.map((one) => ({ ...one, nodes: one.nodes.map((node) => moveSpans(node, by)) })),
    }),
  };
}
