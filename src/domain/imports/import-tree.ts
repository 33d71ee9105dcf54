/** What an import found: pages in reading order, files, and what was left out. Nothing is stored yet. */
export interface ImportTree {
  readonly pages: readonly ImportedPage[];
  readonly files: readonly ImportedFile[];
  readonly skipped: readonly ImportNote[];
  /** Things that arrived, but not as their author meant: front matter that is no YAML, and the like. */
  readonly warnings: readonly ImportNote[];
  /** Pages with a source, files and skipped sources: imported is this less `skipped.length`. */
  readonly totalResources: number;
}

/** One page. `key` is its source path, or a folder path ending in `/` for a page without a source. */
export interface ImportedPage {
  readonly key: string;
  /** Groups stand only at the root of the tree; links have no body and no children. Decisions 2.13. */
  readonly kind: 'document' | 'group' | 'link';
  readonly title: string;
  /** Unique among the siblings. */
  readonly slug: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly cover?: ImportedCover;
  readonly layout?: PageLayout;
  readonly variables?: Readonly<Record<string, string>>;
  /** Front matter as read, known keys included; empty without front matter. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** The source text, front matter included, to the byte (less a byte order mark); converted for HTML. */
  readonly markdown: string;
  readonly links: readonly ImportedLink[];
  /** Every place a `#fragment` may point at: heading anchors first, then explicit ids. */
  readonly anchors: readonly string[];
  readonly children: readonly ImportedPage[];
  /** Where a page of kind `link` points. */
  readonly link?: ImportedReference;
}

/** A reference of a page as written, and what it means. */
export interface ImportedReference {
  readonly url: string;
  readonly target: ImportedTarget;
}

/** A reference in the text. Offsets are UTF-16 code units in `markdown` and enclose the URL alone. */
export interface ImportedLink extends ImportedReference {
  readonly start: number;
  readonly end: number;
  readonly image: boolean;
}

/** Page and file keys are those of this import; `url` is absolute; `broken` names nothing in the import. */
export type ImportedTarget =
  | { readonly kind: 'page'; readonly key: string; readonly anchor?: string }
  | { readonly kind: 'file'; readonly key: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'broken' };

export interface ImportedCover extends ImportedReference {
  readonly yPos: number;
  readonly dark?: ImportedReference;
}

/** What of a page is shown, as its front matter says; absent members keep the default. */
export interface PageLayout {
  readonly width?: 'default' | 'wide';
  readonly cover?: boolean;
  readonly coverSize?: 'hero' | 'full';
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
}

export interface ImportedFile {
  readonly key: string;
  readonly name: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Something by its source path, and a sentence about it. */
export interface ImportNote {
  readonly key: string;
  readonly reason: string;
}

/** Every page, parents before children, in reading order. */
export function* walkPages(pages: readonly ImportedPage[]): Generator<ImportedPage> {
  for (const page of pages) {
    yield page;
    yield* walkPages(page.children);
  }
}

/** How deep a tree is. */
export function levelsOf(pages: readonly ImportedPage[]): number {
  let levels = 0;
  for (let next = pages; next.length > 0; next = next.flatMap(({ children }) => children)) levels += 1;
  return levels;
}

/** How many of `totalResources` arrive. */
export const countImported = (tree: ImportTree) => tree.totalResources - tree.skipped.length;

/** The http(s) addresses of images and covers that lie outside the import, each once, in order. */
export function remoteImages(tree: ImportTree): string[] {
  const urls = new Set<string>();
  const add = (reference: ImportedReference | undefined) => {
    if (reference?.target.kind === 'url' && /^https?:/i.test(reference.target.url)) urls.add(reference.target.url);
  };
  for (const page of walkPages(tree.pages)) {
    add(page.cover);
    add(page.cover?.dark);
    for (const link of page.links) if (link.image) add(link);
  }
  return [...urls];
}
