import type { ImportNote } from '../../import-tree.ts';
import type { SiteScope } from './site-address.ts';

/** A fetched page. */
export interface CrawledPage {
  /** Normalized URL. See `pageAddress`. */
  readonly address: string;
  /** Base of its relative URLs. */
  readonly url: string;
  readonly html: string;
  /** Changes made while it was decoded. */
  readonly warnings: readonly string[];
}

export interface CrawledSite {
  readonly scope: SiteScope;
  /** Fetched pages. The first one is the start page. */
  readonly pages: readonly CrawledPage[];
  /** URLs that were found but not imported. */
  readonly notes: readonly ImportNote[];
}
