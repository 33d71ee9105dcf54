import type { AnchorMaker } from '../../../markdown/anchors.ts';
import type { BlockNode } from '../../../markdown/block-tree.ts';
import type { Block } from '../document.ts';
import type { DocumentReference } from '../content-reference.ts';

/** State shared while one text is read. */
export interface ReadContext {
  /** The text that positions refer to. */
  readonly source: string;
  /** URLs of reference links, by label. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Blocks of footnotes, by label. */
  readonly footnotes: ReadonlyMap<string, readonly BlockNode[]>;
  readonly anchors: AnchorMaker;
  /** Pages, files and reusable contents that URLs lead to. */
  readonly references: ReadonlyMap<string, DocumentReference>;
  /** Whether the block of an `if` is shown; null keeps it as a block. */
  readonly decide: (expression: string) => boolean | null;
  /** Enclosing containers. */
  readonly depth: number;
  /** Footnotes that are being read, which may refer to each other. */
  readonly within: ReadonlySet<string>;
  readonly budget: { cells: number };
  /** Reads the blocks of a container. A member, because the modules of inlines and of blocks need each other. */
  readonly readBlocks: (reading: ReadContext, nodes: readonly BlockNode[]) => Block[];
  /** The references that were used since the last block of the top level. */
  readonly used: Map<string, DocumentReference>;
}

/** A reference to what a URL leads to. */
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

/** What is known of the target of a URL. */
export function knownReference({ references, used }: ReadContext, url: string): DocumentReference | undefined {
  const reference = references.get(url);
  if (reference) used.set(url, reference);
  return reference;
}

/** Deepest nesting of containers. Deeper content is shown as its source. */
export const maxDepth = 40;

export const deeper = (reading: ReadContext): ReadContext => ({ ...reading, depth: reading.depth + 1 });

/** The source of a node; empty for nodes that were made of HTML. */
export function sourceOf({ source }: ReadContext, { position }: Pick<BlockNode, 'position'>): string {
  const [start, end] = [position?.start.offset, position?.end.offset];
  return start === undefined || end === undefined ? '' : source.slice(start, end);
}
