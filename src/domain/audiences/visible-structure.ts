import { LRUCache } from 'lru-cache';
import type { Claims } from '../visitors/claims.ts';
import { createConditions } from '../visitors/conditions.ts';
import { selectVisibleParts } from '../visitors/visible-parts.ts';
import type { SectionRow, SiteParts, SiteSpaceRow } from './queries.ts';

/** The parts of a site that one visitor sees, in the order of its navigation. */
export interface VisibleStructure {
  /** Sections with at least one visible site space. */
  readonly sections: readonly SectionRow[];
  readonly siteSpaces: readonly SiteSpaceRow[];
  /** Ids of the spaces, each once. */
  readonly spaces: readonly string[];
}

/** Most bytes that are kept, as estimated from the number of parts. The rows themselves are those of the parts. */
const maxBytes = 16_777_216;
const bytesOfOne = 500;
const bytesOfPart = 24;

/** What visitors saw of the sites that were looked up last, by stamp and claims. */
const kept = new LRUCache<string, VisibleStructure>({
  maxSize: maxBytes,
  sizeCalculation: ({ sections, siteSpaces }, key) =>
    bytesOfOne + 2 * key.length + bytesOfPart * (sections.length + siteSpaces.length),
});

/**
 * What a visitor sees of a site. A site may have a thousand conditions, and visitors with the same claims see the same, so
 * what they see is kept until the parts change.
 */
export function structureSeenBy(parts: SiteParts, claims: Claims): VisibleStructure {
  const key = `${parts.stamp} ${JSON.stringify(claims)}`;
  const known = kept.get(key);
  if (known) return known;
  const { sections, siteSpaces } = selectVisibleParts(parts, createConditions(claims));
  const seen = { sections, siteSpaces, spaces: [...new Set(siteSpaces.map(({ spaceId }) => spaceId))] };
  kept.set(key, seen);
  return seen;
}
