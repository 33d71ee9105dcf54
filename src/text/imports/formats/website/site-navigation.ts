import { selectAll } from 'hast-util-select';
import { hasClass, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';
import { readHtmlNavigation } from '../../tree/html-navigation.ts';
import { contentPlaces } from './content-places.ts';
import type { SummaryItem } from '../../tree/summary.ts';

/** The navigation of a page. */
export interface PageNavigation {
  readonly items: readonly SummaryItem[];
  /** Number of pages of the site it links to. */
  readonly pages: number;
  readonly inHeader: boolean;
}

/** Resolves a link to the path of a page of the site, or null. */
export type ToPage = (href: string) => string | null;

/** Finds the navigation with links to the most pages of the site. Null when none links to two pages. */
export function findNavigation(page: HtmlRoot, toPage: ToPage): PageNavigation | null {
  const headers = new Set(selectAll('header', page));
  const inside = new Set([...headers].flatMap((header) => selectAll('*', header)));
  const around = new Set(aroundContent(page));
  const outside = new Set(selectAll('footer *, main article *, [class*=pagination] *, [class*=breadcrumb] *', page));
  const candidates = selectAll('nav, aside, [role=navigation], [class*=sidebar], [class*=summary]', page).filter(
    (nav) => !outside.has(nav) && !around.has(nav) && !hasClass(nav, notNavigation),
  );
  const named = pagesNamedIn(page, new Set(candidates), toPage);
  let best: { nav: HtmlElement; pages: number; inHeader: boolean } | null = null;
  for (const nav of candidates) {
    const pages = named.get(nav)?.size ?? 0;
    const inHeader = inside.has(nav);
    const isBetter = !best || (best.inHeader && !inHeader) || (best.inHeader === inHeader && pages >= best.pages);
    if (pages > 1 && isBetter) best = { nav, pages, inHeader };
  }
  if (!best) return null;
  const items = readHtmlNavigation(best.nav).flatMap((item) => resolveItem(item, toPage));
  return { items, pages: best.pages, inHeader: best.inHeader };
}

/** Maps each element to the pages linked in it, in a single walk, because elements may be deeply nested. */
function pagesNamedIn(page: HtmlRoot, elements: ReadonlySet<HtmlElement>, toPage: ToPage) {
  const named = new Map<HtmlElement, Set<string>>();
  const walk = (node: HtmlRoot | HtmlElement, around: readonly Set<string>[]) => {
    for (const child of node.children) {
      if (child.type !== 'element') continue;
      let within = around;
      if (elements.has(child)) {
        const pages = new Set<string>();
        named.set(child, pages);
        within = [...around, pages];
      }
      const { href } = child.properties;
      const address = child.tagName === 'a' && href && within.length > 0 ? toPage(String(href)) : null;
      if (address !== null) for (const pages of within) pages.add(address);
      walk(child, within);
    }
  };
  walk(page, []);
  return named;
}

const notNavigation = [
  'pagination-nav',
  'breadcrumbs',
  'theme-doc-breadcrumbs',
  'md-nav--secondary',
  'toc',
  'pager',
  'prev-next',
];

/** Resolves the links of an item. Omits an item that leads to no page. */
function resolveItem({ title, url, children: below }: SummaryItem, toPage: ToPage): SummaryItem[] {
  const address = url === undefined ? null : toPage(url);
  const children = below.flatMap((child) => resolveItem(child, toPage));
  if (address === null && children.length === 0) return [];
  return [{ title, ...(address !== null && { url: address }), children }];
}

/**
 * Lists the ancestors of the content, which are not navigation although VitePress gives one the class `has-sidebar`.
 */
function aroundContent(page: HtmlRoot): HtmlElement[] {
  const content = new Set(selectAll(`main, article, [role=main], ${contentPlaces}`, page));
  const found: HtmlElement[] = [];
  const holdsContent = (node: HtmlRoot | HtmlElement): boolean => {
    let holds = false;
    for (const child of node.children)
      if (child.type === 'element') holds = holdsContent(child) || content.has(child) || holds;
    if (holds && node.type === 'element') found.push(node);
    return holds;
  };
  holdsContent(page);
  return found;
}
