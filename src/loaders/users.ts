import type { User } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { byKey } from './batch.ts';

/** A user as the caller may see one: `email` is null for whom it does not concern. */
export type UserRow = Omit<Stored<User>, 'emailVerified'>;

/** The caller's memberships `me` that count, by this token. */
const isOwn = (actor: Actor) => sql`me."userId" = ${actor.userId} and not me.disabled
    and (${actor.organizationId}::text is null or me."organizationId" = ${actor.organizationId})`;

/** Organizations that the caller, by this token, has in common with the user `u`. */
const inCommon = (actor: Actor) => sql`from members me
    join members them on them."organizationId" = me."organizationId"
    where ${isOwn(actor)} and them."userId" = u.id`;

/**
 * An address is shown to its owner and to those who may create content in a common organization. Decisions 2.1, matrix
 * row 106. The caller's part of it is asked once, however many users there are.
 */
export const emailIfVisible = (actor: Actor): Fragment => sql`case when u.id = ${actor.userId} or exists (
    select from members them where them."userId" = u.id and them."organizationId" = any(array(
      select me."organizationId" from members me
      where ${isOwn(actor)} and me.role in ('create', 'admin')))
  ) then u.email end`;

const usersWhere = (actor: Actor, ids: readonly string[], condition: Fragment) => sql`
  select u.id, u."displayName", u."photoURL", u."isInstanceAdmin", u."createdAt", ${emailIfVisible(actor)} as email
  from users u where u.id = any(${ids}::text[]) and ${condition}`;

/** Users who were met in something the caller may see, such as the author of a comment. */
export const userLoader = (reader: Sql, actor: Actor) =>
  byKey<UserRow>(
    reader,
    (ids) => usersWhere(actor, ids, raw('true')),
    (user) => user.id,
  );

/** Users the caller may look up: the caller, and whoever shares an organization; all of them for an instance admin. */
export const knownUserLoader = (reader: Sql, actor: Actor) =>
  byKey<UserRow>(
    reader,
    (ids) =>
      usersWhere(
        actor,
        ids,
        sql`(u.id = ${actor.userId} or ${actor.isInstanceAdmin}::boolean or exists (select ${inCommon(actor)}))`,
      ),
    (user) => user.id,
  );
