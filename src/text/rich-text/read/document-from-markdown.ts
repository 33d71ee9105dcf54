import { placeIds } from './named-places.ts';
import { anchorMaker, splitHeadingId } from '../../markdown/anchors.ts';
import { parseBlocks, type BlockNode } from '../../markdown/block-tree.ts';
import { cleanText } from '../../markdown/clean-text.ts';
import { maxTitleLength, splitFrontMatter } from '../../markdown/front-matter.ts';
import { headingText } from '../../markdown/markdown-facts.ts';
import type { DocumentReference } from '../content-reference.ts';
import type { Block, BlockSource, RichDocument, SourceGroup } from '../document.ts';
import { voidBlock } from '../document.ts';
import { readBlocks, readGroups, type Group } from './blocks.ts';
import { withRequiredNodes, Keys } from './finish.ts';
import { assignBlockIds } from './ids.ts';
import type { ReadContext } from './read-context.ts';
import { moveSpans } from './move-spans.ts';

/** Options for converting Markdown to a document. */
export interface ReadOptions {
  /** Whether a first line `---` starts front matter, which is not converted. */
  readonly hasFrontMatter?: boolean;
  /** Targets of URLs. Reusable contents have the key `include:` followed by the URL. */
  readonly references?: readonly (readonly [string, DocumentReference])[];
  /** Values of the conditions of `{% if %}` blocks. Blocks with other conditions are kept undecided. */
  readonly conditions?: Readonly<Record<string, boolean>>;
  /** Whether blocks contain their source, so that they can be written back; true by default. */
  readonly keepsSource?: boolean;
  /**
   * Whether blocks name the elements of HTML that links lead to, and the document its title, and have no keys. Answers of the API
   * have only keys.
   */
  readonly namesPlaces?: boolean;
  /**
   * Titles of the pages that show the text. If it begins with one as a heading of level 1, that heading is no block, because the
   * page shows its title, and the other headings are one level higher.
   */
  readonly titles?: readonly string[];
  /** Whether blocks know where they stand in the text, which no JSON contains. */
  readonly keepsSpans?: boolean;
  /** Id of the page that contains the text. */
  readonly page?: string;
  readonly maxMs?: number;
}

/** Version of the document schema. */
export const schemaVersion = 1;

/**
 * Converts Markdown to a JSON document. See docs/reference/content.md. Syntax that no block can express becomes code.
 * Throws TextProblem or RangeError for a text that is too complex; `convertToDocument` accepts any text.
 */
export function documentFromMarkdown(markdown: string, options: ReadOptions = {}): RichDocument {
  const { before, nodes, groups, isBelowTitle, titleId } = readBody(markdown, options);
  return {
    object: 'document',
    data: {
      schemaVersion,
      ...(options.page !== undefined && { page: options.page }),
      ...(before !== '' && options.keepsSource !== false && { before }),
      ...(isBelowTitle && { belowTitle: true }),
      ...(titleId !== undefined && options.namesPlaces === true && { titleId }),
      ...(groups.length > 0 && { groups }),
    },
    nodes,
  };
}

function readBody(markdown: string, options: ReadOptions) {
  const { body, bodyStart } = options.hasFrontMatter ? splitFrontMatter(markdown) : { body: markdown, bodyStart: 0 };
  const nodes = parseBlocks(body, options.maxMs);
  const isBelowTitle = isTitled(nodes, options.titles ?? []);
  const groups = readGroups(createReadContext(body, nodes, { ...options, isBelowTitle }), nodes);
  // The ids of the other headings are those that they have beside the title.
  const all = assignBlockIds(groups);
  const shown = all.slice(isBelowTitle ? 1 : 0);
  const named = options.namesPlaces === true ? placeIds(shown, nodes, body) : shown;
  const starts = named.map(({ start }) => startOfLine(body, start));
  const keys = options.namesPlaces === true ? null : new Keys();
  const shared: SourceGroup[] = [];
  const blocks = named.flatMap((group, index) => {
    const end = starts[index + 1] ?? body.length;
    const source = { text: body.slice(starts[index], end), at: bodyStart + (starts[index] ?? 0) };
    if (options.keepsSource !== false && group.blocks.length > 1)
      shared.push({ ...source, ...(group.links.length > 0 && { links: group.links }) });
    return finished(keys, group, options.keepsSource === false ? null : source);
  });
  return {
    before: markdown.slice(0, bodyStart + (starts[0] ?? body.length)),
    nodes: blocks,
    groups: shared,
    isBelowTitle,
    titleId: isBelowTitle ? all[0]?.blocks[0]?.meta?.id : undefined,
  };
}

/** Whether a text begins with the title of a page as a heading. */
function isTitled([first]: readonly BlockNode[], titles: readonly string[]): boolean {
  if (first?.type !== 'heading' || first.depth !== 1) return false;
  const words = cleanText(splitHeadingId(headingText(first)).title, maxTitleLength);
  return titles.some((title) => cleanText(title, maxTitleLength) === words);
}

/** The text around a piece of a text. */
export interface TextAround {
  readonly head: string;
  readonly tail: string;
}

interface PiecesOptions extends ReadOptions {
  readonly isBelowTitle: boolean;
}

/**
 * Converts a piece of a text, without front matter, to blocks without keys and sources, for comparison, with their spans
 * in the piece. Throws as `documentFromMarkdown`.
 */
export const readPiece = (piece: string, { head, tail, ...options }: TextAround & PiecesOptions): Block[] =>
  readPieces([head, piece, tail], options)[1] ?? [];

/** Converts all pieces of a text, as `readPiece` does, by reading it once. */
export function readPieces(pieces: readonly string[], options: PiecesOptions): Block[][] {
  const text = pieces.join('');
  const nodes = parseBlocks(text, options.maxMs);
  const groups = assignBlockIds(readGroups(createReadContext(text, nodes, { ...options, keepsSpans: true }), nodes));
  let [at, next] = [0, 0];
  return pieces.map((piece) => {
    const start = at;
    at += piece.length;
    const blocks: Block[] = [];
    for (let group = groups[next]; group && group.start < at; group = groups[(next += 1)])
      blocks.push(...group.blocks.map((block) => moveSpans(withRequiredNodes(block), -start)));
    return blocks;
  });
}

/** The start of the line that contains a position, if only blanks are between; otherwise the position. */
function startOfLine(text: string, at: number): number {
  let start = at;
  while (start > 0 && ' \t'.includes(text.charAt(start - 1))) start -= 1;
  return start === 0 || '\r\n'.includes(text.charAt(start - 1)) ? start : at;
}

/**
 * Adds keys and sources to the blocks of a group, if they have them. A group without visible blocks becomes one block that keeps the
 * source.
 */
function finished(
  keys: Keys | null,
  { blocks, links }: Group,
  source: Pick<BlockSource, 'text' | 'at'> | null,
): Block[] {
  if (blocks.length === 0 && source === null) return [];
  const shown = blocks.length > 0 ? blocks : [voidBlock('markdown', { markdown: source?.text.trim() ?? '' })];
  return shown.map((one, index) => {
    const whole = withRequiredNodes(one);
    if (keys === null) return whole;
    const { block, hash } = keys.keyed(whole);
    if (source === null) return block;
    const own: BlockSource = {
      text: shown.length === 1 ? source.text : '',
      at: source.at,
      ...(shown.length > 1 && { blocks: shown.length, ...(index > 0 && { index }) }),
      digest: hash,
      ...(links.length > 0 && shown.length === 1 && { links }),
    };
    return { ...block, data: { ...block.data, source: own } };
  });
}

function createReadContext(
  source: string,
  nodes: readonly BlockNode[],
  { references = [], conditions = {}, isBelowTitle, keepsSpans = false }: PiecesOptions,
): ReadContext {
  const definitions = new Map<string, string>();
  const footnotes = new Map<string, readonly BlockNode[]>();
  collect(nodes, definitions, footnotes);
  return {
    source,
    definitions,
    footnotes,
    anchors: anchorMaker(),
    isBelowTitle,
    references: new Map(references),
    decide: (expression) => (Object.hasOwn(conditions, expression) ? (conditions[expression] ?? null) : null),
    depth: 0,
    within: new Set(),
    budget: { cells: 0 },
    readBlocks,
    used: new Map(),
    spansFrom: keepsSpans ? 0 : null,
    htmlStart: null,
    html: '',
  };
}

/** Collects the link definitions and footnotes in a tree. The first definition of a label wins. */
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
