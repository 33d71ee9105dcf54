import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import { element, isElement, text, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/**
 * Writes as words what browsers show in other ways, in place: what an abbreviation means, how a character is read, and the caption of a
 * table, which stands above it.
 */
export function spellOut(root: HtmlRoot): void {
  visit(root, 'element', (node, index, parent) => {
    const { tagName, children, properties } = node;
    if (
      (tagName === 'abbr' || tagName === 'acronym') &&
      typeof properties.title === 'string' &&
      properties.title.trim() !== ''
    )
      children.push(text(` (${properties.title.trim()})`));
    if (tagName === 'ruby' && !children.some(isNamed('rp'))) readBeside(node);
    if (tagName !== 'table' || !parent || index === undefined) return undefined;
    const caption = children.find(isNamed('caption'));
    if (!caption) return undefined;
    node.children = children.filter((child) => child !== caption);
    if (toText(caption).trim() === '') return undefined;
    parent.children.splice(index, 0, element('p', caption.children));
    return index + 1;
  });
}

const isNamed =
  (name: string) =>
  (node: HtmlElement['children'][number]): node is HtmlElement =>
    isElement(node) && node.tagName === name;

/** Puts how characters are read in brackets, as browsers do that cannot show it above. */
function readBeside(ruby: HtmlElement): void {
  for (const reading of ruby.children.filter(isNamed('rt')))
    reading.children = [text('('), ...reading.children, text(')')];
}
