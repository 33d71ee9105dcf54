import type GithubSlugger from 'github-slugger';
import type { PrintInline } from '../../infra/pdf/document.ts';
import { maxRun } from './fields.ts';
import type { PreparedText } from './source.ts';

/** Where a link or image of a page leads. */
export type Target =
  | { readonly kind: 'page'; readonly pageId: string; readonly anchor: string | null; readonly title: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'image'; readonly file: string }
  | { readonly kind: 'none'; readonly title: string };

/** A link to a place in the document, which may turn out not to be there. */
export interface InnerLink {
  readonly k: 'page';
  to: string;
  readonly c: readonly PrintInline[];
}

/** What the parts of one page have in common while it is written. */
export interface PageWriter extends PreparedText {
  readonly pageId: string;
  /** Its level in the table of contents. */
  readonly level: number;
  /** By the address as it is written. */
  readonly targets: ReadonlyMap<string, Target>;
  readonly slugger: GithubSlugger;
  /** Places that links can lead to, of all pages. */
  readonly places: Set<string>;
  /** Links to places, of all pages: once all are known, those that lead nowhere are set to the page. */
  readonly links: InnerLink[];
}

/** The name of a heading or anchor in the document. */
export const placeOf = (pageId: string, anchor: string) => `${pageId}#${anchor}`;

/** The page that a place is on. */
export const pageOfPlace = (place: string): string => place.split('#')[0] ?? '';

/** Makes a place known; null when the name is taken. */
export function addPlace({ places, pageId }: PageWriter, anchor: string): string | null {
  const place = placeOf(pageId, anchor);
  if (places.has(place)) return null;
  places.add(place);
  return place;
}

const zeroWidthSpace = '\u200b';
const longRun = new RegExp(`[^\\s\u200b]{${maxRun + 1},}`, 'gu');
const piece = new RegExp(`.{${maxRun}}`, 'gsu');

/** Text in which every line can be broken: a run of a million letters would leave the page. */
export const breakable = (text: string): string =>
  text.length <= maxRun ? text : text.replaceAll(longRun, (run) => run.replaceAll(piece, `$&${zeroWidthSpace}`));

/** An address that may stand in a PDF: it opens a browser, a mail program or a telephone, and no file. */
export const isOuterAddress = (url: string): boolean =>
  url.length <= 2_000 && /^(https?:\/\/|mailto:|tel:)/i.test(url) && URL.canParse(url);
