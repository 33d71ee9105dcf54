import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../db/sql.ts';
import { sharedReads } from '../../../lib/shared-reads.ts';
import type { Context } from '../../core/context.ts';
import { findAddressedSite, type AddressedSite, type SiteAddress, type SiteParts } from './queries.ts';

/** Maximum size of the cache, in bytes, estimated from the lengths of the texts. */
const maxBytes = 16_777_216;
const bytesOfPart = 300;

/** Caches the parts of recently read sites, keyed by the address at which each was found. */
const cachedParts = new LRUCache<string, SiteParts>({
  maxSize: maxBytes,
  sizeCalculation: ({ sections, siteSpaces }, place) =>
    [...sections, ...siteSpaces].reduce(
      (sum, { path, condition }) => sum + bytesOfPart + 2 * (path.length + (condition?.length ?? 0)),
      bytesOfPart + place.length,
    ),
});

type Read = ReturnType<typeof sharedReads<string, SiteAddress, AddressedSite | null>>;

/** Maximum number of lookups that share one statement. */
const maxLookupsPerStatement = 100;

const reads = new WeakMap<Sql, Read>();

/**
 * Reads the site at an address; null when there is none. Lookups of the same site share one statement, because a
 * renderer looks up several prefixes of a URL at once. The result may therefore contain redirects and share links that
 * only another lookup asked for.
 */
export function loadAddressedSite(
  { sql }: Pick<Context, 'sql'>,
  address: SiteAddress,
  withVersions = false,
): Promise<AddressedSite | null> {
  const { hostname, organization, basename, siteId } = address;
  let read = reads.get(sql);
  if (read === undefined) {
    read = sharedReads((place, addresses) => readPlace(sql, place, addresses), maxLookupsPerStatement);
    reads.set(sql, read);
  }
  const place = [hostname, organization, basename, siteId, ...(withVersions ? ['with versions'] : [])];
  return read(JSON.stringify(place), withVersions ? { ...address, withVersions } : address);
}

/** Reads a site, with its parts from the cache while their versions are current: every page view looks up its site. */
async function readPlace(sql: Sql, place: string, addresses: readonly SiteAddress[]): Promise<AddressedSite | null> {
  const cached = cachedParts.get(place);
  const row = await findAddressedSite(sql, mergeAddresses(addresses), cached?.versions ?? null);
  if (row === null) return null;
  const { versions, sections, siteSpaces, ...site } = row;
  if (sections && siteSpaces) {
    cachedParts.set(place, { versions, sections, siteSpaces });
    return { ...site, versions, sections, siteSpaces };
  }
  if (cached === undefined) throw new Error(`The parts of site ${site.id} are neither read nor known`);
  return { ...site, ...cached };
}

/** Merges the share keys and redirect sources of lookups of one site. */
function mergeAddresses(addresses: readonly SiteAddress[]): SiteAddress {
  const [first] = addresses;
  if (first === undefined) throw new Error('A read without an address');
  if (addresses.length === 1) return first;
  return {
    ...first,
    keyHashes: [...new Set(addresses.flatMap(({ keyHashes }) => keyHashes))],
    sources: [...new Set(addresses.flatMap(({ sources }) => sources))],
  };
}
