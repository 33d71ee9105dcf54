import type { Member } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import type { Role } from '../access/roles.ts';
import { byKey } from './batch.ts';
import { emailIfVisible, type UserRow } from './users.ts';

/** A member with the user, as the caller may see them. */
export interface MemberRow extends Omit<Stored<Member>, 'role'> {
  /** Null for a guest. */
  readonly role: Role | null;
  readonly user: UserRow;
}

/** A member by organization and user. */
export interface MemberKey {
  readonly organizationId: string;
  readonly userId: string;
}

/** The key of loaders of members. */
export const memberKey = ({ organizationId, userId }: MemberKey) => `${organizationId} ${userId}`;

/** The keys of a batch as a relation `asked` of organization and user ids. */
export const memberKeys = (keys: readonly string[]): Fragment => {
  const pairs = keys.map((key) => key.split(' '));
  return sql`unnest(${pairs.map(([organizationId]) => organizationId)}::text[], ${pairs.map(([, userId]) => userId)}::text[])
    as asked("organizationId", "userId")`;
};

interface UserColumns {
  readonly displayName: string;
  readonly photoURL: string | null;
  readonly email: string | null;
}

/** Selects a member `m` after `memberUserJoin`. */
export const memberColumns = (actor: Actor) =>
  sql`m.*, u."displayName", u."photoURL", ${emailIfVisible(actor)} as email`;

/** Joins the user `u` of a member `m`. */
export const memberUserJoin = raw('join users u on u.id = m."userId"');

/**
 * Joins the member `m` of an organization with the user `u` to each row with a user id, by key (`offset 0`): the rows are few, and
 * the planner would sometimes read all members.
 */
export const memberOf = (organizationId: string, userId: 'authors.id' | 'tm."userId"') => sql`
  cross join lateral (
    select m.* from members m where m."organizationId" = ${organizationId} and m."userId" = ${raw(userId)} offset 0) m
  cross join lateral (select u.* from users u where u.id = m."userId" offset 0) u`;

/** What `memberColumns` selects. */
export type MemberUserRow = Stored<Member> & UserColumns;

/** Converts what `memberColumns` selected. */
export function toMemberRow(row: MemberUserRow): MemberRow {
  const { displayName, photoURL, email, ...member } = row;
  return {
    ...member,
    role: member.role as Role | null,
    user: { id: member.userId, displayName, photoURL, email },
  };
}

/** Loads members by organization and user. */
export const memberLoader = (reader: Sql, actor: Actor) => {
  const rows = byKey<MemberUserRow>(
    reader,
    (keys) => sql`select ${memberColumns(actor)} from ${memberKeys(keys)}
      join members m on m."organizationId" = asked."organizationId" and m."userId" = asked."userId" ${memberUserJoin}`,
    memberKey,
  );
  return {
    load: async (key: MemberKey): Promise<MemberRow | null> => {
      const row = await rows.load(memberKey(key));
      return row && toMemberRow(row);
    },
    clearAll: () => void rows.clearAll(),
  };
};
