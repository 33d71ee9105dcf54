import { locatorIn, type Locate, type PathIndex } from './locator.ts';
import type { SourcePage } from '../formats/source-page.ts';

/** Minimum number of absolute links that must resolve before their first segment counts as a mount path. */
const minLinks = 3;

/** Creates a resolver that also handles absolute links below the mount paths of a site. */
export function createMountedLocator(sources: ReadonlyMap<string, SourcePage>, index: PathIndex, root: string): Locate {
  const locate = locatorIn(index, root);
  return locatorIn(index, root, findMounts(sources, locate));
}

/**
 * Finds the paths at which the pages were published, such as `/docs/`. A first segment counts when most absolute links
 * that begin with it resolve only without it.
 */
function findMounts(sources: ReadonlyMap<string, SourcePage>, locate: Locate): string[] {
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
