import type { DocumentReference } from './content-reference.ts';

/**
 * The JSON form of a text (docs/reference/content.md). Types and fields of blocks are those of the published client;
 * `test/compat` checks them against its types.
 */
export interface RichDocument {
  readonly object: 'document';
  readonly data: {
    readonly schemaVersion: number;
    /** Source before the first block, such as front matter; kept when the document is written back. */
    readonly before?: string;
    /** The page that it was read from; its addresses may be relative to it. */
    readonly page?: string;
    /** Why the document shows the source of the text instead of blocks. */
    readonly limit?: string;
  };
  readonly nodes: readonly Block[];
}

export const blockTypes = [
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'list-item',
  'blockquote',
  'divider',
  'code',
  'code-line',
  'hint',
  'tabs',
  'tabs-item',
  'stepper',
  'stepper-step',
  'expandable',
  'columns',
  'column',
  'images',
  'image',
  'file',
  'embed',
  'content-ref',
  'table',
  'math',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'reusable-content',
  'if',
  'markdown',
] as const;
export type BlockType = (typeof blockTypes)[number];

/**
 * The source that a top-level block was read from. A block that a client sends back unchanged is written as this
 * source.
 */
export interface BlockSource {
  /** Up to the start of the next block. Empty for the second and further blocks of one piece of source. */
  readonly text: string;
  /** Offset in the text. */
  readonly at: number;
  /** Blocks that were read from this piece of source, when more than one. */
  readonly blocks?: number;
  /** Hash of the content of the block, see `contentHash`. */
  readonly digest: string;
  /** The addresses in it that lead to pages, files and reusable contents. */
  readonly links?: readonly (readonly [url: string, to: DocumentReference])[];
}

/** A block, before it has keys. */
export interface Block {
  readonly object: 'block';
  readonly type: BlockType;
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly ref?: DocumentReference;
    readonly source?: BlockSource;
  };
  /** `depth` is that of a heading deeper than its type. */
  readonly meta?: { readonly id?: string; readonly depth?: number };
  readonly nodes?: readonly (Block | InlineNode)[];
  readonly fragments?: readonly Fragment[];
}

/** Content of a void block: a caption, a cell, the body of an expandable. */
export interface Fragment {
  readonly object: 'fragment';
  readonly key?: string;
  readonly fragment?: string;
  readonly type?: string;
  readonly nodes: readonly Block[];
}

/** The kinds of hint. */
export const hintStyles = ['info', 'warning', 'danger', 'success'] as const;
export type HintStyle = (typeof hintStyles)[number];

/** Types of marks in the order in which Markdown nests them, outermost first. */
export const marks = [
  'color',
  'bold',
  'italic',
  'strikethrough',
  'superscript',
  'subscript',
  'keyboard',
  'code',
] as const;
export type MarkType = (typeof marks)[number];

export interface Mark {
  readonly object: 'mark';
  readonly type: MarkType;
  /** Of `color`. */
  readonly data?: { readonly text: string; readonly background: string };
}

/** Text with uniform marks; a line break in it is a hard one. */
export interface Leaf {
  readonly object: 'leaf';
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface TextNode {
  readonly object: 'text';
  readonly key?: string;
  readonly leaves: readonly Leaf[];
}

export const inlineTypes = [
  'link',
  'inline-image',
  'inline-math',
  'emoji',
  'icon',
  'button',
  'mention',
  'annotation',
  'expression',
] as const;
export type InlineType = (typeof inlineTypes)[number];

export interface Inline {
  readonly object: 'inline';
  readonly type: InlineType;
  readonly key?: string;
  readonly isVoid: boolean;
  readonly data: Readonly<Record<string, unknown>> & { readonly ref?: DocumentReference };
  readonly nodes?: readonly InlineNode[];
  readonly fragments?: readonly Fragment[];
}

export type InlineNode = TextNode | Inline;

type BlockParts = Pick<Block, 'data' | 'meta' | 'fragments'> & { readonly nodes?: Block['nodes'] };

/** A block with nodes. */
export const blockWith = (
  type: BlockType,
  nodes: readonly (Block | InlineNode)[],
  { data = {}, meta }: Partial<BlockParts> = {},
): Block => ({ object: 'block', type, data, ...(meta && { meta }), nodes });

/** A block without nodes. */
export const voidBlock = (
  type: BlockType,
  data: Block['data'],
  { meta, fragments }: Partial<BlockParts> = {},
): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data,
  ...(meta && { meta }),
  ...(fragments && { fragments }),
});

export const textNode = (text: string, held: readonly Mark[] = []): TextNode => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks: held }],
});

export const paragraphOf = (nodes: readonly InlineNode[]): Block => blockWith('paragraph', nodes);

/** A string or number as text; empty for any other value. */
export const stringOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';

/** What inline nodes say. */
export const inlineText = (nodes: readonly InlineNode[]): string => nodes.map(words).join('');

function words(node: InlineNode): string {
  if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
  const { alt, label, formula, expression } = node.data;
  if (node.nodes) return inlineText(node.nodes);
  return stringOf(alt ?? label ?? formula ?? expression);
}
