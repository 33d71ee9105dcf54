/** The indices of a longest increasing subsequence of values. The last of equally long ones that ends lowest wins. */
export function longestIncreasing<Value>(
  values: readonly Value[],
  isBefore: (one: Value, other: Value) => boolean,
): ReadonlySet<number> {
  // `ends[n]` is the index of the value that ends the best sequence of n + 1 values so far. Fredman (1975).
  const ends: number[] = [];
  const previous = new Map<number, number>();
  for (const [index, value] of values.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(values[ends[middle] ?? 0] as Value, value)) low = middle + 1;
      else high = middle;
    }
    const before = ends[low - 1];
    if (before !== undefined) previous.set(index, before);
    ends[low] = index;
  }
  const indices = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous.get(index)) indices.add(index);
  return indices;
}
