/** Contract 2.1, weakest first; disagreement 43 ranks review above edit. */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What a default level holds: a role, `none` for no access, or `inherit` from the parent. */
export const levels = ['inherit', 'none', ...roles] as const;
export type Level = (typeof levels)[number];

/** What a caller may set a default level to; null stands for `none`. */
export type GivenLevel = Exclude<Level, 'none'>;

/** null is how the contract spells `none`. */
export const storedLevel = (level: GivenLevel | null): Level => level ?? 'none';

/** What a grant gives: a role, or `none` for a guest. */
export const grantRoles = ['none', ...roles] as const;
export type GrantRole = (typeof grantRoles)[number];

/** `role` is null for a caller without any access. */
export const atLeast = (role: Role | null, needed: Role) =>
  role !== null && roles.indexOf(role) >= roles.indexOf(needed);

/** The stronger of several grants; null when there is none. */
export const best = (given: readonly GrantRole[]): GrantRole | null =>
  given.reduce<GrantRole | null>(
    (left, right) => (left === null || grantRoles.indexOf(right) > grantRoles.indexOf(left) ? right : left),
    null,
  );

/** `none` is how storage and GraphQL spell the contract's null. */
export const roleOrNull = (role: GrantRole): Role | null => (role === 'none' ? null : role);

/** The role of a rank of the database's `role_rank`: 0 is none, 1 is read, 6 is admin. */
export const roleOfRank = (rank: number): Role | null => roles[rank - 1] ?? null;
