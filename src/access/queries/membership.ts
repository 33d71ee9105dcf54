import { raw, sql, type Fragment } from '../../db/sql.ts';
import { callerMembers, type Caller } from './caller.ts';

/**
 * SQL condition on a row of `callerMembers`: an active membership of the caller, in an organization that the token may
 * access.
 */
export const isCallerMembership = (actor: Caller): Fragment => sql`m."userId" = ${actor.userId} and not m.disabled
    and ${isInReach('m."organizationId"', actor)}`;

/**
 * SQL condition: the token may access an organization, as `reaches` decides. The sign-in is left out for most tokens, so that
 * most statements do not contain it.
 */
export const isInReach = (
  column: 'm."organizationId"' | 'w."organizationId"',
  { organizationId, ssoRequiredIn = [] }: Pick<Caller, 'organizationId' | 'ssoRequiredIn'>,
): Fragment => {
  const limit = sql`(${organizationId}::text is null or ${raw(column)} = ${organizationId})`;
  return ssoRequiredIn.length === 0 ? limit : sql`${limit} and ${raw(column)} <> all(${ssoRequiredIn}::text[])`;
};

/** Left-joins the caller's active membership as `m`. Its columns are null when the caller has none. */
export const membershipJoin = (
  organizationId: 'o.id' | 't."organizationId"' | 'inst."organizationId"' | 'i."organizationId"',
  actor: Caller,
): Fragment => sql`
  left join ${callerMembers(actor)} on m."organizationId" = ${raw(organizationId)} and ${isCallerMembership(actor)}`;

/** Columns of the joined membership. */
export interface MembershipColumns {
  readonly isMember: boolean;
  readonly memberRole: string | null;
}

/** Selects `MembershipColumns` after `membershipJoin`. */
export const membershipColumns = raw('m."userId" is not null as "isMember", m.role as "memberRole"');
