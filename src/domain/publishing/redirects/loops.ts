/** Maps sources of redirects to paths of the same site. Destinations outside of the site are omitted. */
export type RedirectGraph = ReadonlyMap<string, string>;

/** Finds the first loop into which one of the sources leads, as a list of paths; null when there is none. */
export function findLoop(next: RedirectGraph, sources: readonly string[]): readonly string[] | null {
  const ending = new Set<string>();
  for (const source of sources) {
    const way = new Set<string>();
    let at: string | undefined = source;
    while (at !== undefined && !ending.has(at)) {
      if (way.has(at)) return [...way, at].slice([...way].indexOf(at));
      way.add(at);
      at = next.get(at);
    }
    for (const path of way) ending.add(path);
  }
  return null;
}
