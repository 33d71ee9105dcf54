import {
  CreateInviteLinkInput,
  InviteMembersInput,
  UpdateInviteLinkInput,
} from '../../../domain/people/invites/inputs.ts';
import { acceptInvite, joinOrganization } from '../../../domain/people/invites/join.ts';
import { createInviteLink, revokeInviteLink, updateInviteLink } from '../../../domain/people/invites/invites.ts';
import { inviteMembers, type InvitedMembers } from '../../../domain/people/invites/invite-members.ts';
import { builder } from '../../builder.ts';
import { withInput } from '../../../lib/watched-inputs.ts';
import { mutation } from '../../mutation.ts';
import { mutationResult, Organization, inOrganization } from '../organizations/organization.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { SignInLink } from '../sign-in-links/mutations.ts';
import { Invite } from './invite.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const inviteArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  inviteId: t.id({ required: true, description: 'Id of the link.' }),
}));

const InviteMembersPayload = builder.objectRef<InvitedMembers>('InviteMembersPayload').implement({
  description: 'Result of `inviteMembers`.',
  fields: (t) => ({
    userIds: t.idList({
      description: 'Ids of the users of all addresses, in the order of the request.',
      resolve: ({ users }) => [...users],
    }),
    invited: t.exposeInt('invited', { description: 'Number of users who were added as members.' }),
    failedSsoEmails: t.stringList({
      description: 'Addresses of users who already were members, for whom `sso` was not set.',
      resolve: ({ failedSsoEmails }) => [...failedSsoEmails],
    }),
    links: t.field({
      type: [SignInLink],
      description:
        'With `links`, a link for each of them who has no other way to sign in yet. Whoever has it can be the person, so give it to nobody else.',
      resolve: ({ links }) => [...links],
    }),
    mailed: t.exposeInt('mailed', {
      description:
        'Number of invitations that are on their way by mail. 0 with `links`, and where no mail server is configured.',
    }),
  }),
});

mutation('inviteMembers', {
  description:
    'Adds users to the organization by email address, also those whom an admin removed, and creates a user for each unknown address. Organization admins only.',
  args: organizationArg,
  input: { form: InviteMembersInput, description: 'Users to add as members.' },
  payload: InviteMembersPayload,
  resolve: (ctx, { organizationId, input }) => inviteMembers(ctx, withInput(input, { organizationId })),
});

mutation('acceptInvite', {
  description:
    'Joins an organization with an invite link. Existing members keep their role. Forbidden while invite links are disabled, for disabled members, and for users whom an admin has removed since the link was created.',
  args: inviteArgs,
  payload: shows('organization', Organization, 'The organization that the caller joined.'),
  resolve: async (ctx, key) => mutationResult(await acceptInvite(ctx, key)),
});

mutation('joinOrganization', {
  description:
    "Joins an organization that has proved the domain of the caller's verified address, or confirms a membership to which an admin has invited the caller. Forbidden for disabled members and for users whom an admin removed.",
  args: organizationArg,
  payload: shows('organization', Organization, 'The organization that the caller joined.'),
  resolve: async (ctx, { organizationId }) => mutationResult(await joinOrganization(ctx, organizationId)),
});

mutation('createInviteLink', {
  description:
    'Creates an invite link. Organization admins only. Refused with `invalid_state` while invite links are disabled.',
  args: organizationArg,
  input: { form: CreateInviteLinkInput, description: 'The new link.' },
  payload: shows('invite', Invite, 'The new link.'),
  resolve: (ctx, { organizationId, input }) => createInviteLink(ctx, { organizationId, invite: input }),
});

mutation('updateInviteLink', {
  description: 'Updates the role that an invite link grants to users who join from now on. Organization admins only.',
  args: inviteArgs,
  input: { form: UpdateInviteLinkInput, description: 'Fields to update.' },
  payload: shows('invite', Invite, 'The updated link.'),
  resolve: (ctx, { input, ...invite }) => updateInviteLink(ctx, { invite, changes: input }),
});

mutation('revokeInviteLink', {
  description: 'Revokes an invite link. Users who joined with it remain members. Organization admins only.',
  args: inviteArgs,
  payload: showsDeleted('Id of the revoked link.', inOrganization),
  resolve: async (ctx, key) => {
    await revokeInviteLink(ctx, key);
    return { deletedId: key.inviteId, organizationId: key.organizationId };
  },
});
