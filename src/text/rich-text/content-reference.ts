/**
 * A stored reference to a page, an anchor, a file or a URL: the target of a link page, a cover, a link in a document.
 */
export type ContentReference =
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'anchor'; readonly page: string; readonly anchor: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'url'; readonly url: string };

/** A reference in a document: a stored content reference, or one that occurs only in block tags. */
export type DocumentReference =
  | ContentReference
  | { readonly kind: 'anchor'; readonly anchor: string }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'reusable-content'; readonly reusableContent: string }
  | { readonly kind: 'openapi'; readonly spec: string };
