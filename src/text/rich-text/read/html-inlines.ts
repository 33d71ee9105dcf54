import type { Attributes } from '../../markdown/attributes.ts';
import { firstOfSrcset } from '../../markdown/html-tags.ts';
import type { HtmlElement, HtmlNode } from '../../markdown/html-tree.ts';
import { textNode, inlineText, type InlineNode, type Mark } from '../document.ts';
import { elementNodes, imageNode, withCaption } from './inline-elements.ts';
import { mergeInlines } from './inline-nodes.ts';
import type { ReadContext } from './read-context.ts';

/** Attributes of an element by their HTML names. */
export const readAttributes = ({ properties }: HtmlElement): Attributes =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name === 'className' ? 'class' : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      Array.isArray(value) ? value.join(' ') : String(value === true ? '' : value),
    ]),
  );

/** Whether an element is an image with a caption or with a dark-mode variant. */
export const isFigure = ({ tagName, children }: HtmlElement): boolean =>
  tagName === 'figure'
    ? children.some((child) => child.type === 'element' && imagesIn(child).length > 0)
    : tagName === 'picture';

export interface FoundImage {
  readonly image: HtmlElement;
  readonly dark?: string;
}

/** Lists the images in an element, each with the source of its dark-mode variant. */
export function imagesIn(node: HtmlNode, dark?: string): FoundImage[] {
  if (node.type !== 'element') return [];
  if (node.tagName === 'img') return [{ image: node, ...(dark && { dark }) }];
  const own = node.tagName === 'picture' ? (darkSource(node) ?? dark) : dark;
  return node.children.flatMap((child) => imagesIn(child, own));
}

function darkSource(picture: HtmlElement): string | undefined {
  for (const child of picture.children) {
    if (child.type !== 'element' || child.tagName !== 'source') continue;
    const { media = '', srcset, 'src-set': other } = readAttributes(child);
    if (media.includes('dark')) return firstOfSrcset(srcset ?? other ?? '').url || undefined;
  }
  return undefined;
}

/** Text content of a node. */
export const readText = (node: HtmlNode): string => {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  return node.tagName === 'br' ? '\n' : node.children.map(readText).join('');
};

/** Converts inline HTML. Runs of whitespace become one space. */
export function htmlInlines(reading: ReadContext, nodes: readonly HtmlNode[], active: readonly Mark[]): InlineNode[] {
  return mergeInlines(nodes.flatMap((node) => listInlines(reading, node, active)));
}

function listInlines(reading: ReadContext, node: HtmlNode, active: readonly Mark[]): InlineNode[] {
  if (node.type === 'text') {
    const text = node.value.replaceAll(/[ \t\r\n]+/g, ' ');
    return text === '' ? [] : [textNode(text, active)];
  }
  if (node.type !== 'element') return [];
  if (isFigure(node)) return figureImages(reading, node);
  const attributes = readAttributes(node);
  if (node.tagName === 'img') return [imageNode(reading, attributes)];
  const nodes = (more: readonly Mark[]) => htmlInlines(reading, node.children, [...active, ...more]);
  return elementNodes(
    reading,
    { name: node.tagName, attributes, source: `<${node.tagName}>`, isClosed: true, nodes },
    active,
  );
}

/** The images of a figure within a text, with its caption. */
function figureImages(reading: ReadContext, node: HtmlElement): InlineNode[] {
  const images = imagesIn(node).map(({ image, dark }) => imageNode(reading, readAttributes(image), dark));
  const caption = node.children.find((child) => child.type === 'element' && child.tagName === 'figcaption');
  return withCaption(images, caption ? readText(caption) : '');
}

/** Trims leading and trailing whitespace. */
export function trimInlines(nodes: readonly InlineNode[]): InlineNode[] {
  const isBlankText = (node: InlineNode | undefined) => node?.object === 'text' && inlineText([node]).trim() === '';
  const found = [...nodes];
  while (isBlankText(found[0])) found.shift();
  while (isBlankText(found.at(-1))) found.pop();
  const change = (at: number, edge: 'first' | 'last') => {
    const node = found.at(at);
    if (node?.object !== 'text') return;
    const leaves = node.leaves.map((leaf, index) => {
      if (edge === 'first' && index === 0) return { ...leaf, text: leaf.text.trimStart() };
      return edge === 'last' && index === node.leaves.length - 1 ? { ...leaf, text: leaf.text.trimEnd() } : leaf;
    });
    found[at < 0 ? found.length + at : at] = { ...node, leaves };
  };
  change(0, 'first');
  change(-1, 'last');
  return found;
}
