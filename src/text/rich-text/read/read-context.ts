import type { AnchorMaker } from '../../markdown/anchors.ts';
import type { BlockNode } from '../../markdown/block-tree.ts';
import type { Block } from '../document.ts';
import { withSpan, type SourceSpan } from '../source-span.ts';
import type { DocumentReference } from '../content-reference.ts';

/** State shared while one text is read. */
export interface ReadContext {
  /** The text to which positions refer. */
  readonly source: string;
  /** URLs of reference links, by label. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Blocks of footnotes, by label. */
  readonly footnotes: ReadonlyMap<string, readonly BlockNode[]>;
  readonly anchors: AnchorMaker;
  /** Whether the text stands below the title of its page, so that headings are one level higher than written. */
  readonly isBelowTitle: boolean;
  /** Targets of URLs: pages, files and reusable contents. */
  readonly references: ReadonlyMap<string, DocumentReference>;
  /** Decides whether the content of an `if` is shown; null keeps it as a conditional block. */
  readonly decide: (expression: string) => boolean | null;
  /** Number of enclosing containers. */
  readonly depth: number;
  /** Labels of the enclosing footnotes, which may refer to each other. */
  readonly within: ReadonlySet<string>;
  readonly budget: { cells: number };
  /**
   * Converts the content of a container to blocks. Passed as a member to avoid an import cycle between inlines and
   * blocks.
   */
  readonly readBlocks: (reading: ReadContext, nodes: readonly BlockNode[]) => Block[];
  /** The start of the piece whose blocks have spans; null when they have none. */
  readonly spansFrom: number | null;
  /** The offset of the HTML that is read; null where it is not in the text as it is. */
  readonly htmlStart: number | null;
  /** The HTML that is read, to which positions in it refer. */
  readonly html: string;
  /** References used since the last top-level block. */
  readonly used: Map<string, DocumentReference>;
}

const headingTypes = ['heading-1', 'heading-2', 'heading-3'] as const;

/** The type of a heading, and its level in the document when the type does not say it: 0 for one beside the title. */
export function headingLevel({ isBelowTitle }: ReadContext, written: number) {
  const depth = isBelowTitle ? written - 1 : written;
  const type = headingTypes[Math.max(1, depth) - 1] ?? 'heading-3';
  return { type, ...((depth === 0 || depth > 3) && { depth }) };
}

/** The reference to the target of a URL. */
export function referenceTo(reading: ReadContext, url: string): DocumentReference {
  const known = knownReference(reading, url);
  if (known) return known;
  return url.startsWith('#') && url.length > 1 ? { kind: 'anchor', anchor: url.slice(1) } : { kind: 'url', url };
}

/** The reference of an image or file block: a stored file or a URL. */
export function imageReference(reading: ReadContext, url: string): DocumentReference {
  const reference = knownReference(reading, url);
  return reference?.kind === 'file' ? reference : { kind: 'url', url };
}

/** The known target of a URL, which is then recorded as used. */
export function knownReference({ references, used }: ReadContext, url: string): DocumentReference | undefined {
  const reference = references.get(url);
  if (reference) used.set(url, reference);
  return reference;
}

/** Adds to a block where it stands in the text. */
export function placed({ spansFrom }: ReadContext, block: Block, span: SourceSpan): Block {
  if (spansFrom === null) return block;
  const shift = <Span extends SourceSpan>(at: Span): Span => ({
    ...at,
    start: at.start - spansFrom,
    end: at.end - spansFrom,
  });
  return withSpan(block, { ...shift(span), ...(span.partner && { partner: shift(span.partner) }) });
}

/** Maximum nesting depth of containers. Deeper content becomes code. */
export const maxDepth = 40;

export const deeper = (reading: ReadContext): ReadContext => ({ ...reading, depth: reading.depth + 1 });

/** The source of a node; empty for nodes created from HTML. */
export function readSource({ source }: ReadContext, { position }: Pick<BlockNode, 'position'>): string {
  const [start, end] = [position?.start.offset, position?.end.offset];
  return start === undefined || end === undefined ? '' : source.slice(start, end);
}
