import { SKIP, visit } from 'unist-util-visit';
import { element, isElement, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/** Divides lists, in place, where an item has another number than the one after that above it. */
export function divideAtNumbers(root: HtmlRoot): void {
  visit(root, 'element', (node, index, parent) => {
    if (node.tagName !== 'ol' || !parent || index === undefined) return undefined;
    const lists = divided(node);
    if (lists.length === 1 && lists[0] === node) return undefined;
    parent.children.splice(index, 1, ...lists);
    return [SKIP, index];
  });
}

function divided(list: HtmlElement): HtmlElement[] {
  const lists = [element('ol', [], { start: list.properties.start })];
  let next = Number(list.properties.start ?? 1);
  for (const child of list.children) {
    const value = isElement(child) && child.tagName === 'li' ? Number(child.properties.value ?? next) : Number.NaN;
    if (isElement(child)) child.properties.value = undefined;
    if (Number.isInteger(value) && value >= 0 && value !== next) {
      const isFirst = lists.length === 1 && !list.children.slice(0, list.children.indexOf(child)).some(isElement);
      if (isFirst) lists.length = 0;
      lists.push(element('ol', [], { start: value }));
      next = value;
    }
    lists.at(-1)?.children.push(child);
    if (!Number.isNaN(value)) next += 1;
  }
  return lists.length === 1 && lists[0]?.properties.start === list.properties.start ? [list] : lists;
}
