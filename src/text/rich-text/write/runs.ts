import { addToList } from '../../../lib/add-to-list.ts';
import { longestIncreasing } from '../../../lib/longest-increasing.ts';
import type { InputPart } from './input-part.ts';
import type { GivenSource } from './source.ts';

/** A block of a document with the source that it brings. */
export interface GivenBlock {
  readonly block: InputPart;
  /** Null for a new block. */
  readonly source: GivenSource | null;
}

/** Blocks that are written as one piece of text. */
export interface Run {
  readonly blocks: readonly GivenBlock[];
  /** The source that they have become; null for a new block. */
  readonly source: GivenSource | null;
}

/** The first and the last index of blocks. */
interface Range {
  readonly first: number;
  readonly last: number;
}

const isShared = (source: GivenSource | null) => (source?.blocks ?? 1) > 1;

/**
 * Divides the blocks of a document into runs. Blocks of one source are a run, with new and moved blocks between them, which
 * become part of what is around them; blocks that were moved away from the others are runs of their own.
 */
export function listRuns(blocks: readonly GivenBlock[]): Run[] {
  const ranges = new Map(listRanges(blocks).map((range) => [range.first, range]));
  const runs: Run[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (!block) break;
    const range = ranges.get(at);
    const own = blocks.slice(at, (range?.last ?? at) + 1);
    const source = range ? (own.find((one) => isShared(one.source))?.source ?? null) : block.source;
    runs.push({ blocks: own, source: range || !isShared(block.source) ? source : null });
    at = range?.last ?? at;
  }
  return runs;
}

/** Lists the ranges of the blocks that share a source, in order. They do not overlap. */
function listRanges(blocks: readonly GivenBlock[]): Range[] {
  const still = unmoved(blocks);
  const places = new Map<number, number[]>();
  for (const [index, { source }] of blocks.entries())
    if (source && isShared(source)) addToList(places, source.at, index);
  let end = -1;
  return [...places.values()]
    .map((members) => {
      const inOrder = members.filter((index) => still.has(index));
      return inOrder.length > 0 ? inOrder : longestStretch(blocks, members);
    })
    .map((members) => withEdges(blocks, { first: members[0] ?? 0, last: members.at(-1) ?? 0 }))
    .toSorted((one, other) => one.first - other.first)
    .filter(({ first, last }) => {
      if (first <= end) return false;
      end = last;
      return true;
    });
}

/** The longest stretch of blocks of one source with only new ones between. */
function longestStretch(blocks: readonly GivenBlock[], members: readonly number[]): number[] {
  let longest: number[] = [];
  let open: number[] = [];
  for (const index of members) {
    const isNext = blocks.slice((open.at(-1) ?? index) + 1, index).every(({ source }) => source === null);
    open = isNext ? [...open, index] : [index];
    if (open.length > longest.length) longest = open;
  }
  return longest;
}

/** Adds neighbors of the same source, and new blocks in the place of its first and last blocks that have gone. */
function withEdges(blocks: readonly GivenBlock[], { first, last }: Range): Range {
  const at = blocks[first]?.source?.at;
  const isMember = ({ source }: GivenBlock) => isShared(source) && source?.at === at;
  /** The last index of the members in a direction, with only new blocks between. */
  const reach = (from: number, step: 1 | -1): number => {
    let end = from;
    for (let index = from + step; ; index += step) {
      const block = blocks[index];
      if (block && isMember(block)) end = index;
      else if (block?.source !== null) return end;
    }
  };
  let start = reach(first, -1);
  let end = reach(last, 1);
  const [one, other] = [blocks[start]?.source, blocks[end]?.source];
  for (let left = one?.index ?? 0; left > 0 && blocks[start - 1]?.source === null; left -= 1) start -= 1;
  const missing = (other?.blocks ?? 1) - 1 - (other?.index ?? 0);
  for (let left = missing; left > 0 && blocks[end + 1]?.source === null; left -= 1) end += 1;
  return { first: start, last: end };
}

/** The indices of the blocks that stand in the order of the text. The others were moved. */
function unmoved(blocks: readonly GivenBlock[]): ReadonlySet<number> {
  const places = blocks.flatMap(({ source }, index) =>
    source ? [{ at: source.at, within: source.index, index }] : [],
  );
  const inOrder = longestIncreasing(places, (one, other) =>
    one.at === other.at ? one.within < other.within : one.at < other.at,
  );
  return new Set(places.flatMap(({ index }, place) => (inOrder.has(place) ? [index] : [])));
}
