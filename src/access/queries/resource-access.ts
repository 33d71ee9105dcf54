import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { Actor } from '../actor.ts';
import type { AccessLevel } from '../effective-role.ts';
import { callerGrants } from './caller.ts';
import { membershipColumns, membershipJoin, type MembershipColumns } from './membership.ts';

/** What `effectiveRole` needs, as columns of a space or a collection. */
export interface AccessColumns extends MembershipColumns {
  /** As JSON; `parseAccessLevels` reads them. */
  readonly levels: readonly unknown[];
  /** The organization's default role. */
  readonly rootLevel: string | null;
}

/** Selects `AccessColumns` after `accessJoin`. */
export const accessColumns = sql`${membershipColumns}, access.levels, o."defaultRole" as "rootLevel"`;

/**
 * Joins what decides the caller's access to each row of spaces or collections named `alias`: the membership and, from
 * the resource up to the outermost collection, the default levels and the caller's grants. It walks up from each row,
 * so it suits lookups by key; lists use `accessTree`.
 */
export const accessJoin = (alias: 'c' | 's', actor: Actor): Fragment => {
  const column = (name: string) => raw(`${alias}."${name}"`);
  return sql`join organizations o on o.id = ${column('organizationId')}
  ${membershipJoin('o.id', actor)}
  left join lateral (
    with recursive chain(depth, id, "parentId", level) as (
      select 0, ${column('id')}, ${column('parentId')}, ${column('defaultLevel')}
      union all
      select chain.depth + 1, up.id, up."parentId", up."defaultLevel"
      from chain join collections up on up.id = chain."parentId"
    )
    select json_agg(json_build_object('defaultLevel', chain.level, 'grants', ${grantsAtChain(actor)})
      order by chain.depth) as levels
    from chain
  ) access on true`;
};

/** As `accessJoin`, for rows of sites: the membership and the caller's grants on the site. */
export const siteAccessJoin = (alias: 't', actor: Actor): Fragment => {
  const column = (name: string) => raw(`${alias}."${name}"`);
  return sql`join organizations o on o.id = ${column('organizationId')}
  ${membershipJoin('o.id', actor)}
  left join lateral (
    select json_build_array(json_build_object('defaultLevel', 'inherit', 'grants',
      ${grantsWhere(sql`g."siteId" = ${column('id')}`, actor)})) as levels
  ) access on true`;
};

/** The caller's own and team grants on a row of `chain`. */
const grantsAtChain = (actor: Actor) =>
  grantsWhere(sql`(g."spaceId" = chain.id or g."collectionId" = chain.id)`, actor);

const grantsWhere = (isOfResource: Fragment, actor: Actor) => sql`(
  select json_build_object(
    'direct', max(g.role) filter (where g."userId" is not null),
    'teams', coalesce(json_agg(g.role) filter (where g."teamId" is not null), '[]'))
  from ${callerGrants(actor)}
  where ${isOfResource}
    and (g."userId" = ${actor.userId} or g."teamId" in (
      select tm."teamId" from team_members tm where tm."userId" = ${actor.userId}))
)`;

type LevelJson = Pick<AccessLevel, 'defaultLevel'> & { readonly grants: Omit<AccessLevel, 'defaultLevel'> };

/** Parses the `levels` that `accessColumns` selected. */
export const parseAccessLevels = (levels: readonly unknown[]): AccessLevel[] =>
  (levels as LevelJson[]).map(({ defaultLevel, grants }) => ({ defaultLevel, ...grants }));
