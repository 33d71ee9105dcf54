import type { Organization } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, type Fragment, sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { toMembership, type Membership } from '../access/effective-role.ts';
import { askingUser, type Caller } from '../access/queries/caller.ts';
import { membershipColumns, membershipJoin, type MembershipColumns } from '../access/queries/membership.ts';
import type { Role } from '../access/roles.ts';
import { byKeyTogether } from './together.ts';

/** An organization with the facts that its policy needs. */
export type OrganizationRow = Stored<Organization> & {
  /** The caller's membership. */
  readonly membership: Membership;
  /** Whether the caller owns at least one team. */
  readonly ownsTeam: boolean;
  readonly defaultRole: Role | null;
  /** Those of `emailDomains` that the organization has proved, sorted. */
  readonly verifiedEmailDomains: readonly string[];
};

const rowLoader = byKeyTogether<OrganizationColumns>(
  {
    forActor: (ids, actor) => sql`${selectOrganizations(actor)} where o.id = ${anyOf(ids)}`,
    forUsers: (asked) => sql`select ${organizationColumns(askingUser)}, asked.nth::int
      from ${asked} join organizations o on o.id = asked.id ${membershipJoin('o.id', askingUser)}`,
  },
  (row) => row.id,
);

/** Loads organizations by id, whether or not the caller is a member. */
export const organizationLoader = (reader: Sql, actor: Actor) => {
  const rows = rowLoader(reader, actor);
  return {
    load: async (id: string): Promise<OrganizationRow | null> => {
      const row = await rows.load(id);
      return row && toOrganization(row);
    },
    clearAll: () => void rows.clearAll(),
  };
};

/** What `organizationColumns` selects. */
export interface OrganizationColumns extends Stored<Organization>, MembershipColumns {
  readonly ownsTeam: boolean;
  readonly verifiedEmailDomains: readonly string[];
}

/** Converts what `organizationColumns` selected. */
export function toOrganization({ isMember, memberRole, ...row }: OrganizationColumns): OrganizationRow {
  return {
    ...row,
    defaultRole: row.defaultRole as Role | null,
    membership: toMembership({ isMember, memberRole }),
  };
}

/** Columns of an organization `o` after `membershipJoin`. */
export const organizationColumns = (actor: Caller): Fragment => sql`o.*, ${membershipColumns}, exists (
    select from team_members tm join teams t on t.id = tm."teamId"
    where tm."userId" = ${actor.userId} and tm.role = 'owner' and t."organizationId" = o.id
  ) as "ownsTeam", array(
    select proved.domain from email_domains proved where proved."organizationId" = o.id order by 1
  ) as "verifiedEmailDomains"`;

/** Selects `OrganizationColumns`; a join or a condition follows. */
export const selectOrganizations = (actor: Actor): Fragment =>
  sql`select ${organizationColumns(actor)} from organizations o ${membershipJoin('o.id', actor)}`;
