import { raw, sql, type Fragment } from '../../db/sql.ts';
import { grantsToCaller, type Caller } from './caller.ts';
import { grantedRank, membershipRank } from './visible-resources.ts';

/** A space, a collection or a site. */
export type Resource = { readonly spaceId: string } | { readonly collectionId: string } | { readonly siteId: string };

/**
 * Statement parts for the effective rank of every active member of an organization on one resource, by the rule of
 * `effectiveRole`. `from` is relation `held` with `userId`, `joinedAt`, `rank`, `originId`: the resource whose grant
 * or default level determines the rank, null for the membership, and `grantId`: that grant, null for a default level. `with`
 * precedes the statement.
 */
export const effectiveRanks = (organizationId: string, resource: Resource): { with: Fragment; from: Fragment } => ({
  with: withChain(resource),
  from: sql`from (
    select m."userId", m."joinedAt", effective_rank(${membershipRank}, nearest.rank) as rank,
      case when m.role is distinct from 'admin' then nearest.id end as "originId",
      case when m.role is distinct from 'admin' then (
        select g.id from ${grantsToCaller(eachMember, isOn('nearest'))}
        order by g."userId" is null, role_rank(g.role) desc, g.id limit 1
      ) end as "grantId"
    from members m left join lateral (
      select ranked.rank, ranked.id from (
        select chain.depth, chain.id, level_rank(held.rank, null, chain.level) as rank
        from chain cross join lateral (select ${grantedRank} as rank from ${grantsToCaller(eachMember, isOnChain)}) held
      ) ranked where ranked.rank is not null order by ranked.depth limit 1
    ) nearest on true
    where m."organizationId" = ${organizationId} and not m.disabled
  ) held`,
});

/**
 * Statement that counts the active members of an organization whose rank on a resource fulfils a condition. It reads the grants on
 * the resource and above it once, while `effectiveRanks` looks them up for each member of a page.
 */
export const countEffectiveRanks = (organizationId: string, resource: Resource, isCounted: Fragment): Fragment => sql`
  ${withChain(resource)}, given as (
    select chain.depth, coalesce(g."userId", tm."userId") as holder, g."userId", g.role from chain
    join grants g on ${isOnChain} left join team_members tm on tm."teamId" = g."teamId"
  ), held as (
    select distinct on (g.holder) g.holder, g.depth, ${grantedRank} as rank from given g group by g.holder, g.depth order by g.holder, g.depth
  ), base as (
    select depth, role_rank(level) as rank from chain where level <> 'inherit' order by depth limit 1
  )
  select count(*)::int as count from (
    select effective_rank(${membershipRank},
      case when held.holder is null or base.depth < held.depth then base.rank else held.rank end) as rank
    from members m left join held on held.holder = m."userId" left join base on true
    where m."organizationId" = ${organizationId} and not m.disabled
  ) held where ${isCounted}`;

/** `chain`: the resource and the collections above it, with their default levels. */
const withChain = (resource: Resource) => sql`with recursive chain(depth, id, "parentId", level) as (
    ${start(resource)}
    union all
    select chain.depth + 1, up.id, up."parentId", up."defaultLevel"
    from chain join collections up on up.id = chain."parentId"
  )`;

/** The member of each row. */
const eachMember: Caller = { userId: raw('m."userId"'), organizationId: null };

/** SQL condition: a grant `g` is on a resource of a relation. */
const isOn = (relation: 'chain' | 'nearest') =>
  raw(`(g."spaceId" = ${relation}.id or g."collectionId" = ${relation}.id or g."siteId" = ${relation}.id)`);

const isOnChain = isOn('chain');

function start(resource: Resource): Fragment {
  if ('spaceId' in resource)
    return sql`select 0, id, "parentId", "defaultLevel" from spaces where id = ${resource.spaceId}`;
  if ('collectionId' in resource)
    return sql`select 0, id, "parentId", "defaultLevel" from collections where id = ${resource.collectionId}`;
  // A site is in no collection, and only grants give access to it.
  return sql`select 0, id, null::text collate "C", 'inherit'::text from sites where id = ${resource.siteId}`;
}
