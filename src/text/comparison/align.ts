import { diffArrays } from 'diff';

/** A place in two lists: what stands there in each of them. */
export interface Pair<Item> {
  readonly before?: Item;
  readonly after?: Item;
  /** Whether both say the same. */
  readonly isSame: boolean;
}

interface Likeness<Item> {
  /** What an item says. */
  readonly keyOf: (item: Item) => string;
  /** How much of two items is the same, from 0 to 1. */
  readonly likenessOf: (before: Item, after: Item) => number;
}

/** Maximum number of items that are inserted and deleted. Beyond it, all of them are. */
const maxEdits = 1_000;

/** Maximum number of pairs of changed items that are compared with each other. */
const maxPairs = 2_500;

/** The likeness from which one item counts as the other one, changed. */
const enough = 0.35;

/**
 * Aligns two lists in their order: items that say the same, then those between them that are most like each other. Others stand
 * alone, those of the earlier list first.
 */
export function alignItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  { keyOf, likenessOf }: Likeness<Item>,
): Pair<Item>[] {
  const parts = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: maxEdits });
  if (parts === undefined) return pairChanged(before, after, likenessOf);
  const pairs: Pair<Item>[] = [];
  const run: { removed: Item[]; added: Item[] } = { removed: [], added: [] };
  const flush = () => pairs.push(...pairChanged(run.removed.splice(0), run.added.splice(0), likenessOf));
  let [one, other] = [0, 0];
  for (const { added, removed, count } of parts) {
    if (removed) run.removed.push(...before.slice(one, (one += count)));
    else if (added) run.added.push(...after.slice(other, (other += count)));
    else {
      flush();
      for (let n = 0; n < count; n += 1) {
        const [then, now] = [before[one + n], after[other + n]];
        if (then !== undefined && now !== undefined) pairs.push({ before: then, after: now, isSame: true });
      }
      [one, other] = [one + count, other + count];
    }
  }
  flush();
  return pairs;
}

/** Pairs the items of two lists that have none in common, so that the sum of likenesses is largest. */
function pairChanged<Item>(
  removed: readonly Item[],
  added: readonly Item[],
  likenessOf: Likeness<Item>['likenessOf'],
): Pair<Item>[] {
  const alone = (): Pair<Item>[] => [
    ...removed.map((before) => ({ before, isSame: false })),
    ...added.map((after) => ({ after, isSame: false })),
  ];
  if (removed.length === 0 || added.length === 0 || removed.length * added.length > maxPairs) return alone();
  const likeness = removed.map((before) =>
    added.map((after) => {
      const found = likenessOf(before, after);
      return found >= enough ? found : 0;
    }),
  );
  // `best[i][j]` is the largest sum for the items from i and from j.
  const best = Array.from({ length: removed.length + 1 }, () => Array.from({ length: added.length + 1 }, () => 0));
  const bestAt = (i: number, j: number) => best[i]?.[j] ?? 0;
  const paired = (i: number, j: number) => (likeness[i]?.[j] ?? 0) + bestAt(i + 1, j + 1);
  for (let i = removed.length - 1; i >= 0; i -= 1)
    for (let j = added.length - 1; j >= 0; j -= 1)
      (best[i] as number[])[j] = Math.max(paired(i, j), bestAt(i + 1, j), bestAt(i, j + 1));
  const pairs: Pair<Item>[] = [];
  let [i, j] = [0, 0];
  while (i < removed.length || j < added.length) {
    const [before, after] = [removed[i], added[j]];
    const isPair = (likeness[i]?.[j] ?? 0) > 0 && paired(i, j) === bestAt(i, j);
    if (isPair && before !== undefined && after !== undefined) {
      pairs.push({ before, after, isSame: false });
      [i, j] = [i + 1, j + 1];
    } else if (before !== undefined && (after === undefined || bestAt(i + 1, j) >= bestAt(i, j + 1))) {
      pairs.push({ before, isSame: false });
      i += 1;
    } else if (after !== undefined) {
      pairs.push({ after, isSame: false });
      j += 1;
    }
  }
  return pairs;
}

/** How many of the words of two texts are the same, from 0 to 1, wherever they stand. */
export function likenessOfWords(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of one) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of other) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return (2 * shared) / (one.length + other.length);
}
