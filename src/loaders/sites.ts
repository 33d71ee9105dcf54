import type { Site, SiteSection, SiteSectionGroup, SiteSpace } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import { readsSitesOfSpaces, type Actor, type Visitor } from '../access/actor.ts';
import { callerGrants } from '../access/queries/caller.ts';
import { accessColumns, siteAccessJoin, type AccessColumns } from '../access/queries/resource-access.ts';
import { noMembership, siteAdmits } from '../access/queries/visitor.ts';
import { byKey } from './batch.ts';

/** A site with what its addresses and features depend on. */
export interface SiteRow extends Stored<Site> {
  readonly organizationHostname: string | null;
  /** The verified custom hostname. */
  readonly customHostname: string | null;
  readonly visitorBackend: string | null;
  readonly visitorIntegration: string | null;
  readonly hasSections: boolean;
  /** Whether a section, or the site without sections, has more than one site space. */
  readonly hasVariants: boolean;
  readonly hasRedirects: boolean;
  readonly hasCustomization: boolean;
}

const publicationColumns = `o.hostname as "organizationHostname",
  (select h.hostname from site_hostnames h where h."siteId" = t.id and h."verifiedAt" is not null) as "customHostname",
  (select v.backend from site_visitor_auth v where v."siteId" = t.id) as "visitorBackend",
  (select v.integration from site_visitor_auth v where v."siteId" = t.id) as "visitorIntegration"`;

/** Selects the columns of `SiteRow` from sites `t` and organizations `o`. */
export const siteColumns = raw(`t.*, ${publicationColumns},
  exists (select from site_sections x where x."siteId" = t.id) as "hasSections",
  exists (select from site_spaces x where x."siteId" = t.id and not x."isDefault") as "hasVariants",
  exists (select from site_redirects x where x."siteId" = t.id) as "hasRedirects",
  exists (select from site_customizations x where x."siteId" = t.id) as "hasCustomization"`);

/** A site with the caller's access facts. */
export type SiteFactsRow = SiteRow &
  AccessColumns & {
    /** For a visitor who came by a share link: its key, encrypted. */
    readonly sealedShareKey?: string | null;
  };

/** Loads sites by id. */
export const siteLoader = (reader: Sql, actor: Actor) =>
  byKey<SiteFactsRow>(
    reader,
    (ids) =>
      actor.visitor
        ? sitesForVisitor(ids, actor.visitor)
        : sql`select ${siteColumns}, ${accessColumns} from sites t ${siteAccessJoin('t', actor)}
            where t.id = ${anyOf(ids)}`,
    (site) => site.id,
  );

/** Selects rows of `SiteFactsRow`: of the visitor's site, if it is among those with the ids and admits the visitor. */
export const sitesForVisitor = (ids: readonly string[], visitor: Visitor): Fragment => sql`
  select ${siteColumns}, ${noMembership}, (select k."sealedKey" from site_share_links k
    where k.id = ${visitor.admission.shareLinkId ?? null}::text) as "sealedShareKey"
  from sites t join organizations o on o.id = t."organizationId"
  where t.id = ${anyOf(ids)} and ${siteAdmits(visitor)}`;

export type SiteSectionRow = Stored<SiteSection>;
export type SiteSectionGroupRow = Stored<SiteSectionGroup>;
export type SiteSpaceRow = Stored<SiteSpace>;

/** Everything that a site consists of, in no order, and the settings of its appearance. */
export interface StructureRows {
  readonly siteId: string;
  /** Null without settings. */
  readonly settings: unknown;
  /** Settings by the id of the site space; only of those that have some. */
  readonly siteSpaceSettings: Readonly<Record<string, unknown>>;
  readonly groups: readonly SiteSectionGroupRow[];
  readonly sections: readonly SiteSectionRow[];
  readonly siteSpaces: readonly SiteSpaceRow[];
}

/** Loads the structure of sites by their ids, whole in one statement. The number of rows of a site is limited. */
export const siteStructureLoader = (reader: Sql) =>
  byKey<StructureRows>(
    reader,
    (ids) => sql`select given.id as "siteId",
      (select c.settings from site_customizations c where c."siteId" = given.id) as settings,
      (select coalesce(json_object_agg(x.id, own.settings), '{}')
        from site_spaces x join site_space_customizations own on own."siteSpaceId" = x.id
        where x."siteId" = given.id) as "siteSpaceSettings",
      (select coalesce(json_agg(x), '[]') from site_section_groups x where x."siteId" = given.id) as groups,
      (select coalesce(json_agg(x), '[]') from site_sections x where x."siteId" = given.id) as sections,
      (select coalesce(json_agg(x), '[]') from site_spaces x where x."siteId" = given.id) as "siteSpaces"
      from unnest(${ids}::text[]) given(id)`,
    ({ siteId }) => siteId,
  );

const siteIdsOf = (table: 'site_sections' | 'site_section_groups' | 'site_spaces') => (reader: Sql) =>
  byKey<{ readonly id: string; readonly siteId: string }>(
    reader,
    (ids) => sql`select x.id, x."siteId" from ${raw(table)} x where x.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );

/** Loads the ids of the sites of sections, section groups and site spaces. */
export const siteOfSectionLoader = siteIdsOf('site_sections');
export const siteOfSectionGroupLoader = siteIdsOf('site_section_groups');
export const siteOfSiteSpaceLoader = siteIdsOf('site_spaces');

/** A space in the site that publishes it. */
export interface PublishedSpaceRow extends Pick<
  SiteRow,
  | 'id'
  | 'basename'
  | 'proxy'
  | 'published'
  | 'visibility'
  | 'organizationHostname'
  | 'customHostname'
  | 'visitorBackend'
  | 'visitorIntegration'
> {
  readonly spaceId: string;
  readonly path: string;
  readonly isDefault: boolean;
  readonly sectionPath: string | null;
  readonly sectionIsDefault: boolean | null;
}

/**
 * Loads where spaces are published, by their ids: of several sites and places that the caller may learn of, the oldest.
 */
export const publishedSpaceLoader = (reader: Sql, actor: Actor) => publicationLoader(reader, isKnownSite(actor));

/** The publication of spaces by the oldest site that everyone may read. */
export const publicSpaceLoader = (reader: Sql) => publicationLoader(reader, raw(" and t.visibility = 'public'"));

const publicationLoader = (reader: Sql, condition: Fragment) =>
  byKey<PublishedSpaceRow>(
    reader,
    (ids) => sql`select distinct on (x."spaceId") x."spaceId", x.path, x."isDefault",
      c.path as "sectionPath", c."isDefault" as "sectionIsDefault",
      t.id, t.basename, t.proxy, t.published, t.visibility, ${raw(publicationColumns)}
      from site_spaces x join sites t on t.id = x."siteId" and t.published
      join organizations o on o.id = t."organizationId"
      left join site_sections c on c.id = x."sectionId"
      where x."spaceId" = ${anyOf(ids)}${condition}
      order by x."spaceId", t."createdAt", t.id, x."createdAt", x.id`,
    ({ spaceId }) => spaceId,
  );

/** SQL condition, empty for most callers: the caller may learn of site `t`, of which it may read a space. */
const isKnownSite = (actor: Actor): Fragment =>
  readsSitesOfSpaces(actor) ? raw('') : sql` and exists (select from ${callerGrants(actor)} where g."siteId" = t.id)`;
