import type { Team } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { toMembership, type Membership } from '../access/effective-role.ts';
import { membershipColumns, membershipJoin, type MembershipColumns } from '../access/queries/membership.ts';
import { byKey } from './batch.ts';

/** A team with the facts that its policy needs. */
export interface TeamRow extends Stored<Team> {
  /** The caller's membership in the organization. */
  readonly membership: Membership;
  /** The caller's role in the team. Null when the caller is not in it. */
  readonly teamRole: 'owner' | 'member' | null;
}

/** A team by id. The team must belong to the organization. */
export interface TeamKey {
  readonly organizationId: string;
  readonly teamId: string;
}

/** What `teamColumns` selects. */
export interface TeamColumns extends Stored<Team>, MembershipColumns {
  readonly teamRole: 'owner' | 'member' | null;
}

/** Columns of a team `t` after `teamAccessJoin`. */
export const teamColumns = sql`t.*, ${membershipColumns}, own.role as "teamRole"`;

/** Joins the caller's membership in the organization and in the team `t`. */
export const teamAccessJoin = (actor: Actor) => sql`${membershipJoin('t."organizationId"', actor)}
  left join team_members own on own."teamId" = t.id and own."userId" = ${actor.userId}`;

/** Converts what `teamColumns` selected. */
export function toTeam({ isMember, memberRole, ...team }: TeamColumns): TeamRow {
  return { ...team, membership: toMembership({ isMember, memberRole }) };
}

interface TeamRole {
  readonly teamId: string;
  readonly userId: string;
  readonly role: 'owner' | 'member';
}

/** Loads the roles of users in teams, by the ids of the team and of the user with a space between. */
export const teamRoleLoader = (reader: Sql) =>
  byKey<TeamRole>(
    reader,
    (keys) => {
      const pairs = keys.map((key) => key.split(' '));
      return sql`select tm."teamId", tm."userId", tm.role from team_members tm
        join unnest(${pairs.map(([teamId]) => teamId)}::text[], ${pairs.map(([, userId]) => userId)}::text[])
          as asked("teamId", "userId") on asked."teamId" = tm."teamId" and asked."userId" = tm."userId"`;
    },
    ({ teamId, userId }) => `${teamId} ${userId}`,
  );

/** Loads teams by id. */
export const teamLoader = (reader: Sql, actor: Actor) => {
  const rows = byKey<TeamColumns>(
    reader,
    (ids) => sql`select ${teamColumns} from teams t ${teamAccessJoin(actor)} where t.id = ${anyOf(ids)}`,
    (row) => row.id,
  );
  return {
    load: async (id: string): Promise<TeamRow | null> => {
      const row = await rows.load(id);
      return row && toTeam(row);
    },
    clearAll: () => void rows.clearAll(),
  };
};
