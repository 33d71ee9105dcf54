import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { ProviderKind } from '../../../loaders/providers.ts';
import { isAssertedIn } from '../users/queries.ts';
import { isFoundBySignIn } from '../organizations/queries.ts';

/** A user that a provider may sign in, with the membership in the organization of the provider. */
export interface KnownUser {
  readonly id: string;
  readonly isMember: boolean;
  readonly disabled: boolean;
}

/** SQL columns of `KnownUser`, of a user `u` and the membership `m`. */
const knownUserColumns = raw('u.id, m."userId" is not null as "isMember", coalesce(m.disabled, false) as disabled');

interface IdentityKey {
  readonly providerId: string;
  readonly subject: string;
  readonly organizationId: string;
}

/** Finds the user whom a provider has signed in before with a subject. */
export const findIdentity = (
  reader: Sql,
  { providerId, subject, organizationId }: IdentityKey,
): Promise<KnownUser | null> =>
  reader.first(sql`select ${knownUserColumns} from identities i join users u on u.id = i."userId"
    left join members m on m."userId" = u.id and m."organizationId" = ${organizationId}
    where i."providerId" = ${providerId} and i.subject = ${subject}`);

interface AssertedAddress {
  readonly organizationId: string;
  readonly email: string;
}

/** SQL condition: user `u` has the address, as its own or as one by which the organization manages or invited the user. */
const hasAddress = ({ organizationId, email }: AssertedAddress) =>
  sql`(u.email = ${email} or ${isAssertedIn(organizationId)} and u."assertedEmail" = ${email})`;

/**
 * Locks the users of an address until the transaction ends, so that no other organization adds them and nobody gives
 * them a token meanwhile.
 */
export const lockUsersOfAddress = (
  reader: Sql,
  address: AssertedAddress,
): Promise<{ readonly isManaged: boolean; readonly isMember: boolean }[]> =>
  reader.rows(sql`select u."organizationId" is not null as "isManaged", exists (select from members m
      where m."userId" = u.id and m."organizationId" = ${address.organizationId}) as "isMember"
    from users u where ${hasAddress(address)} order by u.id for update of u`);

/**
 * Finds the user that the organization may sign in by an address: one that it manages, otherwise one of its own people.
 * `isUnused` is true for a user that its invitation made and nobody has used.
 */
export const findAdmitted = (
  reader: Sql,
  address: AssertedAddress,
): Promise<(KnownUser & { readonly isUnused: boolean }) | null> =>
  reader.first(sql`select ${knownUserColumns}, u."organizationId" is null and m.invited as "isUnused"
    from users u left join members m on m."userId" = u.id and m."organizationId" = ${address.organizationId}
    where ${hasAddress(address)} and ${isFoundBySignIn(address.organizationId)}
    order by u."organizationId" nulls last limit 1`);

/** Whether an admin of the organization removed a user with the address, and nobody has invited the user since. */
export async function isAddressRemoved(reader: Sql, address: AssertedAddress): Promise<boolean> {
  const row = await reader.first(sql`select 1 as found from member_removals r join users u on u.id = r."userId"
    where r."organizationId" = ${address.organizationId} and ${hasAddress(address)} limit 1`);
  return row !== null;
}

/** Whether an admin removed the user of a subject from the organization of the provider, and nobody has invited the user since. */
export async function isSubjectRemoved(
  reader: Sql,
  { providerId, subject }: Pick<IdentityKey, 'providerId' | 'subject'>,
): Promise<boolean> {
  const row = await reader.first(sql`select 1 as found from removed_identities
    where "providerId" = ${providerId} and subject = ${subject}`);
  return row !== null;
}

/** The code of a sign-in, with its provider. */
export interface CodeRow {
  readonly hash: string;
  readonly userId: string;
  /** These are null for a sign-in by a passkey, which is one of no organization. */
  readonly providerId: string | null;
  readonly organizationId: string | null;
  readonly label: string | null;
  readonly codeChallenge: string;
  readonly sessionEndsAt: string | null;
  readonly expiresAt: string;
  readonly usedAt: string | null;
  readonly tokenId: string | null;
}

/** Locks the code with a hash until the transaction ends; null when it is unknown. */
export const lockCode = (reader: Sql, hash: string): Promise<CodeRow | null> =>
  reader.first(sql`select c.*, p."organizationId", p.label
    from sign_in_codes c left join login_providers p on p.id = c."providerId" where c.hash = ${hash} for update of c`);

interface SessionsOf {
  readonly userId: string;
  readonly organizationId: string | null;
  readonly keep: number;
  readonly now: Date;
}

/** Ends the oldest sessions of a user in an organization, or by a passkey, except the `keep` newest. */
export const endOldSessions = (reader: Sql, { userId, organizationId, keep, now }: SessionsOf): Promise<unknown> =>
  reader.rows(sql`update api_tokens set "revokedAt" = ${now.toISOString()}::timestamptz where id in (
    select id from api_tokens where "userId" = ${userId} and "organizationId" is not distinct from ${organizationId}::text
      and kind = 'session' and "revokedAt" is null and "expiresAt" > ${now.toISOString()}::timestamptz
    order by "createdAt" desc, id offset ${keep}::int)`);

/** SQL condition on organization `o`. A mere claim shows nothing, because people would trust what they are offered. */
const provesDomain = (domain: string) =>
  sql`o.id = (select proved."organizationId" from email_domains proved where proved.domain = ${domain})`;

interface LoginRow {
  readonly id: string;
  readonly kind: ProviderKind;
  readonly label: string;
  readonly title: string;
}

/** Maximum number of ways to sign in shown to an anonymous caller. */
const maxLogins = 20;

/** Lists the active providers of the organization with a hostname, or that has proved an email domain. */
export const listLoginsByHint = (
  reader: Sql,
  hint: { readonly hostname: string } | { readonly domain: string },
): Promise<LoginRow[]> =>
  reader.rows(sql`select p.id, p.kind, p.label, o.title from organizations o join login_providers p on p."organizationId" = o.id
    where ${'hostname' in hint ? sql`o.hostname = ${hint.hostname}` : provesDomain(hint.domain)} and p.active
    order by o."createdAt", o.id, p."createdAt", p.id limit ${maxLogins}::int`);

interface RefusalsOf {
  readonly organizationId: string;
  /** Id of the provider. */
  readonly id: string;
  readonly since: Date;
  readonly max: number;
}

/** Counts the refusals of a provider that the audit log has told since a time, up to `max`. */
export async function countRefusals(reader: Sql, { organizationId, id, since, max }: RefusalsOf): Promise<number> {
  // The newest alone are read, so that the cost does not grow with the log.
  const row = await reader.first<{ count: number }>(sql`select count(*)::int as count from (
      select "createdAt" from events where "organizationId" = ${organizationId} and "subjectId" = ${id}
        and type = 'session.refused' order by position desc limit ${max}::int) newest
    where "createdAt" > ${since.toISOString()}::timestamptz`);
  return row?.count ?? 0;
}
