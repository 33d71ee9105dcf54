import * as z from 'zod';
import { roles } from '../../domain/access/roles.ts';
import type { InviteFragment, InviteUsersToOrganizationMutation } from '../__generated__/operations.ts';
import { Collection, collection } from '../collections/resource.ts';
import type { Resource } from '../route.ts';
import { given, RoleOrNull } from '../shared/schemas.ts';
import { Space, space } from '../spaces/resource.ts';

const base = { object: z.literal('invite'), id: z.string(), redundant: z.boolean() };

/** Decisions, "Link invites": to the organization, or to one space or collection of it. */
export const Invite = z
  .union([
    z.strictObject({ ...base, role: RoleOrNull }),
    z.strictObject({ ...base, level: z.enum(roles), space: Space }),
    z.strictObject({ ...base, level: z.enum(roles), collection: Collection }),
  ])
  .meta({ id: 'Invite' });

export const invite: Resource<InviteFragment, z.infer<typeof Invite>> = {
  schema: Invite,
  present: (node) => {
    const shared = { object: 'invite' as const, id: node.id, redundant: node.redundant };
    if (node.level && node.space) return { ...shared, level: node.level, space: space.present(node.space) };
    if (node.level && node.collection)
      return { ...shared, level: node.level, collection: collection.present(node.collection) };
    return { ...shared, role: given(node.role) ?? null };
  },
};

/** Public answer of inviting by address; beyond the contract. */
export const Invited = z
  .strictObject({
    users: z.array(z.string()),
    invited: z.int(),
    failedSSOEmails: z.array(z.string()),
  })
  .meta({ id: 'Invited' });

export const invited = ({ inviteMembers }: InviteUsersToOrganizationMutation): z.infer<typeof Invited> => ({
  users: inviteMembers.users,
  invited: inviteMembers.invited,
  failedSSOEmails: inviteMembers.failedSSOEmails,
});
