import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import { addressOfUser } from '../../../loaders/users.ts';
import { invitationMail } from './kind.ts';

/** Keyset list of `InviteRow` of an organization, newest first. */
export const invitesList = (organizationId: string): KeysetList => ({
  name: 'invites',
  filters: [organizationId],
  select: raw('i.*'),
  from: raw('from invites i'),
  where: [sql`i."organizationId" = ${organizationId}`],
  sort: { by: 'i."createdAt"', type: 'timestamptz', id: 'i.id' },
  direction: 'desc',
});

interface Invitation {
  readonly organizationId: string;
  readonly userId: string;
  readonly createdById: string;
}

/** What a mail says that invites somebody, who is a member still and has an address; null otherwise. */
export const findInvitation = (reader: Sql, { organizationId, userId, createdById }: Invitation) =>
  reader.first<{
    readonly address: string;
    readonly displayName: string;
    readonly title: string;
    readonly hostname: string | null;
    readonly inviter: string | null;
    /** Whether the person signs in by a provider of the organization. */
    readonly sso: boolean;
  }>(sql`
    select ${addressOfUser} as address, u."displayName", o.title, o.hostname, m.sso or o.sso as sso,
      (select by."displayName" from users by where by.id = ${createdById}) as inviter
    from members m join users u on u.id = m."userId" join organizations o on o.id = m."organizationId"
    where m."organizationId" = ${organizationId} and m."userId" = ${userId} and not m.disabled
      and ${addressOfUser} is not null`);

/** The ids of those to whom the organization has sent an invitation since an instant. */
export async function listMailed(
  reader: Sql,
  { organizationId, userIds, since }: { organizationId: string; userIds: readonly string[]; since: Date },
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ userId: string }>(sql`select distinct j.input ->> 'userId' as "userId" from jobs j
    where j."organizationId" = ${organizationId} and j.kind = ${invitationMail.name}
      and j."createdAt" > ${since.toISOString()}::timestamptz and j.input ->> 'userId' = any(${[...userIds]}::text[])`);
  return new Set(rows.map(({ userId }) => userId));
}

/** Counts the invitations that an organization has sent since an instant. */
export async function countMailed(reader: Sql, organizationId: string, since: Date): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`select count(*)::int as count from jobs j
    where j."organizationId" = ${organizationId} and j.kind = ${invitationMail.name}
      and j."createdAt" > ${since.toISOString()}::timestamptz`);
  return row?.count ?? 0;
}
