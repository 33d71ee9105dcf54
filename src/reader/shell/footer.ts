import { attributes, html, noHtml, type Safe } from '../../lib/html.ts';
import { renderImage, type Frame } from './frame.ts';
import { findLinkHref, linkTo } from './site-links.ts';

/** The end of every page: groups of links, copyright, privacy. Nothing when the site has set none of them. */
export function renderFooter(frame: Frame): Safe {
  const { footer, privacyPolicy, trademark } = frame.place.settings;
  const { words } = frame;
  const groups = (footer?.groups ?? []).map(({ title, links }) => {
    const items = links.flatMap((link) => {
      const href = findLinkHref(frame, link);
      return href === null ? [] : [html`<li><a${attributes(linkTo(frame, href))}>${link.title}</a></li>`];
    });
    return html`<div><p class="label">${title}</p><ul>${items}</ul></div>`;
  });
  const logo = footer?.logo;
  const small = [
    ...(footer?.copyright ? [html`<p>${footer.copyright}</p>`] : []),
    ...(privacyPolicy?.url
      ? [html`<p><a${attributes(linkTo(frame, privacyPolicy.url))}>${words.privacy}</a></p>`]
      : []),
    ...(trademark?.enabled === true ? [html`<p>${words.poweredBy}</p>`] : []),
  ];
  if (groups.length === 0 && small.length === 0 && !logo) return noHtml;
  return html`<footer class="site-footer"><div class="inner">${logo ? renderImage(frame, logo, '') : noHtml}${groups.length > 0 ? html`<nav class="groups" aria-label="${words.footer}">${groups}</nav>` : noHtml}${small.length > 0 ? html`<div class="small">${small}</div>` : noHtml}</div></footer>`;
}
