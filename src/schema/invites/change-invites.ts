import { Invitees } from '../../domain/invites/fields.ts';
import { acceptInvite, joinOrganization } from '../../domain/invites/join.ts';
import { createInvite, revokeInvite, updateInvite } from '../../domain/invites/links.ts';
import { inviteMembers, type Invitations, type Invited } from '../../domain/invites/members.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { answered, Organization } from '../organizations/organization.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Invite } from './invite.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
}));

const inviteArgs = builder.args((t) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  inviteId: t.id({ required: true, description: 'Id of the link.' }),
}));

const InviteMembersInput = builder.inputType('InviteMembersInput', {
  description: 'Whom to make members.',
  fields: (t) => ({
    emails: t.field({
      type: ['JSON'],
      required: true,
      description: 'Addresses, 1 to 100; or objects of `email` and `role`, where null makes a guest.',
      validate: Invitees,
    }),
    role: t.field({
      type: RoleEnum,
      description: "Role of those without one of their own; null for guests, the organization's default when omitted.",
    }),
    sso: t.boolean({ description: 'Whether they sign in through SSO; false when omitted.' }),
  }),
});

const InviteMembersPayload = builder.objectRef<Invited>('InviteMembersPayload').implement({
  description: 'What `inviteMembers` answers.',
  fields: (t) => ({
    users: t.idList({ description: 'Ids of everybody named, in order.', resolve: ({ users }) => [...users] }),
    invited: t.exposeInt('invited', { description: 'How many of them are new to the organization.' }),
    failedSSOEmails: t.stringList({
      description: 'Addresses of those who were members before, so that SSO was not set for them.',
      resolve: ({ failedSsoEmails }) => [...failedSsoEmails],
    }),
  }),
});

builder.mutationField('inviteMembers', (t) =>
  t.field({
    type: InviteMembersPayload,
    description: 'Makes the users of addresses members, and users of addresses nobody has; for admins.',
    args: {
      ...organizationArg,
      input: t.arg({ type: InviteMembersInput, required: true, description: 'Whom to make members.' }),
    },
    resolve: (_root, { organizationId, input: { emails, role, sso } }, ctx) =>
      inviteMembers(ctx, { organizationId, emails: emails as Invitations['emails'], role, sso }),
  }),
);

builder.mutationField('acceptInvite', (t) =>
  t.field({
    type: payloadType('AcceptInvitePayload', 'organization', Organization, 'The organization the caller is in now.'),
    description: 'Joins an organization by an invite link. Who is in already keeps their role in it.',
    args: { ...inviteArgs },
    resolve: async (_root, key, ctx) => ({ organization: answered(await acceptInvite(ctx, key)) }),
  }),
);

builder.mutationField('joinOrganization', (t) =>
  t.field({
    type: payloadType(
      'JoinOrganizationPayload',
      'organization',
      Organization,
      'The organization the caller is in now.',
    ),
    description: "Joins an organization whose `emailDomains` hold the domain of the caller's verified address.",
    args: { ...organizationArg },
    resolve: async (_root, { organizationId }, ctx) => ({
      organization: answered(await joinOrganization(ctx, organizationId)),
    }),
  }),
);

const CreateInviteLinkInput = builder.inputType('CreateInviteLinkInput', {
  description: 'What a link gives: `role`, or `level` with either `space` or `collection`.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'Role in the organization; null for guests.' }),
    level: t.field({ type: RoleEnum, description: 'Role on the space or collection.' }),
    space: t.id({ description: 'Id of a space of the organization.' }),
    collection: t.id({ description: 'Id of a collection of the organization.' }),
  }),
});

builder.mutationField('createInviteLink', (t) =>
  t.field({
    type: payloadType('CreateInviteLinkPayload', 'invite', Invite, 'The new link.'),
    description: 'Creates an invite link; for admins.',
    args: {
      ...organizationArg,
      input: t.arg({ type: CreateInviteLinkInput, required: true, description: 'What the link gives.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      invite: await createInvite(ctx, { organizationId, invite: input }),
    }),
  }),
);

const UpdateInviteLinkInput = builder.inputType('UpdateInviteLinkInput', {
  description: 'Changes of a link: `role` of one to the organization, `level` of one to content.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'Role in the organization; null for guests.' }),
    level: t.field({ type: RoleEnum, description: 'Role on the space or collection.' }),
  }),
});

builder.mutationField('updateInviteLink', (t) =>
  t.field({
    type: payloadType('UpdateInviteLinkPayload', 'invite', Invite, 'The link as it is now.'),
    description: 'Changes what an invite link gives from now on; for admins.',
    args: {
      ...inviteArgs,
      input: t.arg({ type: UpdateInviteLinkInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { input, ...invite }, ctx) => ({
      invite: await updateInvite(ctx, { invite, changes: input }),
    }),
  }),
);

builder.mutationField('revokeInviteLink', (t) =>
  t.field({
    type: deletedPayload('RevokeInviteLinkPayload', 'Id of the link that works no more.'),
    description: 'Removes an invite link; who joined by it stays. For admins.',
    args: { ...inviteArgs },
    resolve: async (_root, key, ctx) => {
      await revokeInvite(ctx, key);
      return { deletedId: key.inviteId };
    },
  }),
);
