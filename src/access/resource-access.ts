import { effectiveRole, toMembership, resolvedDefault } from './effective-role.ts';
import { parseAccessLevels, type AccessColumns } from './queries/resource-access.ts';
import type { Role } from './roles.ts';

/** The caller's access to a resource. */
export interface ResourceAccess {
  /** The caller's effective role. */
  readonly role: Role | null;
  /** The default level with inheritance resolved. */
  readonly level: Role | null;
}

/** Computes the caller's access from a row of `accessJoin`. */
export function toAccess(row: AccessColumns): ResourceAccess {
  const levels = parseAccessLevels(row.levels);
  return {
    role: effectiveRole(toMembership(row), levels),
    level: resolvedDefault(levels, row.rootLevel as Role | null),
  };
}
