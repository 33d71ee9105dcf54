import { readSpelling } from '../../markdown/spelling.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { contentHash } from '../content-hash.ts';
import type { BlockSource } from '../document.ts';
import { blockFrom, blocksFrom } from './blocks.ts';
import { changedSource, type RereadLimits } from './changed-source.ts';
import { writeData, objectMember, listNodes, refuse, textAt, type InputPart } from './input-part.ts';
import { plainFrom } from './inlines.ts';
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
  const given = blocks.map((block): GivenBlock => ({ block, source: sourceOfBlock(block, groups) }));
  const sources = given.map(({ source }) => source);
  const isCoarse = objectMember(at, 'data')['limit'] !== undefined;
  if (before === '' && !isCoarse && sources.every((source) => source === null)) return newText(at);
  const state: State = {
    hidden: hiddenIn(blocks, sources),
    around: surroundings(before, sources),

    left: options.maxReparsedCharacters ?? 200_000,
    maxMs: options.maxMs ?? 1_000,
    footnotes: new Map(),
    // Without the title in the text, headings have the level at which they are read.
    isBelowTitle: before !== '' && objectMember(at, 'data')['belowTitle'] === true,
    keepsAddresses: isOfPage(at, options.page),
  };
  const pieces: Piece[] = [{ text: before, range: { start: 0, end: before.length } }];
  for (const run of listRuns(given)) {
    const [first] = run.blocks;
    pieces.push((isCoarse && first && coarsePiece(first.block)) || writeRun(state, run));
  }
  return withFootnotes(state, join(pieces, writeNewline(sources, before)));
}

/** The source in a block of an unparsed document; empty for the hint. Null for other blocks. */
function coarsePiece(block: InputPart): Piece | null {
  const { verbatim, note } = objectMember(block, 'data');
  if (note === true) return { text: '', range: null };
  return verbatim === true ? { text: plainFrom(block), range: null, isVerbatim: true } : null;
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

/** Finds the text around a source, without front matter, if the sources are all of the text in its order. */
function surroundings(before: string, sources: readonly (GivenSource | null)[]): RereadLimits['around'] {
  let text = '';
  let isWhole = true;
  for (const source of onePerText(sources)) {
    isWhole &&= source.at === before.length + text.length;
    text += source.text;
  }
  return ({ at, text: own }) => {
    const start = at - before.length;
    return isWhole ? { head: text.slice(0, start), tail: text.slice(start + own.trimEnd().length) } : null;
  };
}

/** Whether all blocks of one piece of source are present and unchanged. */
const isUnchanged = (blocks: readonly GivenBlock[], whole: GivenSource): boolean =>
  blocks.length === (whole.blocks ?? 1) &&
  blocks.every(
    ({ block, source }, index) =>
      source?.at === whole.at && source.index === index && source.digest === contentHash(block.value),
  );

/** The text of a run. Changed blocks keep the blank lines after their source. */
function writeRun(state: State, { blocks, source }: Run): Piece {
  const isInPlace = state.keepsAddresses || source?.links.length === 0;
  if (source && isInPlace && isUnchanged(blocks, source)) return { text: source.text, range: toRange(source) };
  const origin = source ?? blocks[0]?.source;
  const addresses = (state.keepsAddresses ? origin?.addresses : origin?.includes) ?? new Map<string, string>();
  const writing = newWriteContext(addresses, state);
  const body = source?.text.trimEnd() ?? '';
  const group = blocks.map(({ block }) => block);
  const written = writeMarkdown(
    group.flatMap((block) => blockFrom(writing, block, 1)),
    readSpelling(origin?.text ?? ''),
  ).trim();
  if (source === null) return { text: written, range: null };
  const text = changedSource(state, { blocks, source, body, written });
  return { text: text + source.text.slice(body.length), range: toRange(source) };
}

/** Link definitions and footnotes that are needed to parse other blocks. */
const hiddenIn = (blocks: readonly InputPart[], sources: readonly (GivenSource | null)[]): string =>
  blocks
    .flatMap((block, index) => {
      const text = writeData(block)['type'] === 'markdown' ? (sources[index]?.text ?? '') : '';
      return /^ {0,3}\[/.test(text) ? [text] : [];
    })
    .join('\n\n');

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
