import * as z from 'zod';
import { roles } from '../access/roles.ts';

/** Contract 4.12: what the members of an organization are sorted by. */
export const memberSorts = {
  joinedAt: 'When they joined.',
  lastSeenAt: 'When they were last seen; lists only active members who have been.',
} as const;
export type MemberSort = keyof typeof memberSorts;

/** The roles members are listed by; disagreement 34. */
export const memberRoles = [...roles, 'guest'] as const;
export type MemberRoleFilter = (typeof memberRoles)[number];

/** Limit of our own: longer than any name or address. */
export const SearchText = z.string().max(512);
