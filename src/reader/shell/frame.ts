import { html, noHtml, type Safe } from '../../lib/html.ts';
import { mediaOfDark } from '../../text/html/fill-slot.ts';
import type { ShownPage, ShownPlace } from '../../domain/publishing/published-pages/shown.ts';
import { pathIn } from '../../domain/publishing/published-pages/targets.ts';
import type { PageLanguage } from '../../domain/publishing/published-pages/shown.ts';
import type { AssetName } from '../assets.ts';
import type { Words } from '../../text/words/words.ts';

/** What all parts of a page of a site are made from. */
export interface Frame {
  readonly place: ShownPlace;
  /** The page that is shown; null for a search and for a page that is missing. */
  readonly page: ShownPage | null;
  readonly words: Words;
  /** Language of the words and of dates: `pt-BR`. */
  readonly locale: string;
  /** Path of the site and of the space on their host, with a slash at both ends. */
  readonly root: string;
  readonly base: string;
  /** The version of the style of the site; null where it does not come from an address. */
  readonly styleVersion: string | null;
  /** Whether the page may run the script of the reader. */
  readonly runsScripts: boolean;
  /** When the preview ends; null for what is no preview. */
  readonly previewEndsAt: Date | null;
  /** The addresses of the links of the tree, header and footer, by id or reference. */
  readonly hrefs: ReadonlyMap<string, string>;
  /** Whether the page shows what a change request changes in its text. */
  readonly isCompared: boolean;
  /** The page in the languages of the space; empty for a single language. */
  readonly languages: readonly PageLanguage[];
  /** Where members edit the page; null where the site does not link it. */
  readonly editHref: string | null;
  readonly assetPath: (name: AssetName) => string;
  readonly findIcon: (name: string) => Safe | null;
}

/** Locale as browsers name it. */
export const localeTag = (locale: string): string => (locale === 'pt-br' ? 'pt-BR' : locale);

/** Name of a language in itself. */
export const nameLanguage = (language: string): string =>
  new Intl.DisplayNames([localeTag(language)], { type: 'language' }).of(localeTag(language)) ?? language;

/** Whether a language is written from the right. */
export const isRightToLeft = (locale: string): boolean => rightToLeft.has(locale.split('-', 1)[0] ?? '');

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** Title of the site as readers see it. */
export const siteTitle = ({ settings, site }: Pick<ShownPlace, 'settings' | 'site'>): string =>
  settings.title ?? site.title;

/** Paths of a place: of the site and of the space. */
export const placePaths = ({ siteUrl, url }: Pick<ShownPlace, 'siteUrl' | 'url'>) => ({
  root: pathIn(siteUrl),
  base: pathIn(url),
});

interface ThemedImage {
  readonly light: string;
  readonly dark: string;
}

/** The color scheme in which pages begin, whatever the browser prefers; null where it decides. */
export const fixedScheme = ({ settings: { themes } }: Pick<ShownPlace, 'settings'>): 'light' | 'dark' | null =>
  (themes?.toggeable === false || themes?.default === 'dark' ? themes.default : null) ?? null;

/** A logo: its image in the color scheme of the page. */
export function renderImage({ place }: Pick<Frame, 'place'>, image: ThemedImage, alt: string): Safe {
  const media = mediaOfDark(fixedScheme(place));
  const dark = image.dark === image.light ? noHtml : html`<source srcset="${image.dark}" media="${media}">`;
  return html`<picture>${dark}<img src="${image.light}" alt="${alt}" height="28"></picture>`;
}
