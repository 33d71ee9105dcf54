import { diffArrays } from 'diff';

export type Lines = readonly string[];

/** Lines `[start, end)` of a text, from 0. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Lines of the base that a side has otherwise. */
interface Change {
  readonly base: Span;
  readonly side: Span;
}

/** A part of the merged text: the lines of one text, or what both sides changed. */
export type Region =
  | { readonly from: 'base' | 'main' | 'changeRequest'; readonly lines: Span }
  | { readonly from: 'both'; readonly base: Span; readonly main: Span; readonly changeRequest: Span };

interface TextLines {
  readonly base: Lines;
  readonly main: Lines;
  readonly changeRequest: Lines;
}

/**
 * Cuts three texts into what is merged and what is in conflict. Changes that touch each other are one.
 * Khanna, Kunal, Pierce: A Formal Investigation of Diff3 (2007), with the regions of node-diff3 3.2.1.
 */
export function regionsOf({ base, main, changeRequest }: TextLines): Region[] {
  const sides = { main: sideOf(changesOf(base, main)), changeRequest: sideOf(changesOf(base, changeRequest)) };
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
    const spanOf = (name: 'main' | 'changeRequest') => ({ start: start + shifts[name], end: end + sides[name].shift });
    if (changed.main && changed.changeRequest)
      regions.push({
        from: 'both',
        base: { start, end },
        main: spanOf('main'),
        changeRequest: spanOf('changeRequest'),
      });
    else {
      const from = changed.main ? 'main' : 'changeRequest';
      regions.push({ from, lines: spanOf(from) });
    }
    at = end;
  }
}

/** The changes of a side as they are gone through. */
interface Side {
  readonly changes: readonly Change[];
  next: number;
  /** How much later than in the base a line is, after the changes so far. */
  shift: number;
}

const sideOf = (changes: readonly Change[]): Side => ({ changes, next: 0, shift: 0 });

const nextStart = ({ changes, next }: Side) => changes[next]?.base.start ?? Infinity;

/**
 * Lines that may be other, of those that both texts have somewhere, and these times the lines of both texts: finding
 * them takes as long. Beyond, all between the first change and the last counts as one, which may be a conflict more but
 * never a wrong merge.
 */
const maxEdits = 1_000;
const maxWork = 50_000_000;

/** What a side changed, in order: as few lines as can be. */
function changesOf(base: Lines, side: Lines): Change[] {
  const shortest = Math.min(base.length, side.length);
  let before = 0;
  while (before < shortest && base[before] === side[before]) before += 1;
  let after = 0;
  while (after < shortest - before && base.at(-1 - after) === side.at(-1 - after)) after += 1;
  const ends = { base: base.length - after, side: side.length - after };
  const changes: Change[] = [];
  let [from, sideFrom] = [before, before];
  const close = (to: number, sideTo: number) => {
    if (to > from || sideTo > sideFrom)
      changes.push({ base: { start: from, end: to }, side: { start: sideFrom, end: sideTo } });
    [from, sideFrom] = [to + 1, sideTo + 1];
  };
  for (const [line, sideLine] of matches(base.slice(before, ends.base), side.slice(before, ends.side)))
    close(before + line, before + sideLine);
  close(ends.base, ends.side);
  return changes;
}

/** The lines that stay, as pairs of indices. */
function matches(base: Lines, side: Lines): [base: number, side: number][] {
  // What only one text has cannot stay: without it a text that was written anew costs nothing.
  const numbers = new Map(base.map((line, index) => [line, index]));
  const shared = new Set(side.flatMap((line) => numbers.get(line) ?? []));
  const numbered = (lines: Lines) =>
    lines.flatMap((line, index) => {
      const number = numbers.get(line);
      return number !== undefined && shared.has(number) ? [{ number, index }] : [];
    });
  const [ours, theirs] = [numbered(base), numbered(side)];
  const numbersOf = (lines: typeof ours) => lines.map(({ number }) => number);
  const maxEditLength = Math.min(maxEdits, Math.floor(maxWork / Math.max(1, ours.length + theirs.length)));
  const parts = diffArrays(numbersOf(ours), numbersOf(theirs), { maxEditLength });
  const pairs: [number, number][] = [];
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
