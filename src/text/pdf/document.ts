/** The front of a PDF: the cover and, unless omitted, the table of contents. */
export interface PrintFront {
  readonly title: string;
  readonly emoji: string;
  readonly subtitle: string;
  /** Date as printed. */
  readonly date: string;
  readonly contents: readonly PrintLine[];
}

/** A line of the table of contents. */
export interface PrintLine {
  /** Id of the entry. */
  readonly id: string;
  readonly level: number;
  readonly title: string;
  readonly emoji: string;
}

/** Pages that are laid out in one run of the compiler. Texts are data, never markup. */
export interface PrintPart {
  readonly entries: readonly PrintEntry[];
}

/** A page of the space, or the heading of a group. */
export interface PrintEntry {
  /** Destination of links to the entry; unique in the document. */
  readonly id: string;
  /** Whether its title and first blocks were in an earlier part. */
  readonly continues: boolean;
  /** Level in the table of contents, 1 to 4. */
  readonly level: number;
  /** Whether it starts on a new page. */
  readonly fresh: boolean;
  readonly title: string;
  readonly emoji: string;
  readonly description: string;
  readonly blocks: readonly PrintBlock[];
}

export type PrintBlock =
  | { readonly k: 'paragraph'; readonly c: readonly PrintInline[] }
  /** `size` is 1 to 6. */
  | {
      readonly k: 'heading';
      readonly size: number;
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
  | {
      readonly k: 'code';
      readonly lines: readonly (readonly PrintToken[])[];
      readonly title: string;
      /** Source of the Mermaid diagram that is shown in the place of the code, where it can be drawn. */
      readonly diagram?: string;
    }
  | { readonly k: 'hint'; readonly tone: string; readonly c: readonly PrintBlock[] }
  | { readonly k: 'tab'; readonly title: string; readonly c: readonly PrintBlock[] }
  | {
      readonly k: 'table';
      readonly columns: number;
      /** Alignment per column; the start is on the right in a table that is written from right to left. */
      readonly aligns: readonly ('start' | 'center' | 'right')[];
      /** Empty for none. */
      readonly head: readonly (readonly PrintInline[])[];
      readonly rows: readonly (readonly (readonly PrintBlock[])[])[];
      /** For each row, whether it must stay on one sheet. */
      readonly whole: readonly boolean[];
      /** Whether a cell contains more than text, in which case all columns have equal width. */
      readonly even: boolean;
    }
  | {
      readonly k: 'columns';
      readonly columns: readonly (readonly PrintBlock[])[];
      /** Widths in percent; null for an equal share of the rest. */
      readonly widths: readonly (number | null)[];
    }
  | { readonly k: 'aligned'; readonly to: 'center' | 'right'; readonly c: readonly PrintBlock[] }
  | { readonly k: 'rule' }
  | {
      readonly k: 'image';
      readonly file: string | null;
      readonly alt: string;
      readonly caption: string;
      /** Width in CSS pixels; null for the width of the image. */
      readonly width: number | null;
    }
  | PrintFormula
  /** A destination of links. */
  | { readonly k: 'anchor'; readonly id: string };

/** A token of highlighted code with its highlight.js class; empty for none. */
export interface PrintToken {
  readonly v: string;
  readonly kind: string;
}

/** A formula in TeX, and the text shown when it cannot be typeset. */
interface PrintFormula {
  readonly k: 'math';
  readonly tex: string;
  readonly v: string;
}

export type PrintInline =
  | { readonly k: 'text' | 'code'; readonly v: string }
  | PrintFormula
  | { readonly k: 'bold' | 'italic' | 'strike' | 'super' | 'sub'; readonly c: readonly PrintInline[] }
  /** Text with names of colors. */
  | { readonly k: 'mark'; readonly text: string; readonly background: string; readonly c: readonly PrintInline[] }
  /** Link to an external URL. */
  | { readonly k: 'url'; readonly to: string; readonly c: readonly PrintInline[] }
  /** Link to an entry, heading or anchor in any part of the document; to its entry when the place is not found. */
  | { readonly k: 'page'; readonly to: string; readonly c: readonly PrintInline[] }
  | { readonly k: 'break' }
  /** `file` names an image beside the document; null for a missing one. */
  | { readonly k: 'image'; readonly file: string | null; readonly alt: string };
