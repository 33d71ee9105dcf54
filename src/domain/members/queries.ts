import { contains } from '../../db/contains.ts';
import type { KeysetList } from '../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../db/sql.ts';
import type { Actor } from '../../access/actor.ts';
import { accessTree, spaceRankColumns, spaceTreeJoin, spaceVisible } from '../../access/queries/visible-resources.ts';
import { memberColumns, memberUserJoin, type MemberKey } from '../../loaders/members.ts';
import { emailIfVisible } from '../../loaders/users.ts';
import type { MemberRoleFilter, MemberSort } from './fields.ts';

interface MembersFilter {
  readonly organizationId: string;
  readonly role: MemberRoleFilter | null;
  readonly search: string | null;
  readonly sort: MemberSort;
  readonly order: 'asc' | 'desc';
}

/** The members of an organization; rows are `MemberUserRow`. Sorted by `lastSeenAt`, only active members who have been seen. */
export function membersList(actor: Actor, { organizationId, role, search, sort, order }: MembersFilter): KeysetList {
  const byLastSeen = sort === 'lastSeenAt';
  return {
    name: 'members',
    filters: [organizationId, role, search, sort, order],
    select: memberColumns(actor),
    from: sql`from members m ${memberUserJoin}`,
    where: [
      sql`m."organizationId" = ${organizationId}`,
      role && (role === 'guest' ? raw('m.role is null') : sql`m.role = ${role}`),
      search === null || search === '' ? null : matches(actor, search),
      byLastSeen ? raw('m."lastSeenAt" is not null and not m.disabled') : null,
    ],
    sort: { by: byLastSeen ? 'm."lastSeenAt"' : 'm."joinedAt"', type: 'timestamptz', id: 'm."userId"' },
    direction: order,
  };
}

/** The name or the address contains the text. Hidden addresses do not match, since a search would reveal them. */
const matches = (actor: Actor, search: string): Fragment =>
  sql`(${contains(raw('u."displayName"'), search)} or ${contains(sql`(${emailIfVisible(actor)})`, search)})`;

/** The spaces that a member may read, with the member's ranks. `asMember` is the actor of the member. */
export const memberSpacesList = (asMember: Actor, organizationId: string, order: 'asc' | 'desc'): KeysetList => ({
  name: 'member-spaces',
  filters: [organizationId, asMember.userId, order],
  with: accessTree(organizationId, asMember),
  select: sql`s.*, ${spaceRankColumns}`,
  from: sql`from spaces s ${spaceTreeJoin}`,
  where: [sql`s."organizationId" = ${organizationId} and s."deletedAt" is null`, spaceVisible],
  sort: { by: 's."createdAt"', type: 'timestamptz', id: 's.id' },
  direction: order,
});

/** Filters user ids: those of members of the organization, disabled ones included. */
export async function listMemberIds(
  reader: Sql,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ userId: string }>(sql`select "userId" from members
    where "organizationId" = ${organizationId} and "userId" = any(${userIds}::text[])`);
  return new Set(rows.map(({ userId }) => userId));
}

/** Whether the user is a member of the organization and not disabled. */
export async function isActiveMember(reader: Sql, { organizationId, userId }: MemberKey): Promise<boolean> {
  const row = await reader.first(sql`select 1 as found from members m
    where m."organizationId" = ${organizationId} and m."userId" = ${userId} and not m.disabled`);
  return row !== null;
}

/** Whether the organization has an active admin other than the member. */
export async function hasOtherAdmin(reader: Sql, { organizationId, userId }: MemberKey): Promise<boolean> {
  const row = await reader.first(sql`select 1 as found from members
    where "organizationId" = ${organizationId} and role = 'admin' and not disabled and "userId" <> ${userId} limit 1`);
  return row !== null;
}

/** The admin who has been a member for longest of the organization of a space. Disabled members are none. */
export const findFirstAdminOfSpace = (reader: Sql, spaceId: string): Promise<{ readonly userId: string } | null> =>
  reader.first(sql`
    select m."userId" from spaces s join members m on m."organizationId" = s."organizationId"
    where s.id = ${spaceId} and m.role = 'admin' and not m.disabled order by m."joinedAt", m."userId" limit 1`);
