import { attributes, html, noHtml, type Safe } from '../../lib/html.ts';
import { ownAddresses } from '../../domain/publishing/addresses/address.ts';
import type { AssetName } from '../assets.ts';
import { makeEmojiIcon } from '../emoji-icon.ts';
import { renderFooter } from './footer.ts';
import { fixedScheme, isRightToLeft, siteTitle, type Frame } from './frame.ts';
import { renderAnnouncement, renderHeader } from './header.ts';
import { renderPreviewBar } from './preview-bar.ts';
import { renderTree } from './tree.ts';
import { icons } from './icons.ts';
import { listLooks } from './looks.ts';

/** The parts of a page between its header and footer. */
export interface DocumentParts {
  readonly title: string;
  readonly description: string;
  /** More elements of the head. */
  readonly head?: Safe;
  readonly main: Safe;
  /** The column beside the text. */
  readonly aside?: Safe;
  /** How wide the text is, and whether the tree is shown beside it. */
  readonly isWide?: boolean;
  readonly hasTree?: boolean;
  /** Whether it is the page of a search. */
  readonly isSearch?: boolean;
  /** Whether the text shows parts of specifications. */
  readonly hasOperations?: boolean;
  /** Whether search engines may index the page. */
  readonly isIndexed: boolean;
}

/** Renders a whole document of a site. */
export function renderDocument(frame: Frame, parts: DocumentParts): string {
  const { place, words, runsScripts } = frame;
  const site = siteTitle(place);
  const { hasTree = true } = parts;
  const fixed = fixedScheme(place);
  const looks = listLooks(place);
  const page = html`<!doctype html>
<html${attributes({ lang: frame.locale, dir: isRightToLeft(frame.locale) ? 'rtl' : null, 'data-theme': fixed, 'data-looks': looks.length > 0 ? looks.join(' ') : null })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title === site ? site : `${parts.title} · ${site}`}</title>
${
  parts.description === ''
    ? noHtml
    : html`<meta name="description" content="${parts.description}">
`
}${
    parts.isIndexed && place.view === null
      ? noHtml
      : html`<meta name="robots" content="noindex">
`
  }<meta name="color-scheme" content="${fixed ?? 'light dark'}">
<link rel="stylesheet" href="${frame.assetPath('site.css')}">
${listMoreStyles(frame, parts).map(
  (name) => html`<link rel="stylesheet" href="${frame.assetPath(name)}">
`,
)}<link rel="stylesheet" href="${frame.base}~/site.${frame.styleVersion}.css">
${renderFavicon(frame)}
<link rel="search" type="application/opensearchdescription+xml" title="${site}" href="${frame.base}~/opensearch.xml">
${parts.head ?? noHtml}${runsScripts ? html`<script type="module" src="${frame.assetPath('site.js')}"></script>` : noHtml}
</head>
<body${attributes({ 'data-search': `${frame.base}~/search`, 'data-search-style': frame.assetPath('search.css'), 'data-search-script': frame.assetPath('search.js'), 'data-nothing': words.noResults, 'data-copy': words.copy, 'data-copied': words.copied, 'data-close': words.close })}>
<a class="skip" href="#~content">${words.skipToContent}</a>
${renderPreviewBar(frame)}${renderAnnouncement(frame)}${renderHeader(frame)}
<div class="${frameClass(parts)}">
${hasTree ? html`<nav id="~contents" class="tree" popover aria-label="${words.contents}"><button class="tool close" type="button" popovertarget="~contents" popovertargetaction="hide" aria-label="${words.close}">${icons.close}</button>${renderTree(frame)}</nav>` : noHtml}
<main id="~content" tabindex="-1">${parts.main}</main>
${parts.aside ?? noHtml}
</div>
${renderFooter(frame)}
</body>
</html>
`;
  return page.html;
}

/** Stylesheets of what few pages have. */
const listMoreStyles = ({ place }: Frame, { hasOperations = false, isSearch = false }: DocumentParts): AssetName[] => [
  ...(listLooks(place).length > 0 ? (['looks.css'] as const) : []),
  ...(isSearch ? (['search.css'] as const) : []),
  ...(hasOperations ? (['operations.css'] as const) : []),
  ...(place.site.visitor?.admission.preview === true ? (['preview.css'] as const) : []),
];

function frameClass({ isWide = false, hasTree = true, aside }: DocumentParts): string {
  const names = ['frame', isWide ? 'wide' : '', hasTree ? '' : 'bare', aside ? '' : 'no-aside'];
  return names.filter((name) => name !== '').join(' ');
}

function renderFavicon({ place, assetPath, base }: Frame): Safe {
  const { icon, emoji } = place.settings.favicon ?? {};
  if (!icon) {
    const href = emoji ? `${base}${ownAddresses}/${makeEmojiIcon(emoji).fileName}` : assetPath('favicon.svg');
    return html`<link rel="icon" type="image/svg+xml" href="${href}">`;
  }
  const dark =
    icon.dark === icon.light
      ? noHtml
      : html`<link rel="icon" href="${icon.dark}" media="(prefers-color-scheme: dark)">`;
  return html`<link rel="icon" href="${icon.light}">${dark}`;
}
