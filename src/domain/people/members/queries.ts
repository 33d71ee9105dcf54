import { contains } from '../../../db/contains.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import {
  accessTree,
  spaceRankColumns,
  spaceTreeJoin,
  spaceVisible,
} from '../../../access/queries/visible-resources.ts';
import { memberColumns, memberUserJoin, type MemberKey } from '../../../loaders/members.ts';
import { emailIfVisible } from '../../../loaders/users.ts';
import type { MemberRoleFilter, MemberSort } from './fields.ts';

interface MembersFilter {
  readonly organizationId: string;
  readonly role: MemberRoleFilter | null;
  readonly search: string | null;
  readonly sort: MemberSort;
  readonly order: 'asc' | 'desc';
}

/**
 * Keyset list of `MemberUserRow` of an organization. Sorting by `lastSeenAt` omits members who are disabled or were
 * never seen.
 */
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
      search === null || search === '' ? null : matches(actor, organizationId, search),
      byLastSeen ? raw('m."lastSeenAt" is not null and not m.disabled') : null,
    ],
    sort: { by: byLastSeen ? 'm."lastSeenAt"' : 'm."joinedAt"', type: 'timestamptz', id: 'm."userId"' },
    direction: order,
  };
}

/**
 * SQL condition: the name or email address contains the text. Hidden addresses never match, because a search would
 * reveal them. An index finds the users with such a name or address, before their memberships are looked up.
 */
const matches = (actor: Actor, organizationId: string, search: string): Fragment => {
  const [name, email] = [raw('u."displayName"'), sql`(${emailIfVisible(actor, organizationId)})`];
  return sql`m."userId" in (select found.id from users found where ${contains(raw('found."displayName"'), search)}
      or ${contains(raw('found.email'), search)} or ${contains(raw('found."assertedEmail"'), search)})
    and (${contains(name, search)} or ${contains(email, search)})`;
};

/** Keyset list of the spaces that a member may read, with the member's ranks. `asMember` is an actor for the member. */
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

/** Returns those user ids that belong to members of the organization, including disabled ones. */
export async function listMemberIds(
  reader: Sql,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ userId: string }>(sql`select "userId" from members
    where "organizationId" = ${organizationId} and "userId" = any(${userIds}::text[])`);
  return new Set(rows.map(({ userId }) => userId));
}

/** Whether the user is an active member of the organization. */
export async function isActiveMember(reader: Sql, { organizationId, userId }: MemberKey): Promise<boolean> {
  const row = await reader.first(sql`select 1 as found from members m
    where m."organizationId" = ${organizationId} and m."userId" = ${userId} and not m.disabled`);
  return row !== null;
}

/** Whether the organization has another active admin than this member. */
export async function hasOtherAdmin(reader: Sql, { organizationId, userId }: MemberKey): Promise<boolean> {
  const row = await reader.first(sql`select 1 as found from members
    where "organizationId" = ${organizationId} and role = 'admin' and not disabled and "userId" <> ${userId} limit 1`);
  return row !== null;
}

/** Finds the longest-standing active admin of an organization. */
export const findFirstAdmin = (reader: Sql, organizationId: string): Promise<{ readonly userId: string } | null> =>
  reader.first(sql`select m."userId" from members m
    where m."organizationId" = ${organizationId} and m.role = 'admin' and not m.disabled
    order by m."joinedAt", m."userId" limit 1`);

/** Finds the longest-standing active admin of the organization of a space. */
export const findFirstAdminOfSpace = (reader: Sql, spaceId: string): Promise<{ readonly userId: string } | null> =>
  reader.first(sql`
    select m."userId" from spaces s join members m on m."organizationId" = s."organizationId"
    where s.id = ${spaceId} and m.role = 'admin' and not m.disabled order by m."joinedAt", m."userId" limit 1`);
