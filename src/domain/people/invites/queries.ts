import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql } from '../../../db/sql.ts';

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
