import { Readability } from '@mozilla/readability';
import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { parseHTML } from 'linkedom';
import { SKIP, visit } from 'unist-util-visit';
import { findMain } from '../html/html.ts';
import { contentPlaces } from './content-places.ts';
import { hasClass, type HtmlElement, type HtmlRoot, parseHtml, readRoot } from '../../../markdown/html-tree.ts';

/**
 * Extracts the content of a page without its surroundings: from the element that known generators use, otherwise from the
 * main element, otherwise by Readability.
 */
export function extractContent(page: HtmlRoot, html: string): HtmlRoot {
  const container = select(contentPlaces, page);
  const marked = select('main, article, [role=main]', page);
  const inPlace = container ? readRoot(container.children) : marked && findMain(page);
  const content =
    inPlace && toText(readRoot(inPlace.children) as never).trim() !== '' ? inPlace : (readable(html) ?? findMain(page));
  const heading = select('h1', content) ? undefined : titleBeside(page, content);
  removeChrome(content);
  return heading ? readRoot([heading, ...content.children]) : content;
}

/** The page title of generators that put it outside the content. */
function titleBeside(page: HtmlRoot, content: HtmlRoot): HtmlElement | undefined {
  const [only, another] = selectAll('main h1, article h1, [role=main] h1, .content-panel h1', page);
  return only && !another && !content.children.includes(only) ? only : undefined;
}

/** Content according to Readability, or null. */
function readable(html: string): HtmlRoot | null {
  const { document } = parseHTML(html);
  const article = new Readability(document as never, { keepClasses: true, maxElemsToParse: 50_000 }).parse();
  const content = article?.content;
  if (typeof content !== 'string' || content.trim() === '') return null;
  const body = select('body', parseHtml(content));
  return body ? readRoot(body.children) : null;
}

const chromeClasses = [
  'breadcrumbs',
  'theme-doc-breadcrumbs',
  'theme-doc-toc-mobile',
  'theme-doc-footer',
  'theme-doc-version-badge',
  'pagination-nav',
  'pager',
  'prev-next',
  'edit-link',
  'edit-page',
  'md-source-file',
  'md-content__button',
  'md-feedback',
  'toc',
  'table-of-contents',
  'VPDocFooter',
  'skip-link',
  'wy-breadcrumbs',
  'rst-footer-buttons',
  'page-nav',
];

/** Classes of lists of links. They are dropped unless the content has nothing else. */
const linkLists: ReadonlySet<string> = new Set(['toc', 'table-of-contents']);

function removeChrome(content: HtmlRoot): void {
  const isSurrounding = hasText(content) ? isChrome : (node: HtmlElement) => isChrome(node) && !isLinkList(node);
  visit(content, 'element', (node, index, parent) => {
    // Navigation that is kept is content; as `nav` the sanitizer would remove it.
    if (!isSurrounding(node) && node.tagName === 'nav') node.tagName = 'div';
    if (!parent || index === undefined || !isSurrounding(node)) return undefined;
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
}

const isChrome = (node: HtmlElement) =>
  ['nav', 'footer', 'script', 'style', 'form'].includes(node.tagName) ||
  node.properties.role === 'navigation' ||
  hasClass(node, chromeClasses);

/** Whether the element contains links to other pages and is not marked as something else. */
const isLinkList = (node: HtmlElement) =>
  !['footer', 'script', 'style', 'form'].includes(node.tagName) &&
  !hasClass(
    node,
    chromeClasses.filter((name) => !linkLists.has(name)),
  ) &&
  selectAll('a[href]', node).some(({ properties }) => !`${properties.href}`.startsWith('#'));

/** Whether there is text or a picture outside of headings and page chrome. */
const hasText = (node: HtmlRoot | HtmlElement): boolean =>
  node.children.some((child) => {
    if (child.type === 'text') return child.value.trim() !== '';
    if (child.type !== 'element' || isChrome(child) || /^h[1-6]$/.test(child.tagName)) return false;
    return ['img', 'svg', 'video', 'iframe'].includes(child.tagName) || hasText(child);
  });
