import { Readability } from '@mozilla/readability';
import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { parseHTML } from 'linkedom';
import { SKIP, visit } from 'unist-util-visit';
import { findMain } from '../html.ts';
import { hasClass, type HtmlElement, type HtmlRoot, parseHtml, rootOf } from '../../../markdown/html-tree.ts';

/**
 * Extracts the content of a page without its surroundings: from the element that known generators use, otherwise from the
 * main element, otherwise by Readability.
 */
export function extractContent(page: HtmlRoot, html: string): HtmlRoot {
  const known = select(contentPlaces, page);
  const marked = select('main, article, [role=main]', page);
  const found = known ? rootOf(known.children) : marked && findMain(page);
  const content =
    found && toText(rootOf(found.children) as never).trim() !== '' ? found : (readable(html) ?? findMain(page));
  const heading = select('h1', content) ? undefined : titleBeside(page, content);
  removeChrome(content);
  return heading ? rootOf([heading, ...content.children]) : content;
}

const contentPlaces =
  '.vp-doc, .theme-doc-markdown, .md-content article, .md-content__inner, [itemprop=articleBody], .rst-content .document, ' +
  '.book-body .markdown-section, main .markdown, .sl-markdown-content';

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
  return body ? rootOf(body.children) : null;
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

function removeChrome(content: HtmlRoot): void {
  visit(content, 'element', (node, index, parent) => {
    if (!parent || index === undefined || !isChrome(node)) return undefined;
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
}

const isChrome = (node: HtmlElement) =>
  ['nav', 'footer', 'script', 'style', 'form'].includes(node.tagName) ||
  node.properties.role === 'navigation' ||
  hasClass(node, chromeClasses);
