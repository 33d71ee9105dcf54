import { raw, sql, type Fragment } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import type { AccessLevel } from '../domain/access/effective.ts';
import type { Role } from '../domain/access/roles.ts';

/** The facts effectiveRole needs, as columns of a row. */
export interface AccessColumns {
  readonly isMember: boolean;
  readonly memberRole: string | null;
  /** From the thing itself up to the top collection. */
  readonly levels: readonly AccessLevel[];
  /** The organization's default role. */
  readonly rootLevel: string | null;
}

/** The caller's own and team grants on a level, `id` being the SQL of its id. */
const grantsAt = (id: string, actor: Actor) => sql`(
  select json_build_object(
    'direct', max(g.role) filter (where g."userId" is not null),
    'teams', coalesce(json_agg(g.role) filter (where g."teamId" is not null), '[]'))
  from grants g
  where (g."spaceId" = ${raw(id)} or g."collectionId" = ${raw(id)})
    and (g."userId" = ${actor.userId} or g."teamId" in (
      select tm."teamId" from team_members tm where tm."userId" = ${actor.userId}))
)`;

/** Joins `access` (the facts of decisions 5.2) to a row of spaces or collections named `alias`. */
export const accessJoin = (alias: 'c' | 's', actor: Actor): Fragment => {
  const column = (name: string) => raw(`${alias}."${name}"`);
  return sql`join organizations o on o.id = ${column('organizationId')}
  left join members m on m."organizationId" = o.id and m."userId" = ${actor.userId} and not m.disabled
    and (${actor.organizationId}::text is null or o.id = ${actor.organizationId})
  left join lateral (
    with recursive chain(depth, id, "parentId", level) as (
      select 0, ${column('id')}, ${column('parentId')}, ${column('defaultLevel')}
      union all
      select chain.depth + 1, up.id, up."parentId", up."defaultLevel"
      from chain join collections up on up.id = chain."parentId"
    )
    select json_agg(json_build_object('defaultLevel', chain.level, 'grants', ${grantsAt('chain.id', actor)})
      order by chain.depth) as levels
    from chain
  ) access on true`;
};

export const accessColumns = raw(
  'm."userId" is not null as "isMember", m.role as "memberRole", access.levels, o."defaultRole" as "rootLevel"',
);

type RawLevel = { defaultLevel: AccessLevel['defaultLevel']; grants: Omit<AccessLevel, 'defaultLevel'> };

/** Flattens what `accessColumns` read. */
export const levelsOf = (levels: readonly unknown[]): AccessLevel[] =>
  (levels as RawLevel[]).map(({ defaultLevel, grants }) => ({ defaultLevel, ...grants }));

/**
 * The same rule for whole lists: common table expressions `mine` (the caller's grants in one
 * organization), `own` (what each collection itself says) and `tree` (each collection with its
 * resolved role and default). test/domain/access proves both equal. The membership role enters as a rank; see `role_rank` in the migrations.
 */
export const accessTree = (organizationId: string, actor: Actor): Fragment => sql`
  with recursive standing as materialized (
    select o.id, role_rank(o."defaultRole") as root, m."userId" is not null as member,
      case when m."userId" is null then 0 else coalesce(role_rank(m.role), 0) end as rank
    from organizations o
    left join members m on m."organizationId" = o.id and m."userId" = ${actor.userId} and not m.disabled
      and (${actor.organizationId}::text is null or o.id = ${actor.organizationId})
    where o.id = ${organizationId}
  ), mine as materialized (
    select coalesce(g."spaceId", g."collectionId") as id,
      coalesce(max(role_rank(g.role)) filter (where g."userId" is not null), max(role_rank(g.role))) as rank
    from grants g
    where g."organizationId" = ${organizationId} and (g."userId" = ${actor.userId} or g."teamId" = any(array(
      select tm."teamId" from team_members tm where tm."userId" = ${actor.userId})))
    group by 1
  ), own as materialized (
    select c.id, c."parentId", coalesce(mine.rank, role_rank(c."defaultLevel")) as rank, role_rank(c."defaultLevel") as level
    from collections c left join mine on mine.id = c.id where c."organizationId" = ${organizationId}
  ), tree(id, rank, level) as (
    select own.id, coalesce(own.rank, standing.rank), coalesce(own.level, standing.root, 0)
    from standing cross join own where own."parentId" is null
    union all
    select own.id, coalesce(own.rank, tree.rank), coalesce(own.level, tree.level)
    from tree join own on own."parentId" = tree.id
  )`;

/** The caller's rank on a row of spaces `s` joined by `treeJoin`. */
const spaceRank = raw(`case when not standing.member then 0 when standing.rank = 6 then 6
  else coalesce(mine.rank, role_rank(s."defaultLevel"), tree.rank, standing.rank) end`);

export const spaceTreeJoin = raw(`cross join standing left join tree on tree.id = s."parentId"
  left join mine on mine.id = s.id`);

/** `rank` and `levelRank` of a listed space: numbers of `role_rank`. */
export const spaceRankColumns = sql`${spaceRank} as "rank",
  coalesce(role_rank(s."defaultLevel"), tree.level, standing.root, 0) as "levelRank"`;

export const spaceVisible = sql`${spaceRank} >= 1`;

/** Whether the caller has at least this role on a listed space. */
export const spaceAtLeast = (role: Role) => sql`${spaceRank} >= role_rank(${role})`;

const collectionRank = raw(`case when not standing.member then 0 when standing.rank = 6 then 6 else tree.rank end`);

export const collectionTreeJoin = raw('cross join standing join tree on tree.id = c.id');

export const collectionRankColumns = sql`${collectionRank} as "rank", tree.level as "levelRank"`;

export const collectionVisible = sql`${collectionRank} >= 1`;

/**
 * The same rule for every member of an organization on one thing: `held` with `userId`, `joinedAt` and
 * `rank`. Disabled members hold nothing.
 */
export const effectiveRanks = (
  organizationId: string,
  on: { readonly spaceId: string } | { readonly collectionId: string },
): { with: Fragment; from: Fragment } => ({
  with: sql`with recursive chain(depth, id, "parentId", level) as (
    ${'spaceId' in on ? sql`select 0, id, "parentId", "defaultLevel" from spaces where id = ${on.spaceId}` : sql`select 0, id, "parentId", "defaultLevel" from collections where id = ${on.collectionId}`}
    union all
    select chain.depth + 1, up.id, up."parentId", up."defaultLevel"
    from chain join collections up on up.id = chain."parentId"
  )`,
  from: sql`from (
    select m."userId", m."joinedAt", case when m.role = 'admin' then 6 else coalesce(nearest.rank, role_rank(m.role), 0) end as rank
    from members m left join lateral (
      select said.rank from (
        select chain.depth, coalesce(
          max(role_rank(g.role)) filter (where g."userId" is not null), max(role_rank(g.role)), role_rank(chain.level)) as rank
        from chain left join grants g on (g."spaceId" = chain.id or g."collectionId" = chain.id)
          and (g."userId" = m."userId" or g."teamId" in (
            select tm."teamId" from team_members tm where tm."userId" = m."userId"))
        group by chain.depth, chain.level
      ) said where said.rank is not null order by said.depth limit 1
    ) nearest on true
    where m."organizationId" = ${organizationId} and not m.disabled
  ) held`,
});
