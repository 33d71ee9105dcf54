import type { User } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, type Fragment, raw, sql, type Sql } from '../db/sql.ts';
import type { Actor, Visitor } from '../access/actor.ts';
import { hasScope } from '../access/policy.ts';
import { callerMembers } from '../access/queries/caller.ts';
import { isCallerMembership } from '../access/queries/membership.ts';
import { siteAdmits } from '../access/queries/visitor.ts';
import { byKey } from './batch.ts';

/** A user as the caller may see them: `email` is null unless the caller may see the address. */
export type UserRow = Pick<Stored<User>, 'id' | 'displayName' | 'photoURL' | 'email'>;

/**
 * SQL expression for the address of a user `u`: the user's own, or the one by which the organization that manages the
 * user knows it.
 */
export const addressOfUser = raw('coalesce(u.email, u."assertedEmail")');

/** Loads users by id, with no check: for those named by something the caller may see, such as the author of a comment. */
export const userLoader = (reader: Sql, actor: Actor) =>
  byKey<UserRow>(
    reader,
    (ids) => usersById(ids, actor, raw('true')),
    (user) => user.id,
  );

/** Loads users the caller may look up: the caller and members of a common organization; any user for an instance admin. */
export const knownUserLoader = (reader: Sql, actor: Actor) =>
  byKey<UserRow>(
    reader,
    (ids) => usersById(ids, actor, actor.visitor ? isInOrganization(actor.visitor) : isKnown(actor)),
    (user) => user.id,
  );

/**
 * The address of a user `u`, or null. It is shown to the user and to those who may create content in a common
 * organization, if the token may read users or members. The organizations of the caller are read once and the memberships of each user
 * looked up: an `exists` would be planned as a hash of all members of all organizations of the caller. That is saved among members of an organization `within` which the
 * caller may create content. See docs/reference/access.md.
 */
export const emailIfVisible = (actor: Actor, within?: string): Fragment => {
  if (!hasScope(actor, 'user:read') && !hasScope(actor, 'org:members:read')) return raw('null::text');
  const mayCreate = sql`${isCallerMembership(actor)} and m.role in ('create', 'admin')`;
  const isWithin =
    within === undefined
      ? raw('')
      : sql`
    or (select true from ${callerMembers(actor)} where m."organizationId" = ${within} and ${mayCreate})`;
  return sql`case when u.id = ${actor.userId} ${isWithin} or (
    select true from members them where them."userId" = u.id
      and them."organizationId" = any(array(select m."organizationId" from ${callerMembers(actor)} where ${mayCreate})) limit 1
  ) then ${addressOfUser} end`;
};

const usersById = (ids: readonly string[], actor: Actor, condition: Fragment) => sql`
  select u.id, u."displayName", u."photoURL", ${emailIfVisible(actor)} as email
  from users u where u.id = ${anyOf(ids)} and ${condition}`;

/** Visitors see the names of those who may have written what they read. */
const isInOrganization = (visitor: Visitor) => sql`exists (
    select from members them join sites t on t."organizationId" = them."organizationId"
    where them."userId" = u.id and ${siteAdmits(visitor)})`;

const isKnown = (actor: Actor) => sql`(u.id = ${actor.userId} or ${actor.isInstanceAdmin}::boolean or exists (
    select from ${callerMembers(actor)} join members them on them."organizationId" = m."organizationId"
    where ${isCallerMembership(actor)} and them."userId" = u.id))`;
