interface Page {
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * Ids of the pages that stand behind others below the same parent which they stood before. `pages` are in tree order, `placeOf` tells where each
 * stood in the whole tree.
 */
export function listReordered(pages: readonly Page[], placeOf: (id: string) => number): ReadonlySet<string> {
  const last = new Map<string | null, number>();
  const reordered = new Set<string>();
  for (const { id, parentId } of pages) {
    const [place, before] = [placeOf(id), last.get(parentId) ?? -1];
    if (place <= before) reordered.add(id);
    last.set(parentId, Math.max(place, before));
  }
  return reordered;
}
