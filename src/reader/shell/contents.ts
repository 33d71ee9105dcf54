import { html, noHtml, type Safe } from '../../lib/html.ts';
import { publishedPageUrl } from '../../domain/publishing/published-pages/place.ts';
import type { ShownPage } from '../../domain/publishing/published-pages/shown.ts';
import { pathIn } from '../../domain/publishing/published-pages/targets.ts';
import type { Frame } from './frame.ts';

/** Maximum number of pages that are named. */
const maxListed = 12;

/** A list of links to pages below a heading; nothing without a page that has an address. */
export function renderPages({ place }: Pick<Frame, 'place'>, title: string, pages: readonly ShownPage[]): Safe {
  const items = pages.flatMap((page) => {
    const url = publishedPageUrl(place, page);
    return url === null ? [] : [html`<li><a href="${pathIn(url)}">${page.title}</a></li>`];
  });
  return items.length === 0 ? noHtml : html`<h2>${title}</h2><ul class="nearest">${items.slice(0, maxListed)}</ul>`;
}

/** The top of the tree, for readers who have found nothing: the tree itself is behind a button where the screen is narrow. */
export const renderContents = (frame: Frame): Safe =>
  renderPages(
    frame,
    frame.words.contents,
    frame.place.tree.filter(({ hidden }) => !hidden),
  );
