/** Contract 2.13; decisions 2.13. */
export const revisionTypes = {
  edits: 'Edits of the content.',
  merge: 'A change request was merged.',
  rollback: 'An earlier state was brought back.',
  update: 'Main content was brought into a change request.',
  computed: 'Computed from a source.',
} as const;
export type RevisionType = keyof typeof revisionTypes;

/** Contract 2.13; decisions 2.13. */
export const pageTypes = {
  document: 'A page with a text.',
  group: 'A heading over pages, at the root of the tree.',
  link: 'An entry that leads elsewhere.',
} as const;
export type PageType = keyof typeof pageTypes;

/** How a page comes with its text. Decisions 4.8. */
export const bodyFormats = { markdown: 'As Markdown.', document: 'As a JSON document.' } as const;
export type BodyFormat = keyof typeof bodyFormats;

export const pageWidths = { default: 'As wide as reads well.', wide: 'As wide as the window.' } as const;
export const coverSizes = { hero: 'Across the top of the text.', full: 'Across the window.' } as const;

/** What of a page is shown. Contract 2.13; decisions 2.13 adds `width` and `metadata`. */
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

/** A page without a layout of its own shows everything. */
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

/** What a reference can point at; the kinds content holds so far. Decisions 2.17. */
export const referenceKinds = {
  page: 'A page of the space.',
  anchor: 'A place on a page of the space.',
  file: 'A file of the space.',
  url: 'An address.',
} as const;

/** A stored reference: `target` of link pages, covers. Decisions 2.17. */
export type ContentReference =
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'anchor'; readonly page: string; readonly anchor: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'url'; readonly url: string };

export interface PageCover {
  readonly ref?: ContentReference;
  readonly refDark?: ContentReference;
  readonly yPos: number;
}

/** From what a page is computed. Decisions 2.13. */
export interface PageComputed {
  /** `builtin:openapi`, `builtin:translation`, `integration:<name>:<source>`. */
  readonly type: string;
  /** What it is made from, such as `{ spec: { ref: { kind: openapi, spec } } }`. */
  readonly dependencies?: unknown;
  readonly props?: unknown;
}

/** What `content_entries.attributes` of a page holds; a member that is not there has its default. */
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
  /** Where a page of type link leads. */
  readonly target?: ContentReference;
  /** Who sees the published page: an expression about the visitor. */
  readonly condition?: string;
  /** Pages that are made from a source. */
  readonly computed?: PageComputed;
}
