import { diffArrays } from 'diff';
import { startComputingClock } from '../../../lib/computing-time.ts';
import { outcomeOf, TextProblem, tooIntricate } from '../../../lib/text-outcome.ts';
import { readSpelling } from '../../markdown/spelling.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { contentHash } from '../content-hash.ts';
import type { Block } from '../document.ts';
import { readPiece, type TextAround } from '../read/document-from-markdown.ts';
import { blockFrom } from './blocks.ts';
import { withChangedWords } from './change-words.ts';
import { withChangedBlocks, type WantedBlock } from './change-blocks.ts';
import { mergeChange } from './merge-change.ts';
import type { GivenBlock } from './runs.ts';
import type { GivenSource } from './source.ts';
import { newWriteContext } from './write-context.ts';

/** The limits of reading sources again, shared by the blocks of a document, and what their reading needs. */
export interface RereadLimits {
  /** Link definitions and footnotes of the text. */
  readonly hidden: string;
  /** The text around a source; null when the document does not contain all of it. */
  readonly around: (source: GivenSource) => TextAround | null;
  /** Remaining characters that may be parsed again. */
  left: number;
  readonly maxMs: number;
  /** See `ReadContext`. */
  readonly isBelowTitle: boolean;
}

interface ChangedSource {
  /** The blocks that the source has become. */
  readonly blocks: readonly GivenBlock[];
  readonly source: GivenSource;
  /** The source without the blanks after it. */
  readonly body: string;
  /** The blocks written anew. */
  readonly written: string;
}

/** Time for one piece of source, as a multiple of the time for one parse. */
const maxParses = 3;

/**
 * Applies only the change to the source. Without a way to do that, the blocks are written anew. The source is read alone,
 * or in its text if it says something else there, because HTML can begin before it and ids depend on other headings.
 */
export function changedSource(rereading: RereadLimits, changed: ChangedSource): string {
  const computedMs = startComputingClock();
  const reader =
    ({ head, tail }: TextAround): Read =>
    (piece) => {
      const cost = head.length + piece.length + tail.length;
      const { maxMs, left } = rereading;
      if (cost > left || computedMs() > maxParses * maxMs) throw new TextProblem(tooIntricate);
      rereading.left -= cost;
      const { isBelowTitle } = rereading;
      return readPiece(piece, { references: changed.source.references, maxMs, head, tail, isBelowTitle });
    };
  const found = outcomeOf(() => {
    const { source, body } = changed;
    const readAlone = reader({ head: '', tail: `\n\n${rereading.hidden}` });
    const before = readAlone(body);
    const isAsInText = before.length === (source.blocks ?? 1) && contentHash(before[source.index]) === source.digest;
    const around = isAsInText ? null : rereading.around(source);
    if (around === null) return fitting(changed, before, readAlone, rereading.isBelowTitle);
    const readInText = reader(around);
    return fitting(changed, readInText(body), readInText, rereading.isBelowTitle);
  });
  return 'value' in found ? (found.value ?? changed.written) : changed.written;
}

type Read = (piece: string) => readonly Block[];

/**
 * The first candidate that says what the blocks say, or what they would say when written anew: what a client sends can
 * differ from what is read in ways that the text does not express. Null when there is none.
 */
function fitting(changed: ChangedSource, before: readonly Block[], read: Read, isBelowTitle: boolean): string | null {
  const { body, written, blocks } = changed;
  const wanted = says(blocks.map(({ block }) => block.value));
  let saidAnew: string | undefined;
  for (const candidate of candidates(before, changed, isBelowTitle)) {
    const isSame = candidate === body;
    const said = says(isSame ? before : read(candidate));
    // A source that says what is wanted and yet counts as changed leads elsewhere where it is written, with its addresses.
    if (said === wanted && isSame) continue;
    if (said === wanted) return candidate;
    saidAnew ??= says(read(written));
    if (said === saidAnew) return candidate;
  }
  return null;
}

function* candidates(
  before: readonly Block[],
  { blocks, source, body, written }: ChangedSource,
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

/** Hashes blocks without heading ids, which depend on the other headings. */
const says = (blocks: readonly unknown[]) => contentHash(blocks, ['meta']);
