import { html } from '../../lib/html.ts';
import type { ShownPage, ShownPlace } from '../../domain/publishing/published-pages/shown.ts';
import { splitWords } from '../../text/search/words.ts';
import { renderContents, renderPages } from './contents.ts';
import { renderDocument } from './document.ts';
import type { Frame } from './frame.ts';
import { maxQueryLength, renderSearchForm } from './search-form.ts';

/**
 * Renders the page for a path of a site that has none, with the pages whose titles and paths are nearest to it. Where a space begins, there
 * is none before its first page is published.
 */
export function renderMissing(frame: Frame, slugs: readonly string[]): string {
  const { place, words } = frame;
  if (slugs.length === 0) return renderEmpty(frame);
  const near = listNearest(place, slugs);
  const pages = near.length === 0 ? renderContents(frame) : renderPages(frame, words.nearest, near);
  return renderDocument(frame, {
    title: words.notFoundTitle,
    description: '',
    isIndexed: false,
    isSearch: true,
    main: html`<article><header class="head"><h1>${words.notFoundTitle}</h1><p class="lead">${words.notFoundText}</p></header>${renderSearchForm(
      frame,
      slugs
        .join(' ')
        .replaceAll(/[-_./]+/g, ' ')
        .slice(0, maxQueryLength),
    )}<div class="text">${pages}<p><a href="${frame.base}">${words.home}</a></p></div></article>`,
  });
}

const renderEmpty = (frame: Frame): string =>
  renderDocument(frame, {
    title: frame.words.emptyTitle,
    description: '',
    isIndexed: false,
    main: html`<article><header class="head"><h1>${frame.words.emptyTitle}</h1><p class="lead">${frame.words.emptyText}</p></header></article>`,
  });

/** Maximum number of pages that are named. */
const maxNearest = 5;

/** The pages that share most words with a path, at least one. */
function listNearest({ documents }: Pick<ShownPlace, 'documents'>, slugs: readonly string[]): ShownPage[] {
  const wanted = readTerms(slugs.join(' '));
  const scored = documents
    .filter(({ hidden }) => !hidden)
    .map((page) => {
      const own = readTerms(`${page.title} ${page.path ?? ''}`);
      const shared = [...own].filter((term) => wanted.has(term)).length;
      return { page, score: shared / Math.sqrt(own.size + 1) };
    })
    .filter(({ score }) => score > 0);
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxNearest)
    .map(({ page }) => page);
}

const readTerms = (text: string): ReadonlySet<string> =>
  new Set([...splitWords(text.replaceAll(/[/-]/g, ' '))].map(({ term }) => term));
