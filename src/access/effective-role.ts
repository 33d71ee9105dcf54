import type { MembershipColumns } from './queries/membership.ts';
import { strongest, roleOrNull, type GrantRole, type Level, type Role } from './roles.ts';

/** The caller's membership in an organization; null when there is none or it is disabled. */
export type Membership = { readonly role: Role | null } | null;

/** The membership selected by `membershipColumns`. */
export const toMembership = ({ isMember, memberRole }: MembershipColumns): Membership =>
  isMember ? { role: memberRole as Role | null } : null;

/** Access settings of a resource, or of one of its ancestor collections. */
export interface AccessLevel {
  readonly defaultLevel: Level;
  /** Role granted directly to the user. */
  readonly direct: GrantRole | null;
  /** Roles granted to the user's teams. */
  readonly teams: readonly GrantRole[];
}

/** The role that a level sets: a direct grant, else the strongest team grant, else its default level. Null when it inherits. */
const setByLevel = ({ direct, teams, defaultLevel }: AccessLevel): GrantRole | null =>
  direct ?? strongest(teams) ?? (defaultLevel === 'inherit' ? null : defaultLevel);

/**
 * The effective role of a user on a resource. `levels` run from the resource itself up to the outermost collection.
 * Organization admins are admins everywhere. Otherwise the nearest level that sets something wins, and the role of the
 * membership applies when none does. Its twin in SQL are the functions `level_rank` and `effective_rank`, which
 * test/domain/people/access-sql.test.ts proves equal. See docs/reference/access.md.
 */
export function effectiveRole(membership: Membership, levels: readonly AccessLevel[]): Role | null {
  if (membership === null) return null;
  if (membership.role === 'admin') return 'admin';
  for (const level of levels) {
    const role = setByLevel(level);
    if (role !== null) return roleOrNull(role);
  }
  return membership.role;
}

/** The default level with inheritance resolved: the nearest override, or the organization's default role. */
export function resolvedDefault(levels: readonly AccessLevel[], organizationDefault: Role | null): Role | null {
  const override = levels.find((level) => level.defaultLevel !== 'inherit')?.defaultLevel;
  return override === undefined || override === 'inherit' ? organizationDefault : roleOrNull(override);
}
