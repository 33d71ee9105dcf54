import type { WithChange } from './change.ts';
import type { DocumentReference } from './content-reference.ts';
import type { RowSpan, rowSpans, SourceSpan, sourceSpan } from './source-span.ts';
import type { unresolved } from './unresolved.ts';

/**
 * The JSON form of a text. See docs/reference/content.md. Types and fields of blocks are those of the published client;
 * `test/compat` checks them against its types.
 */
export interface RichDocument {
  readonly object: 'document';
  readonly data: {
    readonly schemaVersion: number;
    /** Source before the first block, such as front matter. It is preserved when the document is written back. */
    readonly before?: string;
    /** Id of the page from which the document was read, to which its URLs may be relative. */
    readonly page?: string;
    /** Id of the heading that is the title of the page, where the document names its places. */
    readonly titleId?: string;
    /** Whether the text begins with the title of its page, so that its headings are one level higher than written. */
    readonly belowTitle?: boolean;
    /** Pieces of source from which several blocks of the top level were read. They stay when a block is deleted. */
    readonly groups?: readonly SourceGroup[];
    /** The reason why the document contains its source instead of blocks. */
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
 * The source from which a top-level block was read. A block that a client sends back unchanged is written as this
 * source.
 */
export interface BlockSource {
  /** Source up to the start of the next block. Empty for blocks of one piece of source, which `data.groups` contains. */
  readonly text: string;
  /** Offset in the text. */
  readonly at: number;
  /** Number of blocks read from this piece of source, if more than one. */
  readonly blocks?: number;
  /** Place among them, starting at 0. */
  readonly index?: number;
  /** Hash of the content of the block. See `contentHash`. */
  readonly digest: string;
  /** URLs in the source that refer to pages, files and reusable contents. Omitted where `data.groups` contains the text. */
  readonly links?: readonly (readonly [url: string, to: DocumentReference])[];
}

/** A piece of source from which several blocks were read. */
export type SourceGroup = Pick<BlockSource, 'text' | 'at' | 'links'>;

/** A block, before keys are assigned. */
export interface Block extends WithChange {
  readonly object: 'block';
  readonly type: BlockType;
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly ref?: DocumentReference;
    readonly source?: BlockSource;
  };
  /** `depth` is the level of a heading that is deeper than its type. */
  readonly meta?: {
    readonly id?: string;
    readonly depth?: number;
    /** Ids of elements of HTML at the block, where the document names its places. */
    readonly places?: readonly string[];
  };
  /** Only in a text that is read to change blocks within it. */
  readonly [sourceSpan]?: SourceSpan;
  readonly [unresolved]?: true;
  readonly [rowSpans]?: readonly RowSpan[];
  readonly nodes?: readonly (Block | InlineNode)[];
  readonly fragments?: readonly Fragment[];
}

/** Content of a void block, such as a caption, a cell or the body of an expandable. */
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
  /** Only for marks of type `color`. */
  readonly data?: { readonly text: string; readonly background: string };
}

/** Text with uniform marks. Line breaks in it are hard. */
export interface Leaf {
  readonly object: 'leaf';
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface TextNode extends WithChange {
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

export interface Inline extends WithChange {
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

/** Creates a block with nodes. */
export const blockWith = (
  type: BlockType,
  nodes: readonly (Block | InlineNode)[],
  { data = {}, meta }: Partial<BlockParts> = {},
): Block => ({ object: 'block', type, data, ...(meta && { meta }), nodes });

/** Creates a block without nodes. */
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

/** Color of an option of a select column that has none of its own. */
export const defaultColor = '#346DDB';

export const paragraphOf = (nodes: readonly InlineNode[]): Block => blockWith('paragraph', nodes);

/** Converts a string or number to text; '' for any other value. */
export const stringOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';

/** Extracts the text of inline nodes. */
export const inlineText = (nodes: readonly InlineNode[]): string => nodes.map(words).join('');

function words(node: InlineNode): string {
  if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
  const { alt, label, formula, expression } = node.data;
  if (node.nodes) return inlineText(node.nodes);
  return stringOf(alt ?? label ?? formula ?? expression);
}
