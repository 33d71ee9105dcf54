import type { Visitor } from '../../../access/actor.ts';
import { siteAdmits } from '../../../access/queries/visitor.ts';
import { rowVersion, rowVersions } from '../../../db/row-versions.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import { sitesForVisitor, type SiteFactsRow } from '../../../loaders/sites.ts';
import { spacesForVisitor, type SpaceFactsRow } from '../../../loaders/spaces.ts';

/** The site of a share key, with its link. */
interface SharedSite {
  readonly siteId: string;
  readonly organizationId: string;
  readonly shareLinkId: string;
}

/** Finds the site of an active share link by the hash of its key. */
export const findSharedSite = (reader: Sql, keyHash: string): Promise<SharedSite | null> =>
  reader.first<SharedSite>(sql`
    select t.id as "siteId", t."organizationId", k.id as "shareLinkId"
    from site_share_links k join sites t on t.id = k."siteId"
    where k."keyHash" = ${keyHash} and k.active and t.published and t.visibility = 'share-link'`);

interface RowVersions {
  readonly versions: string;
}

/** Selects row versions together with a row. */
const versionsAndRow = (versions: Fragment, row: Fragment): Fragment =>
  sql`select versioned.versions, found.* from (${versions}) versioned cross join (${row}) found`;

/**
 * SQL expression for what the links to edit the pages of site `t` say: where the files of its spaces are, and the sync that has noted
 * them. Connections are written at each look at a branch, so what they say is compared and not the version of their rows.
 */
const editLinksVersion =
  raw(`(select sum(hash_record_extended(row(c.id, c.provider, c.url, c.ref, c.directory, r.commit), 0))
    from git_connections c left join git_repositories r on r."spaceId" = c."spaceId"
    where c."organizationId" = t."organizationId" and c."editLinks"
      and exists (select from site_spaces p where p."siteId" = t.id and p."spaceId" = c."spaceId"))`);

/** SQL expression for the versions of all rows that site `t` of organization `o` consists of, without share links. */
export const siteVersions = sql`row(${rowVersion('t')}, ${rowVersion('o')},
    (select ${rowVersions('x')} from site_hostnames x where x."siteId" = t.id),
    (select ${rowVersions('x')} from site_visitor_auth x where x."siteId" = t.id),
    exists (select from site_redirects x where x."siteId" = t.id),
    (select ${rowVersions('x')} from site_customizations x where x."siteId" = t.id),
    (select ${rowVersions('x')} from site_sections x where x."siteId" = t.id),
    (select ${rowVersions('x')} from site_section_groups x where x."siteId" = t.id),
    (select ${rowVersions('x')} from site_spaces p join site_space_customizations x on x."siteSpaceId" = p.id
      where p."siteId" = t.id),
    (select row(${rowVersions('p')}, ${rowVersions('s')}) from site_spaces p
      cross join lateral (select s.xmin, s.ctid from spaces s where s.id = p."spaceId" offset 0) s where p."siteId" = t.id),
    (select ${rowVersions('x')} from site_spaces p join translated_spaces x on x."spaceId" = p."spaceId"
      where p."siteId" = t.id),
    ${editLinksVersion})`;

/** Versions of all rows that the loaders of a site, its structure and its spaces read for a visitor. */
const selectSiteVersions = (visitor: Visitor) => sql`
  select row(${siteVersions},
    (select ${rowVersions('x')} from site_share_links x where x.id = ${visitor.admission.shareLinkId ?? null}::text)
  )::text as versions
  from sites t join organizations o on o.id = t."organizationId" where ${siteAdmits(visitor)}`;

/** Finds the row versions of the visitor's site; null when the site does not admit the visitor. */
export const findSiteVersions = (reader: Sql, visitor: Visitor): Promise<RowVersions | null> =>
  reader.first<RowVersions>(selectSiteVersions(visitor));

/** Finds the row versions with the row of the site. */
export const findSiteWithVersions = (reader: Sql, visitor: Visitor): Promise<(RowVersions & SiteFactsRow) | null> =>
  reader.first<RowVersions & SiteFactsRow>(
    versionsAndRow(selectSiteVersions(visitor), sitesForVisitor([visitor.siteId], visitor)),
  );

/** Content that a visitor reads. */
export interface PublishedContent {
  readonly spaceId: string;
  readonly revisionId: string;
}

/** Versions of the rows that decide whether and where a visitor's site shows a space with this active revision. */
const selectContentVersions = (visitor: Visitor, { spaceId, revisionId }: PublishedContent) => sql`
  select row(${rowVersion('s')}, placed.versions)::text as versions
  from spaces s join lateral (
    select row(${rowVersions('t')}, ${rowVersions('p')}, ${rowVersions('c')}) as versions
    from sites t join site_spaces p on p."siteId" = t.id and p."spaceId" = s.id
    left join site_sections c on c.id = p."sectionId"
    where ${siteAdmits(visitor)} having count(*) > 0) placed on true
  where s.id = ${spaceId} and s."revisionId" = ${revisionId} and s."deletedAt" is null`;

/** Finds the row versions of a published space; null when the site does not show it, or another revision is active. */
export const findContentVersions = (
  reader: Sql,
  visitor: Visitor,
  content: PublishedContent,
): Promise<RowVersions | null> => reader.first<RowVersions>(selectContentVersions(visitor, content));

/** Finds the row versions with the row of the space. */
export const findSpaceWithVersions = (
  reader: Sql,
  visitor: Visitor,
  content: PublishedContent,
): Promise<(RowVersions & SpaceFactsRow) | null> =>
  reader.first<RowVersions & SpaceFactsRow>(
    versionsAndRow(selectContentVersions(visitor, content), spacesForVisitor([content.spaceId], visitor)),
  );
