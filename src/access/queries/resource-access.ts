import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { AccessLevel } from '../effective-role.ts';
import type { GrantRole, Level } from '../roles.ts';
import { grantsToCaller, type Caller } from './caller.ts';
import { membershipColumns, membershipJoin, type MembershipColumns } from './membership.ts';

/** Inputs of `effectiveRole`, as columns of a space or collection. */
export interface AccessColumns extends MembershipColumns {
  /** Levels in the text form that `parseAccessLevels` parses. It costs half as much as JSON. */
  readonly levels: string;
  /** Default role of the organization. */
  readonly rootLevel: string | null;
}

/** Selects `AccessColumns` after `accessJoin`. */
export const accessColumns = sql`${membershipColumns}, access.levels, o."defaultRole" as "rootLevel"`;

/**
 * Joins the inputs of the caller's access to each row of spaces or collections named `alias`: the membership, and the
 * default levels and caller's grants from the resource up to the outermost collection. It walks up from each row, which
 * suits lookups by key; lists use `accessTree`.
 */
export const accessJoin = (alias: 'c' | 's', actor: Caller): Fragment => {
  const column = (name: string) => raw(`${alias}."${name}"`);
  const granted = raw(alias === 's' ? 'g."spaceId"' : 'g."collectionId"');
  return sql`join organizations o on o.id = ${column('organizationId')}
  ${membershipJoin('o.id', actor)}
  left join lateral (
    select ${column('defaultLevel')} || ${grantsWhere(sql`${granted} = ${column('id')}`, actor)}
      || case when ${column('parentId')} is null then '' else coalesce(${levelsAbove(column('parentId'), actor)}, '') end as levels
  ) access on true`;
};

/** SQL expression for the lines of a collection and its ancestors, each preceded by a line break. */
const levelsAbove = (collectionId: Fragment, actor: Caller) => sql`(
    with recursive chain(depth, id, "parentId", level) as (
      select 1, first.id, first."parentId", first."defaultLevel" from collections first where first.id = ${collectionId}
      union all
      select chain.depth + 1, up.id, up."parentId", up."defaultLevel"
      from chain join collections up on up.id = chain."parentId"
    )
    select string_agg(chr(10) || chain.level || ${grantsWhere(raw('g."collectionId" = chain.id'), actor)}, '' order by chain.depth)
    from chain)`;

/** Like `accessJoin`, for sites: joins the membership and the caller's grants on the site. */
export const siteAccessJoin = (alias: 't', actor: Caller): Fragment => {
  const column = (name: string) => raw(`${alias}."${name}"`);
  return sql`join organizations o on o.id = ${column('organizationId')}
  ${membershipJoin('o.id', actor)}
  left join lateral (
    select 'inherit' || ${grantsWhere(sql`g."siteId" = ${column('id')}`, actor)} as levels
  ) access on true`;
};

/**
 * SQL expression for a grant `g` as a word after a space: ` read` for a user, ` +read` for a team. Parsed by
 * `grantsIn`.
 */
export const grantWord = raw(`case when g."userId" is null then ' +' else ' ' end || g.role`);

/**
 * SQL expression for the caller's own and team grants on a resource, after `membershipJoin`. None are read for an admin of the
 * organization, to whom no grant adds or takes anything: they are most of what a look-up of a space reads.
 */
const grantsWhere = (
  isOfResource: Fragment,
  actor: Caller,
) => sql`case when m.role is distinct from 'admin' then coalesce((
  select string_agg(${grantWord}, '')
  from ${grantsToCaller(actor, isOfResource)}
), '') else '' end`;

/** Parses `levels`: one line per level, such as `inherit read +edit`. */
export const parseAccessLevels = (levels: string): AccessLevel[] => levels.split('\n').map(parseLevel);

function parseLevel(line: string): AccessLevel {
  const [defaultLevel, ...grants] = line.split(' ');
  return { defaultLevel: defaultLevel as Level, ...grantsIn(grants) };
}

/** Parses the words of grants on one resource. */
export const grantsIn = (words: readonly string[]): Pick<AccessLevel, 'direct' | 'teams'> => ({
  direct: (words.find((word) => !word.startsWith('+')) as GrantRole | undefined) ?? null,
  teams: words.filter((word) => word.startsWith('+')).map((word) => word.slice(1) as GrantRole),
});
