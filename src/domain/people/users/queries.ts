import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import { addressOfUser } from '../../../loaders/users.ts';
import { maxEventCount } from '../../core/events/fields.ts';

/**
 * SQL condition on a user `u`: its `assertedEmail` is what the organization says, which manages the user or has invited the
 * person by it. It means nobody elsewhere.
 */
export const isAssertedIn = (organizationId: string): Fragment => sql`(u."organizationId" = ${organizationId}
  or u."organizationId" is null and u."invitedById" = ${organizationId})`;

/**
 * Maps email addresses to the ids of the users that an organization means by them: those whom it manages, otherwise
 * people of their own, or people whom it has invited by them. Locks the users until the transaction ends, so that no other organization begins to manage them.
 */
export async function lockUsersByEmail(
  reader: Sql,
  organizationId: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.rows<{ id: string; address: string }>(sql`
    select u.id, ${addressOfUser} as address from users u
    where u.email = any(${emails}::text[])
      or ${isAssertedIn(organizationId)} and u."assertedEmail" = any(${emails}::text[])
    order by u."organizationId" nulls first, u."assertedEmail" is not null, u.id for share`);
  return new Map(rows.map(({ id, address }) => [address, id]));
}

/** Finds the organization that manages a user; null for a person of their own. */
export async function findManagingOrganization(reader: Sql, id: string): Promise<string | null> {
  const row = await reader.first<{ organizationId: string | null }>(
    sql`select "organizationId" from users where id = ${id}`,
  );
  return row?.organizationId ?? null;
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
  /** Id of the organization that manages the user; null for a person of their own. */
  readonly organizationId: string | null;
}

/**
 * Finds users by id or email address: several when an address is no person's own, and more than one organization manages
 * a user with it.
 */
export const listUsersByIdOrEmail = (reader: Sql, idOrEmail: string): Promise<UserName[]> =>
  reader.rows(sql`with named as (
      select u.id, u."displayName", u."organizationId", u.id = ${idOrEmail} or u.email = ${idOrEmail.toLowerCase()} as own
      from users u where u.id = ${idOrEmail} or ${addressOfUser} = ${idOrEmail.toLowerCase()})
    select id, "displayName", "organizationId" from named where own or not exists (select from named where own)
    order by id limit 20`);

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
    select u.id, ${addressOfUser} as email, u."displayName", u."isInstanceAdmin", u."organizationId",
      (select count(*)::int from members m where m."userId" = u.id) as organizations
    from users u where u.id > ${after ?? ''} order by u.id limit ${limit}`);

export interface AccountEventFilter {
  /** Whose account it is; all when omitted. */
  readonly userId?: string | null | undefined;
  /** Who did it; all when omitted. */
  readonly actorId?: string | null | undefined;
}

/** Keyset list of `AccountEvent`, the latest first. */
export const accountEventsList = ({ userId = null, actorId = null }: AccountEventFilter): KeysetList => ({
  name: 'account-events',
  filters: [userId, actorId],
  select: raw('a.*'),
  from: raw('from account_events a'),
  where: [
    userId === null ? null : sql`a."userId" = ${userId}`,
    actorId === null ? null : sql`a."actorId" = ${actorId}`,
  ],
  sort: { by: 'a."createdAt"', type: 'timestamptz', id: 'a.id' },
  direction: 'desc',
  countUpTo: maxEventCount,
});

/** Deletes the oldest entries of the log of the instance from before an instant. Returns their number. */
export async function deleteOldAccountEvents(writer: Sql, before: Date, limit: number): Promise<number> {
  const gone = await writer.rows(sql`delete from account_events where id in (
      select id from account_events where "createdAt" < ${before}::timestamptz order by "createdAt", id limit ${limit}::int
      for update skip locked
    ) returning id`);
  return gone.length;
}
