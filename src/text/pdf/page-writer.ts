import { maxUnbreakableLength } from './limits.ts';
import type { AnchorMaker } from '../markdown/anchors.ts';
import type { Block } from '../rich-text/document.ts';
import type { ReadOptions } from '../rich-text/read/document-from-markdown.ts';

/** Target of a link or image. */
export type LinkTarget =
  | { readonly kind: 'page'; readonly pageId: string; readonly anchor: string | null; readonly title: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'image'; readonly file: string; readonly title: string }
  | { readonly kind: 'none'; readonly title: string };

/** State shared by the blocks of a page while it is written. */
export interface PageWriter {
  readonly pageId: string;
  /** Targets by URL as written. */
  readonly targets: ReadonlyMap<string, LinkTarget>;
  readonly anchors: AnchorMaker;
  /** Included texts by URL; empty within an included text, because its own includes are not printed. */
  readonly included: ReadonlyMap<string, string>;
  /** Options for parsing the text. */
  readonly reading: ReadOptions;
  /** Remaining characters of included texts, because a text may be included repeatedly. */
  readonly budget: { characters: number };
  /** Bodies of footnotes by label, in the order of the text. */
  readonly notes: Map<string, readonly Block[]>;
  /** Ids of all printed pages. */
  readonly printed: ReadonlySet<string>;
  /** Headings and anchors of the page written so far. */
  readonly destinations: Set<string>;
}

/** Id of a heading or anchor in the document. */
export const destinationId = (pageId: string, anchor: string) => `${pageId}#${anchor}`;

/** Registers a link destination. Null when it already exists. */
export function addDestination({ destinations, pageId }: PageWriter, anchor: string): string | null {
  const destination = destinationId(pageId, anchor);
  if (destinations.has(destination)) return null;
  destinations.add(destination);
  return destination;
}

const zeroWidthSpace = '\u200b';
const longRun = new RegExp(`[^\\s\u200b]{${maxUnbreakableLength + 1},}`, 'gu');
const piece = new RegExp(`.{${maxUnbreakableLength}}`, 'gsu');

/** Inserts zero-width spaces into long words, so that lines can break. */
export const withBreakOpportunities = (text: string): string =>
  text.length <= maxUnbreakableLength
    ? text
    : text.replaceAll(longRun, (run) => run.replaceAll(piece, `$&${zeroWidthSpace}`));

/** Whether a PDF may link to a URL. Only http, https, mailto and tel are allowed, so that a link cannot open a file. */
export const isLinkableUrl = (url: string): boolean =>
  url.length <= 2_000 && /^(https?:\/\/|mailto:|tel:)/i.test(url) && URL.canParse(url);
