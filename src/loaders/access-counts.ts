import type { Actor } from '../access/actor.ts';
import { grantsToCaller } from '../access/queries/caller.ts';
import { membershipJoin } from '../access/queries/membership.ts';
import { grantedRank, membershipRank } from '../access/queries/visible-resources.ts';
import { anyOf, type Fragment, raw, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';
import { memberKey, memberKeys } from './members.ts';

/**
 * Common table expressions over the organizations that `scope` selects, after `given`: grants (node, …) that are counted. A `unit` is
 * a space with such a grant or one to the caller, or all others with one parent and default level, of which an index tells the
 * number: the cost grows with grants and collections, and hardly with spaces. `line` pairs every unit with itself and each
 * collection above it, with the distance. `override` is the distance and rank of the nearest default level that does not inherit,
 * for each unit that the caller may read; null when all levels inherit.
 */
const unitLines = (scope: Fragment, actor: Actor): Fragment => sql`caller as materialized (
    select o.id as organization, ${membershipRank} as rank
    from organizations o ${membershipJoin('o.id', actor)} where o.id in (${scope}) and m."userId" is not null
  ), own as materialized (
    select g."organizationId" as organization, coalesce(g."spaceId", g."collectionId") as node, ${grantedRank} as rank
    from ${grantsToCaller(actor, raw(`g."organizationId" in (select organization from caller where rank < role_rank('admin'))`))}
    group by 1, 2
  ), single as materialized (
    select s.id, s."organizationId" as organization, s."parentId" as parent, s."defaultLevel" as level
    from (select node from given union select node from own) known join spaces s on s.id = known.node
    where s."deletedAt" is null and s."organizationId" in (${scope})
  ), unit as materialized (
    select id, organization, parent, level, 1 as count from single
    union all
    select concat_ws(' ', s."organizationId", s."parentId", s."defaultLevel"), s."organizationId", s."parentId", s."defaultLevel",
      count(*) - (select count(*) from single where single.organization = s."organizationId" and single.level = s."defaultLevel"
        and single.parent is not distinct from s."parentId")
    from spaces s where s."deletedAt" is null and s."organizationId" in (${scope})
    group by s."organizationId", s."parentId", s."defaultLevel"
  ), line(unit, count, organization, node, parent, level, depth) as (
    select unit.id, unit.count, unit.organization, unit.id, unit.parent, unit.level, 0 from unit
    union all
    select line.unit, line.count, line.organization, up.id, up."parentId", up."defaultLevel", line.depth + 1
    from line join collections up on up.id = line.parent
  ), level as materialized (
    select distinct on (unit) unit, count, organization,
      case when level <> 'inherit' then depth end as depth, role_rank(level) as rank
    from line order by unit, level = 'inherit', depth
  ), reach as (
    select distinct on (line.unit) line.unit, line.depth, own.rank
    from own join line on line.node = own.node and line.organization = own.organization
    order by line.unit, line.depth
  ), override as materialized (
    select level.* from level join caller on caller.organization = level.organization
    left join reach on reach.unit = level.unit
    where 1 <= effective_rank(caller.rank,
      case when reach.unit is null or level.depth < reach.depth then level.rank else reach.rank end)
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
  ), given as materialized (
    select s.organization, s."userId" as holder, coalesce(g."spaceId", g."collectionId") as node, g."userId", g.role
    from subject s join grants g on g."organizationId" = s.organization and g."userId" = s."userId"
    where s.role is distinct from 'admin'
    union all
    select s.organization, s."userId", coalesce(g."spaceId", g."collectionId"), g."userId", g.role
    from subject s join team_members tm on tm."userId" = s."userId"
    join grants g on g."organizationId" = s.organization and g."teamId" = tm."teamId"
    where s.role is distinct from 'admin'
  ), ${unitLines(sql`select organization from subject`, actor)}, open as (
    select organization, sum(count)::int as total, coalesce(sum(count) filter (where rank >= 1), 0)::int as everybody,
      coalesce(sum(count) filter (where rank is null), 0)::int as inherited
    from override group by organization
  ), held as (
    select g.organization, g.holder as "userId", g.node, ${grantedRank} as rank
    from given g group by g.organization, g.holder, g.node
  ), nearest as (
    select distinct on (held."userId", line.unit) held.organization, held."userId", line.unit, line.depth, held.rank
    from held join line on line.node = held.node and line.organization = held.organization
    order by held."userId", line.unit, line.depth
  ), change as (
    select s.organization, s."userId",
      sum(o.count * ((n.rank >= 1)::int - (effective_rank(s.rank, o.rank) >= 1)::int))::int as spaces
    from nearest n join override o on o.unit = n.unit
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
  ), given as materialized (
    select subject.id, coalesce(g."spaceId", g."collectionId") as node, role_rank(g.role) as rank
    from subject cross join lateral (
      select g.* from grants g where g."organizationId" = subject.organization and g."teamId" = subject.id offset 0) g
  ), ${unitLines(sql`select organization from subject`, actor)}, nearest as (
    select distinct on (given.id, line.unit) given.id, line.unit, line.depth, given.rank
    from given join line on line.node = given.node
    order by given.id, line.unit, line.depth
  ), reached as (
    select n.id, sum(o.count)::int as spaces
    from nearest n join override o on o.unit = n.unit
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
