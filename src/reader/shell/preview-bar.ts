import { html, noHtml, type Safe } from '../../lib/html.ts';
import { findShownRequest } from '../../domain/publishing/addresses/view.ts';
import { publishedPageUrl } from '../../domain/publishing/published-pages/place.ts';
import { pathIn } from '../../domain/publishing/published-pages/targets.ts';
import { fillWord } from '../../text/words/words.ts';
import type { Frame } from './frame.ts';

/** Says what a preview shows and to whom, and lets one end it. */
export function renderPreviewBar(frame: Frame): Safe {
  const { previewEndsAt, words, root, base } = frame;
  if (previewEndsAt === null) return noHtml;
  const links = [...listChangeLinks(frame), html`<a href="${base}~/hidden">${words.hidden}</a>`];
  return html`<aside class="preview-bar" aria-label="${words.preview}"><form method="post" action="${root}~/signout"><p>${sayWhat(frame, previewEndsAt)} ${links.map((link) => html`${link} `)}</p><button>${words.signOut}</button></form></aside>`;
}

function sayWhat({ place, words, locale }: Frame, endsAt: Date): string {
  const { view, site } = place;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const end = `${format.format(endsAt)} UTC`;
  if (view === null) return fillWord(words.previewText, { claims: JSON.stringify(site.visitor?.claims ?? {}), end });
  if (view.kind === 'past')
    return fillWord(words.previewOfPast, { time: `${format.format(new Date(view.until))} UTC`, end });
  const { number, subject } = view.changeRequest;
  return fillWord(words.previewOfRequest, { request: `#${number} ${subject}`.trim(), end });
}

/** Links to the change request, to the list of what it changes, and to the changes of the page. */
function listChangeLinks({ place, page, words, base, isCompared }: Frame): Safe[] {
  const { view } = place;
  if (view?.kind !== 'change-request') return [];
  const request = html`<a href="${view.appUrl}">${words.openRequest}</a>`;
  // Another space of the site is shown as it is.
  if (findShownRequest(place) === null) return [request];
  const list = html`<a href="${base}~/list">${words.changes}</a>`;
  const url = page && publishedPageUrl(place, page);
  if (!url) return [request, list];
  const path = pathIn(url);
  return [
    request,
    list,
    isCompared
      ? html`<a href="${path}">${words.hideChanges}</a>`
      : html`<a href="${path}?diff">${words.showChanges}</a>`,
  ];
}
