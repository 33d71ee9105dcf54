import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql } from '../../../db/sql.ts';

/** Keyset list of `SiteShareLinkRow` of a site, newest first. */
export const shareLinksList = (siteId: string): KeysetList => ({
  name: 'site-share-links',
  filters: [siteId],
  select: raw('k.*'),
  from: raw('from site_share_links k'),
  where: [sql`k."siteId" = ${siteId}`],
  sort: { by: 'k."createdAt"', type: 'timestamptz', id: 'k.id' },
  direction: 'desc',
});
