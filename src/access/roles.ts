/** Roles, weakest first. See docs/reference/access.md. */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Values of a stored default level: a role, `none` for no access, or `inherit` for the level of the parent. */
export const levels = ['inherit', 'none', ...roles] as const;
export type Level = (typeof levels)[number];

/** Levels that a caller may set. The API spells `none` as null. */
export type DefaultLevelInput = Exclude<Level, 'none'>;

/** Converts the API's null to `none`. */
export const storedLevel = (level: DefaultLevelInput | null): Level => level ?? 'none';

/** Values of a stored grant: a role, or `none` for a guest. */
export const grantRoles = ['none', ...roles] as const;
export type GrantRole = (typeof grantRoles)[number];

/** Converts `none` to the API's null. */
export const roleOrNull = (role: GrantRole): Role | null => (role === 'none' ? null : role);

/** Whether a role includes another. Null is no access. */
export const atLeast = (role: Role | null, needed: Role) =>
  role !== null && roles.indexOf(role) >= roles.indexOf(needed);

/** The strongest of several grants; null when there are none. */
export const strongest = (grants: readonly GrantRole[]): GrantRole | null =>
  grants.reduce<GrantRole | null>(
    (left, right) => (left === null || grantRoles.indexOf(right) > grantRoles.indexOf(left) ? right : left),
    null,
  );

/** Converts a rank of the database function `role_rank` to a role: 0 is no access, 1 is read, 6 is admin. */
export const roleOfRank = (rank: number): Role | null => roles[rank - 1] ?? null;

/** The inverse of `roleOfRank`. */
export const rankOfRole = (role: Role): number => roles.indexOf(role) + 1;
