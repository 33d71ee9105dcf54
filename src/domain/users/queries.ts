import { sql, type Sql } from '../../db/sql.ts';

/** Maps email addresses to the ids of their users. */
export async function listUserIdsByEmail(reader: Sql, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.rows<{ id: string; email: string }>(
    sql`select id, email from users where email = any(${emails}::text[])`,
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Locks a user until the transaction ends. */
export const lockUser = (reader: Sql, id: string): Promise<unknown> =>
  reader.rows(sql`select id from users where id = ${id} for no key update`);

/** Whether the installation has any user. */
export async function hasUsers(reader: Sql): Promise<boolean> {
  return (await reader.first(sql`select 1 as found from users limit 1`)) !== null;
}

/** The name of a user, for messages. */
export interface UserName {
  readonly id: string;
  readonly displayName: string;
}

/** Finds a user by id or email address. */
export const findUserByIdOrEmail = (reader: Sql, idOrEmail: string): Promise<UserName | null> =>
  reader.first(sql`select id, "displayName" from users where id = ${idOrEmail} or email = ${idOrEmail.toLowerCase()}`);

/** Finds the oldest admin of the installation. */
export const findFirstAdministrator = (reader: Sql): Promise<{ readonly id: string } | null> =>
  reader.first(sql`select id from users where "isInstanceAdmin" order by "createdAt", id limit 1`);

/** Whether a user is an instance admin; null when the user does not exist. */
export const findInstanceRole = (
  reader: Sql,
  id: string | null,
): Promise<{ readonly id: string; readonly isInstanceAdmin: boolean } | null> =>
  reader.first(sql`select id, "isInstanceAdmin" from users where id = ${id}`);

/** A user in the list for operators. */
export interface ListedUser extends UserName {
  readonly email: string | null;
  readonly isInstanceAdmin: boolean;
  readonly organizations: number;
}

/** Lists users of the installation by id, starting after a given one. */
export const listUsers = (reader: Sql, after: string | null, limit: number): Promise<ListedUser[]> =>
  reader.rows(sql`
    select u.id, u.email, u."displayName", u."isInstanceAdmin",
      (select count(*)::int from members m where m."userId" = u.id) as organizations
    from users u where u.id > ${after ?? ''} order by u.id limit ${limit}`);
