import { inOrganization } from '../organizations/organization.ts';
import { UpdateMemberInput } from '../../../domain/people/members/inputs.ts';
import { ping } from '../../../domain/people/members/ping.ts';
import { markSsoMember, removeMember, updateMember } from '../../../domain/people/members/update.ts';
import { memberId, normalizeMemberKey } from '../../../domain/people/members/member-ids.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { Member } from './member.ts';

const memberArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  userId: t.id({ required: true, description: 'Id of the user or of the member.' }),
}));

mutation('updateMember', {
  description:
    'Updates the role of a member, or disables or enables it. Organization admins only. The last active admin cannot be demoted or disabled.',
  args: { ...memberArgs, ...expectedVersionArg },
  input: { form: UpdateMemberInput, description: 'Fields to update.' },
  payload: shows('member', Member, 'The updated member.'),
  resolve: (ctx, { expectedVersion, input, ...key }) =>
    updateMember(ctx, { member: normalizeMemberKey(key), expectedVersion, changes: input }),
});

mutation('markSsoMember', {
  description:
    'Marks a member as signing in with single sign-on. Refused for the last admin who can sign in, unless a provider knows them by which an admin has signed in since its last change. Organization admins only.',
  args: memberArgs,
  payload: shows('member', Member, 'The updated member.'),
  resolve: (ctx, key) => markSsoMember(ctx, normalizeMemberKey(key)),
});

mutation('removeMember', {
  description:
    'Removes a member from the organization and its teams, and revokes their grants and their tokens for it. A member whom an admin removes can come back only by a new invitation. Only for the member and for organization admins. The last active admin cannot be removed.',
  args: { ...memberArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the removed member.', inOrganization),
  resolve: async (ctx, { expectedVersion, ...key }) => {
    const member = normalizeMemberKey(key);
    await removeMember(ctx, { member, expectedVersion });
    return { deletedId: memberId(member), organizationId: member.organizationId };
  },
});

const PingPayload = builder.objectRef<{ readonly claims: string | null }>('PingPayload').implement({
  description: 'Result of `ping`.',
  fields: (t) => ({
    serviceVisitorClaims: t.exposeString('claims', {
      nullable: true,
      description: 'A JWT that identifies the caller, valid for one hour. Null when the server has no `CLAIMS_KEY`.',
    }),
  }),
});

mutation('ping', {
  description: 'Records that the caller is active in the organization. Members only.',
  args: builder.args((t) => ({ organizationId: t.id({ required: true }) })),
  payload: PingPayload,
  resolve: async (ctx, { organizationId }) => ({ claims: await ping(ctx, organizationId) }),
});
