import * as z from 'zod';
import { roles } from '../../access/roles.ts';

/** Sort keys of the members of an organization. */
export const memberSorts = {
  joinedAt: 'The date when the member joined.',
  lastSeenAt: 'The date when the member was last seen. Lists only active members who have been seen.',
} as const;
export type MemberSort = keyof typeof memberSorts;

/** The roles that members can be filtered by; a guest has none. */
export const memberRoles = [...roles, 'guest'] as const;
export type MemberRoleFilter = (typeof memberRoles)[number];

/** Longer than any name or address. */
export const MemberSearchText = z.string().max(512);
