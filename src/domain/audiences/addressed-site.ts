import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { findAddressedSite, type AddressedSite, type SiteAddress, type SiteParts } from './queries.ts';

/** Most bytes of the parts that are kept, as estimated from their texts. */
const maxBytes = 16_777_216;
const bytesOfPart = 300;

/** The parts of the sites that were looked up last, by where they were found. */
const kept = new LRUCache<string, SiteParts>({
  maxSize: maxBytes,
  sizeCalculation: ({ sections, siteSpaces }, place) =>
    [...sections, ...siteSpaces].reduce(
      (sum, { path, condition }) => sum + bytesOfPart + 2 * (path.length + (condition?.length ?? 0)),
      bytesOfPart + place.length,
    ),
});

/**
 * The site at an address, in one statement. A site is looked up for each page of it, so its parts are kept under their
 * stamp, and read again when the statement finds another.
 */
export async function readAddressedSite(ctx: Context, address: SiteAddress): Promise<AddressedSite | null> {
  const { hostname, organization, basename, siteId } = address;
  const place = JSON.stringify([hostname, organization, basename, siteId]);
  const known = kept.get(place);
  const found = await findAddressedSite(ctx.sql, address, known?.stamp ?? null);
  if (found === null) return null;
  const { stamp, sections, siteSpaces, ...site } = found;
  if (sections && siteSpaces) {
    kept.set(place, { stamp, sections, siteSpaces });
    return { ...site, sections, siteSpaces };
  }
  if (known === undefined) throw new Error(`The parts of site ${site.id} are neither read nor known`);
  return { ...site, sections: known.sections, siteSpaces: known.siteSpaces };
}
