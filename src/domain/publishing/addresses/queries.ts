import { rowVersion, rowVersions } from '../../../db/row-versions.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import { siteVersions } from '../../people/visitors/queries.ts';
import type { AdaptiveSchema } from '../../people/visitors/claims-schema.ts';

/** Lookup keys of a published site. Hosts and basenames are in lower case. */
export interface SiteAddress {
  /** A custom hostname. */
  readonly hostname: string | null;
  /** The hostname of an organization. Without a basename it stands for the organization's default site. */
  readonly organization: string | null;
  readonly basename: string | null;
  readonly siteId: string | null;
  /** Hashes of path segments that may be a share key. */
  readonly keyHashes: readonly string[];
  readonly sources: readonly string[];
  /** Whether the result has the row versions of the whole site. */
  readonly withVersions?: boolean;
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

/** The sections and site spaces of a site, in navigation order, with the conditions that decide who sees them. */
export interface SiteParts {
  /** Versions of the rows of its sections and site spaces. */
  readonly versions: string;
  readonly sections: readonly SectionRow[];
  readonly siteSpaces: readonly SiteSpaceRow[];
}

/** A site with everything needed to route a URL below it and to decide who may read it. */
export interface AddressedSite extends SiteParts {
  readonly id: string;
  readonly organizationId: string;
  readonly visibility: string;
  readonly published: boolean;
  /** How the site was found; `default` means by the hostname of its organization alone. */
  readonly via: 'hostname' | 'basename' | 'id' | 'default';
  readonly basename: string;
  /** Host and path at which a proxy serves the site. */
  readonly proxy: string | null;
  /** The verified custom hostname. */
  readonly customHostname: string | null;
  readonly organizationHostname: string | null;
  readonly schema: AdaptiveSchema | null;
  readonly sealedKey: string | null;
  readonly keyVersion: number | null;
  readonly fallbackUrl: string | null;
  /** Provider that signs visitors in at this server; null without one. */
  readonly providerId: string | null;
  /** Active share links whose hash is in `keyHashes`. */
  readonly shareLinks: readonly { readonly id: string; readonly keyHash: string }[];
  readonly redirects: readonly RedirectRow[];
  /** Versions of all rows that the site and its spaces consist of; null unless it was asked for. */
  readonly siteVersions: string | null;
}

/** The result of a lookup. Its parts are null when the versions known to the caller are current. */
interface FoundSite extends Omit<AddressedSite, 'sections' | 'siteSpaces'> {
  readonly sections: AddressedSite['sections'] | null;
  readonly siteSpaces: AddressedSite['siteSpaces'] | null;
}

/**
 * Joins the space of site space `p` if it is not deleted. It is looked up (`offset 0`): a merge of the two would read all spaces of the instance up to
 * those of the site.
 */
const presentSpace = raw(`cross join lateral (
        select from spaces s where s.id = p."spaceId" and s."deletedAt" is null offset 0) s`);

/** SQL expression for the sections of site `t` as JSON, in navigation order. */
const sections = raw(`
    coalesce((select json_agg(json_build_object('id', x.id, 'path', x.path, 'condition', x.condition,
        'isDefault', x."isDefault") order by coalesce(g.position, x.position) collate "C", x.position collate "C", x.id)
      from site_sections x left join site_section_groups g on g.id = x."groupId" where x."siteId" = t.id), '[]')`);

const siteSpaces = sql`
    coalesce((select json_agg(json_build_object('id', p.id, 'sectionId', p."sectionId", 'spaceId', p."spaceId",
        'path', p.path, 'condition', p.condition, 'isDefault', p."isDefault") order by p.position collate "C", p.id)
      from site_spaces p ${presentSpace}
      where p."siteId" = t.id), '[]')`;

/**
 * SQL expression for the versions of all rows that the parts of site `t` consist of. A space contributes only whether
 * it is deleted.
 */
const partsVersions = sql`row(t.id,
    (select row(${rowVersions('x')}, sum(${rowVersion('g')})) from site_sections x
      left join site_section_groups g on g.id = x."groupId" where x."siteId" = t.id),
    (select ${rowVersions('p')} from site_spaces p ${presentSpace}
      where p."siteId" = t.id))::text`;

/**
 * Finds the site at an address in one statement; a custom hostname takes precedence. Reads the parts only when
 * `knownVersions` are out of date.
 */
export const findAddressedSite = (
  reader: Sql,
  address: SiteAddress,
  knownVersions: string | null,
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
      select t.id, t."organizationId", t.visibility, t.published, t.basename, t.proxy, wanted.via, ${partsVersions} as versions,
        ${address.withVersions === true ? sql`${siteVersions}::text` : raw('null::text')} as "siteVersions"
      from wanted join sites t on t.id = wanted.id join organizations o on o.id = t."organizationId" order by wanted.place limit 1
    )
    select t.*, o.hostname as "organizationHostname", h.hostname as "customHostname", a."jsonSchema" as schema,
      v."sealedKey", v."keyVersion", v."fallbackUrl", v."providerId",
      coalesce((select json_agg(json_build_object('id', k.id, 'keyHash', k."keyHash")) from site_share_links k
        where k."siteId" = t.id and k.active and k."keyHash" = any(${address.keyHashes}::text[])), '[]') as "shareLinks",
      coalesce((select json_agg(json_build_object('source', r.source, 'destination', r.destination)) from site_redirects r
        where r."siteId" = t.id and r.source = any(${address.sources}::text[])), '[]') as redirects,
      case when t.versions is distinct from ${knownVersions}::text then ${sections} end as sections,
      case when t.versions is distinct from ${knownVersions}::text then ${siteSpaces} end as "siteSpaces"
    from found t join organizations o on o.id = t."organizationId"
    left join site_hostnames h on h."siteId" = t.id and h."verifiedAt" is not null
    left join site_visitor_auth v on v."siteId" = t.id
    left join site_adaptive_schemas a on a."siteId" = t.id`);

/** A change request that a preview may show. */
export interface PreviewedChangeRequest {
  readonly id: string;
  readonly spaceId: string;
  readonly number: number;
  readonly subject: string;
  readonly status: string;
}

/** Finds the change request of a preview; null for one of a deleted space. */
export const findPreviewedChangeRequest = (reader: Sql, id: string): Promise<PreviewedChangeRequest | null> =>
  reader.first<PreviewedChangeRequest>(sql`
    select cr.id, cr."spaceId", cr.number, cr.subject, cr.status from change_requests cr
    join spaces s on s.id = cr."spaceId" and s."deletedAt" is null where cr.id = ${id}`);

/** Lists those of some spaces that had content until a time. */
export async function listSpacesUntil(
  reader: Sql,
  spaceIds: readonly string[],
  until: string,
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ readonly id: string }>(sql`
    select wanted.id from unnest(${spaceIds}::text[]) wanted(id) where exists (select from revisions r
      where r."spaceId" = wanted.id and r.line = wanted.id and r."createdAt" <= ${until}::timestamptz)`);
  return new Set(rows.map(({ id }) => id));
}

/** A public site that has no host of its own. */
interface PublicSite {
  readonly id: string;
  readonly basename: string;
  readonly agentsContext: string;
}

/** Maximum number of sites that a host names. */
const maxSites = 1_000;

/** Lists the public sites below the host of an organization, or of those without one. */
export const listPublicSitesAt = (reader: Sql, organizationHostname: string | null): Promise<readonly PublicSite[]> =>
  reader.rows<PublicSite>(sql`
    select t.id, t.basename, t."agentsContext" from sites t join organizations o on o.id = t."organizationId"
    where o.hostname is not distinct from ${organizationHostname}::text and t.published and t.visibility = 'public'
      and t.proxy is null
      and not exists (select from site_hostnames h where h."siteId" = t.id and h."verifiedAt" is not null)
    order by t.id limit ${maxSites}`);
