import { toText } from 'hast-util-to-text';
import { hasClass, type HtmlElement, isElement } from '../../markdown/html-tree.ts';
import type { SummaryItem } from './summary.ts';
import { cleanText } from '../../markdown/clean-text.ts';

/**
 * Reads a table of contents from HTML. Lists, sections and `details` nest. A heading or caption becomes the parent of the
 * items that follow it. URLs are returned as written. Links with a fragment are skipped.
 */
export function readHtmlNavigation(nav: HtmlElement): SummaryItem[] {
  return readChildren(nav.children).map(({ item }) => tidy(item));
}

interface DraftItem {
  readonly item: Draft;
  /** Whether the following items become its children. */
  readonly opens: boolean;
}

interface Draft {
  readonly title: string;
  readonly url?: string;
  children: Draft[];
}

function readChildren(nodes: HtmlElement['children']): DraftItem[] {
  const found: DraftItem[] = [];
  let open: Draft | null = null;
  for (const node of nodes) {
    if (!isElement(node) || ignored.has(node.tagName)) continue;
    const here = readElement(node);
    const [only] = here;
    const heading = here.length === 1 && only?.opens ? only : null;
    if (only?.item.url !== undefined && open?.title === only.item.title && open.children.length === 0) {
      // A label next to a link to the same page is a toggle for its outline.
      found.splice(-1, 1, ...here);
      open = null;
    } else if (heading) {
      open = heading.item;
      found.push(heading);
    } else if (open) open.children.push(...here.map(({ item }) => item));
    else found.push(...here);
  }
  return found;
}

function readElement(node: HtmlElement): DraftItem[] {
  const { href } = node.properties;
  if (node.tagName === 'a' && typeof href === 'string' && !href.includes('#')) return leaf(node, href);
  if (isCaption(node) && !hasLink(node)) return leaf(node);
  const found = readChildren(node.children);
  if (!nesting.has(node.tagName)) return found;
  return nest(node, found);
}

/** Nests the entries of a list item below its own text, or else below its first entry. */
function nest(node: HtmlElement, found: readonly DraftItem[]): DraftItem[] {
  const items = found.map(({ item }) => item);
  const label = ownText(node);
  const [first, ...rest] = items;
  if (!first) return [];
  if (label !== '' && !toText(node).trim().startsWith(first.title))
    return [{ item: { title: label, children: items }, opens: false }];
  return [{ item: { ...first, children: [...first.children, ...rest] }, opens: false }];
}

/** Text of a list item before its first link. */
function ownText(node: HtmlElement): string {
  const parts: string[] = [];
  for (const child of node.children) {
    if (child.type === 'text') parts.push(child.value);
    if (!isElement(child) || ignored.has(child.tagName)) continue;
    if (hasLink(child)) break;
    parts.push(toText(child));
  }
  return cleanText(parts.join(' '), maxLabel);
}

function leaf(node: HtmlElement, url?: string): DraftItem[] {
  const title = cleanText(toText(node), maxLabel);
  if (title === '') return [];
  return [{ item: { title, ...(url !== undefined && { url }), children: [] }, opens: url === undefined }];
}

/** Removes an only child without a link that repeats the title of its parent. */
function tidy(item: Draft): Draft {
  const children = item.children.map(tidy);
  const [only] = children;
  const isDouble = only && children.length === 1 && only.title === item.title && only.url === undefined;
  return { ...item, children: isDouble ? only.children : children };
}

const isCaption = (node: HtmlElement) =>
  /^(?:h[1-6]|summary|label)$/.test(node.tagName) || hasClass(node, ['caption', 'sidebar-heading', 'nav-heading']);

const hasLink = (node: HtmlElement): boolean =>
  node.tagName === 'a' || node.children.some((child) => isElement(child) && hasLink(child));

const ignored: ReadonlySet<string> = new Set(['button', 'input', 'script', 'style', 'svg', 'template']);
const nesting: ReadonlySet<string> = new Set(['li', 'section', 'details']);
const maxLabel = 256;
