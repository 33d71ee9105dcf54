import { outcomeOf } from '../../../lib/text-outcome.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { contentHash } from '../content-hash.ts';
import type { BlockSource } from '../document.ts';
import { readPieces } from '../read/document-from-markdown.ts';
import { blockFrom, blocksFrom } from './blocks.ts';
import { dataOf, objectMember, nodesOf, refuse, textAt, type InputPart } from './input-part.ts';
import { plainFrom } from './inlines.ts';
import { mergeChange } from './merge-change.ts';
import { sourceOfBlock, type GivenSource } from './source.ts';
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
  const { object } = dataOf(at);
  if (object !== 'document') throw refuse({ value: object, path: `${path}.object` }, 'must be "document"');
  const before = textAt({ value: objectMember(at, 'data')['before'] ?? undefined, path: `${path}.data.before` }) ?? '';
  const blocks = nodesOf(at);
  const sources = blocks.map(sourceOfBlock);
  const isCoarse = objectMember(at, 'data')['limit'] !== undefined;
  if (before === '' && !isCoarse && sources.every((source) => source === null)) return newText(at);
  const state: State = {
    hidden: hiddenIn(blocks, sources),
    left: options.maxReparsedCharacters ?? 200_000,
    maxMs: options.maxMs ?? 1_000,
    footnotes: new Map(),
    keepsAddresses: isOfPage(at, options.page),
  };
  const pieces: Piece[] = [{ text: before, range: { start: 0, end: before.length } }];
  for (let index = 0; index < blocks.length; index += 1) {
    const coarse = isCoarse && blocks[index] ? coarsePiece(blocks[index] as InputPart) : null;
    if (coarse) {
      pieces.push(coarse);
      continue;
    }
    const source = sources[index] ?? null;
    const size = source?.blocks ?? 1;
    const group = blocks.slice(index, index + size);
    const isInPlace = state.keepsAddresses || source?.links.length === 0;
    if (source && isInPlace && isUnchanged(group, sources.slice(index, index + size))) {
      pieces.push({ text: source.text, range: rangeOf(source) });
      index += group.length - 1;
    } else if (blocks[index]) pieces.push(changedPiece(state, blocks[index] as InputPart, source));
  }
  return withFootnotes(state, join(pieces, newlineOf(blocks, sources, before)));
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

interface State {
  /** Link definitions and footnotes of the text. */
  readonly hidden: string;
  /** Remaining characters that may be parsed again. */
  left: number;
  readonly maxMs: number;
  readonly keepsAddresses: boolean;
  readonly footnotes: WriteContext['footnotes'];
}

/** Whether a document is written to the page from which it was read, or was read from no page. */
function isOfPage(at: InputPart, to: string | null | undefined): boolean {
  const { page } = objectMember(at, 'data');
  return page === undefined || page === to;
}

const rangeOf = ({ at, text }: BlockSource) => ({ start: at, end: at + text.length });

/** Whether all blocks of one piece of source are present and unchanged. */
function isUnchanged(group: readonly InputPart[], sources: readonly (GivenSource | null)[]): boolean {
  const [first] = sources;
  if (!first || group.length !== (first.blocks ?? 1)) return false;
  return group.every((block, index) => {
    const source = sources[index];
    const isOfGroup = source && source.at === first.at && (index === 0 || source.text === '');
    return isOfGroup && source.digest === contentHash(block.value);
  });
}

/** Converts a new or changed block. A changed block keeps the blank lines after its source. */
function changedPiece(state: State, block: InputPart, source: GivenSource | null): Piece {
  const addresses = (state.keepsAddresses ? source?.addresses : source?.includes) ?? new Map<string, string>();
  const writing = newWriteContext(addresses, state.footnotes);
  const written = writeMarkdown(blockFrom(writing, block, 1)).trim();
  if (source === null || source.text === '') return { text: written, range: null };
  const [, body = '', gap = ''] = /^([\s\S]*?)(\s*)$/.exec(source.text) ?? [];
  const text = source.blocks === undefined ? changedSource(state, { block, source, body, written }) : written;
  return { text: text + gap, range: rangeOf(source) };
}

interface Changed {
  readonly block: InputPart;
  readonly source: GivenSource;
  readonly body: string;
  readonly written: string;
}

/**
 * Applies only the change to the source, if the result parses to the changed block. Otherwise writes the block anew.
 */
function changedSource(state: State, { block, source, body, written }: Changed): string {
  const cost = 2 * (body.length + state.hidden.length) + written.length;
  if (cost > state.left) return written;
  state.left -= cost;
  const read = (text: string) =>
    readPieces(`${text}\n\n${state.hidden}`, { references: source.references, maxMs: state.maxMs })[0] ?? [];
  const merged = outcomeOf(() => {
    const [before, ...more] = read(body);
    if (!before || more.length > 0) return written;
    const base = writeMarkdown(blockFrom(newWriteContext(source.addresses), { value: before, path: '' }, 1)).trim();
    const text = mergeChange({ base, source: body, written });
    const [after, ...others] = text === written ? [] : read(text);
    return after && others.length === 0 && says(after) === says(block.value) ? text : written;
  });
  return 'value' in merged ? merged.value : written;
}

/** Hashes a block without heading ids, which depend on the other headings. */
const says = (block: unknown) => contentHash(block, ['meta']);

/** Link definitions and footnotes that are needed to parse other blocks. */
const hiddenIn = (blocks: readonly InputPart[], sources: readonly (GivenSource | null)[]): string =>
  blocks
    .flatMap((block, index) => {
      const text = dataOf(block)['type'] === 'markdown' ? (sources[index]?.text ?? '') : '';
      return /^ {0,3}\[/.test(text) ? [text] : [];
    })
    .join('\n\n');

function newlineOf(blocks: readonly InputPart[], sources: readonly (GivenSource | null)[], before: string): string {
  const text =
    before +
    sources
      .slice(0, Math.min(blocks.length, 20))
      .map((source) => source?.text ?? '')
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
    const body = writeMarkdown(blocksFrom(newWriteContext(new Map(), new Map(footnotes)), fragment, 1)).trim();
    const lines = body.split('\n').map((line, index) => (index === 0 || line === '' ? line : `    ${line}`));
    whole = `${whole}${whole === '' ? '' : missingBreaks(whole, '\n')}[^${label}]: ${lines.join('\n')}\n`;
  }
  return whole;
}
