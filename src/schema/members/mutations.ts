import { ping } from '../../domain/members/ping.ts';
import { markSsoMember, removeMember, setMemberDisabled, updateMember } from '../../domain/members/update.ts';
import { memberId, normalizeMemberKey } from '../../domain/members/member-ids.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Member } from './member.ts';

const memberArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  userId: t.id({ required: true, description: 'Id of the user or of the member.' }),
}));

const UpdateMemberInput = builder.inputType('UpdateMemberInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'Role in the organization; null makes the member a guest.' }),
  }),
});

builder.mutationField('updateMember', (t) =>
  t.field({
    type: payloadType('UpdateMemberPayload', 'member', Member, 'The updated member.'),
    description: 'Updates the role of a member. Organization admins only. The last active admin cannot be demoted.',
    args: {
      ...memberArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateMemberInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { expectedVersion, input, ...key }, ctx) => ({
      member: await updateMember(ctx, { member: normalizeMemberKey(key), expectedVersion, changes: input }),
    }),
  }),
);

builder.mutationField('setMemberDisabled', (t) =>
  t.field({
    type: payloadType('SetMemberDisabledPayload', 'member', Member, 'The updated member.'),
    description:
      'Disables or enables a member. A disabled member has no access to the organization. Organization admins only. The last active admin cannot be disabled.',
    args: {
      ...memberArgs,
      ...expectedVersionArg,
      disabled: t.arg.boolean({ required: true, description: 'True disables the member, false enables it.' }),
    },
    resolve: async (_root, { expectedVersion, disabled, ...key }, ctx) => ({
      member: await setMemberDisabled(ctx, { member: normalizeMemberKey(key), expectedVersion, disabled }),
    }),
  }),
);

builder.mutationField('markSsoMember', (t) =>
  t.field({
    type: payloadType('MarkSsoMemberPayload', 'member', Member, 'The updated member.'),
    description:
      'Marks a member as signing in with single sign-on. Refused for the last admin who can sign in, unless a SAML provider knows them. Organization admins only.',
    args: { ...memberArgs },
    resolve: async (_root, key, ctx) => ({ member: await markSsoMember(ctx, normalizeMemberKey(key)) }),
  }),
);

builder.mutationField('removeMember', (t) =>
  t.field({
    type: deletedPayload('RemoveMemberPayload', 'Id of the removed member.'),
    description:
      'Removes a member from the organization and its teams, and revokes their grants and their tokens for it. A member whom an admin removes can come back only by a new invitation. Only for the member and for organization admins. The last active admin cannot be removed.',
    args: { ...memberArgs, ...expectedVersionArg },
    resolve: async (_root, { expectedVersion, ...key }, ctx) => {
      const member = normalizeMemberKey(key);
      await removeMember(ctx, { member, expectedVersion });
      return { deletedId: memberId(member) };
    },
  }),
);

const PingPayload = builder.objectRef<{ readonly claims: string | null }>('PingPayload').implement({
  description: 'Result of `ping`.',
  fields: (t) => ({
    serviceVisitorClaims: t.exposeString('claims', {
      nullable: true,
      description: 'A JWT that identifies the caller, valid for one hour. Null when the server has no `CLAIMS_KEY`.',
    }),
  }),
});

builder.mutationField('ping', (t) =>
  t.field({
    type: PingPayload,
    description: 'Records that the caller is active in the organization. Members only.',
    args: { organizationId: t.arg.id({ required: true }) },
    resolve: async (_root, { organizationId }, ctx) => ({ claims: await ping(ctx, organizationId) }),
  }),
);
