import { sql, type Fragment, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';
import { memberKey, memberKeys } from './members.ts';

/**
 * Common table expressions after `scope` (a query of organization ids as `id`): `line` has every live
 * space with itself and each collection above it, by distance; `override` has each space with the
 * distance and rank of the nearest default level that does not inherit, null when all inherit.
 */
const spaceLines = (scope: Fragment): Fragment => sql`line(space, organization, node, parent, level, depth) as (
    select s.id, s."organizationId", s.id, s."parentId", s."defaultLevel", 0
    from spaces s where s."deletedAt" is null and s."organizationId" in (${scope})
    union all
    select line.space, line.organization, up.id, up."parentId", up."defaultLevel", line.depth + 1
    from line join collections up on up.id = line.parent
  ), override as materialized (
    select distinct on (space) space, organization,
      case when level <> 'inherit' then depth end as depth, role_rank(level) as rank
    from line order by space, level = 'inherit', depth
  )`;

interface MemberCounts {
  readonly organizationId: string;
  readonly userId: string;
  /** Spaces the member may read. */
  readonly spaces: number;
  /** Teams of the organization the member is in. */
  readonly teams: number;
}

/**
 * What members can reach. The spaces open to everybody of a rank are counted once; grants then add or
 * take away what they decide, so the cost grows with the grants and not with members times spaces.
 */
const memberCounts = (keys: readonly string[]): Fragment => sql`
  with recursive subject as materialized (
    select m."organizationId" as organization, m."userId", m.role, m.disabled, coalesce(role_rank(m.role), 0) as rank
    from ${memberKeys(keys)}
    join members m on m."organizationId" = asked."organizationId" and m."userId" = asked."userId"
  ), ${spaceLines(sql`select organization from subject`)}, open as (
    select organization, count(*)::int as total, (count(*) filter (where rank >= 1))::int as everybody,
      (count(*) filter (where rank is null))::int as inherited
    from override group by organization
  ), given as (
    select s.organization, s."userId", coalesce(g."spaceId", g."collectionId") as node, role_rank(g.role) as rank, true as direct
    from subject s join grants g on g."organizationId" = s.organization and g."userId" = s."userId"
    union all
    select s.organization, s."userId", coalesce(g."spaceId", g."collectionId"), role_rank(g.role), false
    from subject s join team_members tm on tm."userId" = s."userId"
    join grants g on g."organizationId" = s.organization and g."teamId" = tm."teamId"
  ), held as (
    select organization, "userId", node, coalesce(max(rank) filter (where direct), max(rank)) as rank
    from given group by organization, "userId", node
  ), nearest as (
    select distinct on (held."userId", line.space) held.organization, held."userId", line.space, line.depth, held.rank
    from held join line on line.node = held.node and line.organization = held.organization
    order by held."userId", line.space, line.depth
  ), change as (
    select s.organization, s."userId",
      sum((n.rank >= 1)::int - (coalesce(o.rank, s.rank) >= 1)::int)::int as spaces
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

/** By `memberKey`. */
export const memberCountsLoader = (reader: Sql) => byKey<MemberCounts>(reader, memberCounts, memberKey);

interface TeamCounts {
  readonly id: string;
  readonly members: number;
  /** Spaces that grants of the team let its members read. */
  readonly spaces: number;
}

const teamCounts = (ids: readonly string[]): Fragment => sql`
  with recursive subject as materialized (
    select t.id, t."organizationId" as organization from teams t where t.id = any(${ids}::text[])
  ), ${spaceLines(sql`select organization from subject`)}, nearest as (
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

/** By the team's id. */
export const teamCountsLoader = (reader: Sql) => byKey<TeamCounts>(reader, teamCounts, (row) => row.id);
