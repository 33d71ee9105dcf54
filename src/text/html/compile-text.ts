import type { Safe } from '../../lib/html.ts';
import { outcomeOf, TextProblem } from '../../lib/text-outcome.ts';
import { blocksIn, inlinesIn } from '../rich-text/block-words.ts';
import { boundedDocumentFromMarkdown } from '../rich-text/bounded-document.ts';
import { inlineText, type Block, type InlineNode, type RichDocument } from '../rich-text/document.ts';
import { withoutSpecContents } from '../markdown/spec-blocks.ts';
import type { ReadOptions } from '../rich-text/read/document-from-markdown.ts';
import { unparsedDocument } from '../rich-text/read/unparsed-document.ts';
import { writeBlocks } from './blocks.ts';
import type { CompiledText } from './compiled-text.ts';
import { depthIn } from './headings.ts';
import { selectOutline } from './outline.ts';
import { claimId, createHtmlContext, splitAtSlots, type HtmlContext } from './html-context.ts';

export interface CompileOptions extends Omit<ReadOptions, 'keepsSource' | 'namesPlaces' | 'page'> {
  /** Whether the text is a reusable content, which stands in the texts of pages. */
  readonly isIncluded?: boolean;
}

/**
 * Compiles Markdown to HTML with slots. The Markdown is what the reader may see: hidden blocks are cut, expressions have their
 * values. Any text can be compiled: one that is too large or too intricate becomes paragraphs of its source. A task of the
 * workers: `compileText`.
 */
export function compileText(markdown: string, { isIncluded = false, ...options }: CompileOptions = {}): CompiledText {
  const { document, text, reading } = readText(markdown, options);
  const read = outcomeOf(() => compileDocument(document, isIncluded));
  if ('value' in read) return read.value;
  return compileDocument(unparsedDocument(text, read.problem, reading), isIncluded);
}

/** Reads a text that is compiled. */
export function readText(markdown: string, { isIncluded: _isIncluded, ...options }: CompileOptions) {
  const reading: ReadOptions = { ...options, keepsSource: false, namesPlaces: true };
  // The marks of slots are NUL characters.
  const text = withoutSpecContents(markdown.replaceAll('\0', '\uFFFD'));
  return { document: boundedDocumentFromMarkdown(text, reading), text, reading };
}

/** Maximum length of the HTML of a text, in characters. That of a text shown as source is at most six times its length. */
const maxHtmlCharacters = 13_000_000;

/** Compiles a document. Throws TextProblem or RangeError when its HTML would be too long or is nested too deeply. */
export function compileDocument({ data, nodes }: RichDocument, isIncluded = false): CompiledText {
  const { reserved, titles } = readIds(nodes);
  const { titleId } = data;
  if (titleId !== undefined) reserved.add(titleId);
  const context = createHtmlContext({ isIncluded, reserved, titles, writeBlocks });
  const isFree = titleId !== undefined && claimId(context, titleId) !== null;
  const [first, ...rest] = nodes;
  const parts =
    first && isOpening(first, rest)
      ? [writeBlocks(context, [first]), writeBlocks(context, rest)]
      : [writeBlocks(context, nodes)];
  return compiledText(context, parts, {
    description: readDescription(nodes),
    ...(data.limit !== undefined && { limit: data.limit }),
    ...(isFree && { titleId }),
  });
}

/** Whether a block is the only heading of the first level of a text that begins with it. */
const isOpening = (first: Block, rest: readonly Block[]): boolean => isTop(first) && !rest.some(isTop);
const isTop = (node: Block): boolean => node.type.startsWith('heading-') && depthIn(node) === 1;

/** The compiled text of a context and its HTML, the heading with which it begins apart. Throws TextProblem when it is too long. */
export function compiledText(
  context: HtmlContext,
  parts: readonly Safe[],
  about: Pick<CompiledText, 'description' | 'limit' | 'titleId'>,
): CompiledText {
  const length = parts.reduce((sum, { html }) => sum + html.length, 0);
  if (length > maxHtmlCharacters) throw new TextProblem(`its HTML has more than ${maxHtmlCharacters} characters`);
  const pieces = parts.map((part) => splitAtSlots(context, part));
  const [heading] = context.outline;
  const opening =
    parts.length > 1 && heading && 'id' in heading
      ? { opening: { id: heading.id, title: heading.title, pieces: pieces[0]?.length ?? 0 } }
      : {};
  return {
    pieces: pieces.flat(),
    references: context.references,
    outline: selectOutline(context.outline),
    ids: [...context.ids],
    ...opening,
    ...about,
  };
}

/** Lists the ids of the blocks of a document, and the titles of its headings by their ids. */
function readIds(nodes: readonly Block[]): { reserved: Set<string>; titles: Map<string, string> } {
  const reserved = new Set<string>();
  const titles = new Map<string, string>();
  const walk = (node: Block | InlineNode) => {
    if (node.object === 'text') return;
    if (node.object === 'block' && node.meta?.id) {
      reserved.add(node.meta.id);
      if (node.type.startsWith('heading-')) titles.set(node.meta.id, inlineText(inlinesIn(node)));
    }
    for (const one of node.nodes ?? []) walk(one);
    for (const fragment of node.fragments ?? []) for (const one of fragment.nodes) walk(one);
  };
  for (const node of nodes) walk(node);
  return { reserved, titles };
}

const maxDescriptionCharacters = 300;

/** The words of the first paragraph, also in a container, cut after a word. */
function readDescription(nodes: readonly Block[]): string {
  for (const node of nodes) {
    const isProse = node.type === 'paragraph' && node.data['verbatim'] !== true;
    const text = isProse ? inlineText(inlinesIn(node)).replaceAll(/\s+/g, ' ').trim() : '';
    if (text !== '') return cutAfterWord(text);
    const inside = node.type === 'columns' || node.type === 'column' ? readDescription(blocksIn(node)) : '';
    if (inside !== '') return inside;
  }
  return '';
}

function cutAfterWord(text: string): string {
  if (text.length <= maxDescriptionCharacters) return text;
  const cut = text.slice(0, maxDescriptionCharacters);
  const end = cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : cut).toWellFormed().replace(/\uFFFD$/, '')}…`;
}
