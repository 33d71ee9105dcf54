/** What a PDF holds, ready to be laid out: text is text, whatever it looks like. */
export interface PrintDocument {
  readonly title: string;
  readonly emoji: string;
  readonly subtitle: string;
  /** As it is printed. */
  readonly date: string;
  /** Whether a table of contents comes after the cover. */
  readonly contents: boolean;
  readonly entries: readonly PrintEntry[];
  /** Ids of entries, headings and anchors that links lead to, each once. */
  readonly targets: readonly string[];
}

/** A page of the space, or the heading of a group. */
export interface PrintEntry {
  /** Where links to it lead; unlike every other in the document. */
  readonly id: string;
  /** 1 to 4: its place in the table of contents. */
  readonly level: number;
  /** Whether it begins on a new page. */
  readonly fresh: boolean;
  readonly title: string;
  readonly emoji: string;
  readonly description: string;
  readonly blocks: readonly PrintBlock[];
}

export type PrintBlock =
  | { readonly k: 'paragraph'; readonly c: readonly PrintInline[] }
  /** `size` is 1 to 6, `level` the depth in the bookmarks. */
  | {
      readonly k: 'heading';
      readonly size: number;
      readonly level: number;
      readonly id: string | null;
      readonly c: readonly PrintInline[];
    }
  | { readonly k: 'bullets'; readonly tight: boolean; readonly items: readonly (readonly PrintBlock[])[] }
  | {
      readonly k: 'numbers';
      readonly tight: boolean;
      readonly start: number;
      readonly items: readonly (readonly PrintBlock[])[];
    }
  | {
      readonly k: 'tasks';
      readonly items: readonly { readonly checked: boolean; readonly c: readonly PrintBlock[] }[];
    }
  | { readonly k: 'quote'; readonly c: readonly PrintBlock[] }
  | { readonly k: 'code'; readonly lines: readonly (readonly PrintToken[])[]; readonly title: string }
  | { readonly k: 'hint'; readonly tone: string; readonly c: readonly PrintBlock[] }
  | { readonly k: 'tab'; readonly title: string; readonly c: readonly PrintBlock[] }
  | {
      readonly k: 'table';
      readonly columns: number;
      readonly aligns: readonly ('left' | 'center' | 'right')[];
      /** Empty for none; else as many as columns. */
      readonly head: readonly (readonly PrintInline[])[];
      readonly rows: readonly (readonly (readonly PrintInline[])[])[];
    }
  | { readonly k: 'rule' }
  | { readonly k: 'image'; readonly file: string | null; readonly alt: string; readonly caption: string }
  | PrintFormula
  /** A place that links lead to. */
  | { readonly k: 'anchor'; readonly id: string };

/** A piece of code: what it is to its language, in the words of highlight.js; empty for nothing special. */
export interface PrintToken {
  readonly v: string;
  readonly kind: string;
}

/** A formula as TeX, and the text to show where that cannot be set. */
interface PrintFormula {
  readonly k: 'math';
  readonly tex: string;
  readonly v: string;
}

export type PrintInline =
  | { readonly k: 'text' | 'code'; readonly v: string }
  | PrintFormula
  | { readonly k: 'bold' | 'italic' | 'strike'; readonly c: readonly PrintInline[] }
  /** To an address outside. */
  | { readonly k: 'url'; readonly to: string; readonly c: readonly PrintInline[] }
  /** To an entry, heading or anchor of the document; empty for what is not printed. */
  | { readonly k: 'page'; readonly to: string; readonly c: readonly PrintInline[] }
  | { readonly k: 'break' }
  /** `file` names an image put beside the document; null for one that is not there. */
  | { readonly k: 'image'; readonly file: string | null; readonly alt: string };
