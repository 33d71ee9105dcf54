import { LRUCache } from 'lru-cache';
import type { Context } from '../../core/context.ts';
import type { Claims } from '../../people/visitors/claims.ts';
import { createConditions } from '../../people/visitors/conditions.ts';
import { selectVisibleParts } from '../../people/visitors/visible-parts.ts';
import type { SectionRow, SiteParts, SiteSpaceRow } from './queries.ts';

/** The sections and site spaces that one visitor sees, in navigation order. */
export interface VisibleStructure {
  /** Sections with at least one visible site space. */
  readonly sections: readonly SectionRow[];
  readonly siteSpaces: readonly SiteSpaceRow[];
  /** Distinct ids of the spaces. */
  readonly spaces: readonly string[];
}

/**
 * Maximum size of the cache, in bytes, estimated from the number of parts. Their rows are counted by the cache of
 * sites.
 */
const maxBytes = 16_777_216;
const bytesOfStructure = 500;
const bytesOfPart = 24;

/** Caches visible structures by the versions of the site's parts and the visitor's claims. */
const cachedStructures = new LRUCache<string, VisibleStructure>({
  maxSize: maxBytes,
  sizeCalculation: ({ sections, siteSpaces }, key) =>
    bytesOfStructure + 2 * key.length + bytesOfPart * (sections.length + siteSpaces.length),
});

/**
 * Filters the parts of a site by the claims of a visitor. Results are cached until the parts change: a site may have a
 * thousand conditions, and many visitors have the same claims.
 */
export async function visibleStructureOf(ctx: Context, parts: SiteParts, claims: Claims): Promise<VisibleStructure> {
  const key = `${parts.versions} ${JSON.stringify(claims)}`;
  const cached = cachedStructures.get(key);
  if (cached) return cached;
  const { sections, siteSpaces } = await selectVisibleParts(ctx, parts, createConditions(claims));
  const structure = { sections, siteSpaces, spaces: [...new Set(siteSpaces.map(({ spaceId }) => spaceId))] };
  cachedStructures.set(key, structure);
  return structure;
}
