/** Cuts a list into pieces of `size` items, of which the last may be shorter. */
export const inPieces = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_none, at) => items.slice(at * size, (at + 1) * size));
