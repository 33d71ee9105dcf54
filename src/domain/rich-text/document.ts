import type { ContentReference } from '../content/fields.ts';

/**
 * The JSON form of a text (decisions 2.3): the subset of blocks, marks and inlines that Markdown can say.
 * Spellings are those of the published client's types.
 */
export interface RichDocument {
  readonly object: 'document';
  readonly data: Readonly<Record<string, unknown>>;
  readonly nodes: readonly Block[];
}

export type Block =
  | TextBlock
  | ContainerBlock
  | CodeBlock
  | DividerBlock
  | ImagesBlock
  | HintBlock
  | ListBlock
  | TableBlock
  | MarkdownBlock;

export interface TextBlock {
  readonly object: 'block';
  readonly type: 'paragraph' | 'heading-1' | 'heading-2' | 'heading-3';
  readonly data: Readonly<Record<string, unknown>>;
  readonly nodes: readonly InlineNode[];
}

export interface ContainerBlock {
  readonly object: 'block';
  readonly type: 'blockquote';
  readonly data: Readonly<Record<string, unknown>>;
  readonly nodes: readonly Block[];
}

export interface ListBlock {
  readonly object: 'block';
  readonly type: 'list-ordered' | 'list-unordered' | 'list-tasks';
  readonly data: { readonly start?: number };
  readonly nodes: readonly ListItem[];
}

export interface ListItem {
  readonly object: 'block';
  readonly type: 'list-item';
  /** `checked` in task lists. */
  readonly data: { readonly checked?: boolean };
  readonly nodes: readonly Block[];
}

export interface CodeBlock {
  readonly object: 'block';
  readonly type: 'code';
  readonly data: { readonly syntax?: string };
  readonly nodes: readonly CodeLine[];
}

export interface CodeLine {
  readonly object: 'block';
  readonly type: 'code-line';
  readonly data: Readonly<Record<string, never>>;
  readonly nodes: readonly TextNode[];
}

export interface DividerBlock {
  readonly object: 'block';
  readonly type: 'divider';
  readonly isVoid: true;
  readonly data: Readonly<Record<string, never>>;
}

export interface ImagesBlock {
  readonly object: 'block';
  readonly type: 'images';
  readonly isVoid: false;
  readonly data: Readonly<Record<string, never>>;
  readonly nodes: readonly ImageBlock[];
}

export interface ImageBlock {
  readonly object: 'block';
  readonly type: 'image';
  readonly isVoid: true;
  readonly data: { readonly ref: ContentReference; readonly alt?: string };
  readonly fragments: readonly never[];
}

/** The kinds of hint. */
export const hintStyles = ['info', 'warning', 'danger', 'success'] as const;
export type HintStyle = (typeof hintStyles)[number];

export interface HintBlock {
  readonly object: 'block';
  readonly type: 'hint';
  readonly data: { readonly style: HintStyle };
  readonly nodes: readonly Block[];
}

/** Source that no other block can hold, such as HTML, tabs or a formula: it comes back as it was. */
export interface MarkdownBlock {
  readonly object: 'block';
  readonly type: 'markdown';
  readonly isVoid: true;
  readonly data: { readonly markdown: string };
}

export interface TableBlock {
  readonly object: 'block';
  readonly type: 'table';
  readonly isVoid: true;
  readonly data: {
    readonly view: { readonly type: 'grid'; readonly columns: readonly string[]; readonly hideHeader: boolean };
    readonly records: Readonly<Record<string, TableRecord>>;
    readonly definition: Readonly<Record<string, TableColumn>>;
  };
  readonly fragments: readonly TableFragment[];
}

export interface TableRecord {
  /** Orders the rows as text. */
  readonly orderIndex: string;
  /** Column → fragment that holds the cell. */
  readonly values: Readonly<Record<string, string>>;
}

export interface TableColumn {
  readonly id: string;
  readonly type: 'text';
  readonly title: string;
  readonly textAlignment: 'left' | 'center' | 'right';
}

export interface TableFragment {
  readonly object: 'fragment';
  readonly fragment: string;
  readonly nodes: readonly Block[];
}

export type InlineNode = TextNode | LinkNode | InlineImage;

export interface TextNode {
  readonly object: 'text';
  readonly leaves: readonly Leaf[];
}

/** Text of one look; a line break in it is a hard one. */
export interface Leaf {
  readonly object: 'leaf';
  readonly text: string;
  readonly marks: readonly { readonly object: 'mark'; readonly type: Mark }[];
}

/** Outermost first: the order in which they nest in Markdown. */
export const marks = ['bold', 'italic', 'strikethrough', 'code'] as const;
export type Mark = (typeof marks)[number];

export interface LinkNode {
  readonly object: 'inline';
  readonly type: 'link';
  readonly isVoid: false;
  readonly data: { readonly ref: ContentReference };
  readonly nodes: readonly (TextNode | InlineImage)[];
}

export interface InlineImage {
  readonly object: 'inline';
  readonly type: 'inline-image';
  readonly isVoid: true;
  readonly data: { readonly ref: ContentReference; readonly alt?: string };
}
