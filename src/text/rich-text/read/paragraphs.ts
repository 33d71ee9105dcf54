import type { InlineSource } from '../../markdown/block-tree.ts';
import { blockWith, paragraphOf, voidBlock, type Block, type Inline, type InlineNode, stringOf } from '../document.ts';
import { sourceAsCode } from './code.ts';
import { inlineNodes } from './inlines.ts';
import { readSource, type ReadContext } from './read-context.ts';

type Paragraph = { readonly children: readonly unknown[] } & Parameters<typeof readSource>[1];

/** MDX statements (`import`, `export`), which are dropped. */
const statements =
  /^(?:import\s[^\n]{0,500}\sfrom\s+['"][^'"\n]+['"];?|import\s+['"][^'"\n]+['"];?|export\s+(?:const|let|default|function)\s[^\n]*)$/;

/** Converts a paragraph. One that consists only of images, a formula or MDX statements is replaced by these. */
export function paragraphBlocks(reading: ReadContext, node: Paragraph): Block[] {
  const source = /^(?:import|export)\s/.test(readSource(reading, node)) ? readSource(reading, node) : '';
  if (source !== '' && source.split('\n').every((line) => statements.test(line.trim())))
    return [sourceAsCode(source, 'jsx')];
  return blocksOfInlines(inlineNodes(reading, node.children as readonly InlineSource[]));
}

const isBlank = (node: InlineNode) => node.object === 'text' && node.leaves.every((leaf) => leaf.text.trim() === '');

/** Converts inline nodes to a paragraph, or to blocks if they are only images or one formula. */
export function blocksOfInlines(nodes: readonly InlineNode[]): Block[] {
  const solid = nodes.filter((node): node is Inline => node.object === 'inline');
  if (solid.length === 0 || solid.length !== nodes.filter((node) => !isBlank(node)).length) return [paragraphOf(nodes)];
  if (solid.length === 1 && solid[0]?.type === 'inline-math')
    return [voidBlock('math', { formula: stringOf(solid[0].data['formula']).trim() })];
  const isImages = solid.every(({ type, data }) => type === 'inline-image' && data['size'] !== 'line');
  return isImages ? [readImages(solid)] : [paragraphOf(nodes)];
}

const readImages = (images: readonly Inline[]): Block => ({
  ...blockWith('images', images.map(readImage)),
  isVoid: false,
});

const readImage = ({ data: { caption, size: _size, ...data } }: Inline): Block =>
  voidBlock('image', data, { fragments: captionOf(typeof caption === 'string' ? caption : '') });

/** Creates the caption fragment; empty without a caption. */
export const captionOf = (caption: string | readonly InlineNode[]): NonNullable<Block['fragments']> =>
  caption.length === 0
    ? []
    : [
        {
          object: 'fragment',
          type: 'caption',
          fragment: 'caption',
          nodes: [
            paragraphOf(
              typeof caption === 'string'
                ? [{ object: 'text', leaves: [{ object: 'leaf', text: caption, marks: [] }] }]
                : caption,
            ),
          ],
        },
      ];
