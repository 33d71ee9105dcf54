import { html, noHtml, safeHref, type Safe } from '../../lib/html.ts';
import type { DocumentReference } from '../rich-text/content-reference.ts';
import { idHtml, indexOfReference, slotHtml, type HtmlContext } from './html-context.ts';

/** Where a reference leads: a place known now, a reference that the site resolves, or nowhere. */
export type Destination =
  | { readonly kind: 'href'; readonly href: Safe; readonly isOuter: boolean }
  | { readonly kind: 'reference'; readonly to: number }
  | { readonly kind: 'nowhere' };

/** Finds where a reference leads. Addresses with schemes that pages may not link to lead nowhere. */
export function findDestination(context: HtmlContext, ref: DocumentReference | undefined): Destination {
  if (!ref || ref.kind === 'openapi') return { kind: 'nowhere' };
  if (ref.kind === 'anchor' && !('page' in ref))
    return { kind: 'href', href: html`#${anchorHtml(context, ref.anchor)}`, isOuter: false };
  if (ref.kind !== 'url') return { kind: 'reference', to: indexOfReference(context, ref) };
  const href = safeHref(ref.url);
  if (href === null || href === '') return { kind: 'nowhere' };
  if (hasScheme.test(href)) return { kind: 'href', href: html`${href}`, isOuter: true };
  return { kind: 'reference', to: indexOfReference(context, { kind: 'url', url: href }) };
}

const hasScheme = /^[a-z]+:/i;

/** An anchor of this text. In an included one, its ids differ from those of the page. */
const anchorHtml = (context: HtmlContext, anchor: string): Safe =>
  context.reserved.has(anchor) ? idHtml(context, anchor) : html`${anchor}`;

/** Writes a link around words, which stay where it leads nowhere. */
export function writeLink(
  context: HtmlContext,
  ref: DocumentReference | undefined,
  { words, className }: { readonly words: Safe; readonly className?: string },
): Safe {
  const destination = findDestination(context, ref);
  const look = className === undefined ? noHtml : html` class="${className}"`;
  switch (destination.kind) {
    case 'href':
      return html`<a${look} href="${destination.href}"${destination.isOuter ? outerHtml(context) : noHtml}>${words}</a>`;
    case 'reference': {
      const { to } = destination;
      const open = slotHtml(context, { kind: 'open', to, ...(className !== undefined && { class: className }) });
      return html`${open}${words}${slotHtml(context, { kind: 'close', to })}`;
    }
    case 'nowhere':
      return words;
  }
}

/** The attributes of a link to another site. */
const outerHtml = (context: HtmlContext): Safe => html` rel="noopener"${slotHtml(context, { kind: 'window' })}`;

/** Writes a link with the title of its target. */
export function writeMention(context: HtmlContext, ref: DocumentReference | undefined): Safe {
  const destination = findDestination(context, ref);
  if (destination.kind === 'reference') return slotHtml(context, { kind: 'mention', to: destination.to });
  const title = ref?.kind === 'anchor' ? (context.titles.get(ref.anchor) ?? ref.anchor) : '';
  return writeLink(context, ref, { words: html`${ref?.kind === 'url' ? ref.url : title}`, className: 'mention' });
}

/** Writes a card for a page or a URL. Nothing where it leads nowhere. */
export function writeCard(context: HtmlContext, ref: DocumentReference | undefined): Safe {
  const destination = findDestination(context, ref);
  if (destination.kind === 'nowhere') return noHtml;
  if (destination.kind === 'reference') return slotHtml(context, { kind: 'card', to: destination.to });
  const title = ref?.kind === 'anchor' ? (context.titles.get(ref.anchor) ?? ref.anchor) : '';
  const words = html`<span class="card-title">${ref?.kind === 'url' ? urlTitle(ref.url) : title}</span>`;
  return writeLink(context, ref, { words, className: 'card' });
}

/** A URL as the title of a card: its host and path. */
export function urlTitle(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return host === '' ? url : host + (pathname === '/' ? '' : pathname);
}
