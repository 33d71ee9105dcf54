import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { ContentView, Visitor } from '../actor.ts';

/**
 * SQL condition on site `t`: it is the visitor's site, and the share link, key or publication that admitted the visitor
 * is still valid.
 */
export const siteAdmits = ({ siteId, organizationId, admission }: Visitor): Fragment => {
  const { shareLinkId = null, keyVersion = null, preview = false } = admission;
  return sql`t.id = ${siteId} and t."organizationId" = ${organizationId}
    and (${preview} or t.published and (
      t.visibility in ('public', 'unlisted')
      or t.visibility = 'visitor-auth' and ${keyVersion}::int is not null
      or t.visibility = 'share-link' and exists (select from site_share_links k
        where k.id = ${shareLinkId}::text and k."siteId" = t.id and k.active)))
    and (${keyVersion}::int is null or exists (select from site_visitor_auth v
      where v."siteId" = t.id and v."keyVersion" = ${keyVersion}::int))`;
};

/** The conditions that hide a space on a site: that of the site space and that of its section. */
export interface SitePlacement {
  readonly condition: string | null;
  readonly sectionCondition: string | null;
}

/** Membership and access columns for a visitor, who has no memberships or grants. */
export const noMembership = sql`false as "isMember", null as "memberRole", 'inherit' as levels, null as "rootLevel"`;

const placementObjects = raw(`json_agg(json_build_object('condition', p.condition, 'sectionCondition', c.condition))`);

/** Most spaces of which each looks its placements up. Of more, those of the whole site are read once. */
const maxLookedUp = 10;

/**
 * Joins `placed.placements` to `count` spaces `s`: a JSON array of the placements of each space on the visitor's site. Drops
 * spaces that the site does not contain.
 */
export function placementsJoin(visitor: Visitor, count: number): Fragment {
  if (count <= maxLookedUp)
    return sql`join lateral (
    select ${placementObjects} as placements
    from sites t join site_spaces p on p."siteId" = t.id and p."spaceId" = s.id
    left join site_sections c on c.id = p."sectionId"
    where ${siteAdmits(visitor)}
  ) placed on true`;
  // As an object and not as a relation, which a plan for few spaces would read once for each.
  return sql`cross join lateral (select (
    select jsonb_object_agg(of_space.id, of_space.placements) from (
      select p."spaceId" as id, ${placementObjects} as placements
      from sites t join site_spaces p on p."siteId" = t.id left join site_sections c on c.id = p."sectionId"
      where ${siteAdmits(visitor)} group by p."spaceId") of_space
  ) -> s.id as placements) placed`;
}

/** SQL condition after `placementsJoin`: the site has space `s`. */
export const isPlaced = raw('placed.placements is not null');

/**
 * SQL expression for the id of the revision that a view shows of space `s`; null for a space that had no content then. A
 * change request that is closed shows nothing of its own.
 */
export const viewedRevisionId = (view: ContentView): Fragment => {
  if (view.kind === 'change-request')
    return sql`coalesce((select cr."revisionId" from change_requests cr where cr.id = ${view.changeRequestId}
      and cr."spaceId" = s.id and cr.status in ('draft', 'open')), s."revisionId")`;
  return sql`coalesce((select r.id from revisions r where r.id = ${view.revisionId}::text and r.line = s.id),
    (select r.id from revisions r where r."spaceId" = s.id and r.line = s.id and r."createdAt" <= ${view.until}::timestamptz
      order by r."createdAt" desc, r.seq desc limit 1))`;
};
