import { LRUCache } from 'lru-cache';
import { attributes, html, noHtml, scriptJson, type Safe } from '../../lib/html.ts';
import type { FilledText } from '../../text/html/compiled-text.ts';
import { offersMarkdown, offersPdf } from '../../domain/publishing/published-pages/offers.ts';
import { findNeighbours, listAncestors } from '../../domain/publishing/published-pages/find-page.ts';
import type { LoadedPage, PageComparison, TranslationNotice } from '../../domain/publishing/published-pages/shown.ts';
import { publishedPageUrl } from '../../domain/publishing/published-pages/place.ts';
import type { ShownPage } from '../../domain/publishing/published-pages/shown.ts';
import { pathIn } from '../../domain/publishing/published-pages/targets.ts';
import { fillWord } from '../../text/words/words.ts';
import { cardPath } from '../card.ts';
import { renderAssistants, renderConnection } from './assistants.ts';
import { renderDocument } from './document.ts';
import { isRightToLeft, localeTag, siteTitle, type Frame } from './frame.ts';
import { renderFeedback } from './feedback.ts';
import { icons } from './icons.ts';
import { markdownPath } from './markdown-path.ts';
import { findOwnTitle, outlineBelow } from './own-title.ts';

export interface PageContents {
  readonly page: ShownPage;
  readonly text: FilledText;
  readonly hasOperations: boolean;
  readonly hasDiagrams: boolean;
  /** What the title is named by in links. */
  readonly titleId: string | undefined;
  /** The first paragraph, for a page without a description. */
  readonly summary: string;
  readonly cover: LoadedPage['cover'];
  /** URL of the page that search engines are to show in the place of this one. */
  readonly canonicalUrl: string;
  /** How the text stands to what it was translated from. */
  readonly translation: TranslationNotice | null;
  /** Whether the page is shown in the place of one that is missing in this version or language. */
  readonly isSubstitute: boolean;
  /** What the page was without the change request whose changes are shown. */
  readonly comparison: PageComparison | null;
  /** Until when the page is verified; null where that is not shown. */
  readonly verifiedUntil: string | null;
}

type Notices = Pick<PageContents, 'translation' | 'isSubstitute' | 'comparison'>;

/** Renders a page of a space with everything around it. */
export function renderPage(
  frame: Frame,
  {
    page,
    text,
    hasOperations,
    hasDiagrams,
    titleId,
    summary,
    cover,
    canonicalUrl,
    verifiedUntil,
    ...notices
  }: PageContents,
): string {
  const { place } = frame;
  const { layout } = page;
  const url = publishedPageUrl(place, page) ?? place.url;
  const description = page.description ?? summary;
  const isIndexed = place.site.visibility === 'public' && !page.noIndex && !page.noRobotsIndex;
  const own = layout.title && notices.comparison === null ? findOwnTitle(page, text) : null;
  const id = own?.id ?? titleId;
  const content = own?.rest ?? text.html;
  const outline = layout.outline ? outlineBelow(text.outline, own) : [];
  const heading = layout.title
    ? html`<h1${attributes({ id })}>${page.emoji === null ? noHtml : html`<span class="emoji" aria-hidden="true">${page.emoji}</span> `}${own === null ? renderTitle(frame, page, notices) : own.title}</h1>`
    : html`<h1${attributes({ id, class: 'unseen' })}>${page.title}</h1>`;
  const lead = layout.description && page.description !== null ? html`<p class="lead">${page.description}</p>` : noHtml;
  const image =
    cover !== null && layout.cover
      ? html`<img${attributes({ class: `cover ${layout.coverSize}`, src: cover.href, alt: '', width: cover.width, height: cover.height })}>`
      : noHtml;
  const foreign = notices.translation?.state === 'untranslated' ? markLanguage(notices.translation.language) : {};
  return renderDocument(frame, {
    title: page.title,
    description,
    head: renderHead(frame, {
      page,
      url,
      canonicalUrl,
      description,
      image: findCardImage(place, page, { cover, url }),
    }),
    isIndexed,
    hasOperations,
    hasDiagrams,
    hasTrials: text.trialOrigins.length > 0,
    hasCover: image !== noHtml,
    hasBlocks: hasOtherBlocks(content),
    hasFrames: text.frameHosts.length > 0,
    isWide: layout.width === 'wide',
    hasTree: layout.tableOfContents,
    main: html`<article>${image}${renderTrail(frame, page)}${renderNotices(frame, notices)}<header${attributes({ class: 'head', ...foreign })}>${heading}${lead}</header>${renderOutlineAbove(frame, outline)}<div${attributes({ class: 'text', ...foreign })}>${content}</div>${renderEnd(frame, page, verifiedUntil)}</article>`,
    ...(outline.length >= minOutline ? { aside: renderOutline(frame, outline) } : {}),
  });
}

/** Whether a text has more than site.css has rules for: prose, code and tables. */
const hasOtherBlocks = (text: Safe): boolean =>
  /<math|class="(?!(?:anchor|code|code wide|numbers|wrap|wrap numbers|line|hljs-[\w -]+|table|target|change)")/.test(
    text.html,
  );

/** The title of a page, with that of the earlier one if it was another. */
function renderTitle({ words }: Frame, { title }: ShownPage, { comparison }: Notices): Safe {
  const then = comparison?.earlier?.title;
  if (comparison === null || then === title) return html`${title}`;
  const earlier =
    then === undefined
      ? noHtml
      : html`<del class="change"><span class="unseen">${words.removed}: </span>${then}</del> `;
  return html`${earlier}<ins class="change"><span class="unseen">${words.added}: </span>${title}</ins>`;
}

/** Marks a text in another language than that of the page. */
const markLanguage = (language: string) => ({
  lang: localeTag(language),
  dir: isRightToLeft(language) ? 'rtl' : 'ltr',
});

/** What a reader should know before the text. */
function renderNotices({ words }: Frame, { translation, isSubstitute, comparison }: Notices): Safe {
  const same = comparison?.isSame === true ? html`<p class="notice">${words.unchanged}</p>` : noHtml;
  const missing = isSubstitute ? html`<p class="notice">${words.missingHere}</p>` : same;
  if (translation === null) return missing;
  const { state, url, language } = translation;
  const link = html`<a${attributes({ href: pathIn(url), hreflang: localeTag(language) })}>${words.readOriginal}</a>`;
  return html`${missing}<p class="notice">${words[state]} ${link}</p>`;
}

/** The page in each of its languages, for search engines. */
function renderLanguageLinks({ languages }: Frame): Safe[] {
  const known = languages.filter(({ isTranslation, isMissing }) => isTranslation && !isMissing);
  if (known.length < 2) return [];
  return known.map(
    ({ language, url }) => html`<link rel="alternate" hreflang="${localeTag(language)}" href="${url}">
`,
  );
}

interface HeadParts {
  readonly page: ShownPage;
  readonly url: string;
  readonly canonicalUrl: string;
  readonly description: string;
  /** URL of the picture of social cards. */
  readonly image: string | null;
}

/** The picture of a card of a page: that of the site, its cover, or one that is drawn. */
function findCardImage(
  place: Frame['place'],
  page: ShownPage,
  { cover, url }: { readonly cover: LoadedPage['cover']; readonly url: string },
): string | null {
  const image = place.settings.socialPreview?.url ?? cover?.href ?? cardPath(place, page);
  return image === null ? null : new URL(image, url).href;
}

function renderHead(frame: Frame, { page, url, canonicalUrl, description, image }: HeadParts): Safe {
  const { place } = frame;
  const markdown = html`<link rel="alternate" type="text/markdown" href="${markdownPath(url)}">`;
  const trail = [...listAncestors(place, page), page].flatMap((one) => {
    const item = publishedPageUrl(place, one);
    return item === null ? [] : [{ name: one.title, item }];
  });
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((one, index) => ({ '@type': 'ListItem', position: index + 1, ...one })),
  };
  // A folder of files has no feed, because nobody knows when its pages have changed.
  const feed =
    page.updatedAt === null
      ? noHtml
      : html`<link rel="alternate" type="application/atom+xml" href="${frame.base}~/updates.atom">
`;
  return html`<link rel="canonical" href="${canonicalUrl}">
${feed}${renderLanguageLinks(frame)}${offersMarkdown(place) ? markdown : noHtml}
<meta property="og:title" content="${page.title}"><meta property="og:type" content="article"><meta property="og:url" content="${url}"><meta property="og:site_name" content="${siteTitle(place)}">
${description === '' ? noHtml : html`<meta property="og:description" content="${description}">`}${image === null ? noHtml : html`<meta property="og:image" content="${image}"><meta name="twitter:card" content="summary_large_image">`}
${trail.length > 1 ? renderData(data) : noHtml}
`;
}

/** Data of schema.org, which browsers do not run. */
const renderData = (data: unknown): Safe => html`<script type="application/ld+json">${scriptJson(data)}</script>`;

/** Where a page is: its section, and the pages above it. */
function renderTrail({ place, words }: Frame, page: ShownPage): Safe {
  const above = listAncestors(place, page);
  const section = place.structure.sections.length > 1 ? place.siteSpace.section : null;
  const start = section ? [html`<li><a href="${pathIn(place.url)}">${section.title}</a></li>`] : [];
  if (above.length + start.length === 0 || page.id === place.documents[0]?.id) return noHtml;
  const items = above.map((one) => {
    const url = one.type === 'group' ? null : publishedPageUrl(place, one);
    return html`<li>${url === null ? html`<span>${one.title}</span>` : html`<a href="${pathIn(url)}">${one.title}</a>`}</li>`;
  });
  return html`<nav aria-label="${words.breadcrumbs}"><ol class="trail">${start}${items}</ol></nav>`;
}

/** Fewest headings that a list of them is for. */
const minOutline = 2;

const renderOutlineList = (outline: FilledText['outline']): Safe =>
  html`<ul>${outline.map(({ id, depth, title }) => html`<li class="${`depth-${depth}`}"><a href="#${id}">${title}</a></li>`)}</ul>`;

/** The headings beside the text, where the window is wide. */
const renderOutline = ({ words }: Frame, outline: FilledText['outline']): Safe =>
  html`<nav class="outline" aria-label="${words.onThisPage}"><p class="label" aria-hidden="true">${words.onThisPage}</p>${renderOutlineList(outline)}</nav>`;

/** The same above the text, closed, where it is not. */
const renderOutlineAbove = ({ words }: Frame, outline: FilledText['outline']): Safe =>
  outline.length < minOutline
    ? noHtml
    : html`<details class="outline-above"><summary>${words.onThisPage}</summary>${renderOutlineList(outline)}</details>`;

/** What stands below a text: its dates, its other forms, the pages before and after it. */
function renderEnd(frame: Frame, page: ShownPage, verifiedUntil: string | null): Safe {
  const { place, words } = frame;
  const url = publishedPageUrl(place, page) ?? place.url;
  const updated = renderDate(frame, 'updated', page.updatedAt);
  const verified = renderDate(frame, 'verifiedUntil', verifiedUntil);
  const markdown = offersMarkdown(place)
    ? html`<a href="${markdownPath(url)}" rel="nofollow">${words.asMarkdown}</a>`
    : noHtml;
  const pdf = offersPdf(place)
    ? html`<a href="${frame.base}~/pdf?page=${page.id}" rel="nofollow">${words.asPdf}</a>`
    : noHtml;
  const edit =
    frame.editHref === null ? noHtml : html`<a href="${frame.editHref}" rel="nofollow">${words.editPage}</a>`;
  const meta = page.layout.metadata
    ? html`<p class="meta">${verified}${updated}${markdown}${pdf}${renderAssistants(frame, url)}${edit}</p>${renderConnection(frame)}`
    : noHtml;
  const below = html`${renderFeedback(frame, page)}${meta}`;
  if (!page.layout.pagination || place.settings.pagination?.enabled === false) return below;
  const { previous, next } = findNeighbours(place, page);
  if (previous === null && next === null) return below;
  return html`${below}<nav class="neighbours" aria-label="${words.neighbours}">${renderNeighbour(frame, previous, 'previous')}${renderNeighbour(frame, next, 'next')}</nav>`;
}

/** Formats of dates by locale. Each takes a millisecond to make, as long as the rest below a text. */
const dateFormats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
});

function renderDate({ words, locale }: Frame, word: 'updated' | 'verifiedUntil', time: string | null): Safe {
  if (time === null) return noHtml;
  const day = new Date(time);
  const date = dateFormats.memo(locale).format(day);
  return html`<time datetime="${day.toISOString().slice(0, 10)}">${fillWord(words[word], { date })}</time>`;
}

function renderNeighbour({ place, words }: Frame, page: ShownPage | null, rel: 'previous' | 'next'): Safe {
  const url = page === null ? null : publishedPageUrl(place, page);
  if (page === null || url === null) return noHtml;
  const title = html`<span class="label">${words[rel]}</span><span>${page.title}</span>`;
  return html`<a class="${rel}" rel="${rel === 'next' ? 'next' : 'prev'}" href="${pathIn(url)}">${rel === 'previous' ? icons.previous : noHtml}<span>${title}</span>${rel === 'next' ? icons.next : noHtml}</a>`;
}
