import type { ConflictHunk, LineRange, MergeSide } from './conflict.ts';
import { listRegions, type Lines, type LineSpan } from '../../lib/diff3.ts';
import { splitFrontMatter } from '../markdown/front-matter.ts';

export interface Texts {
  readonly base: string;
  readonly main: string;
  readonly changeRequest: string;
}

export interface MergedText {
  readonly text: string;
  /** Conflicts. In the text they are between markers, or resolved in favor of the preferred side. */
  readonly hunks: readonly ConflictHunk[];
}

/**
 * Merges three texts line by line (diff3), like `git merge-file --zdiff3`. Without a preferred side, conflicting lines
 * of both sides are kept between markers. Line ends alone are no change: the text has those of the main content.
 */
export function mergeText(given: Texts, prefer: MergeSide | null = null): MergedText {
  const ends = Object.values(given).map(findLineEnds);
  // Texts with LF alone need no change, and in texts with both kinds each line keeps its own.
  if (ends.every((end) => end === '\n') || ends.includes(null)) return mergeLines(given, prefer);
  const unix = (text: string) => text.replaceAll('\r\n', '\n');
  const merged = mergeLines(
    { base: unix(given.base), main: unix(given.main), changeRequest: unix(given.changeRequest) },
    prefer,
  );
  const chosen = [given.main, given.changeRequest, given.base].find((text) => text.includes('\n')) ?? '';
  return findLineEnds(chosen) === '\n' ? merged : { ...merged, text: merged.text.replaceAll('\n', '\r\n') };
}

/** The line ends of a text; null if it has both kinds. */
function findLineEnds(text: string): '\n' | '\r\n' | null {
  if (!text.includes('\r\n')) return '\n';
  return /(?:^|[^\r])\n/.test(text) ? null : '\r\n';
}

/**
 * Merges texts of which one side alone has got, or has lost, front matter apart from it: it is no line beside the first one of the body, which the
 * other side may have changed.
 */
function mergeLines(given: Texts, prefer: MergeSide | null): MergedText {
  const heads = mapSides(given, (text) => text.slice(0, splitFrontMatter(text).bodyStart));
  const head = wholeOf(heads);
  if (head === null) return mergeBodies(given, prefer);
  const { text, hunks } = mergeBodies(
    mapSides(given, (whole, side) => whole.slice(heads[side].length)),
    prefer,
  );
  const above = mapSides(heads, (own) => own.split('\n').length - 1);
  const below = (hunk: ConflictHunk): ConflictHunk =>
    mapSides(hunk, ({ start, lines }, side) => ({
      start: start + above[side],
      lines,
    }));
  return { text: `${head}${text}`, hunks: hunks.map(below) };
}

/** The front matter that one side alone has changed as a whole; null for another change of it, which is one of its lines. */
function wholeOf({ base, main, changeRequest }: Texts): string | null {
  const isWhole = [base, main, changeRequest].includes('') && main !== changeRequest;
  if (!isWhole) return null;
  if (main === base) return changeRequest;
  return changeRequest === base ? main : null;
}

function mapSides<Value, Result>(
  { base, main, changeRequest }: Sides<Value>,
  resultOf: (value: Value, side: keyof Sides<Value>) => Result,
): Sides<Result> {
  return {
    base: resultOf(base, 'base'),
    main: resultOf(main, 'main'),
    changeRequest: resultOf(changeRequest, 'changeRequest'),
  };
}

function mergeBodies(given: Texts, prefer: MergeSide | null): MergedText {
  const texts = {
    base: given.base.split('\n'),
    main: given.main.split('\n'),
    changeRequest: given.changeRequest.split('\n'),
  };
  const hunks: ConflictHunk[] = [];
  const lines = listRegions(texts).flatMap((region) => {
    if (region.from !== 'both') return linesIn(texts[region.from], region.lines);
    const [main, changeRequest] = [
      linesIn(texts.main, region.main),
      linesIn(texts.changeRequest, region.changeRequest),
    ];
    if (isSame(main, changeRequest)) return main;
    const { above, below } = sharedEnds(main, changeRequest);
    const hunk = hunkOf(texts, compact(region, { above, below }));
    hunks.push(hunk);
    if (prefer !== null) return linesIn(texts[sideName(prefer)], region[sideName(prefer)]);
    return [...main.slice(0, above), ...withMarkers(hunk), ...main.slice(main.length - below)];
  });
  return { text: lines.join('\n'), hunks };
}

const linesIn = (lines: Lines, { start, end }: LineSpan) => lines.slice(start, end);

/** Number of leading and trailing lines that two sides have in common. */
function sharedEnds(one: Lines, other: Lines) {
  const shortest = Math.min(one.length, other.length);
  let above = 0;
  while (above < shortest && one[above] === other[above]) above += 1;
  let below = 0;
  while (below < shortest - above && one.at(-1 - below) === other.at(-1 - below)) below += 1;
  return { above, below };
}

/** Removes the lines that both sides begin and end with from a conflict. The base keeps its lines. */
function compact(spans: Sides<LineSpan>, { above, below }: ReturnType<typeof sharedEnds>): Sides<LineSpan> {
  const shorter = ({ start, end }: LineSpan) => ({ start: start + above, end: end - below });
  return { base: spans.base, main: shorter(spans.main), changeRequest: shorter(spans.changeRequest) };
}

const isSame = (one: Lines, other: Lines) => one.length === other.length && one.every((line, n) => line === other[n]);

type Sides<Value> = Readonly<Record<'base' | 'main' | 'changeRequest', Value>>;

function hunkOf(texts: Sides<Lines>, spans: Sides<LineSpan>): ConflictHunk {
  const toRange = (name: keyof Sides<unknown>): LineRange => ({
    start: spans[name].start + 1,
    lines: linesIn(texts[name], spans[name]),
  });
  return { base: toRange('base'), main: toRange('main'), changeRequest: toRange('changeRequest') };
}

export const sideOf = <Value>(
  sides: {
    readonly base: Value;
    readonly main: Value;
    readonly changeRequest: Value;
  },
  side: MergeSide,
): Value => sides[sideName(side)];

const sideName = (side: MergeSide) => (side === 'change-request' ? 'changeRequest' : side);

/** The `zdiff3` conflict style of Git: https://git-scm.com/docs/git-merge#_how_conflicts_are_presented. */
const withMarkers = ({ base, main, changeRequest }: ConflictHunk): Lines => [
  '<<<<<<< main',
  ...main.lines,
  '||||||| base',
  ...base.lines,
  '=======',
  ...changeRequest.lines,
  '>>>>>>> change request',
];

/** Number of lines that are conflict markers of `mergeText`. A text about conflicts can have some of its own. */
export const countMarkers = (text: string): number =>
  text.match(/^(?:<<<<<<< main|>>>>>>> change request)\r?$/gm)?.length ?? 0;
