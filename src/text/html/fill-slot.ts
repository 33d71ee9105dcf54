import { attributes, html, noHtml, trustedHtml, type Safe } from '../../lib/html.ts';
import { fillWord as fillText } from '../words/words.ts';
import type { Filling, ImageSource, Slot, Target, TextReference } from './compiled-text.ts';

import type { EmbedFrame } from './frames.ts';
import { urlTitle } from './links.ts';

type SlotOf<Kind extends Slot['kind']> = Extract<Slot, { readonly kind: Kind }>;
type Found = Target | null | undefined;

/** A link with the emoji or icon and the title of a page. */
export function fillMention(filling: Filling, target: Found): string {
  if (!target) return '';
  const sign = signHtml(filling, target);
  return html`<a class="mention" href="${target.href}">${sign}${target.title ?? target.href}</a>`.html;
}

interface FoundReference {
  readonly target: Found;
  readonly reference: TextReference | undefined;
}

/** A card: `a.card` with `.card-icon`, `.card-title` and `.card-text`. One of a URL needs no target. */
export function fillCard(
  filling: Filling,
  { title }: Pick<SlotOf<'card'>, 'title'>,
  { target, reference }: FoundReference,
): string {
  const url = title !== undefined && reference?.kind === 'url' ? reference.url : null;
  if (!target && url === null) return '';
  const window = filling.opensNewWindows ? html` target="_blank"` : noHtml;
  const outer = url === null ? noHtml : html` rel="noopener"${window}`;
  const sign = target ? signHtml(filling, target) : noHtml;
  const words = target?.title ?? title ?? target?.href;
  const about = target?.description || (url !== null && target?.title ? urlTitle(url) : '');
  const text = about ? html`<span class="card-text">${about}</span>` : noHtml;
  return html`<a class="card" href="${url ?? target?.href}"${outer}>${sign}<span class="card-title">${words}</span>${text}</a>`
    .html;
}

const pictures = {
  video: html`<circle cx="12" cy="12" r="10"/><path d="M10 8l6 4-6 4z"/>`,
  canvas: html`<rect x="3" y="4" width="18" height="16" rx="2"/><path d="M3 9h18M9 9v11"/>`,
  code: html`<path d="M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14"/>`,
} as const;

/**
 * A box for a frame: `.frame-box` with `.frame-picture`, whose button the script shows, and a card for readers without scripts. Nothing
 * of the host is loaded before its reader asks for it.
 */
export function fillFrame(
  filling: Filling,
  { frame, title }: Pick<SlotOf<'embed'>, 'title'> & { readonly frame: EmbedFrame },
  found: FoundReference,
): string {
  const { src, look, provider } = frame;
  const picture = html`<svg viewBox="0 0 24 24" aria-hidden="true">${pictures[look]}</svg>`;
  const words = fillText(filling.words.showFrame, { provider });
  const button = html`<button class="button" type="button" hidden>${words}</button>`;
  const card = trustedHtml(fillCard(filling, { title }, found));
  const name = found.target?.title ?? title;
  return html`<div class="frame-box ${look}" data-frame="${src}" data-title="${name}"><div class="frame-picture">${picture}${button}</div>${card}</div>`
    .html;
}

/** The place of a form that sends requests: `.trial`, which the script of trials fills. */
export function fillTrial({ words }: Filling, { json }: SlotOf<'trial'>): string {
  const { tryIt, trySend, tryServer, tryCredential, tryNoAnswer, body } = words;
  const said = JSON.stringify({ tryIt, trySend, tryServer, tryCredential, tryNoAnswer, body });
  return html`<div class="trial" data-operation="${json}" data-words="${said}"></div>`.html;
}

/** The emoji or icon of a page, which repeats nothing that is said. */
function signHtml({ findIcon }: Filling, { emoji, icon }: Target): Safe {
  const sign = emoji ? html`${emoji}` : (icon && findIcon?.(icon)) || null;
  return sign === null ? noHtml : html`<span class="card-icon" aria-hidden="true">${sign}</span> `;
}

/** A link to a file with its name, type and size. */
export function fillFile({ locale }: Filling, target: Found): string {
  if (!target) return '';
  const { href, title = '', contentType = '', sizeBytes } = target;
  const ending = /\.([a-z\d]{1,8})$/i.exec(title)?.[1] ?? /\/([\w-]{1,12})$/.exec(contentType)?.[1] ?? '';
  const size = sizeBytes === undefined ? '' : formatSize(locale, sizeBytes);
  const facts = [ending.toUpperCase(), size].filter((fact) => fact !== '').join(' · ');
  return html`<a class="file-link" href="${href}">${title || href}${facts === '' ? noHtml : html` <small>${facts}</small>`}</a>`
    .html;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in the largest unit of which there is one: `1.2 MB`. */
function formatSize(locale: string, bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const unit = units[power] ?? 'byte';
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: power > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1_000 ** power);
}

/** An image with its size, and its variant for dark mode; its description where it leads nowhere, and a link to a file that is none. */
export function fillImage(filling: Filling, slot: SlotOf<'image'>, find: (source: ImageSource) => Found): string {
  const target = find(slot.to);
  if (!target) return html`${slot.alt}`.html;
  // The source of a drawing, for example: browsers would show a broken image.
  if (target.contentType !== undefined && !target.contentType.startsWith('image/')) return fillFile(filling, target);
  const image = html`<img${attributes({
    class: slot.class,
    src: target.href,
    alt: slot.alt,
    ...sizeOf(slot, target),
    loading: slot.isLazy ? 'lazy' : undefined,
    decoding: slot.isLazy ? 'async' : undefined,
  })}>`;
  const dark = slot.dark === undefined ? null : find(slot.dark);
  if (!dark) return image.html;
  const media = html`<source srcset="${inSourceSet(dark.href)}" media="${mediaOfDark(filling.scheme ?? null)}">`;
  return html`<picture>${media}${image}</picture>`.html;
}

/** Where images for dark pages are shown: not on paper. Null for the scheme that the browser prefers. */
export function mediaOfDark(scheme: 'light' | 'dark' | null): string {
  if (scheme === null) return '(prefers-color-scheme: dark)';
  return scheme === 'dark' ? 'screen' : 'not all';
}

/** Blanks, and commas at its ends, would end a URL in a set of sources. */
const inSourceSet = (url: string) => url.replaceAll(/\s/g, '%20').replaceAll(/^,|,$/g, '%2C');

/** The width and height of an image: those that the author has set, with the proportions of the file. */
function sizeOf({ width, height }: SlotOf<'image'>, file: Target): { width?: number; height?: number } {
  if (!file.width || !file.height) return { ...(width && { width }), ...(height && { height }) };
  const ratio = file.width / file.height;
  if (width === undefined && height === undefined) return { width: file.width, height: file.height };
  const shown = width ?? Math.round((height ?? 0) * ratio);
  return { width: shown, height: height ?? Math.max(1, Math.round(shown / ratio)) };
}

/** A word of the interface with its values. */
export function fillWord({ words, locale }: Filling, { word, values = {} }: SlotOf<'word'>): string {
  const text = words[word];
  if (!text.includes('{')) return html`${text}`.html;
  return html`${text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : value.toLocaleString(locale);
  })}`.html;
}
