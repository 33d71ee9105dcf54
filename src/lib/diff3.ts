import { diffArrays } from 'diff';
import { slideChanges, type LinePair } from './slide-changes.ts';

export type Lines = readonly string[];

/** The lines `[start, end)` of a text, starting at 0. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Lines of the base that one side replaced. */
interface Change {
  readonly base: LineSpan;
  readonly side: LineSpan;
}

/** A part of the merged text: lines taken from one text, or lines that both sides changed. */
export type Region =
  | { readonly from: 'base' | 'main' | 'changeRequest'; readonly lines: LineSpan }
  | { readonly from: 'both'; readonly base: LineSpan; readonly main: LineSpan; readonly changeRequest: LineSpan };

interface TextLines {
  readonly base: Lines;
  readonly main: Lines;
  readonly changeRequest: Lines;
}

/**
 * Splits three texts into regions that merge and regions that conflict. Adjacent changes form one region. Khanna,
 * Kunal, Pierce: A Formal Investigation of Diff3 (2007), https://www.cis.upenn.edu/~bcpierce/papers/diff3-short.pdf,
 * with the regions of node-diff3 3.2.1.
 */
export function listRegions({ base, main, changeRequest }: TextLines): Region[] {
  const sides = { main: sideOf(listChanges(base, main)), changeRequest: sideOf(listChanges(base, changeRequest)) };
  const regions: Region[] = [];
  let at = 0;
  for (;;) {
    const start = Math.min(nextStart(sides.main), nextStart(sides.changeRequest));
    const until = Math.min(start, base.length);
    if (until > at) regions.push({ from: 'base', lines: { start: at, end: until } });
    if (start === Infinity) return regions;
    const shifts = { main: sides.main.shift, changeRequest: sides.changeRequest.shift };
    let end = start;
    const changed = { main: false, changeRequest: false };
    for (let grew = true; grew;) {
      grew = false;
      for (const name of ['main', 'changeRequest'] as const) {
        const change = sides[name].changes[sides[name].next];
        if (change === undefined || change.base.start > end) continue;
        end = Math.max(end, change.base.end);
        sides[name].next += 1;
        sides[name].shift = change.side.end - change.base.end;
        changed[name] = grew = true;
      }
    }
    const readSpan = (name: 'main' | 'changeRequest') => ({
      start: start + shifts[name],
      end: end + sides[name].shift,
    });
    if (changed.main && changed.changeRequest)
      regions.push({
        from: 'both',
        base: { start, end },
        main: readSpan('main'),
        changeRequest: readSpan('changeRequest'),
      });
    else {
      const from = changed.main ? 'main' : 'changeRequest';
      regions.push({ from, lines: readSpan(from) });
    }
    at = end;
  }
}

/** The changes of a side, with the state of the iteration. */
interface Side {
  readonly changes: readonly Change[];
  next: number;
  /** Offset from line numbers of the base to those of the side, after the changes so far. */
  shift: number;
}

const sideOf = (changes: readonly Change[]): Side => ({ changes, next: 0, shift: 0 });

const nextStart = ({ changes, next }: Side) => changes[next]?.base.start ?? Infinity;

/**
 * Maximum number of inserted and deleted lines that a diff searches for, counting only lines that both texts contain.
 */
const maxEdits = 1_000;

/**
 * Maximum product of edits and lines, which bounds the time of a diff. Beyond either limit, everything between the
 * first and the last change counts as one change. This can cause an additional conflict, but never a wrong merge.
 */
const maxWork = 50_000_000;

/** Lists the changes of a side in order, as a shortest edit script. */
function listChanges(base: Lines, side: Lines): Change[] {
  const shortest = Math.min(base.length, side.length);
  let before = 0;
  while (before < shortest && base[before] === side[before]) before += 1;
  let after = 0;
  while (after < shortest - before && base.at(-1 - after) === side.at(-1 - after)) after += 1;
  const ends = { base: base.length - after, side: side.length - after };
  const pairs: LinePair[] = [
    ...Array.from({ length: before }, (_none, at): LinePair => [at, at]),
    ...matches(base.slice(before, ends.base), side.slice(before, ends.side)).map(([line, sideLine]): LinePair => [
      before + line,
      before + sideLine,
    ]),
    ...Array.from({ length: after }, (_none, at): LinePair => [ends.base + at, ends.side + at]),
  ];
  slideChanges(base, side, pairs);
  const changes: Change[] = [];
  let [from, sideFrom] = [0, 0];
  for (const [to, sideTo] of [...pairs, [base.length, side.length] as const]) {
    if (to > from || sideTo > sideFrom)
      changes.push({ base: { start: from, end: to }, side: { start: sideFrom, end: sideTo } });
    [from, sideFrom] = [to + 1, sideTo + 1];
  }
  return changes;
}

/** Lists the unchanged lines as pairs of indices. */
function matches(base: Lines, side: Lines): LinePair[] {
  // Lines that occur in only one text cannot match. Omitting them makes the diff of a rewritten text cheap.
  const numbers = new Map(base.map((line, index) => [line, index]));
  const shared = new Set(side.flatMap((line) => numbers.get(line) ?? []));
  const numbered = (lines: Lines) =>
    lines.flatMap((line, index) => {
      const number = numbers.get(line);
      return number !== undefined && shared.has(number) ? [{ number, index }] : [];
    });
  const [ours, theirs] = [numbered(base), numbered(side)];
  const listNumbers = (lines: typeof ours) => lines.map(({ number }) => number);
  const maxEditLength = Math.min(maxEdits, Math.floor(maxWork / Math.max(1, ours.length + theirs.length)));
  const parts = diffArrays(listNumbers(ours), listNumbers(theirs), { maxEditLength });
  const pairs: LinePair[] = [];
  let [one, other] = [0, 0];
  for (const { added, removed, count } of parts ?? [])
    if (added) other += count;
    else if (removed) one += count;
    else
      for (let n = 0; n < count; n += 1, one += 1, other += 1) {
        const [line, sideLine] = [ours[one], theirs[other]];
        if (line && sideLine) pairs.push([line.index, sideLine.index]);
      }
  return pairs;
}
