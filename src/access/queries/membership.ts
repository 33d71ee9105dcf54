import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { Actor } from '../actor.ts';
import { callerMembers } from './caller.ts';

/**
 * Condition on a row of `callerMembers`: it is an active membership of the caller, in an organization
 * that the caller's token is allowed to use.
 */
export const isCallerMembership = (actor: Actor): Fragment => sql`m."userId" = ${actor.userId} and not m.disabled
    and (${actor.organizationId}::text is null or m."organizationId" = ${actor.organizationId})${isAwake(actor)}`;

/**
 * Null for tokens that can reach all organizations of their user, which are most, so that most statements need no
 * condition.
 */
const isAwake = ({ restsIn = [] }: Actor): Fragment =>
  restsIn.length === 0 ? raw('') : sql` and m."organizationId" <> all(${restsIn}::text[])`;

/** Left-joins the caller's active membership as `m`. Its columns are null when the caller has none. */
export const membershipJoin = (
  organizationId: 'o.id' | 't."organizationId"' | 'inst."organizationId"' | 'i."organizationId"',
  actor: Actor,
): Fragment => sql`
  left join ${callerMembers(actor)} on m."organizationId" = ${raw(organizationId)} and ${isCallerMembership(actor)}`;

/** The joined membership as columns of a row. */
export interface MembershipColumns {
  readonly isMember: boolean;
  readonly memberRole: string | null;
}

/** Selects `MembershipColumns` after `membershipJoin`. */
export const membershipColumns = raw('m."userId" is not null as "isMember", m.role as "memberRole"');
