import { hash } from 'node:crypto';
import { attributes, html, noHtml, type Safe } from '../../lib/html.ts';
import type { ShownPlace } from '../../domain/publishing/published-pages/shown.ts';
import type { Frame } from './frame.ts';
import { findLinkHref, linkTo } from './site-links.ts';

/** What an announcement is known by in browsers that have dismissed it; another one is shown again. Null without one. */
export function announcementVersion({ settings: { announcement } }: Pick<ShownPlace, 'settings'>): string | null {
  if (!announcement?.enabled) return null;
  const { message, link } = announcement;
  return hash('sha256', JSON.stringify([message, link]), 'hex').slice(0, 8);
}

/** The banner above the pages. */
export function renderAnnouncement(frame: Frame): Safe {
  const { announcement } = frame.place.settings;
  if (!announcement?.enabled) return noHtml;
  const href = announcement.link ? findLinkHref(frame, announcement.link) : null;
  const link =
    href === null ? noHtml : html` <a${attributes(linkTo(frame, href))}>${announcement.link?.title ?? ''}</a>`;
  return html`<aside class="${`announcement ${announcement.style}`}" aria-label="${frame.words.announcement}"><p>${announcement.message}${link}</p></aside>`;
}
