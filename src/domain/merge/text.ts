import type { ConflictHunk, LineRange, MergeSide } from './conflict.ts';
import { regionsOf, type Lines, type Span } from './regions.ts';

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

/** Merges three texts by line. Without a preferred side what both changed is kept in all its forms, between markers. */
export function mergeText({ base, main, changeRequest }: Texts, prefer: MergeSide | null = null): MergedText {
  const texts = { base: base.split('\n'), main: main.split('\n'), changeRequest: changeRequest.split('\n') };
  const hunks: ConflictHunk[] = [];
  const lines = regionsOf(texts).flatMap((region) => {
    if (region.from !== 'both') return linesIn(texts[region.from], region.lines);
    const hunk = hunkOf(texts, region);
    if (isSame(hunk.main.lines, hunk.changeRequest.lines)) return hunk.main.lines;
    hunks.push(hunk);
    return prefer === null ? marked(hunk) : sideOf(hunk, prefer).lines;
  });
  return { text: lines.join('\n'), hunks };
}

const linesIn = (lines: Lines, { start, end }: Span) => lines.slice(start, end);

const isSame = (one: Lines, other: Lines) => one.length === other.length && one.every((line, n) => line === other[n]);

type Sides<Value> = Readonly<Record<'base' | 'main' | 'changeRequest', Value>>;

function hunkOf(texts: Sides<Lines>, spans: Sides<Span>): ConflictHunk {
  const rangeOf = (name: keyof Sides<unknown>): LineRange => ({
    start: spans[name].start + 1,
    lines: linesIn(texts[name], spans[name]),
  });
  return { base: rangeOf('base'), main: rangeOf('main'), changeRequest: rangeOf('changeRequest') };
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
