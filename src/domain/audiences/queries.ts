import { rowVersion, rowVersions } from '../../db/row-versions.ts';
import { raw, sql, type Sql } from '../../db/sql.ts';
import type { AdaptiveSchema } from '../visitors/adaptive-schema.ts';

/** Where a published site may be found. Hosts and segments are in lower case. */
export interface SiteAddress {
  /** As a custom hostname. */
  readonly hostname: string | null;
  /** As the hostname of an organization, with the basename of a site; without one, its default site is meant. */
  readonly organization: string | null;
  readonly basename: string | null;
  /** By id. */
  readonly siteId: string | null;
  /** Hashes of what may be a share key, and what may be the source of a redirect. */
  readonly keyHashes: readonly string[];
  readonly sources: readonly string[];
}

export interface SectionRow {
  readonly id: string;
  readonly path: string;
  readonly condition: string | null;
  readonly isDefault: boolean;
}

export interface SiteSpaceRow {
  readonly id: string;
  readonly sectionId: string | null;
  readonly spaceId: string;
  readonly path: string;
  readonly condition: string | null;
  readonly isDefault: boolean;
}

export interface RedirectRow {
  readonly source: string;
  readonly destination: unknown;
}

/** The parts of a site that decide what it shows, in the order of the navigation. */
export interface SiteParts {
  /** Changes with the parts. */
  readonly stamp: string;
  readonly sections: readonly SectionRow[];
  readonly siteSpaces: readonly SiteSpaceRow[];
}

/** A site with all that decides what an address in it leads to, and for whom. */
export interface AddressedSite extends SiteParts {
  readonly id: string;
  readonly organizationId: string;
  readonly visibility: string;
  readonly published: boolean;
  /** `hostname`, `basename`, `id`, or `default` for the bare hostname of the organization. */
  readonly via: 'hostname' | 'basename' | 'id' | 'default';
  readonly basename: string;
  /** The verified custom hostname. */
  readonly customHostname: string | null;
  readonly organizationHostname: string | null;
  readonly schema: AdaptiveSchema | null;
  readonly sealedKey: string | null;
  readonly keyVersion: number | null;
  readonly fallbackUrl: string | null;
  /** Active share links whose hash is in `keyHashes`. */
  readonly shareLinks: readonly { readonly id: string; readonly keyHash: string }[];
  readonly redirects: readonly RedirectRow[];
}

/** A site at an address. Its parts are null when they are those with the known stamp. */
interface FoundSite extends Omit<AddressedSite, 'sections' | 'siteSpaces'> {
  readonly sections: AddressedSite['sections'] | null;
  readonly siteSpaces: AddressedSite['siteSpaces'] | null;
}

/** The sections of a site `t`, in the order of the navigation. */
const sections = raw(`
    coalesce((select json_agg(json_build_object('id', x.id, 'path', x.path, 'condition', x.condition,
        'isDefault', x."isDefault") order by coalesce(g.position, x.position) collate "C", x.position collate "C", x.id)
      from site_sections x left join site_section_groups g on g.id = x."groupId" where x."siteId" = t.id), '[]')`);

const siteSpaces = raw(`
    coalesce((select json_agg(json_build_object('id', p.id, 'sectionId', p."sectionId", 'spaceId', p."spaceId",
        'path', p.path, 'condition', p.condition, 'isDefault', p."isDefault") order by p.position collate "C", p.id)
      from site_spaces p join spaces s on s.id = p."spaceId" and s."deletedAt" is null
      where p."siteId" = t.id), '[]')`);

/** The versions of all rows that the parts of a site `t` are made of. Of a space, only whether it is deleted counts. */
const partsStamp = sql`row(t.id,
    (select row(${rowVersions('x')}, sum(${rowVersion('g')})) from site_sections x
      left join site_section_groups g on g.id = x."groupId" where x."siteId" = t.id),
    (select ${rowVersions('p')} from site_spaces p join spaces s on s.id = p."spaceId" and s."deletedAt" is null
      where p."siteId" = t.id))::text`;

/**
 * The site at an address, in one statement; a custom hostname comes first. Its parts are only read when they do not have
 * the stamp that the caller knows.
 */
export const findAddressedSite = (
  reader: Sql,
  address: SiteAddress,
  knownStamp: string | null,
): Promise<FoundSite | null> =>
  reader.first<FoundSite>(sql`
    with wanted(id, via, place) as (
      select h."siteId", 'hostname', 1 from site_hostnames h
      where h.hostname = ${address.hostname}::text and h."verifiedAt" is not null
      union all
      select t.id, 'basename', 2 from organizations o join sites t on t."organizationId" = o.id
      where o.hostname = ${address.organization}::text and lower(t.basename) = ${address.basename}::text
      union all
      select t.id, 'id', 3 from sites t where t.id = ${address.siteId}::text
      union all
      select o."defaultSiteId", 'default', 4 from organizations o
      where o.hostname = ${address.organization}::text and ${address.basename}::text is null
    ),
    found as materialized (
      select t.id, t."organizationId", t.visibility, t.published, t.basename, wanted.via, ${partsStamp} as stamp
      from wanted join sites t on t.id = wanted.id order by wanted.place limit 1
    )
    select t.*, o.hostname as "organizationHostname", h.hostname as "customHostname", a."jsonSchema" as schema,
      v."sealedKey", v."keyVersion", v."fallbackUrl",
      coalesce((select json_agg(json_build_object('id', k.id, 'keyHash', k."keyHash")) from site_share_links k
        where k."siteId" = t.id and k.active and k."keyHash" = any(${address.keyHashes}::text[])), '[]') as "shareLinks",
      coalesce((select json_agg(json_build_object('source', r.source, 'destination', r.destination)) from site_redirects r
        where r."siteId" = t.id and r.source = any(${address.sources}::text[])), '[]') as redirects,
      case when t.stamp is distinct from ${knownStamp}::text then ${sections} end as sections,
      case when t.stamp is distinct from ${knownStamp}::text then ${siteSpaces} end as "siteSpaces"
    from found t join organizations o on o.id = t."organizationId"
    left join site_hostnames h on h."siteId" = t.id and h."verifiedAt" is not null
    left join site_visitor_auth v on v."siteId" = t.id
    left join site_adaptive_schemas a on a."siteId" = t.id`);
