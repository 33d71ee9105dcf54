/** Selectors of the elements in which known generators put the content of a page. */
export const contentPlaces =
  '.vp-doc, .theme-doc-markdown, .md-content article, .md-content__inner, [itemprop=articleBody], .rst-content .document, ' +
  '.book-body .markdown-section, main .markdown, .sl-markdown-content';
