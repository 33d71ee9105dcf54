import { maxRun } from './fields.ts';
import type { AnchorMaker } from '../../markdown/anchors.ts';
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
  /** Texts that the page includes, by their addresses; none within one of them. */
  readonly included: ReadonlyMap<string, string>;
  /** What is read of a text. */
  readonly reading: ReadOptions;
  /** Characters of included texts that may still be printed, because one may be included again and again. */
  readonly budget: { characters: number };
  /** Bodies of annotations, by label, in the order of the text. */
  readonly notes: Map<string, readonly Block[]>;
  /** Ids of all pages that are printed. */
  readonly printed: ReadonlySet<string>;
  /** The headings and anchors of the page so far. */
  readonly destinations: Set<string>;
}

/** Id of a heading or anchor in the document. */
export const destinationId = (pageId: string, anchor: string) => `${pageId}#${anchor}`;

/** Registers a destination. Null when it exists already. */
export function addDestination({ destinations, pageId }: PageWriter, anchor: string): string | null {
  const destination = destinationId(pageId, anchor);
  if (destinations.has(destination)) return null;
  destinations.add(destination);
  return destination;
}

const zeroWidthSpace = '\u200b';
const longRun = new RegExp(`[^\\s\u200b]{${maxRun + 1},}`, 'gu');
const piece = new RegExp(`.{${maxRun}}`, 'gsu');

/** Inserts zero-width spaces into long words, so that lines can break. */
export const withBreakOpportunities = (text: string): string =>
  text.length <= maxRun ? text : text.replaceAll(longRun, (run) => run.replaceAll(piece, `$&${zeroWidthSpace}`));

/** Whether a URL may be linked from a PDF. Only http, https, mailto and tel are allowed, so that no file can be opened. */
export const isOuterAddress = (url: string): boolean =>
  url.length <= 2_000 && /^(https?:\/\/|mailto:|tel:)/i.test(url) && URL.canParse(url);
