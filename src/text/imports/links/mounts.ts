import { locatorIn, type Locate, type PathIndex } from './locator.ts';
import type { SourcePage } from '../formats/source-page.ts';

/** Minimum evidence for a mount path: a link that resolves below it counts once, one with several segments twice. */
const minEvidence = 3;

/** Most segments of a mount path, such as those of `/docs/4.x/`. */
const maxSegments = 3;

/** Creates a resolver that also handles absolute links below the mount paths of a site. */
export function createMountedLocator(sources: ReadonlyMap<string, SourcePage>, index: PathIndex, root: string): Locate {
  const locate = locatorIn(index, root);
  return locatorIn(index, root, findMounts(sources, locate));
}

/**
 * Finds the paths at which the pages were published, such as `/docs/` or `/docs/4.x/`, longest first. One counts when most
 * absolute links that begin with it resolve only without it.
 */
function findMounts(sources: ReadonlyMap<string, SourcePage>, locate: Locate): string[] {
  const counts = new Map<string, { links: number; found: number; evidence: number }>();
  for (const [path, { facts }] of sources)
    for (const { url } of facts.urls) {
      if (!/^\/[^/]/.test(url) || locate(path, url).kind !== 'nowhere') continue;
      const segments = url.split(/[?#]/, 1)[0]?.split('/').slice(1) ?? [];
      for (let length = 1; length <= Math.min(maxSegments, segments.length - 1); length += 1) {
        const mount = `/${segments.slice(0, length).join('/')}/`;
        const count = counts.get(mount) ?? { links: 0, found: 0, evidence: 0 };
        counts.set(mount, count);
        count.links += 1;
        if (locate(path, url.slice(mount.length - 1)).kind !== 'inside') continue;
        count.found += 1;
        count.evidence += segments.length - length > 1 ? 2 : 1;
        // What is found below `/docs/` says nothing about `/docs/start/`, which is a folder of the pages.
        break;
      }
    }
  return [...counts]
    .flatMap(([mount, { links, found, evidence }]) => (evidence >= minEvidence && found * 2 > links ? [mount] : []))
    .toSorted((a, b) => b.length - a.length);
}
