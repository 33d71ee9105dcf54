import { diffArrays } from 'diff';
import { startComputingClock } from '../../../lib/computing-time.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { outcomeOf, TextProblem, tooIntricate } from '../../../lib/text-outcome.ts';
import { readSpelling } from '../../markdown/spelling.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { contentHash } from '../content-hash.ts';
import type { Block } from '../document.ts';
import { readPiece, readPieces, type TextAround } from '../read/document-from-markdown.ts';
import { blockFrom } from './blocks.ts';
import { withChangedWords } from './change-words.ts';
import { withChangedBlocks, type WantedBlock } from './change-blocks.ts';
import type { HiddenTexts } from './hidden-texts.ts';
import { mergeChange } from './merge-change.ts';
import type { GivenBlock } from './runs.ts';
import type { GivenSource } from './source.ts';
import { newWriteContext } from './write-context.ts';

/** The limits of reading sources again, shared by the blocks of a document, and what their reading needs. */
export interface RereadLimits {
  readonly hidden: HiddenTexts;
  /** The text without front matter; null when the document does not contain all of it. */
  readonly whole: { readonly text: string; readonly at: number } | null;
  /** Remaining characters that may be parsed again, block by block. */
  left: number;
  readonly maxMs: number;
  /** See `ReadContext`. */
  readonly isBelowTitle: boolean;
}

export interface ChangedSource {
  /** The blocks that the source has become. */
  readonly blocks: readonly GivenBlock[];
  readonly source: GivenSource;
  /** The source without the blanks after it. */
  readonly body: string;
  /** Writes the blocks anew. */
  readonly write: () => string;
}

/**
 * Applies only the changes to the sources. Without a way to do that, blocks are written anew. Several changes are tried
 * together first, so that the time is that of a few readings of the text, however many blocks were changed.
 */
export function changedSources(rereading: RereadLimits, changes: readonly ChangedSource[]): string[] {
  const together = changes.length > 1 ? changedTogether(rereading, changes) : new Map<ChangedSource, string>();
  return changes.map((changed) => together.get(changed) ?? changedAlone(rereading, changed));
}

/** The sources whose likeliest candidate fits, with those of all others in the text at once. */
function changedTogether(
  { whole, hidden, maxMs, isBelowTitle }: RereadLimits,
  changes: readonly ChangedSource[],
): Map<ChangedSource, string> {
  const settled = new Map<ChangedSource, string>();
  if (whole === null) return settled;
  const references = changes.flatMap(({ source }) => source.references);
  /** Reads the text with the sources replaced. */
  const read = (replaced: (change: ChangedSource) => string) => {
    const pieces: string[] = [];
    let at = 0;
    for (const change of changes) {
      const start = change.source.at - whole.at;
      pieces.push(whole.text.slice(at, start), replaced(change));
      at = start + change.body.length;
    }
    const blocks = readPieces([...pieces, whole.text.slice(at)], { references, maxMs, isBelowTitle });
    return new Map(changes.map((change, index) => [change, blocks[2 * index + 1] ?? []]));
  };
  outcomeOf(() => {
    const own = read(({ body }) => body);
    const first = new Map(
      changes.map((change) => [change, firstCandidate(change, own.get(change) ?? [], isBelowTitle)]),
    );
    const said = read((change) => first.get(change) ?? change.body);
    const settle = (fits: (change: ChangedSource) => boolean) => {
      for (const [change, candidate] of first)
        if (candidate !== null && !settled.has(change) && fits(change)) settled.set(change, candidate);
    };
    settle((change) => says(said.get(change) ?? []) === wantedOf(change));
    const left = changes.filter((change) => first.get(change) !== null && !settled.has(change));
    // A few are written anew and read alone, because the whole text would cost more.
    if (left.reduce((sum, { body }) => sum + body.length, 0) < whole.text.length / 2)
      settle((change) => {
        const text = change.write();
        const around = { head: '', tail: `\n\n${hidden.neededBy(text)}` };
        const anew = readPiece(text, { ...around, references: change.source.references, maxMs, isBelowTitle });
        return says(said.get(change) ?? []) === says(anew);
      });
    if (left.every((change) => settled.has(change))) return;
    const anew = read((change) => settled.get(change) ?? change.write());
    settle((change) => says(said.get(change) ?? []) === says(anew.get(change) ?? []));
  });
  return settled;
}

/** Null when there is none, or when the blocks are not those of the source. */
function firstCandidate(change: ChangedSource, before: readonly Block[], isBelowTitle: boolean): string | null {
  const { source, body } = change;
  if (before.length !== (source.blocks ?? 1) || contentHash(before[source.index]) !== source.digest) return null;
  const { value } = candidates(before, change, isBelowTitle).next();
  return value === undefined || value === body ? null : value;
}

/** Time for one piece of source, as a multiple of the time for one parse. */
const maxParses = 3;

/**
 * Changes one source. It is read alone, or in its text if it says something else there, because HTML can begin before it
 * and ids depend on other headings.
 */
function changedAlone(rereading: RereadLimits, changed: ChangedSource): string {
  const computedMs = startComputingClock();
  const reader =
    (around: (piece: string) => TextAround): Read =>
    (piece) => {
      const { head, tail } = around(piece);
      const cost = head.length + piece.length + tail.length;
      const { maxMs, left } = rereading;
      if (cost > left || computedMs() > maxParses * maxMs) throw new TextProblem(tooIntricate);
      rereading.left -= cost;
      const { isBelowTitle } = rereading;
      return readPiece(piece, { references: changed.source.references, maxMs, head, tail, isBelowTitle });
    };
  const found = outcomeOf(() => {
    const { body } = changed;
    const readAlone = reader((piece) => ({ head: '', tail: `\n\n${rereading.hidden.neededBy(piece)}` }));
    const before = readAlone(body);
    const around = isAsInText(changed, before) ? null : textAround(rereading, changed.source);
    if (around === null) return fitting(changed, before, readAlone, rereading.isBelowTitle);
    const readInText = reader(() => around);
    return fitting(changed, readInText(body), readInText, rereading.isBelowTitle);
  });
  return ('value' in found ? found.value : null) ?? changed.write();
}

/** Whether a source says alone what it says in its text, apart from the id of a heading, which depends on the others. */
function isAsInText({ blocks, source }: ChangedSource, alone: readonly Block[]): boolean {
  const given = blocks.find((one) => one.source === source)?.block.value as Partial<Block> | undefined;
  const own = alone[source.index];
  return alone.length === (source.blocks ?? 1) && contentHash({ ...own, meta: given?.meta }) === source.digest;
}

/** Null when the document does not contain all of the text. */
function textAround({ whole }: RereadLimits, { at, text }: GivenSource): TextAround | null {
  if (whole === null) return null;
  const start = at - whole.at;
  return { head: whole.text.slice(0, start), tail: whole.text.slice(start + text.trimEnd().length) };
}

const wantedOf = ({ blocks }: ChangedSource) => says(blocks.map(({ block }) => block.value));

type Read = (piece: string) => readonly Block[];

/**
 * The first candidate that says what the blocks say, or what they would say when written anew: what a client sends can
 * differ from what is read in ways that the text does not express. Null when there is none.
 */
function fitting(changed: ChangedSource, before: readonly Block[], read: Read, isBelowTitle: boolean): string | null {
  const { body, write } = changed;
  const wanted = wantedOf(changed);
  let saidAnew: string | undefined;
  for (const candidate of candidates(before, changed, isBelowTitle)) {
    const isSame = candidate === body;
    const said = says(isSame ? before : read(candidate));
    // A source that says what is wanted and yet counts as changed leads elsewhere where it is written, with its addresses.
    if (said === wanted && isSame) continue;
    if (said === wanted) return candidate;
    saidAnew ??= says(read(write()));
    if (said === saidAnew) return candidate;
  }
  return null;
}

function* candidates(
  before: readonly Block[],
  { blocks, source, body, write }: ChangedSource,
  isBelowTitle: boolean,
): Generator<string> {
  const writing = newWriteContext(source.addresses, { isBelowTitle });
  const after = blocks.map(({ block }) => block.value);
  const words = () => withChangedWords(before, after, body);
  const isMoved = hasMoved(before, after);
  if (!isMoved) yield* words();
  const moved = withChangedBlocks(before, listWanted(blocks, source), { source: body, writing });
  if (moved !== null) yield moved;
  if (isMoved) yield* words();
  const base = writeMarkdown(
    before.flatMap((value) => blockFrom(writing, { value, path: '' }, 1)),
    readSpelling(body),
  ).trim();
  const written = write();
  const merged = mergeChange({ base, source: body, written });
  if (merged !== written) yield merged;
  yield* withinTags(body, written);
}

/** Whether a block stands in another place than before, or twice. */
function hasMoved(before: readonly unknown[], after: readonly unknown[]): boolean {
  const [own, wanted] = [before, after].map((blocks) => blocks.map((one) => says([one])));
  return diffArrays(own ?? [], wanted ?? []).some(
    ({ added, value }) => added && value.some((one) => own?.includes(one)),
  );
}

/** What blocks shall say. An unchanged block from another place has its own source. */
const listWanted = (blocks: readonly GivenBlock[], whole: GivenSource): WantedBlock[] =>
  blocks.map(({ block: { value }, source }) => {
    const isWhole = source !== null && source.at !== whole.at && source.blocks === undefined;
    return { value, text: isWhole && source.digest === contentHash(value) ? source.text : undefined };
  });

const isTag = (line: string) => /^(?:<.*>|\{%.*%\}|:{3,}.*)$/.test(line.trim());

/** The blocks written anew within the tags that stand on lines of their own around the source. */
function* withinTags(body: string, written: string): Generator<string> {
  const lines = body.split('\n');
  const isOutside = (line: string) => line.trim() === '' || isTag(line);
  const first = lines.findIndex((line) => !isOutside(line));
  const last = lines.findLastIndex((line) => !isOutside(line));
  if (first <= 0 || last === lines.length - 1) return;
  yield [...lines.slice(0, first), written, ...lines.slice(last + 1)].join('\n');
}

/** Hashes blocks without heading ids, which depend on the other headings, and with one blank where readers see one. */
const says = (blocks: readonly unknown[]) => contentHash(blocks.map(withSingleBlanks), ['meta']);

function withSingleBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSingleBlanks);
  if (!isRecord(value)) return value;
  const { text } = value;
  if (value['object'] === 'leaf' && typeof text === 'string')
    return { ...value, text: text.replaceAll(/[^\S\n]{2,}/g, ' ') };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withSingleBlanks(member)]));
}
