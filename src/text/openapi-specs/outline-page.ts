import type { FoundUrl } from '../markdown/markdown-facts.ts';

/** A page generated from a source. */
export interface OutlinePage {
  /** Identifies the page in its source. Stable across versions of the source. */
  readonly key: string;
  readonly doc: 'info' | 'operations' | 'models';
  readonly title: string;
  /** Unique in the outline. */
  readonly slug: string;
  readonly description: string;
  readonly markdown: string;
  /** Links in the text, so that it is not parsed again when it is written. */
  readonly urls: readonly FoundUrl[];
}

/** The pages generated from the latest version of a source. */
export interface SpecOutline {
  readonly versionId: string;
  readonly pages: readonly OutlinePage[];
}
