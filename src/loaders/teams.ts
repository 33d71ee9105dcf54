import type { Team } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { raw, sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import type { Membership } from '../domain/access/effective.ts';
import type { Role } from '../domain/access/roles.ts';
import { byKey } from './batch.ts';

/** A team as the caller stands to it. */
export interface TeamRow extends Stored<Team> {
  /** The caller in the organization. */
  readonly membership: Membership;
  /** The caller in the team; null for who is not in it. */
  readonly teamRole: 'owner' | 'member' | null;
}

export interface TeamFactsRow extends Stored<Team> {
  readonly isMember: boolean;
  readonly memberRole: Role | null;
  readonly teamRole: 'owner' | 'member' | null;
}

/** Columns of a team `t` joined by `teamStandingJoin`, for `teamOf`. */
export const teamColumns = raw(
  't.*, m."userId" is not null as "isMember", m.role as "memberRole", own.role as "teamRole"',
);

export const teamStandingJoin = (actor: Actor) => sql`
  left join members m on m."organizationId" = t."organizationId" and m."userId" = ${actor.userId} and not m.disabled
    and (${actor.organizationId}::text is null or m."organizationId" = ${actor.organizationId})
  left join team_members own on own."teamId" = t.id and own."userId" = ${actor.userId}`;

/** What `teamColumns` read, the membership put together. */
export function teamOf({ isMember, memberRole, ...team }: TeamFactsRow): TeamRow {
  return { ...team, membership: isMember ? { role: memberRole } : null };
}

export const teamLoader = (reader: Sql, actor: Actor) => {
  const rows = byKey<TeamFactsRow>(
    reader,
    (ids) => sql`select ${teamColumns} from teams t ${teamStandingJoin(actor)} where t.id = any(${ids}::text[])`,
    (row) => row.id,
  );
  return {
    load: async (id: string): Promise<TeamRow | null> => {
      const row = await rows.load(id);
      return row && teamOf(row);
    },
    clearAll: () => void rows.clearAll(),
  };
};
