import * as z from 'zod';
import { roles } from '../../../access/roles.ts';

/** Sort keys of members. */
export const memberSorts = {
  joinedAt: 'The date when the member joined.',
  lastSeenAt: 'The date when the member was last seen. Lists only active members who have been seen.',
} as const;
export type MemberSort = keyof typeof memberSorts;

/** Roles by which members can be filtered. A guest has no role. */
export const memberRoles = [...roles, 'guest'] as const;
export type MemberRoleFilter = (typeof memberRoles)[number];

/** Longer than any name or email address. */
export const MemberSearchText = z.string().max(512);
