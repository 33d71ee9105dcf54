import * as z from 'zod';
import { roles } from '../../../access/roles.ts';
import { orderForm } from '../../../lib/list-order.ts';

/** Sort keys of members. */
export const MemberOrder = orderForm('MemberOrder', 'members', {
  joinedAt: 'The date when the member joined.',
  lastSeenAt: 'The date when the member was last seen. Lists only active members who have been seen.',
});
export type MemberSort = z.output<typeof MemberOrder>['field'];

export const MemberSpaceOrder = orderForm('MemberSpaceOrder', 'spaces of a member', {
  createdAt: 'The date when the space was created.',
});

/** Roles by which members can be filtered. A guest has no role. */
export const memberRoles = [...roles, 'guest'] as const;
export type MemberRoleFilter = (typeof memberRoles)[number];

/** Longer than any name or email address. */
export const MemberSearchText = z.string().max(512);
