import type { PageLayout } from '../markdown/page-layout.ts';
import type { ExportedAttributes } from './formats/exported/page-fields.ts';

/** The parsed content of an import: pages in reading order, files and skipped sources, not yet stored. */
export interface ImportTree {
  /** Folder of the source to which keys are relative: empty, or ending in `/`. Absent when keys are no paths. */
  readonly root?: string;
  readonly pages: readonly ImportedPage[];
  readonly files: readonly ImportedFile[];
  readonly skipped: readonly ImportNote[];
  /** Sources that were imported with changes, such as a page with invalid front matter. */
  readonly warnings: readonly ImportNote[];
  /** Number of pages with a source, files and skipped sources. */
  readonly totalResources: number;
  /** The pages that the import leaves out; none when omitted. */
  readonly leftOut?: LeftOutPages;
  /** The versions and languages of the source, the first one first; none for a single one. */
  readonly variants?: readonly ImportedVariant[];
  /** Data that only the export of a space or a GitBook repository contains. */
  readonly exported?: ExportedParts;
}

/** A version of a source in a language. Each is imported by itself. */
export interface ImportedVariant {
  /** Null for a source without versions. */
  readonly version: string | null;
  /** Null where the source names none. */
  readonly language: string | null;
  /** How its tool calls the version; null without versions. */
  readonly title: string | null;
  /** Number of its own pages. */
  readonly pages: number;
  /** Whether readers of the source see it first. */
  readonly isDefault: boolean;
}

/** How many pages of its source an import leaves out. */
export interface LeftOutPages {
  readonly pages: number;
  /** Number of pages of the source. */
  readonly of: number;
  /** Why the first of them is left out. */
  readonly reason: string;
}

/** Parts of an import other than pages and files. Ids are those of the export, or keys of a repository. */
export interface ExportedParts {
  readonly reusableContents: readonly ImportedReusableContent[];
  readonly variables: Readonly<Record<string, string>>;
  /** Former paths of pages. `parent` is empty for the top, where `slug` may be a path of several slugs. */
  readonly redirects: readonly { readonly parent: string; readonly slug: string; readonly page: string }[];
}

/** A text that several pages can include. */
export interface ImportedReusableContent {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  readonly links: readonly ImportedLink[];
}

/** A page. `key` is its source path, or a folder path ending in `/` for a page without a source. */
export interface ImportedPage {
  readonly key: string;
  /** Id in the exported space. */
  readonly id?: string;
  /** Groups occur only at the root of the tree. Links have neither text nor children. See docs/reference/content.md. */
  readonly kind: 'document' | 'group' | 'link';
  readonly title: string;
  /** Unique among siblings. */
  readonly slug: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly condition?: string;
  readonly cover?: ImportedCover;
  readonly layout?: PageLayout;
  readonly variables?: Readonly<Record<string, string>>;
  /** Attributes of an exported page. References contain ids of the export. */
  readonly attributes?: ExportedAttributes;
  /** Parsed front matter, including known keys. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** Source text with front matter and without byte order mark. HTML is converted to Markdown. */
  readonly markdown: string;
  readonly links: readonly ImportedLink[];
  /** Targets of `#fragment` links: heading anchors first, then explicit ids. */
  readonly anchors: readonly string[];
  /** Anchors that links to the page may name; unknown when omitted. */
  readonly linkable?: readonly string[] | null;
  readonly children: readonly ImportedPage[];
  /** Target of a page of kind `link`. */
  readonly link?: ImportedReference;
}

/** A reference as written in a page, and its resolved target. */
export interface ImportedReference {
  readonly url: string;
  readonly target: ImportedTarget;
}

/** A reference in the text. Offsets are UTF-16 code units in `markdown` and enclose only the URL. */
export interface ImportedLink extends ImportedReference {
  readonly start: number;
  readonly end: number;
  readonly image: boolean;
  /** The line of its source in which a broken link stands, where it is known. */
  readonly line?: number;
}

/** Keys name pages and files of this import. `url` is absolute. `broken` has no target. */
export type ImportedTarget =
  | { readonly kind: 'page'; readonly key: string; readonly anchor?: string }
  | { readonly kind: 'file'; readonly key: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'broken'; readonly anchor?: string };

export interface ImportedCover extends ImportedReference {
  readonly yPos: number;
  readonly dark?: ImportedReference;
}

export interface ImportedFile {
  readonly key: string;
  /** Id in the exported space. */
  readonly id?: string;
  readonly name: string;
  readonly contentType: string;
  readonly body: Buffer | FileOnDisk;
}

/** Bytes in a local file. */
export interface FileOnDisk {
  readonly path: string;
  /** In bytes. */
  readonly length: number;
}

/** A source path or URL, and the reason it was skipped or changed. */
export interface ImportNote {
  readonly key: string;
  readonly reason: string;
}

/** All pages in reading order, parents before children. */
export function* walkPages(pages: readonly ImportedPage[]): Generator<ImportedPage> {
  for (const page of pages) {
    yield page;
    yield* walkPages(page.children);
  }
}

/** Number of levels in a tree. */
export function treeDepth(pages: readonly ImportedPage[]): number {
  let levels = 0;
  for (let next = pages; next.length > 0; next = next.flatMap(({ children }) => children)) levels += 1;
  return levels;
}

/** Least number of pages whose loss may matter. */
const minLeftOut = 3;

/** The pages that an import leaves out when they are most of what is there; null for others. */
export const mostLeftOut = ({ leftOut }: Pick<ImportTree, 'leftOut'>): LeftOutPages | null =>
  leftOut !== undefined && leftOut.pages >= minLeftOut && leftOut.pages * 2 > leftOut.of ? leftOut : null;

/** Number of pages and files that are imported. */
export const countImported = (tree: ImportTree) => tree.totalResources - tree.skipped.length;

/** Distinct http(s) URLs of images and covers outside the import, in order. */
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
