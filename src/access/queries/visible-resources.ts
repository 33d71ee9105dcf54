import { raw, sql, type Fragment } from '../../db/sql.ts';
import { readsSitesOfSpaces, type Actor } from '../actor.ts';
import type { Role } from '../roles.ts';
import { callerGrants } from './caller.ts';
import { membershipJoin } from './membership.ts';

/**
 * SQL expression over grants `g` of one resource: the rank that they give the caller, or one member. A grant to the user
 * wins over those to teams.
 */
export const grantedRank = raw(
  `level_rank(max(role_rank(g.role)) filter (where g."userId" is not null), max(role_rank(g.role)), 'inherit')`,
);

/** SQL expression: the rank of membership `m`, null when there is none. See `effective_rank`. */
export const membershipRank = raw(`case when m."userId" is not null then coalesce(role_rank(m.role), 0) end`);

/**
 * Common table expressions that apply the rule of `effectiveRole` to whole lists. Ranks are those of the database
 * function `role_rank`: 0 is no access, 1 is read, 6 is admin.
 *
 * - `caller`: the rank of the caller's membership in the organization, null when there is none, and its default rank
 * - `granted`: the rank granted to the caller on each space, collection and site
 * - `own`: the settings of each collection itself
 * - `tree`: each collection with the rank that it or the nearest collection above it sets, and its resolved default level
 *
 * test/domain/people/access-sql.test.ts proves the equality with `effectiveRole`.
 */
export const accessTree = (organizationId: string, actor: Actor): Fragment => sql`
  with recursive caller as materialized (
    select o.id, role_rank(o."defaultRole") as root, ${membershipRank} as rank
    from organizations o ${membershipJoin('o.id', actor)}
    where o.id = ${organizationId}
  ), granted as materialized (
    select coalesce(g."spaceId", g."collectionId", g."siteId") as id, ${grantedRank} as rank
    from ${callerGrants(actor)}
    where g."organizationId" = ${organizationId} and (g."userId" = ${actor.userId} or g."teamId" = any(array(
      select tm."teamId" from team_members tm where tm."userId" = ${actor.userId})))
    group by 1
  ), own as materialized (
    select c.id, c."parentId", level_rank(granted.rank, null, c."defaultLevel") as rank,
      role_rank(c."defaultLevel") as level
    from collections c left join granted on granted.id = c.id where c."organizationId" = ${organizationId}
  ), tree(id, rank, level) as (
    select own.id, own.rank, coalesce(own.level, caller.root, 0)
    from caller cross join own where own."parentId" is null
    union all
    select own.id, coalesce(own.rank, tree.rank), coalesce(own.level, tree.level)
    from tree join own on own."parentId" = tree.id
  )`;

/** The caller's rank on space `s`, after `spaceTreeJoin`. */
const spaceRank = raw(
  `effective_rank(caller.rank, coalesce(level_rank(granted.rank, null, s."defaultLevel"), tree.rank))`,
);

/** Joins `accessTree` to spaces named `s`. */
export const spaceTreeJoin = raw(`cross join caller left join tree on tree.id = s."parentId"
  left join granted on granted.id = s.id`);

/** Selects the `RankColumns` of a space. */
export const spaceRankColumns = sql`${spaceRank} as "rank",
  coalesce(role_rank(s."defaultLevel"), tree.level, caller.root, 0) as "levelRank"`;

/** SQL condition: the caller may read the space. */
export const spaceVisible = sql`${spaceRank} >= 1`;

/** SQL condition: the caller has at least this role on the space. */
export const spaceAtLeast = (role: Role) => sql`${spaceRank} >= role_rank(${role})`;

const collectionRank = raw('effective_rank(caller.rank, tree.rank)');

/** Joins `accessTree` to collections named `c`. */
export const collectionTreeJoin = raw('cross join caller join tree on tree.id = c.id');

/** Selects the `RankColumns` of a collection. */
export const collectionRankColumns = sql`${collectionRank} as "rank", tree.level as "levelRank"`;

/** SQL condition: the caller may read the collection. */
export const collectionVisible = sql`${collectionRank} >= 1`;

const siteRank = raw('effective_rank(caller.rank, granted.rank)');

/** Joins `accessTree` to sites named `t`. */
export const siteTreeJoin = raw('cross join caller left join granted on granted.id = t.id');

/** Selects the `RankColumns` of a site. */
export const siteRankColumns = sql`${siteRank} as "rank", coalesce(caller.root, 0) as "levelRank"`;

/** SQL condition: the caller may read the site, or a space on it. */
export const siteVisible = (actor: Actor): Fragment =>
  readsSitesOfSpaces(actor)
    ? sql`(${siteRank} >= 1 or exists (${selectReadableSpaces(raw('t.id'))}))`
    : sql`${siteRank} >= 1`;

/** Selects the spaces of a site that the caller may read, after `accessTree`. */
export function selectReadableSpaces(siteId: Fragment): Fragment {
  return sql`select x.id from site_spaces x join spaces s on s.id = x."spaceId" and s."deletedAt" is null ${spaceTreeJoin}
    where x."siteId" = ${siteId} and ${spaceVisible}`;
}

/** The effective role and the resolved default level of a listed resource, as ranks. */
export interface RankColumns {
  readonly rank: number;
  readonly levelRank: number;
}
