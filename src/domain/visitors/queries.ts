import { sql, type Sql } from '../../db/sql.ts';

/** The site that a share key opens, and its link. */
interface OpenedSite {
  readonly siteId: string;
  readonly organizationId: string;
  readonly shareLinkId: string;
}

/** The site that an active share link opens; null for another hash of a key. */
export const findOpenedSite = (reader: Sql, keyHash: string): Promise<OpenedSite | null> =>
  reader.first<OpenedSite>(sql`
    select t.id as "siteId", t."organizationId", k.id as "shareLinkId"
    from site_share_links k join sites t on t.id = k."siteId"
    where k."keyHash" = ${keyHash} and k.active and t.published and t.visibility = 'share-link'`);
