/** Where a block stands in a text, in characters. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
  /** Whether the block stands within HTML, where Markdown is no markup. */
  readonly isHtml?: boolean;
  /** Whether the block is a part of a tag, such as its title, and not a block on lines. */
  readonly isTag?: boolean;
  /** The end tag of a tag that is shown as a heading, which goes with it. */
  readonly partner?: SourceSpan;
}

/** The key of the span in a block: a symbol, so that it is in no JSON and in no hash, and copies of the block have it. */
export const sourceSpan = Symbol('sourceSpan');

/** A row of a table in HTML: where it stands, and what is between the tags of each cell. */
export interface RowSpan extends SourceSpan {
  readonly cells: readonly (SourceSpan | null)[];
}

/** The key of the places of its rows in a table that stands as HTML. */
export const rowSpans = Symbol('rowSpans');

export const withSpan = <Block extends object>(block: Block, span: SourceSpan): Block => ({
  ...block,
  [sourceSpan]: span,
});
