import { sql, type Fragment } from '../../db/sql.ts';
import { grantedRank, membershipRank } from './visible-resources.ts';

/** A space, a collection or a site. */
export type Resource = { readonly spaceId: string } | { readonly collectionId: string } | { readonly siteId: string };

/**
 * Statement parts for the effective rank of every active member of an organization on one resource, by the rule of
 * `effectiveRole`. `from` is relation `held` with `userId`, `joinedAt`, `rank` and `originId`: the resource whose grant
 * or default level determines the rank, null for the membership. `with` precedes the statement.
 */
export const effectiveRanks = (organizationId: string, resource: Resource): { with: Fragment; from: Fragment } => ({
  with: sql`with recursive chain(depth, id, "parentId", level) as (
    ${start(resource)}
    union all
    select chain.depth + 1, up.id, up."parentId", up."defaultLevel"
    from chain join collections up on up.id = chain."parentId"
  )`,
  from: sql`from (
    select m."userId", m."joinedAt", effective_rank(${membershipRank}, nearest.rank) as rank,
      case when m.role is distinct from 'admin' then nearest.id end as "originId"
    from members m left join lateral (
      select ranked.rank, ranked.id from (
        select chain.depth, chain.id, level_rank(${grantedRank}, null, chain.level) as rank
        from chain left join grants g on (g."spaceId" = chain.id or g."collectionId" = chain.id or g."siteId" = chain.id)
          and (g."userId" = m."userId" or g."teamId" in (
            select tm."teamId" from team_members tm where tm."userId" = m."userId"))
        group by chain.depth, chain.id, chain.level
      ) ranked where ranked.rank is not null order by ranked.depth limit 1
    ) nearest on true
    where m."organizationId" = ${organizationId} and not m.disabled
  ) held`,
});

function start(resource: Resource): Fragment {
  if ('spaceId' in resource)
    return sql`select 0, id, "parentId", "defaultLevel" from spaces where id = ${resource.spaceId}`;
  if ('collectionId' in resource)
    return sql`select 0, id, "parentId", "defaultLevel" from collections where id = ${resource.collectionId}`;
  // A site is in no collection, and only grants give access to it.
  return sql`select 0, id, null::text collate "C", 'inherit'::text from sites where id = ${resource.siteId}`;
}
