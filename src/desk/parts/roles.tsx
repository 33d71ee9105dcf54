import { wordOf, words } from '../words/words.ts';

const roles = ['ADMIN', 'CREATE', 'REVIEW', 'EDIT', 'COMMENT', 'READ'] as const;
export type Role = (typeof roles)[number];

/** The roles with their words, from the highest to the lowest; the last is no role, by the value `''`. */
export const roleOptions = (none: string = words.roleNone): readonly (readonly [string, string])[] => [
  ...roles.map((role) => [role, wordOf('role', role)] as const),
  ['', none],
];

/** A role as words; null for none. */
export const roleWord = (role: Role | null, none: string = words.roleNone): string =>
  role === null ? none : wordOf('role', role);

/** The role of a field or of a choice; null for none. */
export const asRole = (value: string): Role | null => roles.find((role) => role === value) ?? null;
