/** Where each source of a site leads, as a path of the same site. What leads out of the site is left out. */
export type RedirectGraph = ReadonlyMap<string, string>;

/** The first loop that one of the sources leads into, as the paths on the way; null without one. */
export function loopFrom(next: RedirectGraph, sources: readonly string[]): readonly string[] | null {
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
