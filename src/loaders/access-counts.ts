import type { Actor } from '../access/actor.ts';
import { callerGrants } from '../access/queries/caller.ts';
import { membershipJoin } from '../access/queries/membership.ts';
import { grantedRank, membershipRank } from '../access/queries/visible-resources.ts';
import { anyOf, type Fragment, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';
import { memberKey, memberKeys } from './members.ts';

/**
 * Common table expressions over the organizations that `scope` selects. `line` pairs every space that is not deleted
 * with itself and each collection above it, with the distance. `override` is the distance and rank of the nearest
 * default level that does not inherit, for each space that the caller may read; null when all levels inherit.
 */
const spaceLines = (
  scope: Fragment,
  actor: Actor,
): Fragment => sql`line(space, organization, node, parent, level, depth) as (
    select s.id, s."organizationId", s.id, s."parentId", s."defaultLevel", 0
    from spaces s where s."deletedAt" is null and s."organizationId" in (${scope})
    union all
    select line.space, line.organization, up.id, up."parentId", up."defaultLevel", line.depth + 1
    from line join collections up on up.id = line.parent
  ), level as materialized (
    select distinct on (space) space, organization,
      case when level <> 'inherit' then depth end as depth, role_rank(level) as rank
    from line order by space, level = 'inherit', depth
  ), caller as materialized (
    select o.id as organization, ${membershipRank} as rank
    from organizations o ${membershipJoin('o.id', actor)} where o.id in (${scope}) and m."userId" is not null
  ), own as (
    select g."organizationId" as organization, coalesce(g."spaceId", g."collectionId") as node, ${grantedRank} as rank
    from ${callerGrants(actor)}
    where g."organizationId" in (${scope}) and (g."userId" = ${actor.userId} or g."teamId" in (
      select tm."teamId" from team_members tm where tm."userId" = ${actor.userId}))
    group by 1, 2
  ), reach as (
    select distinct on (line.space) line.space, line.depth, own.rank
    from own join line on line.node = own.node and line.organization = own.organization
    order by line.space, line.depth
  ), override as materialized (
    select level.* from level join caller on caller.organization = level.organization
    left join reach on reach.space = level.space
    where 1 <= effective_rank(caller.rank,
      case when reach.space is null or level.depth < reach.depth then level.rank else reach.rank end)
  )`;

interface MemberCounts {
  readonly organizationId: string;
  readonly userId: string;
  /** Number of spaces that the member and the caller may read. */
  readonly spaces: number;
  /** Number of teams of the organization that the member is in. */
  readonly teams: number;
}

/**
 * Counts spaces and teams of members. Spaces that are open by default are counted once per organization, then the
 * grants of each member add or subtract spaces. The cost therefore grows with the number of grants, not with members
 * times spaces.
 */
const memberCounts = (keys: readonly string[], actor: Actor): Fragment => sql`
  with recursive subject as materialized (
    select m."organizationId" as organization, m."userId", m.role, m.disabled, ${membershipRank} as rank
    from ${memberKeys(keys)}
    join members m on m."organizationId" = asked."organizationId" and m."userId" = asked."userId"
  ), ${spaceLines(sql`select organization from subject`, actor)}, open as (
    select organization, count(*)::int as total, (count(*) filter (where rank >= 1))::int as everybody,
      (count(*) filter (where rank is null))::int as inherited
    from override group by organization
  ), given as (
    select s.organization, s."userId" as holder, coalesce(g."spaceId", g."collectionId") as node, g."userId", g.role
    from subject s join grants g on g."organizationId" = s.organization and g."userId" = s."userId"
    union all
    select s.organization, s."userId", coalesce(g."spaceId", g."collectionId"), g."userId", g.role
    from subject s join team_members tm on tm."userId" = s."userId"
    join grants g on g."organizationId" = s.organization and g."teamId" = tm."teamId"
  ), held as (
    select g.organization, g.holder as "userId", g.node, ${grantedRank} as rank
    from given g group by g.organization, g.holder, g.node
  ), nearest as (
    select distinct on (held."userId", line.space) held.organization, held."userId", line.space, line.depth, held.rank
    from held join line on line.node = held.node and line.organization = held.organization
    order by held."userId", line.space, line.depth
  ), change as (
    select s.organization, s."userId",
      sum((n.rank >= 1)::int - (effective_rank(s.rank, o.rank) >= 1)::int)::int as spaces
    from nearest n join override o on o.space = n.space
    join subject s on s.organization = n.organization and s."userId" = n."userId"
    where o.depth is null or n.depth <= o.depth
    group by s.organization, s."userId"
  )
  select s.organization as "organizationId", s."userId",
    coalesce(case when s.disabled then 0 when s.role = 'admin' then open.total
      else open.everybody + case when s.rank >= 1 then open.inherited else 0 end + coalesce(change.spaces, 0) end, 0) as spaces,
    (select count(*)::int from team_members tm join teams t on t.id = tm."teamId"
      where tm."userId" = s."userId" and t."organizationId" = s.organization) as teams
  from subject s
  left join open on open.organization = s.organization
  left join change on change.organization = s.organization and change."userId" = s."userId"`;

/** Loads counts of members by `memberKey`. */
export const memberCountsLoader = (reader: Sql, actor: Actor) =>
  byKey<MemberCounts>(reader, (keys) => memberCounts(keys, actor), memberKey);

interface TeamCounts {
  readonly id: string;
  readonly members: number;
  /** Number of spaces that grants of the team let its members read, and that the caller may read. */
  readonly spaces: number;
}

const teamCounts = (ids: readonly string[], actor: Actor): Fragment => sql`
  with recursive subject as materialized (
    select t.id, t."organizationId" as organization from teams t where t.id = ${anyOf(ids)}
  ), ${spaceLines(sql`select organization from subject`, actor)}, nearest as (
    select distinct on (subject.id, line.space) subject.id, line.space, line.depth, role_rank(g.role) as rank
    from subject join grants g on g."teamId" = subject.id
    join line on line.node = coalesce(g."spaceId", g."collectionId")
    order by subject.id, line.space, line.depth
  ), reached as (
    select n.id, count(*)::int as spaces
    from nearest n join override o on o.space = n.space
    where n.rank >= 1 and (o.depth is null or n.depth <= o.depth)
    group by n.id
  )
  select subject.id, coalesce(reached.spaces, 0) as spaces,
    (select count(*)::int from team_members tm where tm."teamId" = subject.id) as members
  from subject left join reached on reached.id = subject.id`;

/** Loads counts of teams by id. */
export const teamCountsLoader = (reader: Sql, actor: Actor) =>
  byKey<TeamCounts>(
    reader,
    (ids) => teamCounts(ids, actor),
    (row) => row.id,
  );
