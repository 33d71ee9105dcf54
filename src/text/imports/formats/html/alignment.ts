import { visit, SKIP } from 'unist-util-visit';
import { element, isElement, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/** Puts paragraphs that are centered or at the right side into boxes that say so, in place, those below each other into one. */
export function boxAligned(root: HtmlRoot): void {
  visit(root, (node) => {
    if (node.type !== 'element' && node.type !== 'root') return undefined;
    // A table aligns its columns, and an item stands behind its sign.
    if (node.type === 'element' && /^(?:table|li|pre|h[1-6])$/.test(node.tagName)) return SKIP;
    if (node.children.some((child) => alignmentOf(child) !== null)) node.children = boxed(node.children);
    return undefined;
  });
}

type Child = HtmlRoot['children'][number];

function boxed(children: readonly Child[]): HtmlElement['children'] {
  const written: HtmlElement['children'] = [];
  let box: HtmlElement | undefined;
  for (const child of children as HtmlElement['children']) {
    const align = alignmentOf(child);
    const isGap = child.type === 'text' && child.value.trim() === '';
    if (align === null && !isGap) box = undefined;
    if (align !== null && box?.properties.align !== align) {
      box = element('div', [], { align });
      written.push(box);
    }
    (box && align !== null ? box.children : written).push(align === null ? child : plain(child as HtmlElement));
  }
  return written;
}

/** The paragraph without what its box says. */
const plain = (paragraph: HtmlElement): HtmlElement => {
  paragraph.properties.align = undefined;
  paragraph.properties.style = undefined;
  return paragraph;
};

function alignmentOf(node: Child): string | null {
  if (!isElement(node) || node.tagName !== 'p') return null;
  const { align, style } = node.properties;
  const said = /text-align:\s*(center|right|end)/i.exec(`${style}`)?.[1] ?? (typeof align === 'string' ? align : '');
  const name = said.toLowerCase().replace('end', 'right');
  return name === 'center' || name === 'right' ? name : null;
}
