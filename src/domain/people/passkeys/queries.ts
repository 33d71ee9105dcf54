import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import { passkeyColumns } from '../../../loaders/passkeys.ts';
import type { ChallengeUse } from './fields.ts';

/** Keyset list of `PasskeyRow` of a user, newest first. */
export const passkeysList = (userId: string): KeysetList => ({
  name: 'passkeys',
  filters: [userId],
  select: passkeyColumns,
  from: raw('from passkeys k'),
  where: [sql`k."userId" = ${userId}`],
  sort: { by: 'k."createdAt"', type: 'timestamptz', id: 'k.id' },
  direction: 'desc',
});

/** Lists the ids of the credentials of a user. There are at most `maxPasskeys`. */
export async function listCredentialIds(reader: Sql, userId: string): Promise<string[]> {
  const rows = await reader.rows<{ credentialId: string }>(
    sql`select "credentialId" from passkeys where "userId" = ${userId} order by "createdAt", id`,
  );
  return rows.map(({ credentialId }) => credentialId);
}

/** Deletes a batch of expired challenges. Each new one deletes more than it adds. */
export const deleteExpiredChallenges = (reader: Sql, now: Date): Promise<unknown> =>
  reader.rows(sql`delete from passkey_challenges where hash in (
    select hash from passkey_challenges where "expiresAt" < ${now.toISOString()}::timestamptz limit 20)`);

interface TakenChallenge extends ChallengeUse {
  readonly hash: string;
  readonly now: Date;
}

/** Finds what a challenge is for, by its hash. */
export const findChallenge = (reader: Sql, hash: string): Promise<{ readonly subject: string } | null> =>
  reader.first(sql`select subject from passkey_challenges where hash = ${hash}`);

/** Takes a challenge, so that it can be answered once. False when it is unknown, answered, expired or for something else. */
export async function takeChallenge(reader: Sql, { hash, purpose, subject, now }: TakenChallenge): Promise<boolean> {
  const row = await reader.first<{ isFit: boolean }>(sql`delete from passkey_challenges where hash = ${hash}
    returning purpose = ${purpose} and subject = ${subject} and "expiresAt" > ${now.toISOString()}::timestamptz as "isFit"`);
  return row?.isFit === true;
}

/** Lists the organizations that a user has joined, the 100 last ones, for what they are told of the user. */
export async function listOrganizationIdsOf(reader: Sql, userId: string): Promise<string[]> {
  const rows = await reader.rows<{ organizationId: string }>(sql`select "organizationId" from members
    where "userId" = ${userId} and not disabled order by "joinedAt" desc, "organizationId" limit 100`);
  return rows.map(({ organizationId }) => organizationId);
}

/** Counts the people whose passkeys are all of other hosts, by the host. */
export const countStranded = (reader: Sql, rpId: string): Promise<{ readonly id: string; readonly people: number }[]> =>
  reader.rows(sql`select k."rpId" as id, count(distinct k."userId")::int as people from passkeys k
    where k."rpId" <> ${rpId} and not exists (
      select from passkeys own where own."userId" = k."userId" and own."rpId" = ${rpId})
    group by 1 order by 1 limit 50`);
