import type { User } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { byKey } from './batch.ts';

/** A user as the caller may see one: `email` is null for whom it does not concern. */
export type UserRow = Omit<Stored<User>, 'emailVerified'>;

/** An address is shown to its owner and to those who may create content in a common organization. Decisions 2.1, matrix row members. */
export const emailIfVisible = (actor: Actor) => sql`case when u.id = ${actor.userId} or exists (
    select from members me join members them on them."organizationId" = me."organizationId"
    where me."userId" = ${actor.userId} and me.role in ('create', 'admin') and not me.disabled and them."userId" = u.id
  ) then u.email end as email`;

export const userLoader = (reader: Sql, actor: Actor) =>
  byKey<UserRow>(
    reader,
    (ids) => sql`select u.id, u."displayName", u."photoURL", u."isInstanceAdmin", u."createdAt", ${emailIfVisible(actor)}
      from users u where u.id = any(${ids}::text[])`,
    (user) => user.id,
  );
