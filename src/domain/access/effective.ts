import { best, roleOrNull, type GrantRole, type Level, type Role } from './roles.ts';

/** Membership in the organization; null when there is none or it is disabled. */
export type Membership = { readonly role: Role | null } | null;

/** One level above (or at) a thing: what is granted to the user there, and what everybody gets. */
export interface AccessLevel {
  readonly defaultLevel: Level;
  /** Direct grant of the user. */
  readonly direct: GrantRole | null;
  /** Grants of the user's teams. */
  readonly teams: readonly GrantRole[];
}

/**
 * The role of a user on a thing, given its levels from the thing itself up to the top collection.
 * An admin of the organization is admin everywhere; else the nearest level that says anything wins:
 * direct grant, then the best team grant, then an overriding default. Decisions 5.2.
 */
export function effectiveRole(membership: Membership, chain: readonly AccessLevel[]): Role | null {
  if (membership === null) return null;
  if (membership.role === 'admin') return 'admin';
  for (const level of chain) {
    const granted = level.direct ?? best(level.teams);
    if (granted !== null) return roleOrNull(granted);
    if (level.defaultLevel !== 'inherit') return roleOrNull(level.defaultLevel);
  }
  return membership.role;
}

/** What `defaultLevel` reads as: the nearest override, or the organization's default role. */
export function resolvedDefault(chain: readonly AccessLevel[], root: Role | null): Role | null {
  const own = chain.find((level) => level.defaultLevel !== 'inherit')?.defaultLevel;
  return own === undefined || own === 'inherit' ? root : roleOrNull(own);
}
