import { Invitees } from '../../domain/invites/fields.ts';
import { acceptInvite, joinOrganization } from '../../domain/invites/join.ts';
import { createInviteLink, revokeInviteLink, updateInviteLink } from '../../domain/invites/invites.ts';
import { inviteMembers, type InvitedMembers } from '../../domain/invites/invite-members.ts';
import { Email } from '../../domain/users/fields.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { mutationResult, Organization } from '../organizations/organization.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Invite } from './invite.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const inviteArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  inviteId: t.id({ required: true, description: 'Id of the link.' }),
}));

const InviteeInput = builder.inputType('InviteeInput', {
  description: 'A user to add as a member.',
  extensions: { textForm: 'email' },
  fields: (t) => ({
    email: t.string({ required: true, description: 'Email address of the user.', validate: Email }),
    role: t.field({
      type: RoleEnum,
      description: 'Role of the user; null makes a guest. The `role` of the request when omitted.',
    }),
  }),
});

const InviteMembersInput = builder.inputType('InviteMembersInput', {
  description: 'Users to add as members.',
  fields: (t) => ({
    emails: t.field({
      type: [InviteeInput],
      required: true,
      description: 'Between 1 and 100 email addresses, each optionally with a role.',
      validate: Invitees,
    }),
    role: t.field({
      type: RoleEnum,
      description:
        "Role of users without a `role` of their own; null makes them guests. The organization's default role when omitted.",
    }),
    sso: t.boolean({ description: 'Whether the new members sign in with single sign-on. False when omitted.' }),
  }),
});

const InviteMembersPayload = builder.objectRef<InvitedMembers>('InviteMembersPayload').implement({
  description: 'Result of `inviteMembers`.',
  fields: (t) => ({
    users: t.idList({
      description: 'Ids of the users of all addresses, in the order of the request.',
      resolve: ({ users }) => [...users],
    }),
    invited: t.exposeInt('invited', { description: 'Number of users who were added as members.' }),
    failedSSOEmails: t.stringList({
      description: 'Addresses of users who already were members, for whom `sso` was not set.',
      resolve: ({ failedSsoEmails }) => [...failedSsoEmails],
    }),
  }),
});

builder.mutationField('inviteMembers', (t) =>
  t.field({
    type: InviteMembersPayload,
    description:
      'Adds users to the organization by email address, also those whom an admin removed, and creates a user for each unknown address. Organization admins only.',
    args: {
      ...organizationArg,
      input: t.arg({ type: InviteMembersInput, required: true, description: 'Users to add as members.' }),
    },
    resolve: (_root, { organizationId, input: { emails, role, sso } }, ctx) =>
      inviteMembers(ctx, { organizationId, emails, role, sso }),
  }),
);

builder.mutationField('acceptInvite', (t) =>
  t.field({
    type: payloadType('AcceptInvitePayload', 'organization', Organization, 'The organization that the caller joined.'),
    description:
      'Joins an organization with an invite link. Existing members keep their role. Forbidden while invite links are disabled, for disabled members, and for users whom an admin has removed since the link was created.',
    args: { ...inviteArgs },
    resolve: async (_root, key, ctx) => ({ organization: mutationResult(await acceptInvite(ctx, key)) }),
  }),
);

builder.mutationField('joinOrganization', (t) =>
  t.field({
    type: payloadType(
      'JoinOrganizationPayload',
      'organization',
      Organization,
      'The organization that the caller joined.',
    ),
    description:
      "Joins an organization that has proved the domain of the caller's verified address, or confirms a membership to which an admin has invited the caller. Forbidden for disabled members and for users whom an admin removed.",
    args: { ...organizationArg },
    resolve: async (_root, { organizationId }, ctx) => ({
      organization: mutationResult(await joinOrganization(ctx, organizationId)),
    }),
  }),
);

const CreateInviteLinkInput = builder.inputType('CreateInviteLinkInput', {
  description:
    'A new invite link. It grants either a `role` in the organization, or a `level` on a `space` or `collection`.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'Role in the organization; null makes guests.' }),
    level: t.field({ type: RoleEnum, description: 'Role on the space or collection.' }),
    space: t.id({ description: 'Id of a space of the organization.' }),
    collection: t.id({ description: 'Id of a collection of the organization.' }),
  }),
});

builder.mutationField('createInviteLink', (t) =>
  t.field({
    type: payloadType('CreateInviteLinkPayload', 'invite', Invite, 'The new link.'),
    description:
      'Creates an invite link. Organization admins only. Refused with `invalid_state` while invite links are disabled.',
    args: {
      ...organizationArg,
      input: t.arg({ type: CreateInviteLinkInput, required: true, description: 'The new link.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      invite: await createInviteLink(ctx, { organizationId, invite: input }),
    }),
  }),
);

const UpdateInviteLinkInput = builder.inputType('UpdateInviteLinkInput', {
  description: 'Fields to update: `role` of a link to the organization, `level` of a link to content.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'Role in the organization; null makes guests.' }),
    level: t.field({ type: RoleEnum, description: 'Role on the space or collection.' }),
  }),
});

builder.mutationField('updateInviteLink', (t) =>
  t.field({
    type: payloadType('UpdateInviteLinkPayload', 'invite', Invite, 'The updated link.'),
    description: 'Updates the role that an invite link grants to users who join from now on. Organization admins only.',
    args: {
      ...inviteArgs,
      input: t.arg({ type: UpdateInviteLinkInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...invite }, ctx) => ({
      invite: await updateInviteLink(ctx, { invite, changes: input }),
    }),
  }),
);

builder.mutationField('revokeInviteLink', (t) =>
  t.field({
    type: deletedPayload('RevokeInviteLinkPayload', 'Id of the revoked link.'),
    description: 'Revokes an invite link. Users who joined with it remain members. Organization admins only.',
    args: { ...inviteArgs },
    resolve: async (_root, key, ctx) => {
      await revokeInviteLink(ctx, key);
      return { deletedId: key.inviteId };
    },
  }),
);
