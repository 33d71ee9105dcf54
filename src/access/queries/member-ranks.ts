import { raw, sql, type Fragment } from '../../db/sql.ts';
import { grantsToCaller, type Caller } from './caller.ts';
import { membershipRank } from './visible-resources.ts';

/** A space, a collection or a site. */
export type Resource = { readonly spaceId: string } | { readonly collectionId: string } | { readonly siteId: string };

/**
 * Statement parts for the effective rank of every active member of an organization on one resource, by the rule of
 * `effectiveRole`. `from` is relation `held` with `userId`, `joinedAt`, `rank`, `originId`: the resource whose grant
 * or default level determines the rank, null for the membership, and `grantId`: that grant, null for a default level. `with`
 * precedes the statement. What is granted to a member is looked up when its row is read, so that a page costs what its members do.
 */
export const effectiveRanks = (organizationId: string, resource: Resource): { with: Fragment; from: Fragment } => ({
  with: withChain(resource),
  from: sql`from (
    select m."userId", m."joinedAt", effective_rank(${membershipRank}, coalesce(nearest.rank, base.rank)) as rank,
      case when m.role is distinct from 'admin' then coalesce(nearest.id, base.id) end as "originId", nearest."grantId"
    from members m left join lateral (${nearestGrant(eachMember)}) nearest on m.role is distinct from 'admin'
    left join base on true
    where m."organizationId" = ${organizationId} and not m.disabled
  ) held`,
});

/** Selects the grant to a member that decides: the nearest, one to the user before those to teams, of those the strongest. */
const nearestGrant = (member: Caller) => sql`
  select chain.depth, chain.id, g.id as "grantId", role_rank(g.role) as rank
  from chain cross join lateral (select g.* from ${grantsToCaller(member, isOnChain)}) g
  order by chain.depth, g."userId" is null, role_rank(g.role) desc, g.id limit 1`;

/**
 * Statement that counts the active members of an organization whose rank on a resource fulfils a condition. It reads the members and
 * the grants once each. Teams are read only for members whom no grant of their own decides: `undecided`, one by one
 * when they are few, and otherwise the teams one by one. Rows of a member are grouped instead of joined, because no statistics tell
 * how many grants a resource has, and a nested loop over all of both would not end.
 */
export const countEffectiveRanks = (organizationId: string, resource: Resource, isCounted: Fragment): Fragment => sql`
  ${withChain(resource)}, given as materialized (
    select g."userId", g."teamId", ${placeOf('chain.depth', 'g."userId" is null', 'role_rank(g.role)')} as place
    from chain join grants g on ${isOnChain}
  ), member as materialized (
    select "userId", max(membership) as membership, min(place) as place from (
      select m."userId", ${membershipRank} as membership, null::int as place
      from members m where m."organizationId" = ${organizationId} and not m.disabled
      union all select "userId", null, place from given where "userId" is not null
    ) known group by "userId" having max(membership) is not null
  ), undecided as materialized (
    select "userId" from member where membership < role_rank('admin')
      and coalesce(place > (select min(place) from given where "teamId" is not null), true)
  ), size as materialized (
    select (select count(*) from undecided) < (select count(*) from given where "teamId" is not null) as "isOfMembers"
  ), held as (
    select "userId", membership, place from member
    union all
    select u."userId", null, ${placeOf('nearest.depth', 'true', 'nearest.rank')} from undecided u
    cross join lateral (${nearestGrant(eachUndecided)}) nearest where (select "isOfMembers" from size)
    union all
    select tm."userId", null, given.place from given
    cross join lateral (select tm."userId" from team_members tm where tm."teamId" = given."teamId" offset 0) tm
    where given."teamId" is not null and not (select "isOfMembers" from size)
  )
  select count(*)::int as count from (
    select effective_rank(max(held.membership), coalesce(role_rank('admin') - min(held.place) % 10, (select rank from base))) as rank
    from held group by held."userId" having max(held.membership) is not null
  ) held where ${isCounted}`;

/**
 * SQL expression: a number that is the least for the grant that `nearestGrant` selects. Its last digit tells the rank: 0 for an admin,
 * and one more for each rank below.
 */
const placeOf = (depth: string, isOfTeam: string, rank: string) =>
  raw(`20 * ${depth} + 10 * (${isOfTeam})::int + role_rank('admin') - ${rank}`);

/**
 * `chain`: the resource and the collections above it, up to the first default level that does not inherit, above which nothing
 * counts. `base`: that level as a rank.
 */
const withChain = (resource: Resource) => sql`with recursive chain(depth, id, "parentId", level) as (
    ${start(resource)}
    union all
    select chain.depth + 1, up.id, up."parentId", up."defaultLevel"
    from chain join collections up on up.id = chain."parentId" where chain.level = 'inherit'
  ), base as (
    select id, role_rank(level) as rank from chain where level <> 'inherit'
  )`;

/** The member of each row. */
const eachMember: Caller = { userId: raw('m."userId"'), organizationId: null };

const eachUndecided: Caller = { userId: raw('u."userId"'), organizationId: null };

/** SQL condition: a grant `g` is on a resource of the chain. */
const isOnChain = raw('(g."spaceId" = chain.id or g."collectionId" = chain.id or g."siteId" = chain.id)');

function start(resource: Resource): Fragment {
  if ('spaceId' in resource)
    return sql`select 0, id, "parentId", "defaultLevel" from spaces where id = ${resource.spaceId}`;
  if ('collectionId' in resource)
    return sql`select 0, id, "parentId", "defaultLevel" from collections where id = ${resource.collectionId}`;
  // A site is in no collection, and only grants give access to it.
  return sql`select 0, id, null::text collate "C", 'inherit'::text from sites where id = ${resource.siteId}`;
}
