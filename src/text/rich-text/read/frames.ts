import type { Attributes } from '../../markdown/attributes.ts';
import { paragraphOf, voidBlock, type Block, type InlineNode } from '../document.ts';

/** Creates an expandable from a title and a body. */
export const readExpandable = (title: readonly InlineNode[], body: readonly Block[], isOpen: boolean): Block =>
  voidBlock('expandable', isOpen ? { defaultExpanded: true } : {}, {
    fragments: [
      { object: 'fragment', type: 'expandable-title', fragment: 'expandable-title', nodes: [paragraphOf(title)] },
      { object: 'fragment', type: 'expandable-body', fragment: 'expandable-body', nodes: body },
    ],
  });

/** Aligns the images and paragraphs in an element. */
export function alignBlocks(blocks: readonly Block[], attributes: Attributes): Block[] {
  const align = attributes['align'];
  const fullWidth = attributes['data-full-width'] === 'true' && { fullWidth: true };
  const withFrame = attributes['data-with-frame'] === 'true' && { withFrame: true };
  const ofImages = {
    ...((align === 'center' || align === 'left' || align === 'right') && { align }),
    ...fullWidth,
    ...withFrame,
  };
  const ofText = textAlign(align);
  return blocks.map((block) => {
    if (block.type === 'images') return { ...block, data: { ...ofImages, ...block.data } };
    const isText = block.type === 'paragraph' || block.type.startsWith('heading-');
    if (isText) return { ...block, data: { ...ofText, ...block.data } };
    return block.type === 'table' || block.type === 'embed' || block.type === 'code'
      ? { ...block, data: { ...fullWidth, ...block.data } }
      : block;
  });
}

function textAlign(align: string | undefined) {
  if (align === 'center') return { align };
  return align === 'right' ? { align: 'end' } : {};
}
