import { raw, sql, type Sql } from '../../../../db/sql.ts';

/**
 * SQL expression for the address of a user `u` to which mail is sent: one that the person has proved, or by which the organization
 * knows a user whom it manages.
 */
const mailbox = raw(
  `case when u."organizationId" is not null then u."assertedEmail" when u."emailVerified" then u.email end`,
);

/** What somebody wants to be told by mail, and where. */
export interface Mailbox {
  readonly userId: string;
  readonly displayName: string;
  readonly isInstanceAdmin: boolean;
  /** Null for somebody without an address that is proved. */
  readonly address: string | null;
  readonly digests: boolean;
  readonly refusedAddress: string | null;
  readonly since: string | null;
  /** Organizations that want a sign-in by their provider, whose content is sent to no address that they do not manage. */
  readonly ssoRequiredIn: readonly string[];
}

/** Finds what somebody wants to be told by mail; null for a user who is gone. */
export const findMailbox = (reader: Sql, userId: string): Promise<Mailbox | null> =>
  reader.first(sql`
    select u.id as "userId", u."displayName", u."isInstanceAdmin", ${mailbox} as address, coalesce(s.digests, false) as digests,
      s."refusedAddress", s.since,
      array(select m."organizationId" from members m join organizations o on o.id = m."organizationId"
        where m."userId" = u.id and (m.sso or o.sso) and u."organizationId" is null order by 1 limit 1000) as "ssoRequiredIn"
    from users u left join mail_settings s on s."userId" = u.id where u.id = ${userId}`);

/** Begins to send digests to somebody, or ends it. */
export const writeDigests = (writer: Sql, userId: string, digests: boolean, now: Date) =>
  writer.rows(sql`
    insert into mail_settings as known ("userId", digests, since) values (${userId}, ${digests}, ${now.toISOString()}::timestamptz)
    on conflict ("userId") do update set digests = excluded.digests, "dueAt" = null,
      since = case when known.digests then known.since else excluded.since end
    where known.digests <> excluded.digests
    returning "userId"`);
