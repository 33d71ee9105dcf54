import { sql, type Sql } from '../../db/sql.ts';

/** The ids of the users with these email addresses, by address. */
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

/** A user as messages name it. */
export interface UserName {
  readonly id: string;
  readonly displayName: string;
}

/** The user with this id or email address. */
export const findUserByIdOrEmail = (reader: Sql, idOrEmail: string): Promise<UserName | null> =>
  reader.first(sql`select id, "displayName" from users where id = ${idOrEmail} or email = ${idOrEmail.toLowerCase()}`);

/** The first administrator of the installation. */
export const findFirstAdministrator = (reader: Sql): Promise<{ readonly id: string } | null> =>
  reader.first(sql`select id from users where "isInstanceAdmin" order by "createdAt", id limit 1`);

/** Whether a user administrates the installation. Null when there is no such user. */
export const findInstanceRole = (
  reader: Sql,
  id: string | null,
): Promise<{ readonly id: string; readonly isInstanceAdmin: boolean } | null> =>
  reader.first(sql`select id, "isInstanceAdmin" from users where id = ${id}`);

/** A user as the operator sees one. */
export interface ListedUser extends UserName {
  readonly email: string | null;
  readonly isInstanceAdmin: boolean;
  readonly organizations: number;
}

/** Users of the installation by id, after a given one. */
export const listUsers = (reader: Sql, after: string | null, limit: number): Promise<ListedUser[]> =>
  reader.rows(sql`
    select u.id, u.email, u."displayName", u."isInstanceAdmin",
      (select count(*)::int from members m where m."userId" = u.id) as organizations
    from users u where u.id > ${after ?? ''} order by u.id limit ${limit}`);
