import { anchorMaker } from '../../../markdown/anchors.ts';
import { parseBlocks, type BlockNode } from '../../../markdown/block-tree.ts';
import { splitFrontMatter } from '../../../markdown/front-matter.ts';
import type { DocumentReference } from '../content-reference.ts';
import type { Block, BlockSource, RichDocument } from '../document.ts';
import { voidBlock } from '../document.ts';
import { readBlocks, readGroups, type Group } from './blocks.ts';
import { guarded, Keys } from './finish.ts';
import { withIds } from './ids.ts';
import type { ReadContext } from './read-context.ts';

/** Options of the conversion to a document. */
export interface ReadOptions {
  /** Whether a first line `---` opens front matter, which is not shown. */
  readonly hasFrontMatter?: boolean;
  /** Targets of URLs. Reusable contents are keyed by `include:` and their address. */
  readonly references?: readonly (readonly [string, DocumentReference])[];
  /** Values of the expressions of `{% if %}` blocks. Blocks with another expression stay undecided. */
  readonly conditions?: Readonly<Record<string, boolean>>;
  /** Whether blocks carry their source, so that they can be written back; true by default. */
  readonly keepsSource?: boolean;
  /** Id of the page that the text belongs to. */
  readonly page?: string;
  readonly maxMs?: number;
}

/** The version of the form of documents. */
export const schemaVersion = 1;

/**
 * A Markdown text as a JSON document (docs/reference/content.md). What no block expresses comes as code. Throws
 * TextProblem or RangeError for a text that is too intricate: `convertToDocument` takes any text.
 */
export function documentFromMarkdown(markdown: string, options: ReadOptions = {}): RichDocument {
  const { before, nodes } = readBody(markdown, options);
  return {
    object: 'document',
    data: {
      schemaVersion,
      ...(options.page !== undefined && { page: options.page }),
      ...(before !== '' && options.keepsSource !== false && { before }),
    },
    nodes,
  };
}

function readBody(markdown: string, options: ReadOptions): { before: string; nodes: Block[] } {
  const { body, bodyStart } = options.hasFrontMatter ? splitFrontMatter(markdown) : { body: markdown, bodyStart: 0 };
  const nodes = parseBlocks(body, options.maxMs);
  const groups = readGroups(createReadContext(body, nodes, options), nodes);
  const starts = groups.map(({ start }) => startOfLine(body, start));
  const keys = new Keys();
  const found = withIds(groups).flatMap((named, index) => {
    const end = starts[index + 1] ?? body.length;
    const source = { text: body.slice(starts[index], end), at: bodyStart + (starts[index] ?? 0) };
    return finished(keys, named, options.keepsSource === false ? null : source);
  });
  return { before: markdown.slice(0, bodyStart + (starts[0] ?? body.length)), nodes: found };
}

/**
 * The blocks of each piece of a text without front matter, without keys and sources, for comparison. Throws as
 * `documentFromMarkdown` does.
 */
export function readPieces(markdown: string, options: ReadOptions): Block[][] {
  const nodes = parseBlocks(markdown, options.maxMs);
  const groups = readGroups(createReadContext(markdown, nodes, options), nodes);
  return withIds(groups).map(({ blocks }) => blocks.map(guarded));
}

/** The start of the line of a position; the position itself when something other than blanks precedes it. */
function startOfLine(text: string, at: number): number {
  let start = at;
  while (start > 0 && ' \t'.includes(text.charAt(start - 1))) start -= 1;
  return start === 0 || '\r\n'.includes(text.charAt(start - 1)) ? start : at;
}

/**
 * Adds keys and the source to the blocks of a group. A group that shows nothing becomes a block that keeps the source.
 */
function finished(keys: Keys, { blocks, links }: Group, source: Pick<BlockSource, 'text' | 'at'> | null): Block[] {
  if (blocks.length === 0 && source === null) return [];
  const shown = blocks.length > 0 ? blocks : [voidBlock('markdown', { markdown: source?.text.trim() ?? '' })];
  return shown.map((one, index) => {
    const { block, hash } = keys.keyed(guarded(one));
    if (source === null) return block;
    const own: BlockSource = {
      text: index === 0 ? source.text : '',
      at: source.at,
      ...(shown.length > 1 && { blocks: shown.length }),
      digest: hash,
      ...(links.length > 0 && index === 0 && { links }),
    };
    return { ...block, data: { ...block.data, source: own } };
  });
}

function createReadContext(source: string, nodes: readonly BlockNode[], options: ReadOptions): ReadContext {
  const { references = [], conditions = {} } = options;
  const definitions = new Map<string, string>();
  const footnotes = new Map<string, readonly BlockNode[]>();
  collect(nodes, definitions, footnotes);
  return {
    source,
    definitions,
    footnotes,
    anchors: anchorMaker(),
    references: new Map(references),
    decide: (expression) => (Object.hasOwn(conditions, expression) ? (conditions[expression] ?? null) : null),
    depth: 0,
    within: new Set(),
    budget: { cells: 0 },
    readBlocks,
    used: new Map(),
  };
}

/** The definitions of links and footnotes anywhere in a tree; the first one of each label counts. */
function collect(
  nodes: readonly BlockNode[],
  definitions: Map<string, string>,
  footnotes: Map<string, readonly BlockNode[]>,
): void {
  for (const node of nodes) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
    if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier))
      footnotes.set(node.identifier, node.children);
    if ('children' in node) collect(node.children as readonly BlockNode[], definitions, footnotes);
  }
}
