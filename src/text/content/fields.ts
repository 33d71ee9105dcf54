import { choice } from '../../lib/form-types.ts';
import type { ContentReference } from '../rich-text/content-reference.ts';

/** How a revision was made. See docs/reference/content.md. */
export const revisionTypes = {
  edits: 'The content was edited.',
  merge: 'A change request was merged.',
  rollback: 'An earlier revision was restored.',
  update: 'A change request was updated with the main content.',
  computed: 'Computed pages were regenerated from their source.',
} as const;
export type RevisionType = keyof typeof revisionTypes;

/** Types of pages. See docs/reference/content.md. */
export const pageTypes = {
  document: 'A page with a text.',
  group: 'A titled group of pages at the top of the tree.',
  link: 'A link to a page, a file or a URL.',
} as const;
export type PageType = keyof typeof pageTypes;

/** Formats of a text in responses. */
export const bodyFormats = {
  markdown: 'As Markdown.',
  document: 'As a JSON document.',
  html: 'As HTML without scripts, styles and forms.',
} as const;
export type BodyFormat = keyof typeof bodyFormats;

export const pageWidths = { default: 'A readable line length.', wide: 'The full window width.' } as const;
export const PageWidth = choice('PageWidth', 'The width of a page.', pageWidths);
export const coverSizes = { hero: 'As wide as the text.', full: 'As wide as the window.' } as const;
export const CoverSize = choice('CoverSize', 'The size of a cover.', coverSizes);

/** Visibility of the parts of a page. */
export interface PageLayout {
  readonly width: keyof typeof pageWidths;
  readonly cover: boolean;
  readonly coverSize: keyof typeof coverSizes;
  readonly title: boolean;
  readonly description: boolean;
  readonly tableOfContents: boolean;
  readonly outline: boolean;
  readonly pagination: boolean;
  readonly metadata: boolean;
}

/** Default layout: every part is shown. */
export const defaultLayout: PageLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};

/** Kinds of targets of a reference in content. */
const referenceKinds = {
  page: 'A page of the space.',
  anchor: 'A heading or another anchor on a page of the space.',
  file: 'A file of the space.',
  url: 'An external URL.',
} as const;
export const ContentReferenceKind = choice(
  'ContentReferenceKind',
  'The kind of the target of a reference.',
  referenceKinds,
);

export interface PageCover {
  readonly ref?: ContentReference;
  readonly refDark?: ContentReference;
  readonly yPos: number;
}

/** The source that a page is generated from. */
export interface PageComputed {
  /** `builtin:openapi`, `builtin:translation`, `integration:<name>:<source>`. */
  readonly type: string;
  /** The inputs of the source, such as `{ spec: { ref: { kind: openapi, spec } } }`. */
  readonly dependencies?: unknown;
  readonly props?: unknown;
}

/** JSON in `content_entries.attributes` of a page. An absent member has its default. */
export interface PageAttributes {
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly layout?: Partial<PageLayout>;
  readonly cover?: PageCover;
  readonly variables?: Readonly<Record<string, string>>;
  /** The target of a link page. */
  readonly target?: ContentReference;
  /** A boolean expression over the visitor's claims that decides who sees the published page. */
  readonly condition?: string;
  /** The source of a computed page. */
  readonly computed?: PageComputed;
  /** Version of the source from which a computed page was written. */
  readonly computedSeed?: string;
  /** Id of the computed page for which this page was generated. */
  readonly generatedBy?: string;
}
