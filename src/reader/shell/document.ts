import { attributes, html, noHtml, type Safe } from '../../lib/html.ts';
import { ownAddresses } from '../../domain/publishing/addresses/address.ts';
import type { AssetName } from '../assets.ts';
import { makeEmojiIcon } from '../emoji-icon.ts';
import { renderFooter } from './footer.ts';
import { fixedScheme, isRightToLeft, siteTitle, type Frame } from './frame.ts';
import { announcementVersion, renderAnnouncement } from './announcement.ts';
import { renderHeader, renderMenu } from './header.ts';
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
  /** How wide the text is, and whether the tree is shown beside it, where the screen is wide. */
  readonly isWide?: boolean;
  readonly hasTree?: boolean;
  readonly hasCover?: boolean;
  /** Whether the text has blocks with styles of their own. */
  readonly hasBlocks?: boolean;
  /** Whether it is the page of a search. */
  readonly isSearch?: boolean;
  /** Whether the text shows parts of specifications. */
  readonly hasOperations?: boolean;
  /** Whether the text has embeds whose frames readers may ask for. */
  readonly hasFrames?: boolean;
  /** Whether the text has diagrams that are drawn. */
  readonly hasDiagrams?: boolean;
  /** Whether readers may send requests of operations. */
  readonly hasTrials?: boolean;
  /** Whether search engines may index the page. */
  readonly isIndexed: boolean;
}

/** Renders a whole document of a site. */
export function renderDocument(frame: Frame, parts: DocumentParts): string {
  const { place, words, runsScripts } = frame;
  const site = siteTitle(place);
  const fixed = fixedScheme(place);
  const looks = listLooks(place);
  const top = html`${renderPreviewBar(frame)}${renderAnnouncement(frame)}${renderHeader(frame)}`;
  const footer = renderFooter(frame);
  const hasParts = partClasses.test(top.html) || partClasses.test(footer.html) || parts.hasCover === true;
  const page = html`<!doctype html>
<html${attributes({ lang: frame.locale, dir: isRightToLeft(frame.locale) ? 'rtl' : null, 'data-theme': fixed, 'data-fixed': place.settings.themes?.toggeable === false, 'data-announcement': announcementVersion(place), 'data-looks': looks.length > 0 ? looks.join(' ') : null })}>
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
${listMoreStyles(frame, { ...parts, hasParts }).map(
  (name) => html`<link rel="stylesheet" href="${frame.assetPath(name)}">
`,
)}${
    frame.styleVersion === null
      ? noHtml
      : html`<link rel="stylesheet" href="${frame.base}~/site.${frame.styleVersion}.css">
`
  }${renderFavicon(frame)}
<link rel="search" type="application/opensearchdescription+xml" title="${site}" href="${frame.base}~/opensearch.xml">
${parts.head ?? noHtml}${runsScripts ? html`<script type="module" src="${frame.assetPath('site.js')}" async blocking="render"></script>` : noHtml}
</head>
<body${attributes({ 'data-search': `${frame.base}~/search`, 'data-search-style': frame.assetPath('search.css'), 'data-search-script': frame.assetPath('search.js'), 'data-more': listScripts(parts).map(frame.assetPath).join(' '), 'data-nothing': words.noResults, 'data-copy': words.copy, 'data-copied': words.copied, 'data-close': words.close, ...diagramAttributes(frame, parts) })}>
<a class="skip" href="#~content">${words.skipToContent}</a>
${top}
<div class="${frameClass(parts)}">
<nav id="~contents" class="tree" popover aria-label="${words.contents}"><button class="tool close" type="button" popovertarget="~contents" popovertargetaction="hide" aria-label="${words.close}">${icons.close}</button>${renderMenu(frame)}${renderTree(frame)}</nav>
<main id="~content" tabindex="-1">${parts.main}</main>
${parts.aside ?? noHtml}
</div>
${footer}
</body>
</html>
`;
  return page.html;
}

/** What the script of diagrams needs. */
const diagramAttributes = ({ assetPath, words }: Frame, { hasDiagrams = false }: DocumentParts) =>
  hasDiagrams ? { 'data-diagram-frame': assetPath('diagrams.html'), 'data-diagram-source': words.diagramSource } : {};

/** What parts.css has rules for. */
const partClasses = /class="(?:announcement|links|sign-out|drop|places|site-footer)/;

/** Stylesheets of what not every page has. */
const listMoreStyles = (
  { place }: Frame,
  {
    hasOperations = false,
    hasFrames = false,
    isSearch = false,
    hasBlocks = false,
    hasParts,
  }: DocumentParts & { readonly hasParts: boolean },
): AssetName[] => [
  ...(hasParts ? (['parts.css'] as const) : []),
  ...(hasBlocks ? (['blocks.css'] as const) : []),
  ...(listLooks(place).length > 0 ? (['looks.css'] as const) : []),
  ...(isSearch ? (['search.css'] as const) : []),
  ...(hasOperations ? (['operations.css'] as const) : []),
  ...(hasFrames ? (['embeds.css'] as const) : []),
  ...(place.site.visitor?.admission.preview === true ? (['preview.css'] as const) : []),
];

/** Scripts that a page loads once it is shown. */
const listScripts = ({
  main,
  hasFrames = false,
  hasDiagrams = false,
  hasTrials = false,
}: DocumentParts): AssetName[] => [
  'more.js',
  ...(hasFrames ? (['embeds.js'] as const) : []),
  ...(hasDiagrams ? (['diagrams.js'] as const) : []),
  ...(hasTrials ? (['trials.js'] as const) : []),
  ...(/<figure class="code[^>]* data-/.test(main.html) ? (['sessions.js'] as const) : []),
  ...(main.html.includes('<div class="tabs') ? (['tabs.js'] as const) : []),
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
