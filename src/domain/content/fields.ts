import type { ContentReference } from '../rich-text/content-reference.ts';

/** How a revision was made (docs/reference/content.md). */
export const revisionTypes = {
  edits: 'The content was edited.',
  merge: 'A change request was merged.',
  rollback: 'An earlier revision was restored.',
  update: 'A change request was updated with the main content.',
  computed: 'Computed pages were regenerated from their source.',
} as const;
export type RevisionType = keyof typeof revisionTypes;

/** The types of pages (docs/reference/content.md). */
export const pageTypes = {
  document: 'A page with a text.',
  group: 'A titled group of pages at the top of the tree.',
  link: 'A link to a page, a file or a URL.',
} as const;
export type PageType = keyof typeof pageTypes;

/** The formats of a text in responses. */
export const bodyFormats = { markdown: 'As Markdown.', document: 'As a JSON document.' } as const;
export type BodyFormat = keyof typeof bodyFormats;

export const pageWidths = { default: 'A readable line length.', wide: 'The full window width.' } as const;
export const coverSizes = { hero: 'As wide as the text.', full: 'As wide as the window.' } as const;

/** Which parts of a page are shown. */
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

/** The layout of pages that do not set one: everything is shown. */
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

/** What a reference in content can point to. */
export const referenceKinds = {
  page: 'A page of the space.',
  anchor: 'A heading or another anchor on a page of the space.',
  file: 'A file of the space.',
  url: 'An external URL.',
} as const;

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

/** The JSON in `content_entries.attributes` of a page; an absent member has its default. */
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
  /** An expression about the visitor that decides who sees the published page. */
  readonly condition?: string;
  /** The source of a computed page. */
  readonly computed?: PageComputed;
  /** The version of the source that a computed page was written from. */
  readonly computedSeed?: string;
  /** The computed page that this page was generated for. */
  readonly generatedBy?: string;
}
