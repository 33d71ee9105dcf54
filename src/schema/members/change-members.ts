import { ping } from '../../domain/members/ping.ts';
import { markSsoMember, removeMember, setMemberDisabled, updateMember } from '../../domain/members/update.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Member } from './member.ts';

const memberArgs = builder.args((t) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  userId: t.id({ required: true, description: 'Id of the user.' }),
}));

const UpdateMemberInput = builder.inputType('UpdateMemberInput', {
  description: 'Changes of a member; what is omitted stays.',
  fields: (t) => ({ role: t.field({ type: RoleEnum, description: 'What they may do; null makes a guest.' }) }),
});

builder.mutationField('updateMember', (t) =>
  t.field({
    type: payloadType('UpdateMemberPayload', 'member', Member, 'The member as they are now.'),
    description: 'Gives a member another role; for admins. The last admin keeps theirs.',
    args: {
      ...memberArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateMemberInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { organizationId, userId, expectedVersion, input }, ctx) => ({
      member: await updateMember(ctx, { member: { organizationId, userId }, expectedVersion, changes: input }),
    }),
  }),
);

builder.mutationField('setMemberDisabled', (t) =>
  t.field({
    type: payloadType('SetMemberDisabledPayload', 'member', Member, 'The member as they are now.'),
    description: 'Shuts a member out of the organization, or lets one back in; for admins.',
    args: {
      ...memberArgs,
      ...expectedVersionArg,
      disabled: t.arg.boolean({ required: true, description: 'True shuts out.' }),
    },
    resolve: async (_root, { organizationId, userId, expectedVersion, disabled }, ctx) => ({
      member: await setMemberDisabled(ctx, { member: { organizationId, userId }, expectedVersion, disabled }),
    }),
  }),
);

builder.mutationField('markSsoMember', (t) =>
  t.field({
    type: payloadType('MarkSsoMemberPayload', 'member', Member, 'The member as they are now.'),
    description: 'Marks a member as one who signs in through SSO; for admins.',
    args: { ...memberArgs },
    resolve: async (_root, key, ctx) => ({ member: await markSsoMember(ctx, key) }),
  }),
);

builder.mutationField('removeMember', (t) =>
  t.field({
    type: deletedPayload('RemoveMemberPayload', 'Id of the user who is a member no more.'),
    description: 'Takes a member out of the organization; for admins, and for everybody themself. Not the last admin.',
    args: { ...memberArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, userId, expectedVersion }, ctx) => {
      await removeMember(ctx, { member: { organizationId, userId }, expectedVersion });
      return { deletedId: userId };
    },
  }),
);

const PingPayload = builder.objectRef<{ readonly claims: string | null }>('PingPayload').implement({
  description: 'What `ping` answers.',
  fields: (t) => ({
    serviceVisitorClaims: t.exposeString('claims', {
      nullable: true,
      description: 'A JWT of who the caller is, for an hour; null when the server has no key for it.',
    }),
  }),
});

builder.mutationField('ping', (t) =>
  t.field({
    type: PingPayload,
    description: 'Notes that the caller is here.',
    args: { organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    resolve: async (_root, { organizationId }, ctx) => ({ claims: await ping(ctx, organizationId) }),
  }),
);
