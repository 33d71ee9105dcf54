import { attributes, html, noHtml, type Safe } from '../../lib/html.ts';
import type { SiteSection, StructureItem } from '../../domain/publishing/structure/structure.ts';
import { entryIdPath, pathIn } from '../../domain/publishing/published-pages/targets.ts';
import { fillWord } from '../../text/words/words.ts';
import { localeTag, nameLanguage, renderImage, siteTitle, type Frame } from './frame.ts';
import { icons } from './icons.ts';
import { maxQueryLength } from './search-form.ts';
import { findLinkHref, linkTo, type SiteLink } from './site-links.ts';

/** The bar at the top: name of the site, search, links, color scheme; below it the sections. */
export function renderHeader(frame: Frame): Safe {
  const { words, place, runsScripts } = frame;
  const { preset = 'default', links = [] } = place.settings.header ?? {};
  const hasHeader = preset !== 'none';
  return html`<header class="top"><div class="bar">
<button class="tool menu" type="button" popovertarget="~contents" aria-label="${words.menu}">${icons.menu}</button>
${hasHeader ? html`<a class="brand" href="${pathIn(place.homeUrl)}">${renderBrand(frame)}</a>` : noHtml}${hasSections(frame) ? noHtml : renderForms(frame)}
<form class="search" role="search" action="${frame.base}~/search">${icons.search}<input type="search" name="q" required maxlength="${maxQueryLength}" aria-label="${fillWord(words.searchThis, { title: siteTitle(place) })}" placeholder="${words.searchHint}" autocomplete="off"><kbd aria-hidden="true">/</kbd></form>
${hasHeader && links && links.length > 0 ? html`<nav class="links" aria-label="${words.siteLinks}"><ul>${links.map((link) => renderLink(frame, link))}</ul></nav>` : noHtml}${renderSignOut(frame)}
${place.settings.themes?.toggeable === false || !runsScripts ? noHtml : html`<button class="tool theme" type="button" hidden aria-label="${words.theme}">${icons.theme}</button>`}
</div>${renderPlaces(frame)}</header>`;
}

/** Ends the session of a visitor who has signed in. A preview ends by its bar. */
function renderSignOut({ place, root, words }: Frame): Safe {
  const { preview, keyVersion } = place.site.visitor?.admission ?? {};
  if (preview === true || keyVersion === undefined) return noHtml;
  return html`<form class="sign-out" method="post" action="${root}~/signout"><button>${words.signOut}</button></form>`;
}

/** What the bar has no room for on a narrow screen. */
export function renderMenu(frame: Frame): Safe {
  const { preset, links } = frame.place.settings.header ?? {};
  const items = preset === 'none' ? [] : (links ?? []).map((link) => renderMenuLink(frame, link));
  const signOut = renderSignOut(frame);
  if (items.length === 0 && signOut === noHtml) return noHtml;
  return html`<div class="menu-links">${items.length === 0 ? noHtml : html`<ul>${items}</ul>`}${signOut}</div>`;
}

function renderMenuLink(frame: Frame, { title, to, links }: HeaderLink): Safe {
  const items = [...(to === null ? [] : [{ title, to }]), ...links].flatMap((link) => {
    const href = findLinkHref(frame, link);
    return href === null ? [] : [html`<li><a${attributes(linkTo(frame, href))}>${link.title}</a></li>`];
  });
  return links.length === 0 ? html`${items}` : html`<li class="group"><p>${title}</p><ul>${items}</ul></li>`;
}

function renderBrand(frame: Frame): Safe {
  const { place } = frame;
  const title = siteTitle(place);
  const logo = place.settings.header?.logo;
  const emoji = place.settings.favicon?.emoji;
  if (logo) return renderImage(frame, logo, title);
  return html`${emoji ? html`<span class="emoji" aria-hidden="true">${emoji}</span>` : noHtml}<span>${title}</span>`;
}

type HeaderLink = NonNullable<NonNullable<Frame['place']['settings']['header']>['links']>[number];

function renderLink(frame: Frame, { title, to, links, style }: HeaderLink): Safe {
  const href = to === null ? null : findLinkHref(frame, { title, to });
  const look = style === 'button-primary' || style === 'button-secondary' ? style : null;
  const inside = links.flatMap((link: SiteLink) => {
    const address = findLinkHref(frame, link);
    return address === null ? [] : [html`<li><a${attributes(linkTo(frame, address))}>${link.title}</a></li>`];
  });
  if (inside.length > 0)
    return html`<li><details class="drop" name="top"><summary>${title}</summary><ul>${href === null ? noHtml : html`<li><a${attributes(linkTo(frame, href))}>${title}</a></li>`}${inside}</ul></details></li>`;
  return href === null ? noHtml : html`<li><a${attributes({ ...linkTo(frame, href), class: look })}>${title}</a></li>`;
}

const hasSections = ({ place }: Frame): boolean => place.structure.sections.length > 1;

/** Sections as tabs, and the variants of the section. */
function renderPlaces(frame: Frame): Safe {
  if (!hasSections(frame)) return noHtml;
  const items = frame.place.structure.items.map((item) => renderItem(frame, item));
  return html`<div class="places"><nav class="sections" aria-label="${frame.words.sections}"><ul>${items}</ul></nav>${renderForms(frame)}</div>`;
}

function renderItem(frame: Frame, item: StructureItem): Safe {
  if (item.kind === 'site-section') return renderSection(frame, item);
  if (item.kind === 'site-space') return noHtml;
  const isOpen = item.sections.some(({ id }) => id === frame.place.siteSpace.section?.id);
  return html`<li><details class="drop" name="top"><summary${attributes({ class: isOpen ? 'current' : null })}>${item.title}</summary><ul>${item.sections.map((section) => renderSection(frame, section))}</ul></details></li>`;
}

function renderSection({ place }: Frame, section: SiteSection): Safe {
  const first = section.siteSpaces.find(({ isDefault }) => isDefault) ?? section.siteSpaces[0];
  const url = first && place.urls.get(first.id);
  if (url === undefined) return noHtml;
  const current = place.siteSpace.section?.id === section.id ? 'page' : null;
  return html`<li><a${attributes({ href: pathIn(url), 'aria-current': current })}>${section.title}</a></li>`;
}

/** The versions and languages of the space. */
const renderForms = (frame: Frame): Safe => html`${renderVariants(frame)}${renderLanguages(frame)}`;

/** Languages lead to the same page there, and say where it is missing. */
function renderLanguages({ languages, words }: Frame): Safe {
  const current = languages.find(({ isCurrent }) => isCurrent);
  if (current === undefined) return noHtml;
  const items = languages.map(({ language, url, isCurrent, isMissing }) => {
    const lang = localeTag(language);
    const link = { href: pathInSite(url), lang, hreflang: lang, 'aria-current': isCurrent ? 'true' : null };
    const note = isMissing ? html` <span class="quiet">(${words.firstPage})</span>` : noHtml;
    return html`<li><a${attributes(link)}>${nameLanguage(language)}</a>${note}</li>`;
  });
  return html`<details class="drop languages" name="top"><summary><span class="unseen">${words.languages}: </span>${nameLanguage(current.language)}</summary><ul>${items}</ul></details>`;
}

/** Path of a URL with its query. */
function pathInSite(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Variants lead to the same page there, or to the first page when it is missing. */
function renderVariants(frame: Frame): Safe {
  const { place, words, page } = frame;
  const { variants } = place.alternatives;
  if (variants.length < 2) return noHtml;
  const items = variants.map(({ id, space }) => {
    const url = place.urls.get(id) ?? place.siteUrl;
    const isFirst = page === null || page.id === place.documents[0]?.id;
    const path = isFirst ? '' : `?path=${encodeURIComponent(page.path ?? '')}`;
    const href = isFirst ? pathIn(url) : `${entryIdPath(url, page.id)}${path}`;
    const current = id === place.siteSpace.id ? 'true' : null;
    return html`<li><a${attributes({ href, 'aria-current': current, rel: current ? null : 'nofollow' })}>${space.title}</a></li>`;
  });
  return html`<details class="drop variants" name="top"><summary><span class="unseen">${words.variants}: </span>${place.siteSpace.space.title}</summary><ul>${items}</ul></details>`;
}
