/** A node in the planned tree of an import: a source, its position and its label. */
export interface OutlineNode {
  readonly kind: 'document' | 'group' | 'link';
  /** Archive path of the source, or of the folder (ending in `/`) for a page without source. Absent for links. */
  readonly path?: string;
  /** Title in the table of contents. */
  readonly label?: string;
  /** Text of a link to the page. It becomes the title when the page has no other. */
  readonly linkText?: string;
  /** URL of a node of kind `link`, as written in the document `from`. */
  readonly url?: string;
  readonly from?: string;
  readonly hidden?: boolean;
  readonly children: readonly OutlineNode[];
}

/** The parts of a source page that determine the outline. */
export interface OutlineSource {
  readonly path: string;
  /** Position among its siblings from front matter; smallest first. */
  readonly order?: number;
  readonly lists: readonly (readonly { readonly url: string; readonly label: string }[])[];
}
