/** The tree of an import before its pages are made: which source stands where, and under which name. */
export interface OutlineNode {
  readonly kind: 'document' | 'group' | 'link';
  /** Archive path of the source; of the folder, ending in `/`, for a page without one; absent for links. */
  readonly path?: string;
  /** The name a table of contents gives. */
  readonly label?: string;
  /** Where a node of kind link points, as written in the document at `from`. */
  readonly url?: string;
  readonly from?: string;
  readonly hidden?: boolean;
  readonly children: readonly OutlineNode[];
}

/** A source page as far as an outline needs it. */
export interface OutlineSource {
  readonly path: string;
  readonly lists: readonly (readonly { readonly url: string; readonly label: string }[])[];
}
