import { readSpelling } from '../../markdown/spelling.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { contentHash } from '../content-hash.ts';
import type { BlockSource, RichDocument } from '../document.ts';
import { blockFrom, blocksFrom } from './blocks.ts';
import { changedSources, type ChangedSource, type RereadLimits } from './changed-source.ts';
import { separateFootnotes } from './changed-footnotes.ts';
import { HiddenTexts } from './hidden-texts.ts';
import { writeData, objectMember, listNodes, refuse, textAt, type InputPart } from './input-part.ts';
import { dataText, plainFrom } from './inlines.ts';
import { listRuns, type GivenBlock, type Run } from './runs.ts';
import { readGroupSources, sourceOfBlock, type GivenSource } from './source.ts';
import { newWriteContext, type WriteContext } from './write-context.ts';

/** Options for converting a document to Markdown. */
export interface WriteOptions {
  /** Maximum number of source characters that are parsed again, to change a block within its source. */
  readonly maxReparsedCharacters?: number;
  readonly maxMs?: number;
  /** Id of the page to which the document is written. Relative URLs from another page are replaced. */
  readonly page?: string | null;
  /** The document before it was changed, read with spans, so that its sources are not read again to learn what they say. */
  readonly asRead?: RichDocument;
}

/** A piece of the new text. */
interface Piece {
  readonly text: string;
  /** Start and end of its source in the original text; null for new text. */
  readonly range: { readonly start: number; readonly end: number } | null;
  /** Whether the block is a piece of an unparsed text. */
  readonly isVerbatim?: boolean;
}

/**
 * Converts a JSON document to Markdown. `path` is its path in the request. An unchanged block yields its source byte
 * for byte; a changed block changes its source as little as possible. Throws validation_failed for anything but a
 * document, and for blocks, inlines and marks that Markdown cannot express. See docs/reference/content.md.
 */
export function markdownFromDocument(document: unknown, path: string, options: WriteOptions = {}): string {
  const at: InputPart = { value: document, path };
  const { object } = writeData(at);
  if (object !== 'document') throw refuse({ value: object, path: `${path}.object` }, 'must be "document"');
  const before = textAt({ value: objectMember(at, 'data')['before'] ?? undefined, path: `${path}.data.before` }) ?? '';
  const blocks = listNodes(at);
  const groups = readGroupSources(at);
  const maxMs = options.maxMs ?? 1_000;
  const { blocks: given, texts: footnotes } = separateFootnotes(
    blocks.map((block): GivenBlock => ({ block, source: sourceOfBlock(block, groups) })),
    maxMs,
  );
  const sources = given.map(({ source }) => source);
  const isCoarse = objectMember(at, 'data')['limit'] !== undefined;
  if (before === '' && !isCoarse && sources.every((source) => source === null)) return newText(at);
  const state: State = {
    hidden: hiddenIn(blocks, sources),
    whole: wholeText(before, sources),
    left: Math.min(options.maxReparsedCharacters ?? 200_000, maxRereadings * lengthOf(sources) + leastReparsed),
    maxMs,
    footnotes: new Map(),
    // Without the title in the text, headings have the level at which they are read.
    isBelowTitle: before !== '' && objectMember(at, 'data')['belowTitle'] === true,
    keepsAddresses: isOfPage(at, options.page),
    asRead: options.asRead,
  };
  const planned = listRuns(given).map((run) => {
    const [first] = run.blocks;
    return (isCoarse && first && coarsePiece(first.block)) || rawPiece(run, footnotes) || planRun(state, run);
  });
  const changes = planned.filter((piece): piece is ChangedSource => 'write' in piece);
  const texts = new Map(changedSources(state, changes).map((text, index) => [changes[index], text]));
  const pieces = planned.map((piece) => ('write' in piece ? changedPiece(piece, texts.get(piece) ?? '') : piece));
  pieces.unshift({ text: before, range: { start: 0, end: before.length } });
  return withFootnotes(state, join(pieces, writeNewline(sources, before)));
}

/** The source in a block of an unparsed document; empty for the hint. Null for other blocks. */
function coarsePiece(block: InputPart): Piece | null {
  const { verbatim, note } = objectMember(block, 'data');
  if (note === true) return { text: '', range: null };
  return verbatim === true ? { text: plainFrom(block), range: null, isVerbatim: true } : null;
}

/** A footnote, link definition or other text that is in a document as it is written; null when it is unchanged, or not one. */
function rawPiece({ blocks, source }: Run, footnotes: ReadonlyMap<GivenBlock, string>): Piece | null {
  const [only] = blocks;
  if (only === undefined || blocks.length > 1 || source === null || source.blocks !== undefined) return null;
  const footnote = footnotes.get(only);
  if (footnote !== undefined) return { text: footnote, range: toRange(source) };
  if (writeData(only.block)['type'] !== 'markdown' || source.digest === contentHash(only.block.value)) return null;
  const markdown = dataText(only.block, 'markdown') ?? '';
  return { text: markdown.trimEnd() + source.text.slice(source.text.trimEnd().length), range: toRange(source) };
}

/** Converts a document that was not read from a text. */
function newText(at: InputPart): string {
  const writing = newWriteContext(new Map());
  const text = writeMarkdown(blocksFrom(writing, at, 0)).trim();
  return withFootnotes({ footnotes: writing.footnotes }, text).trimEnd();
}

interface State extends RereadLimits {
  readonly keepsAddresses: boolean;
  readonly footnotes: WriteContext['footnotes'];
}

/** Whether a document is written to the page from which it was read, or was read from no page. */
function isOfPage(at: InputPart, to: string | null | undefined): boolean {
  const { page } = objectMember(at, 'data');
  return page === undefined || page === to;
}

const toRange = ({ at, text }: BlockSource) => ({ start: at, end: at + text.length });

/** The sources without the further ones of blocks that share their text with the one before. */
function onePerText(sources: readonly (GivenSource | null)[]): GivenSource[] {
  let last: GivenSource | null = null;
  return sources.flatMap((source) => {
    if (source === null || ((source.blocks ?? 1) > 1 && source.at === last?.at)) return [];
    last = source;
    return [source];
  });
}

/** The text of a document without front matter, if the sources are all of it in its order. */
function wholeText(before: string, sources: readonly (GivenSource | null)[]): RereadLimits['whole'] {
  let text = '';
  for (const source of onePerText(sources)) {
    if (source.at !== before.length + text.length) return null;
    text += source.text;
  }
  return { text, at: before.length };
}

const lengthOf = (sources: readonly (GivenSource | null)[]): number =>
  onePerText(sources).reduce((sum, { text }) => sum + text.length, 0);

/** How often a text may be read again block by block, and the characters that may be for any. */
const maxRereadings = 12;
const leastReparsed = 20_000;

/** Whether all blocks of one piece of source are present and unchanged. */
const isUnchanged = (blocks: readonly GivenBlock[], whole: GivenSource): boolean =>
  blocks.length === (whole.blocks ?? 1) &&
  blocks.every(
    ({ block, source }, index) =>
      source?.at === whole.at && source.index === index && source.digest === contentHash(block.value),
  );

/** The text of a run that is unchanged or new; what is known of another. */
function planRun(state: State, { blocks, source }: Run): Piece | ChangedSource {
  const isInPlace = state.keepsAddresses || source?.links.length === 0;
  if (source && isInPlace && isUnchanged(blocks, source)) return { text: source.text, range: toRange(source) };
  const origin = source ?? blocks[0]?.source;
  const addresses = (state.keepsAddresses ? origin?.addresses : origin?.includes) ?? new Map<string, string>();
  const writing = newWriteContext(addresses, state);
  const body = source?.text.trimEnd() ?? '';
  const group = blocks.map(({ block }) => block);
  let written: string | undefined;
  const write = () =>
    (written ??= writeMarkdown(
      group.flatMap((block) => blockFrom(writing, block, 1)),
      readSpelling(origin?.text ?? ''),
    ).trim());
  return source === null ? { text: write(), range: null } : { blocks, source, body, write };
}

/** Changed blocks keep the blank lines after their source. */
const changedPiece = ({ source, body }: ChangedSource, text: string): Piece => ({
  text: text + source.text.slice(body.length),
  range: toRange(source),
});

const hiddenIn = (blocks: readonly InputPart[], sources: readonly (GivenSource | null)[]): HiddenTexts =>
  new HiddenTexts(
    blocks.flatMap((block, index) => (writeData(block)['type'] === 'markdown' ? [sources[index]?.text ?? ''] : [])),
  );

function writeNewline(sources: readonly (GivenSource | null)[], before: string): string {
  const text =
    before +
    onePerText(sources.slice(0, 20))
      .map(({ text: own }) => own)
      .join('');
  return /\r\n/.test(text) && !/[^\r]\n/.test(text) ? '\r\n' : '\n';
}

/** Joins pieces: neighbors in the source unchanged, others with a blank line between. */
function join(pieces: readonly Piece[], newline: string): string {
  let text = '';
  let end: number | null = 0;
  let wasVerbatim = true;
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const isVerbatim = piece.isVerbatim === true;
    const isNeighbour = (piece.range !== null && end === piece.range.start) || (isVerbatim && wasVerbatim);
    wasVerbatim = isVerbatim || (piece.range !== null && piece.range.start === 0);
    if (!isNeighbour && text !== '') text += missingBreaks(text, newline);
    text +=
      newline === '\n' || piece.range !== null || isVerbatim ? piece.text : piece.text.replaceAll(/\r?\n/g, newline);
    end = piece.range?.end ?? null;
  }
  return text;
}

const missingBreaks = (text: string, newline: string) => {
  if (/\n[ \t]*\r?\n[ \t]*$/.test(text.slice(-200))) return '';
  return text.endsWith('\n') ? newline : newline.repeat(2);
};

/** Appends the footnotes of annotations that the text lacks. */
function withFootnotes({ footnotes }: Pick<State, 'footnotes'>, text: string): string {
  let whole = text;
  for (const [label, fragment] of footnotes) {
    if (whole.includes(`[^${label}]:`)) continue;
    const writing = newWriteContext(new Map(), { footnotes: new Map(footnotes) });
    const body = writeMarkdown(blocksFrom(writing, fragment, 1)).trim();
    const lines = body.split('\n').map((line, index) => (index === 0 || line === '' ? line : `    ${line}`));
    whole = `${whole}${whole === '' ? '' : missingBreaks(whole, '\n')}[^${label}]: ${lines.join('\n')}\n`;
  }
  return whole;
}
