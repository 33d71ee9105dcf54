import type {
  PageFeedback,
  SiteHostname,
  SiteRedirect,
  SiteShareLink,
  SiteVisitorAuth,
} from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

export type SiteRedirectRow = Stored<SiteRedirect>;

/** Loads redirects of sites by id. */
export const siteRedirectLoader = (reader: Sql) =>
  byKey<SiteRedirectRow>(
    reader,
    (ids) => sql`select r.* from site_redirects r where r.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );

export type SiteShareLinkRow = Stored<SiteShareLink>;

/** Loads share links of sites by id. */
export const siteShareLinkLoader = (reader: Sql) =>
  byKey<SiteShareLinkRow>(
    reader,
    (ids) => sql`select k.* from site_share_links k where k.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );

export type SiteVisitorAuthRow = Stored<SiteVisitorAuth>;

/** Loads how visitors of sites sign in, by the ids of the sites. */
export const siteVisitorAuthLoader = (reader: Sql) =>
  byKey<SiteVisitorAuthRow>(
    reader,
    (ids) => sql`select v.* from site_visitor_auth v where v."siteId" = ${anyOf(ids)}`,
    ({ siteId }) => siteId,
  );

export type SiteHostnameRow = Stored<SiteHostname>;

/** Loads the custom hostnames of sites, verified or not, by the ids of the sites. */
export const siteHostnameLoader = (reader: Sql) =>
  byKey<SiteHostnameRow>(
    reader,
    (ids) => sql`select h.* from site_hostnames h where h."siteId" = ${anyOf(ids)}`,
    ({ siteId }) => siteId,
  );

export type PageFeedbackRow = Stored<PageFeedback>;

/** Loads feedback of readers by id. */
export const pageFeedbackLoader = (reader: Sql) =>
  byKey<PageFeedbackRow>(
    reader,
    (ids) => sql`select f.* from page_feedback f where f.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );
