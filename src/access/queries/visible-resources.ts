import { raw, sql, type Fragment } from '../../db/sql.ts';
import { readsSitesOfSpaces, type Actor } from '../actor.ts';
import type { Role } from '../roles.ts';
import { grantsToCaller } from './caller.ts';
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
 * - `granted`: the rank granted to the caller on each space, collection and site; nothing for an admin of the organization
 * - `own`: the settings of each collection itself
 * - `tree`: each collection with the rank that it or the nearest collection above it sets, and its resolved default level
 * - `places`: one row with the ranks of `granted` and `tree` and the levels of `tree` by id
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
    from ${grantsToCaller(actor, sql`g."organizationId" = ${organizationId} and ${isNoAdmin}`)}
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
  ), places as materialized (
    select (select jsonb_object_agg(id, rank) from granted where rank is not null) as granted,
      (select jsonb_object_agg(id, rank) from tree where rank is not null) as ranks,
      (select jsonb_object_agg(id, level) from tree) as levels
  )`;

/** SQL condition: the caller is no admin of the organization, to whom no grant adds or takes anything. */
const isNoAdmin = raw(`(select caller.rank from caller) is distinct from role_rank('admin')`);

/** SQL expression: the rank that grants to the caller on space `s`, its level and the collections above it set. */
const nearestRank = (granted: string) =>
  `coalesce(level_rank(${granted}, null, s."defaultLevel"), (places.ranks ->> s."parentId")::int)`;

/** The caller's rank on space `s`, after `spaceTreeJoin`. */
export const spaceRank = raw(`effective_rank(caller.rank, ${nearestRank('(places.granted ->> s.id)::int')})`);

/**
 * Joins `accessTree` to spaces named `s`. Each space finds its ranks in `places`, so that a list can walk its order and end with
 * the page, while a join would first rank all spaces of the organization.
 */
export const spaceTreeJoin = raw('cross join caller cross join places');

/** Selects the `RankColumns` of a space. */
export const spaceRankColumns = sql`${spaceRank} as "rank",
  coalesce(role_rank(s."defaultLevel"), (places.levels ->> s."parentId")::int, caller.root, 0) as "levelRank"`;

/**
 * Statement that counts the spaces that the caller may read. It counts them by collection and default level, which an index answers
 * with few pages, and then looks at those with a grant to the caller.
 */
export const countVisibleSpaces = (organizationId: string, actor: Actor): Fragment => {
  const isSeen = (granted: string) => raw(`(effective_rank(caller.rank, ${nearestRank(granted)}) >= 1)::int`);
  return sql`${accessTree(organizationId, actor)}
    select (coalesce((
      select sum(s.count * ${isSeen('null')}) from (
        select s."parentId", s."defaultLevel", count(*) from spaces s
        where s."organizationId" = ${organizationId} and s."deletedAt" is null group by s."parentId", s."defaultLevel"
      ) s ${spaceTreeJoin}), 0) + coalesce((
      select sum(${isSeen('granted.rank')} - ${isSeen('null')}) from granted
      join spaces s on s.id = granted.id and s."organizationId" = ${organizationId} and s."deletedAt" is null ${spaceTreeJoin}), 0)
    )::int as count`;
};

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

/** The caller's rank on site `t`, after `siteTreeJoin`. */
export const siteRank = raw('effective_rank(caller.rank, (places.granted ->> t.id)::int)');

/** Joins `accessTree` to sites named `t`. */
export const siteTreeJoin = raw('cross join caller cross join places');

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
