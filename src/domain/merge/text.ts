import { diff3MergeRegions } from 'node-diff3';
import type { ConflictHunk, LineRange, MergeSide } from './conflict.ts';

export interface Texts {
  readonly base: string;
  readonly main: string;
  readonly changeRequest: string;
}

export interface MergedText {
  readonly text: string;
  /** What both changed; in the text it stands between markers, or as the preferred side has it. */
  readonly hunks: readonly ConflictHunk[];
}

type Lines = readonly string[];

/** Three texts without what all have in front, and how many lines that was. */
interface Middle {
  readonly from: number;
  readonly base: Lines;
  readonly main: Lines;
  readonly changeRequest: Lines;
}

/**
 * Lines of one text times lines of the other: node-diff3 3.2.1 compares them all. Texts that are longer between what
 * all begin and end with are taken as a whole.
 */
const maxComparisons = 16_000_000;

/** Merges three texts by line. Without a preferred side what both changed is kept in all its forms, between markers. */
export function mergeText({ base, main, changeRequest }: Texts, prefer: MergeSide | null = null): MergedText {
  const [baseLines, mainLines, ownLines] = [base.split('\n'), main.split('\n'), changeRequest.split('\n')];
  const shortest = Math.min(baseLines.length, mainLines.length, ownLines.length);
  const areAlike = (index: number) =>
    baseLines.at(index) === mainLines.at(index) && baseLines.at(index) === ownLines.at(index);
  let from = 0;
  while (from < shortest && areAlike(from)) from += 1;
  let after = 0;
  while (after < shortest - from && areAlike(-1 - after)) after += 1;
  const cut = (lines: Lines) => lines.slice(from, lines.length - after);
  const middle = { from, base: cut(baseLines), main: cut(mainLines), changeRequest: cut(ownLines) };
  const { lines, hunks } = mergeLines(middle, prefer);
  const merged = [...baseLines.slice(0, from), ...lines, ...baseLines.slice(baseLines.length - after)];
  return { text: merged.join('\n'), hunks };
}

function mergeLines(middle: Middle, prefer: MergeSide | null) {
  const regions = regionsOf(middle);
  const hunks = regions.flatMap((region) => ('stable' in region ? [] : [region]));
  const lines = regions.flatMap((region) => {
    if ('stable' in region) return region.stable;
    return prefer === null ? marked(region) : sideOf(region, prefer).lines;
  });
  return { lines, hunks };
}

type Region = { readonly stable: Lines } | ConflictHunk;

const isSame = (one: Lines, other: Lines) => one.length === other.length && one.every((line, n) => line === other[n]);

function regionsOf({ from, base, main, changeRequest }: Middle): Region[] {
  const range = (start: number, lines: Lines): LineRange => ({ start: from + start + 1, lines });
  if (isSame(main, changeRequest) || isSame(base, changeRequest)) return [{ stable: main }];
  if (isSame(base, main)) return [{ stable: changeRequest }];
  if (base.length * Math.max(main.length, changeRequest.length) > maxComparisons)
    return [{ base: range(0, base), main: range(0, main), changeRequest: range(0, changeRequest) }];
  return diff3MergeRegions([...main], [...base], [...changeRequest]).map((region): Region => {
    if (region.stable) return { stable: region.bufferContent };
    const { aStart, aContent, oStart, oContent, bStart, bContent } = region;
    if (isSame(aContent, bContent)) return { stable: aContent };
    return { base: range(oStart, oContent), main: range(aStart, aContent), changeRequest: range(bStart, bContent) };
  });
}

export const sideOf = <Value>(
  sides: { readonly base: Value; readonly main: Value; readonly changeRequest: Value },
  side: MergeSide,
): Value => sides[side === 'change-request' ? 'changeRequest' : side];

/** As git has them in its style `diff3`. */
const marked = ({ base, main, changeRequest }: ConflictHunk): Lines => [
  '<<<<<<< main',
  ...main.lines,
  '||||||| base',
  ...base.lines,
  '=======',
  ...changeRequest.lines,
  '>>>>>>> change request',
];

/** True while a text holds what `mergeText` puts around a conflict. */
export const hasMarkers = (text: string) => /^(?:<<<<<<< main|>>>>>>> change request)$/m.test(text);
