import type { FoundUrl } from '../../markdown/markdown-facts.ts';

/** A page that a source generates, wherever it is shown. */
export interface OutlinePage {
  /** Identifies the page among those of its source, from one version of the source to the next. */
  readonly key: string;
  readonly doc: 'info' | 'operations' | 'models';
  readonly title: string;
  /** Unique in the outline. */
  readonly slug: string;
  readonly description: string;
  readonly markdown: string;
  /** The links of the text, which is not parsed again where it is written. */
  readonly urls: readonly FoundUrl[];
}

/** The pages of the last version of a source. */
export interface SpecOutline {
  readonly versionId: string;
  readonly pages: readonly OutlinePage[];
}
