import type { HtmlElement } from '../../markdown/html-tree.ts';
import { blockWith, voidBlock, type Block, stringOf } from '../document.ts';
import { readAttributes, htmlInlines, imagesIn, trimInlines } from './html-inlines.ts';
import { imageNode } from './inline-elements.ts';
import { captionOf } from './paragraphs.ts';
import type { ReadContext } from './read-context.ts';

/** Converts a figure to images with its caption. */
export function figure(reading: ReadContext, node: HtmlElement): Block {
  const caption = node.children.find((child) => child.type === 'element' && child.tagName === 'figcaption');
  const words = caption?.type === 'element' ? trimInlines(htmlInlines(reading, caption.children, [])) : [];
  const images = imagesIn(node).map(({ image, dark }) => {
    const { data } = imageNode(reading, readAttributes(image), dark);
    const { size: _size, caption: title, ...rest } = data;
    return voidBlock('image', rest, { fragments: captionOf(words.length > 0 ? words : stringOf(title)) });
  });
  return { ...blockWith('images', images), isVoid: false };
}
