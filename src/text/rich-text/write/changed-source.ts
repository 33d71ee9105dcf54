import { diffArrays } from 'diff';
import { addToList } from '../../../lib/add-to-list.ts';
import { startComputingClock } from '../../../lib/computing-time.ts';
import { outcomeOf, TextProblem, tooIntricate } from '../../../lib/text-outcome.ts';
import { readSpelling } from '../../markdown/spelling.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { isAlike } from '../alike.ts';
import { contentHash } from '../content-hash.ts';
import type { Block, RichDocument } from '../document.ts';
import { moveSpans } from '../read/move-spans.ts';
import { readPiece, readPieces, type TextAround } from '../read/document-from-markdown.ts';
import { blockFrom } from './blocks.ts';
import { withChangedWords } from './change-words.ts';
import { withChangedBlocks, type WantedBlock } from './change-blocks.ts';
import type { HiddenTexts } from './hidden-texts.ts';
import { mergeChange } from './merge-change.ts';
import { withNewAnchor } from './new-anchor.ts';
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
  /** See `WriteOptions`. */
  readonly asRead?: RichDocument | undefined;
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
  { whole, hidden, maxMs, isBelowTitle, asRead }: RereadLimits,
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
    const own = asRead === undefined ? read(({ body }) => body) : listRead(asRead, changes, whole.at);
    const first = new Map(
      changes.map((change) => {
        const before = own.get(change) ?? [];
        const isOwn = asRead !== undefined || isReadFrom(change.source, before);
        return [change, isOwn ? firstCandidate(change, before, isBelowTitle) : null];
      }),
    );
    const said = read((change) => first.get(change) ?? change.body);
    const settle = (fits: (change: ChangedSource) => boolean) => {
      for (const [change, candidate] of first)
        if (candidate !== null && !settled.has(change) && fits(change)) settled.set(change, candidate);
    };
    settle((change) => isAlike(said.get(change) ?? [], wantedOf(change)));
    const left = changes.filter((change) => first.get(change) !== null && !settled.has(change));
    // A few are written anew and read alone, because the whole text would cost more.
    if (left.reduce((sum, { body }) => sum + body.length, 0) < whole.text.length / 2)
      settle((change) => {
        const text = change.write();
        const around = { head: '', tail: `\n\n${hidden.neededBy(text)}` };
        const anew = readPiece(text, { ...around, references: change.source.references, maxMs, isBelowTitle });
        return isAlike(said.get(change) ?? [], anew);
      });
    if (left.every((change) => settled.has(change))) return;
    const anew = read((change) => settled.get(change) ?? change.write());
    settle((change) => isAlike(said.get(change) ?? [], anew.get(change) ?? []));
  });
  return settled;
}

/** What the sources were read as, as `readPieces` reads them. */
function listRead(
  { nodes }: RichDocument,
  changes: readonly ChangedSource[],
  start: number,
): Map<ChangedSource, readonly Block[]> {
  const blocks = new Map<number, Block[]>();
  for (const block of nodes) if (block.data.source) addToList(blocks, block.data.source.at, block);
  return new Map(
    changes.map((change) => {
      const { at } = change.source;
      return [change, (blocks.get(at) ?? []).map((block) => moveSpans(block, start - at))];
    }),
  );
}

/** Whether blocks are those that were read from a source. */
const isReadFrom = ({ blocks = 1, index, digest }: GivenSource, read: readonly Block[]): boolean =>
  read.length === blocks && contentHash(read[index]) === digest;

/** Null when there is none. */
function firstCandidate(change: ChangedSource, before: readonly Block[], isBelowTitle: boolean): string | null {
  const { value } = candidates(before, change, isBelowTitle).next();
  return value === undefined || value === change.body ? null : value;
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

const wantedOf = ({ blocks }: ChangedSource): unknown[] => blocks.map(({ block }) => block.value);

type Read = (piece: string) => readonly Block[];

/**
 * The first candidate that says what the blocks say, or what they would say when written anew: what a client sends can
 * differ from what is read in ways that the text does not express. Null when there is none.
 */
function fitting(changed: ChangedSource, before: readonly Block[], read: Read, isBelowTitle: boolean): string | null {
  const { body, write } = changed;
  const wanted = wantedOf(changed);
  let saidAnew: readonly Block[] | undefined;
  for (const candidate of candidates(before, changed, isBelowTitle)) {
    const isSame = candidate === body;
    const said = isSame ? before : read(candidate);
    const isWanted = isAlike(said, wanted);
    // A source that says what is wanted and yet counts as changed leads elsewhere where it is written, with its addresses.
    if (isWanted && isSame) continue;
    if (isWanted) return candidate;
    saidAnew ??= read(write());
    if (isAlike(said, saidAnew)) return candidate;
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
  if (before.length === 1 && after.length === 1) yield* withNewAnchor(before[0], after[0], body);
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
  if (before.length === 1 && after.length === 1) return false;
  return diffArrays([...before], [...after], { comparator: isAlike }).some(
    ({ added, value }) => added && value.some((one) => before.some((own) => isAlike(own, one))),
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
