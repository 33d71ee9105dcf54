import { element, isElement, text, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/** Schemes of links that a page here may have. */
const followed = /^(?:https?|mailto|tel):/i;

/** What of a page is lost as it becomes words. */
interface Lost {
  links: number;
  fields: number;
}

/** An item of a list, whose first box to tick makes it a task. */
interface Item {
  hasBox: boolean;
}

/**
 * Writes as words what would have no meaning without its page, in place: links without an address that a reader can follow, boxes to tick
 * outside of lists, the author of a quote, and a dialog that is open. Returns how many links and fields of forms are lost.
 */
export function plainWords(root: HtmlRoot): Readonly<Lost> {
  const lost: Lost = { links: 0, fields: 0 };
  plainBelow(root, null, lost);
  return lost;
}

function plainBelow(node: HtmlRoot | HtmlElement, item: Item | null, lost: Lost): void {
  node.children = node.children.map((child) => {
    if (!isElement(child)) return child;
    if (child.tagName === 'input') return plainInput(child, item, lost);
    plainBelow(child, itemIn(child, item), lost);
    return plainElement(child, node, lost);
  }) as typeof node.children;
}

function plainElement(node: HtmlElement, parent: HtmlRoot | HtmlElement, lost: Lost): HtmlElement {
  const { tagName, properties, children } = node;
  if (tagName === 'dialog') return element('div', children, properties);
  if (tagName === 'footer' && parent.type === 'element' && /^(?:blockquote|figure)$/.test(parent.tagName))
    return element('p', children);
  if (tagName !== 'a' || !isLost(node)) return node;
  if (typeof properties.href === 'string' && !/^\s*javascript:/i.test(properties.href)) lost.links += 1;
  return element('span', children);
}

/** Whether an address leads nowhere, and the element is no place to which others lead. */
function isLost({ properties: { href, id, name } }: HtmlElement): boolean {
  if (typeof href !== 'string') return id === undefined && name === undefined;
  const address = href.replaceAll(/[\t\n\r]/g, '').trim();
  return /^[a-z][a-z\d+.-]*:/i.test(address) && !followed.test(address);
}

/** The item of which what is in an element is the beginning. */
function itemIn({ tagName }: HtmlElement, item: Item | null): Item | null {
  if (tagName === 'li') return { hasBox: false };
  return /^(?:div|label|p|span)$/.test(tagName) ? item : null;
}

function plainInput(node: HtmlElement, item: Item | null, lost: Lost): HtmlElement | ReturnType<typeof text> {
  const { type, value, checked } = node.properties;
  // A box without a look, by which style sheets open menus.
  const isSwitch = /\btoggle\b/.test([node.properties.className].flat().join(' '));
  if (type === 'checkbox' && !isSwitch) {
    if (item?.hasBox === false) {
      item.hasBox = true;
      return node;
    }
    return text(checked === undefined || checked === false ? '☐ ' : '☑ ');
  }
  const isSeen = typeof value === 'string' && value.trim() !== '';
  if (isSeen && !/^(?:color|hidden|image|radio|range|reset|submit)$/.test(`${type}`)) lost.fields += 1;
  return node;
}
