import type { Organization } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import type { Role } from '../domain/access/roles.ts';
import type { Membership } from '../domain/access/effective.ts';
import { byKey } from './batch.ts';

/** An organization as the caller stands to it. */
export type OrganizationRow = Stored<Organization> & {
  readonly membership: Membership;
  /** Owner of at least one team. */
  readonly ownsTeam: boolean;
  readonly defaultRole: Role | null;
};

interface Row extends Stored<Organization> {
  readonly isMember: boolean;
  readonly memberRole: Role | null;
  readonly ownsTeam: boolean;
}

/** By id, with the caller's membership: null in it when the caller is none, is disabled, or the token is pinned elsewhere. */
export const organizationLoader = (reader: Sql, actor: Actor) => {
  const rows = byKey<Row>(
    reader,
    (ids) => organizationsById(ids, actor),
    (row) => row.id,
  );
  return {
    load: async (id: string): Promise<OrganizationRow | null> => {
      const row = await rows.load(id);
      return row && standing(row);
    },
    clearAll: () => void rows.clearAll(),
  };
};

/** A row of `organizationColumns` with its membership put together. */
export function standing({ isMember, memberRole, ...row }: Row): OrganizationRow {
  return {
    ...row,
    defaultRole: row.defaultRole as Role | null,
    membership: isMember ? { role: memberRole } : null,
  };
}

export const organizationColumns = (actor: Actor) => sql`o.*, m."userId" is not null as "isMember",
  m.role as "memberRole", exists (
    select from team_members tm join teams t on t.id = tm."teamId"
    where tm."userId" = ${actor.userId} and tm.role = 'owner' and t."organizationId" = o.id
  ) as "ownsTeam"`;

export const membershipJoin = (actor: Actor) => sql`left join members m on m."organizationId" = o.id
  and m."userId" = ${actor.userId} and not m.disabled
  and (${actor.organizationId}::text is null or m."organizationId" = ${actor.organizationId})`;

const organizationsById = (ids: readonly string[], actor: Actor) => sql`
  select ${organizationColumns(actor)} from organizations o ${membershipJoin(actor)}
  where o.id = any(${ids}::text[])`;
