import { raw, sql, type Sql } from '../../../db/sql.ts';
import { addressOfUser } from '../../../loaders/users.ts';
import type { LinkPurpose } from './fields.ts';

/** A link that can be used, with its person and the organization that invites. */
export interface LinkRow {
  readonly hash: string;
  readonly purpose: LinkPurpose;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly provesAddress: boolean;
  readonly expiresAt: string;
  readonly displayName: string;
  readonly address: string | null;
  readonly organizationTitle: string | null;
}

const usableLink = (hash: string, now: Date) => sql`
  select l.hash, l.purpose, l."userId", l."organizationId", l."provesAddress", l."expiresAt", u."displayName",
    ${addressOfUser} as address, o.title as "organizationTitle"
  from sign_in_links l join users u on u.id = l."userId" left join organizations o on o.id = l."organizationId"
  where l.hash = ${hash} and l."expiresAt" > ${now.toISOString()}::timestamptz and u."organizationId" is null`;

/** Finds a link that can be used, by its hash: not that of a user whom an organization manages. */
export const findLink = (reader: Sql, hash: string, now: Date): Promise<LinkRow | null> =>
  reader.first(usableLink(hash, now));

/** The same, and locks it until the transaction ends. */
export const lockLink = (reader: Sql, hash: string, now: Date): Promise<LinkRow | null> =>
  reader.first(sql`${usableLink(hash, now)} ${raw('for update of l')}`);

/** Deletes a batch of expired links. */
export const deleteExpiredLinks = (reader: Sql, now: Date): Promise<unknown> =>
  reader.rows(sql`delete from sign_in_links where hash in (
    select hash from sign_in_links where "expiresAt" < ${now.toISOString()}::timestamptz limit 200)`);

/**
 * Lists those of some users whom an invitation of the organization has made and nobody has used, and who may sign in without
 * its identity provider. Only they can be made persons by a link, because a link to anybody else would be a key to what they have.
 */
export async function listUnused(
  reader: Sql,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ id: string }>(sql`select u.id from users u
    join members m on m."userId" = u.id and m."organizationId" = ${organizationId} and m.invited and not m.sso and not m.disabled
    join organizations o on o.id = m."organizationId" and not o.sso
    where u.id = any(${userIds}::text[]) and u."organizationId" is null and u."invitedById" = ${organizationId}
      and not u."emailVerified" and not u."isInstanceAdmin"
      and not exists (select from members other where other."userId" = u.id and other."organizationId" <> ${organizationId})
      and not exists (select from passkeys k where k."userId" = u.id)
      and not exists (select from api_tokens t where t."userId" = u.id)`);
  return new Set(rows.map(({ id }) => id));
}

/** An invite link that can be followed. */
export interface InviteLinkRow {
  readonly organizationId: string;
  readonly organizationTitle: string;
  /** Whether the organization requires single sign-on, which a passkey is not. */
  readonly sso: boolean;
}

/** Finds an invite link that can be followed, by its id. */
export const findInviteLink = (reader: Sql, id: string): Promise<InviteLinkRow | null> =>
  reader.first(sql`select o.id as "organizationId", o.title as "organizationTitle", o.sso
    from invites i join organizations o on o.id = i."organizationId" left join spaces s on s.id = i."spaceId"
    where i.id = ${id} and o."inviteLinks" and s."deletedAt" is null`);

/** Finds the address that is proved to be that of a person of their own; null for anybody else. */
export const findAddress = (
  reader: Sql,
  userId: string,
): Promise<{ readonly address: string; readonly displayName: string } | null> =>
  reader.first(sql`select u.email as address, u."displayName" from users u
    where u.id = ${userId} and u."organizationId" is null and u."emailVerified" and u.email is not null`);

/** Finds the person who may ask for a link at an address: it is proved to be theirs, and they have a passkey and administer nothing. */
export const findWhoAsks = (reader: Sql, address: string): Promise<{ readonly id: string } | null> =>
  reader.first(sql`select u.id from users u where u.email = ${address} and u."emailVerified" and u."organizationId" is null
    and not u."isInstanceAdmin" and exists (select from passkeys k where k."userId" = u.id)`);

/** Counts the links to recover that somebody has, each of which lives for an hour. */
export async function countRecoveries(reader: Sql, userId: string, now: Date): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`select count(*)::int as count from sign_in_links
    where "userId" = ${userId} and purpose = 'recovery' and "expiresAt" > ${now.toISOString()}::timestamptz`);
  return row?.count ?? 0;
}
