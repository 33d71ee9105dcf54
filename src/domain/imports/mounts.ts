import { locatorIn, type Locate, type PathIndex } from './locator.ts';
import type { Source } from './source.ts';

/** Absolute links that must lead to pages before a first segment is taken for the address of the documentation. */
const minLinks = 3;

/** A resolver for the links of pages, which also finds those that begin with the address of the site. */
export function mountedLocator(sources: ReadonlyMap<string, Source>, index: PathIndex, root: string): Locate {
  const locate = locatorIn(index, root);
  return locatorIn(index, root, findMounts(sources, locate));
}

/**
 * The paths at which a site shows the pages, such as `/docs/`, when links of the pages say so: most of the absolute links
 * that begin with it lead to a page without it, and to none with it.
 */
function findMounts(sources: ReadonlyMap<string, Source>, locate: Locate): string[] {
  const counts = new Map<string, { links: number; found: number }>();
  for (const [path, { facts }] of sources)
    for (const { url } of facts.urls) {
      const first = /^\/[^/?#]+\//.exec(url)?.[0];
      if (first === undefined || url.startsWith('//') || locate(path, url).kind !== 'nowhere') continue;
      const count = counts.get(first) ?? { links: 0, found: 0 };
      counts.set(first, count);
      count.links += 1;
      if (locate(path, url.slice(first.length - 1)).kind === 'inside') count.found += 1;
    }
  return [...counts].flatMap(([first, { links, found }]) => (found >= minLinks && found * 2 > links ? [first] : []));
}
