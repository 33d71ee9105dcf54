import { LRUCache } from 'lru-cache';
import type { Sql } from '../../db/sql.ts';
import { sharedReads } from '../../lib/shared-reads.ts';
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

type Read = ReturnType<typeof sharedReads<string, SiteAddress, AddressedSite | null>>;

/** Most look-ups that one statement answers. */
const maxTogether = 100;

const reads = new WeakMap<Sql, Read>();

/**
 * The site at an address, in one statement at most: a renderer looks several prefixes of a URL up at once, and a site that
 * many read is asked for all the time, so look-ups of one place share their statements. The answer may name redirects and
 * share links that others asked for.
 */
export function readAddressedSite({ sql }: Pick<Context, 'sql'>, address: SiteAddress): Promise<AddressedSite | null> {
  const { hostname, organization, basename, siteId } = address;
  let read = reads.get(sql);
  if (read === undefined) {
    read = sharedReads((place, addresses) => readPlace(sql, place, addresses), maxTogether);
    reads.set(sql, read);
  }
  return read(JSON.stringify([hostname, organization, basename, siteId]), address);
}

/** A site is looked up for each page of it, so its parts are kept under their stamp, and read again when it changes. */
async function readPlace(sql: Sql, place: string, addresses: readonly SiteAddress[]): Promise<AddressedSite | null> {
  const known = kept.get(place);
  const found = await findAddressedSite(sql, together(addresses), known?.stamp ?? null);
  if (found === null) return null;
  const { stamp, sections, siteSpaces, ...site } = found;
  if (sections && siteSpaces) {
    kept.set(place, { stamp, sections, siteSpaces });
    return { ...site, stamp, sections, siteSpaces };
  }
  if (known === undefined) throw new Error(`The parts of site ${site.id} are neither read nor known`);
  return { ...site, ...known };
}

/** One address for all that is asked of a place. */
function together(addresses: readonly SiteAddress[]): SiteAddress {
  const [first] = addresses;
  if (first === undefined) throw new Error('A read without an address');
  if (addresses.length === 1) return first;
  return {
    ...first,
    keyHashes: [...new Set(addresses.flatMap(({ keyHashes }) => keyHashes))],
    sources: [...new Set(addresses.flatMap(({ sources }) => sources))],
  };
}
