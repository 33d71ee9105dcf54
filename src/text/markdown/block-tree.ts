import { blockSyntax, blockSyntaxToTree } from './block-syntax.ts';
import { parseLimited } from './limited.ts';
import { bodyProcessor, createTextParser, type MarkdownBlock, type Phrasing, type Position } from './parser.ts';

/** A line that is a tag of a block syntax, such as `{% hint style="info" %}`, `:::tip` or `$$`. */
export interface LineTag {
  readonly type: 'lineTag';
  readonly value: string;
  readonly position?: Position;
}

/** A block with indented content, such as `!!! note "Title"`. */
export interface IndentedBlock {
  readonly type: 'indentedBlock';
  readonly head: string;
  readonly children: readonly BlockNode[];
  readonly position?: Position;
}

/** A formula within a text: `$$a$$`. */
export interface InlineFormula {
  readonly type: 'inlineFormula';
  readonly value: string;
  readonly position?: Position;
}

export type BlockNode = MarkdownBlock | LineTag | IndentedBlock;
export type InlineSource = Phrasing | InlineFormula;

/** Reads the tags of block syntaxes, too. */
export const blockProcessor = bodyProcessor()
  .use(function addBlockSyntax() {
    const data = this.data();
    (data.micromarkExtensions ??= []).push(blockSyntax);
    (data.fromMarkdownExtensions ??= []).push(blockSyntaxToTree);
  })
  .freeze();
const parseText = createTextParser(blockProcessor, true);

/**
 * Parses Markdown without front matter, with the tags of block syntaxes as nodes: the one parser for what is shown,
 * printed and linked. Throws TextProblem and RangeError as `parseMarkdown` does.
 */
export const parseBlocks = (markdown: string, maxMs?: number): readonly BlockNode[] =>
  parseLimited(markdown, parseText, maxMs).children as readonly BlockNode[];
